import Foundation
import GaitModel
import Signals

/// Puts what was measured in a walk together into a walking bout, by the field's definitions.
///
/// Source: F. Kluge et al., PLoS One 16:e0256541 (2021), the consensus on walking bouts; limits as
/// published for the Mobilise-D pipeline (M. E. Micó-Amigo et al., J. NeuroEng. Rehabil. 20:78,
/// 2023).
public struct WalkingBoutAssembler: ConfigurableMethod {
  /// Which strides count for a bout's values.
  public var selection = StrideSelection()
  /// What is steady, and how cadence is read.
  public var measures = BoutMeasures()
  /// How far a person's values scatter when nothing changes.
  public var withinPerson = WithinPersonScatter()
  /// How far its counts and times are from the truth.
  public var errors = BoutErrors()
  /// How differently the feet step by a phone on one thigh.
  public var pocket = PocketAsymmetry()
  /// Where a walk is cut because its ground changes.
  public var cuts = TerrainCuts()

  /// The method with the settings of the consensus, where it gives them.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "WalkingBoutAssembler", question: "walking bouts and the strides that count",
      citation: "Kluge et al. 2021, PLoS One 16:e0256541", doi: "10.1371/journal.pone.0256541",
      revision: 6)
  }

  /// A walk with its feet, phases, strides and values.
  func bout(of walk: Walk, measured: MeasuredWalk, in context: SequenceContext) -> WalkingBout {
    let seconds = walk.contactSeconds
    let contacts = zip(seconds, measured.feet).map { InitialContact(seconds: $0, foot: $1) }
    let activity = context.recording.activity
    var bout = WalkingBout(seconds: walk.seconds, activity: activity, initialContacts: contacts)
    let support = measured.support.fraction
    bout.finalContacts = finalContacts(
      after: contacts, support: support.value ?? measured.support.expected)
    bout.strides = strides(
      of: contacts, lengths: measured.steps, support: support.value, turns: context.knownTurns)
    bout.turnCount = turnCount(in: walk.seconds, context.turns)
    let rate = context.cycle.rateDoubt?.over(walk.samples)
    let rateError = rate?.errorShare ?? 0
    bout.walkingSpeed = measured.pace.speed.widened(byShare: rateError)
    bout.stepLength = measured.pace.stepLength
    bout.strideLength = measured.pace.strideLength
    bout.isStepLengthAssumed = measured.pace.isStepLengthAssumed
    let isRun = activity == .running
    bout.distance =
      isRun
      ? measured.pace.distance
      : errors.distance(
        measured.pace.distance, steps: contacts.count, rateError: rateError)
    let strides = measures.usualStrides(seconds)
    let cadence = measures.cadence(of: strides).made(by: measured.makers.initialContacts)
    bout.cadence =
      isRun ? cadence : errors.cadence(cadence, strides: strides, rateError: rateError)
    bout.stepCountError =
      isRun ? nil : errors.steps(of: contacts.count, rateError: rateError)
    bout.stepRateConfidence = rate?.confidence
    bout.doubleSupportFraction = support
    bout.doubleSupportParts = measured.support.parts
    bout.asymmetryFraction = measured.asymmetry.fraction
    bout.stepTimeAsymmetry = errors.asymmetry(measured.asymmetry.stepTime)
    bout.stepLengthAsymmetry = measured.asymmetry.stepLength
    bout.leftOutReason = measures.leftOutReason(
      activity: activity, strides: bout.strides, contacts: seconds)
    if measured.isTrunk {
      bout.withinPersonErrors = withinPerson.errors(
        speed: measured.pace.speedErrorWithinPerson, stepSeconds: measured.pace.stepSeconds,
        cadence: bout.cadence.value)
    }
    bout.quality = measured.quality
    bout.makers = measured.makers
    return bout
  }

  /// Enters the leg that carries the device, and what that leg sees of both feet's steps.
  func carry(
    _ sides: WalkSides, by method: MethodIdentity, turns: [Turn], in bout: inout WalkingBout
  ) {
    (bout.carryingLeg, bout.carryingLegAgreement) = (sides.carrier, sides.agreement)
    guard sides.carrier != .unknown, bout.activity == .walking else {
      bout.pocketStepTimeAsymmetry = .missing(
        bout.activity == .running ? .running : sides.obstacle)
      return
    }
    let (value, error) = pocket.difference(of: bout.initialContacts, turns: turns)
    bout.pocketStepTimeAsymmetry = value.made(by: method)
    bout.withinPersonErrors.stepTimeAsymmetry = error
  }

  /// The other foot leaves the ground when half of the stride's double support has passed, which is
  /// its share of the step that begins with the contact. After the last contact both feet stay down.
  private func finalContacts(after contacts: [InitialContact], support: Double?) -> [FinalContact] {
    guard let support, contacts.count > 2 else { return [] }
    let steps = zip(contacts.dropFirst(), contacts).map { $0.seconds - $1.seconds }
    let usual = Statistics.median(steps) ?? 0
    return steps.indices.map { i in
      let isUsual = steps[i] <= measures.longestStepShare * usual
      return FinalContact(
        seconds: contacts[i].seconds + support * (isUsual ? steps[i] : usual),
        foot: contacts[i].foot.other)
    }
  }

  /// How many turns begin in a walk.
  func turnCount(in range: Range<Double>, _ turns: Measured<[Turn]>) -> Measured<Int> {
    turns.mapped { turns in turns.filter { range.contains($0.seconds.lowerBound) }.count }
  }

  /// The strides of a walk: from a foot's contact over one of the other foot to its own next.
  func strides(
    of contacts: [InitialContact], lengths: Measured<[StepEstimate]>, support: Double?,
    turns: [Turn]
  ) -> [Stride] {
    guard contacts.count > 2 else { return [] }
    return (0..<(contacts.count - 2)).compactMap { i in
      // Where a foot is named twice in a row, a contact of the other is missing, and with it the stride.
      let foot = contacts[i].foot
      guard foot == contacts[i + 2].foot, foot.other == contacts[i + 1].foot else { return nil }
      let range = contacts[i].seconds..<contacts[i + 2].seconds
      let duration = range.upperBound - range.lowerBound
      var stride = Stride(foot: foot, seconds: range)
      stride.length = lengths.mapped { Length(meters: $0[i].meters + $0[i + 1].meters) }
      stride.stanceSeconds = support.map { (1 + $0) / 2 * duration }
      stride.swingSeconds = support.map { (1 - $0) / 2 * duration }
      stride.doubleSupportSeconds = support.map { $0 * duration }
      stride.isTurning = turns.contains { $0.seconds.overlaps(range) }
      stride.leftOutReason = selection.reasonToLeaveOut(stride)
      return stride
    }
  }
}

