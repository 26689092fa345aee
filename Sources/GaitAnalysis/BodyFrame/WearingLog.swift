import Foundation
import GaitModel

/// How the device was worn, walk by walk: where, which way up, which way forward, and since when.
///
/// A wearing ends when up has turned by more than posture does, or when walks that are sure of their forward say that the device was
/// turned round: then it was moved, and what the walks before said of site and orientation no longer holds.
struct WearingLog: Sendable {
  private let given: GivenWearing?
  private let recognizer: any WearingRecognizer
  private var open: Entry?
  private var closed: [Wearing] = []

  init(given: GivenWearing?, recognizer: any WearingRecognizer) {
    (self.given, self.recognizer) = (given, recognizer)
  }

  /// Whether the walks are asked where the device was worn.
  var asks: Bool { given == nil }

  /// What one wearing's walks add up to.
  private struct Entry: Sendable {
    var seconds: Range<Double>
    /// Specific force summed over the walks, and the sum of its size walk by walk.
    var force = SIMD3<Double>.zero
    var size = 0.0
    /// How many groups of walks that are.
    var groups = 0
    var forward = HeadingVote()
    var rightLegVote = 0.0
    var legSteps = 0.0
    var evidence: WearingEvidence?
  }

  /// What some gait sequences look like to the recognition; `nil` where nothing is asked.
  func evidence(in recording: SequenceRecording, cycle: StepCycle) -> WearingEvidence? {
    asks && recording.activity == .walking
      ? recognizer.evidence(in: recording, cycle: cycle) : nil
  }

  /// The place that these sequences and the walks before them in the same wearing indicate, although no site was
  /// given; `nil` where none is likely enough.
  func recognizedPlace(
    _ evidence: WearingEvidence?, in recording: SequenceRecording
  ) -> WornPlace? {
    guard given == nil, let evidence else { return nil }
    let up = recording.sequences.reduce(SIMD3<Double>.zero) {
      $0 + recording.acceleration.sum(over: recording.indices($1))
    }
    var known = evidence
    if let open, isSameWearing(open, up: up), let before = open.evidence {
      known = recognizer.joined(before, evidence)
    }
    return recognizer.place(known)
  }

  /// Takes what was found in gait sequences.
  mutating func learn(_ found: WornWalks, evidence: WearingEvidence?) {
    if let open,
      !isSameWearing(open, up: found.force) || found.forward.isTurned(from: open.forward.sum)
    {
      close()
    }
    let range = found.seconds
    var entry = open ?? Entry(seconds: range)
    entry.seconds = entry.seconds.lowerBound..<max(range.upperBound, entry.seconds.upperBound)
    entry.force += found.force
    entry.size += found.force.norm
    entry.groups += 1
    entry.forward += found.forward
    entry.rightLegVote += found.rightLegVote
    entry.legSteps += found.legSteps
    if let evidence {
      entry.evidence = entry.evidence.map { recognizer.joined($0, evidence) } ?? evidence
    }
    open = entry
  }

  /// All wearings in time order; the last may go on.
  var wearings: [Wearing] { closed + (open.map { [wearing($0)] } ?? []) }

  private func isSameWearing(_ entry: Entry, up: SIMD3<Double>) -> Bool {
    entry.force.unit.dot(up.unit) >= cos(HeadingMemory.largestTiltDegrees * .pi / 180)
  }

  private mutating func close() {
    if let open { closed.append(wearing(open)) }
    open = nil
  }

  private func wearing(_ entry: Entry) -> Wearing {
    let up = entry.force.unit
    let level = entry.forward.sum - entry.forward.sum.dot(up) * up
    var wearing = Wearing(
      seconds: entry.seconds, source: given == nil ? .unknown : .given, site: given?.site,
      isPelvis: given?.isPelvis, evidence: entry.evidence, up: up,
      upConfidence: entry.groups > 1 && entry.size > 0 ? entry.force.norm / entry.size : nil)
    if entry.forward.samples > 0, level != .zero {
      wearing.forward = level.unit
      wearing.forwardConfidence = min(1, level.norm / entry.forward.samples)
    }
    if entry.legSteps > 0, entry.rightLegVote != 0 {
      wearing.leg = entry.rightLegVote > 0 ? .right : .left
      wearing.legConfidence = min(1, abs(entry.rightLegVote) / entry.legSteps)
    }
    guard given == nil, let evidence = entry.evidence else { return wearing }
    wearing.method = recognizer.identity
    wearing.isPelvis = recognizer.isPelvis(evidence)
    wearing.place = recognizer.place(evidence)
    if wearing.isPelvis != nil { wearing.source = .recognized }
    wearing.confidence = recognizer.pelvisProbability(evidence).map { max($0, 1 - $0) }
    wearing.placeProbabilities = recognizer.probabilities(evidence)
    return wearing
  }
}

/// What some walks say of how the device was worn.
struct WornWalks: Sendable {
  /// From the first contact of the first to the last of the last, seconds of the recording.
  var seconds: Range<Double>
  /// Specific force summed over their samples, sensor axes, m/s².
  var force: SIMD3<Double>
  /// Which way is forward by these walks alone.
  var forward = HeadingVote()
  /// Steps that speak for the right leg carrying the device, less those for the left.
  var rightLegVote = 0.0
  /// The steps that spoke of a leg.
  var legSteps = 0.0
}

/// How a device was worn, as given.
struct GivenWearing: Hashable, Sendable {
  /// The site in the words of the one who said it.
  var site: WearingSite
  /// Whether the device moves with the pelvis there.
  var isPelvis: Bool
}
