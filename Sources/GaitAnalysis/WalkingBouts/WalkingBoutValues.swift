import Foundation
import GaitModel
import Signals

extension GaitPipeline {
  /// A walk with its feet, phases, strides and values.
  func bout(of walk: Walk, heading: BodyAxes?, in context: ExcerptContext) -> WalkingBout {
    let excerpt = context.excerpt
    let seconds = walk.positions.map { excerpt.seconds(at: $0) }
    let range = seconds[0]..<seconds[seconds.count - 1]
    let contacts = zip(seconds, feet(of: walk, heading: heading, in: context))
      .map { InitialContact(seconds: $0, foot: $1) }
    let isPelvis = context.facts.isAtPelvis
    let motion = isPelvis ? WalkMotion(of: walk, heading: heading, in: context) : nil
    let estimates = stepEstimates(of: walk, motion: motion, in: context)
    let speed = speed(estimates, seconds: seconds, of: walk, in: context)
    let waves = motion.map(WalkWaves.init)
    let supportParts = supportParts(
      of: motion, waves: waves, feet: contacts.map(\.foot), speed: speed.value, in: context)
    let support = doubleSupport.fraction(of: supportParts)
    let strides = strides(
      of: contacts, lengths: estimates, support: support.value, turns: context.turns)
    let places = straightRuns(in: range, context)
    let runs = places.map { $0.map { context.sharpened[$0] } }
    return WalkingBout(
      seconds: range, activity: excerpt.activity, terrain: .unknown, initialContacts: contacts,
      finalContacts: finalContacts(
        after: contacts, support: support.value ?? expectedSupport(support, speed: speed.value)),
      strides: strides,
      turnCount: turnCount(in: range, context),
      walkingSpeed: speed,
      stepLength: stepLength(estimates, seconds: seconds, of: walk),
      strideLength: strideLength(estimates, seconds: seconds, of: walk),
      cadence: measures.cadence(of: seconds), doubleSupportFraction: support,
      asymmetryFraction: isPelvis
        ? asymmetry.asymmetricShare(
          of: runs, confirmedBy: places.map { $0.map { context.detected[$0] } })
        : .missing(.siteNotSupported),
      stepTimeAsymmetry: isPelvis ? asymmetry.logRatio(of: runs) : .missing(.siteNotSupported),
      distance: distance(estimates, seconds: seconds, of: walk),
      leftOutReason: measures.leftOutReason(
        activity: excerpt.activity, strides: strides, contacts: seconds),
      ownPastErrors: isPelvis
        ? ownPastErrors(estimates, seconds: seconds, of: walk) : OwnPastErrors(),
      doubleSupportParts: supportParts.value,
      quality: quality(of: motion, waves: waves, in: context))
  }

  // MARK: Events

  private func feet(of walk: Walk, heading: BodyAxes?, in context: ExcerptContext) -> [Foot] {
    guard context.facts.isAtPelvis else { return walk.contacts.map { _ in .unknown } }
    let samples = walk.samples.clamped(to: 0..<context.excerpt.count)
    let up = context.excerpt.summedForce(over: samples).unit
    return laterality.feet(
      of: walk.positions, in: context.excerpt, phase: context.rhythm,
      strideCarrier: context.strideCarrier, axes: heading, up: up,
      samples: samples)
  }

  private func supportParts(
    of motion: WalkMotion?, waves: WalkWaves?, feet: [Foot], speed: Speed?,
    in context: ExcerptContext
  ) -> Measured<DoubleSupportParts> {
    if context.excerpt.activity == .running { return .missing(.running) }
    guard let motion, let waves else { return .missing(.siteNotSupported) }
    return doubleSupport.parts(
      of: motion, waves: waves, feet: feet, speed: speed, turns: context.turns)
  }