/// What was measured in a walk, before it is a bout.
struct MeasuredWalk {
  /// Whether the device moves with the trunk.
  var isTrunk: Bool
  /// The foot of every contact.
  var feet: [Foot]
  /// The length of every step.
  var steps: Measured<[StepEstimate]>
  /// How fast and how far.
  var pace: WalkPace
  /// How long both feet are down.
  var support: DoubleSupport
  /// How differently the feet step.
  var asymmetry: WalkAsymmetry
  /// How steadily, evenly and smoothly.
  var quality: GaitQuality
  /// The methods behind the contacts, the sides and the ground.
  var makers: BoutMakers
}

extension Measured<Speed> {
  /// With a wider standard error: by a share of the value, in quadrature.
  fileprivate func widened(byShare share: Double) -> Measured<Speed> {
    guard share > 0, case .known(let speed, let error?, let maker) = self else { return self }
    let wider = hypot(error.metersPerSecond, share * speed.metersPerSecond)
    return .known(speed, standardError: Speed(metersPerSecond: wider), by: maker)
  }
}

extension WalkingBout {
  /// The bout on its ground: what was measured as if on the flat holds only there. Running up stairs counts as
  /// climbing, not as running.
  func on(_ ground: Ground) -> WalkingBout {
    var bout = self
    bout.terrain = ground.terrain
    if ground.isStairs { bout.activity = .walking }
    guard let reason = ground.leftOutReason else { return bout }
    bout.leftOutReason = reason
    guard reason != .incline else { return bout }
    bout.walkingSpeed = walkingSpeed.outOfRange
    bout.withinPersonErrors.walkingSpeed = nil
    bout.withinPersonErrors.stepLength = nil
    bout.withinPersonErrors.doubleSupportFraction = nil
    bout.doubleSupportParts = nil
    bout.stepLength = stepLength.outOfRange
    bout.strideLength = strideLength.outOfRange
    bout.distance = distance.outOfRange
    bout.doubleSupportFraction = doubleSupportFraction.outOfRange
    bout.leaveOutPhases()
    for i in bout.strides.indices { bout.strides[i].length = strides[i].length.outOfRange }
    return bout
  }
}

extension Measured {
  /// Nothing, for the reason that it lies outside the method, or for the reason that it has already;
  /// `running` does not count as one.
  fileprivate var outOfRange: Measured {
    .missing(missingReason.flatMap { $0 == .running ? nil : $0 } ?? .outOfRange)
  }
}