  /// In a walk too short to measure double support its final contacts are still placed, as expected at
  /// its speed; the measure itself stays missing.
  private func expectedSupport(_ support: Measured<Double>, speed: Speed?) -> Double? {
    support.missingReason == .tooFewSteps ? doubleSupport.expectedFraction(at: speed) : nil
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

  private func turnCount(in range: Range<Double>, _ context: ExcerptContext) -> Measured<Int> {
    guard context.body.yawRate != nil else { return .missing(.noGyroscope) }
    return .known(context.turns.filter { range.contains($0.seconds.lowerBound) }.count)
  }

  /// Places of a bout's sharpened contacts, run by run between turns, without starting and stopping.
  private func straightRuns(in range: Range<Double>, _ context: ExcerptContext) -> [[Int]] {
    let times = context.sharpened
    var runs: [[Int]] = [[]]
    for (i, t) in times.enumerated() where range.contains(t) || t == range.upperBound {
      if context.turns.contains(where: { $0.seconds.contains(t) }) {
        runs.append([])
      } else {
        runs[runs.count - 1].append(i)
      }
    }
    return runs.compactMap { run in
      guard let first = run.first, let last = run.last else { return nil }
      let inner = run.filter {
        times[$0] >= times[first] + asymmetry.marginSeconds
          && times[$0] <= times[last] - asymmetry.marginSeconds
      }
      return inner.count >= asymmetry.leastContacts ? inner : nil
    }
  }

  // MARK: Strides

  private func strides(
    of contacts: [InitialContact], lengths: Measured<[StepEstimate]>, support: Double?,
    turns: [Turn]
  ) -> [Stride] {
    guard contacts.count > 2 else { return [] }
    return (0..<(contacts.count - 2)).compactMap { i in
      guard contacts[i].foot == contacts[i + 2].foot else { return nil }
      let range = contacts[i].seconds..<contacts[i + 2].seconds
      let duration = range.upperBound - range.lowerBound
      var stride = Stride(foot: contacts[i].foot, seconds: range)
      stride.length = strideLength(startingAt: i, lengths)
      stride.stanceSeconds = support.map { (1 + $0) / 2 * duration }
      stride.swingSeconds = support.map { (1 - $0) / 2 * duration }
      stride.doubleSupportSeconds = support.map { $0 * duration }
      stride.isTurning = turns.contains { $0.seconds.overlaps(range) }
      stride.leftOutReason = selection.reasonToLeaveOut(stride)
      return stride
    }
  }

  private func strideLength(
    startingAt i: Int, _ lengths: Measured<[StepEstimate]>
  ) -> Measured<Length> {
    guard let steps = lengths.value else {
      return .missing(lengths.missingReason ?? .tooFewSteps)
    }
    return .known(Length(meters: steps[i].meters + steps[i + 1].meters))
  }

  // MARK: Lengths and speed

  private func stepEstimates(
    of walk: Walk, motion: WalkMotion?, in context: ExcerptContext
  ) -> Measured<[StepEstimate]> {
    if context.excerpt.activity == .running { return .missing(.running) }
    let height = context.facts.participant.height
    if let motion {
      return pelvisStepLength.steps(
        in: WalkSignals(of: motion), height: height, calibration: personalCalibration)
    }
    let timing = WalkSignals(
      verticalDisplacement: [], vertical: [], anteroposterior: [], mediolateral: [],
      contacts: walk.positions, isHeadingKnown: false)
    return otherStepLength.steps(
      in: timing, height: height, calibration: personalCalibration)
  }

  /// Steps whose time is that of a step, with their lengths; not the one that closes the walk.
  private func counted(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double], of walk: Walk
  ) -> (steps: [StepEstimate], duration: Double)? {
    guard var all = estimates.value else { return nil }
    if walk.isClosed { all.removeLast() }
    var steps: [StepEstimate] = []
    var duration = 0.0
    for i in all.indices where measures.stepSeconds.contains(seconds[i + 1] - seconds[i]) {
      steps.append(all[i])
      duration += seconds[i + 1] - seconds[i]
    }
    return steps.isEmpty ? nil : (steps, duration)
  }

  private func speed(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double], of walk: Walk,
    in context: ExcerptContext
  ) -> Measured<Speed> {
    guard let (steps, duration) = counted(estimates, seconds: seconds, of: walk) else {
      return .missing(estimates.missingReason ?? .tooFewSteps)
    }
    let value = steps.reduce(0) { $0 + $1.meters } / duration
    let isPelvis = context.facts.isAtPelvis
    let isHeightKnown = context.facts.participant.height != nil
    let used = personalCalibration.flatMap { $0.placement == context.facts.placement ? $0 : nil }
    var error =
      isPelvis
      ? pelvisStepLength.speedError(
        ofMetersPerSecond: value, steps: steps,
        isHeightKnown: used.map { $0.height != nil } ?? isHeightKnown, calibration: used)
      : otherStepLength.speedError(
        ofMetersPerSecond: value, steps: steps, isHeightKnown: isHeightKnown, calibration: used)
    if isPelvis, context.isSiteRecognized { error = hypot(error, wearing.speedStandardError) }
    return .known(
      Speed(metersPerSecond: value), standardError: Speed(metersPerSecond: error))
  }

  private func ownPastErrors(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double], of walk: Walk
  ) -> OwnPastErrors {
    let cadence = measures.cadence(of: seconds).value
    guard let (steps, duration) = counted(estimates, seconds: seconds, of: walk) else {
      return ownPast.errors(speed: nil, stepSeconds: nil, cadence: cadence)
    }
    let value = steps.reduce(0) { $0 + $1.meters } / duration
    let error = pelvisStepLength.speedErrorWithinPerson(ofMetersPerSecond: value, steps: steps)
    return ownPast.errors(
      speed: Speed(metersPerSecond: error), stepSeconds: duration / Double(steps.count),
      cadence: cadence)
  }

  private func stepLength(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double], of walk: Walk
  ) -> Measured<Length> {
    guard let (steps, _) = counted(estimates, seconds: seconds, of: walk) else {
      return .missing(estimates.missingReason ?? .tooFewSteps)
    }
    return .known(Length(meters: steps.reduce(0) { $0 + $1.meters } / Double(steps.count)))
  }

  private func strideLength(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double], of walk: Walk
  ) -> Measured<Length> {
    switch stepLength(estimates, seconds: seconds, of: walk) {
    case .known(let step, _): .known(Length(meters: 2 * step.meters))
    case .missing(let reason): .missing(reason)
    }
  }

  private func distance(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double], of walk: Walk
  ) -> Measured<Length> {
    guard let (steps, _) = counted(estimates, seconds: seconds, of: walk) else {
      return .missing(estimates.missingReason ?? .tooFewSteps)
    }
    return .known(Length(meters: steps.reduce(0) { $0 + $1.meters }))
  }
}
