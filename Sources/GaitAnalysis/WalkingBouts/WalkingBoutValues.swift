import Foundation
import GaitModel
import Signals

extension GaitPipeline {
  /// A walk with its feet, phases, strides and values.
  func bout(of walk: Walk, heading: BodyAxes?, in context: ExcerptContext) -> WalkingBout {
    let excerpt = context.excerpt
    let seconds = walk.positions.map { excerpt.seconds(at: $0) }
    let range = seconds[0]..<seconds[seconds.count - 1]
    let activity = excerpt.activity
    let contacts = zip(seconds, feet(of: walk, heading: heading, in: context))
      .map { InitialContact(seconds: $0, foot: $1) }
    let support = supportFraction(of: walk, activity: activity, in: context)
    let estimates = stepEstimates(of: walk, heading: heading, activity: activity, in: context)
    let lifts = finalContacts(after: contacts, support: support.value)
    let strides = strides(
      of: contacts, lengths: estimates, support: support.value, turns: context.turns)
    let timing = strides.contains(where: \.isTurning) ? straight(seconds, context.turns) : seconds
    return WalkingBout(
      seconds: range, activity: activity, terrain: .unknown, initialContacts: contacts,
      finalContacts: lifts, strides: strides,
      turnCount: turnCount(in: range, context),
      walkingSpeed: speed(estimates, seconds: seconds, context: context),
      stepLength: stepLength(estimates, seconds: seconds),
      strideLength: strideLength(estimates, seconds: seconds),
      cadence: measures.cadence(of: seconds), doubleSupportFraction: support,
      asymmetryFraction: asymmetry.asymmetricShare(ofStepsBetween: timing),
      stepTimeAsymmetry: asymmetry.logRatio(ofStepsBetween: timing),
      distance: distance(estimates, seconds: seconds),
      leftOutReason: measures.leftOutReason(
        activity: activity, strides: strides, contacts: seconds))
  }

  // MARK: Events

  private func feet(of walk: Walk, heading: BodyAxes?, in context: ExcerptContext) -> [Foot] {
    guard context.facts.site?.isPelvis ?? false else { return walk.contacts.map { _ in .unknown } }
    let samples = walk.samples.clamped(to: 0..<context.excerpt.count)
    let up = context.excerpt.acceleration[samples].reduce(SIMD3<Double>.zero, +).unit
    return laterality.feet(
      of: walk.positions, in: context.excerpt, phase: context.rhythm, axes: heading, up: up,
      samples: samples)
  }

  private func supportFraction(
    of walk: Walk, activity: Activity, in context: ExcerptContext
  ) -> Measured<Double> {
    if activity == .running { return .missing(.running) }
    guard context.facts.site?.isPelvis ?? false else { return .missing(.siteNotSupported) }
    return doubleSupport.fraction(ofWalkWith: walk.positions, vertical: context.body.vertical)
  }

  /// The other foot leaves the ground half the walk's double support after each contact.
  private func finalContacts(after contacts: [InitialContact], support: Double?) -> [FinalContact] {
    guard let support, contacts.count > 2 else { return [] }
    return contacts.indices.map { i in
      let stride =
        i + 2 < contacts.count
        ? contacts[i + 2].seconds - contacts[i].seconds
        : contacts[i].seconds - contacts[i - 2].seconds
      return FinalContact(
        seconds: contacts[i].seconds + support / 2 * stride, foot: contacts[i].foot.other)
    }
  }

  private func turnCount(in range: Range<Double>, _ context: ExcerptContext) -> Measured<Int> {
    guard context.body.yawRate != nil else { return .missing(.noGyroscope) }
    return .known(context.turns.filter { range.contains($0.seconds.lowerBound) }.count)
  }

  /// The longest run of contacts outside turns.
  private func straight(_ seconds: [Double], _ turns: [Turn]) -> [Double] {
    var runs: [[Double]] = [[]]
    for t in seconds {
      if turns.contains(where: { $0.seconds.contains(t) }) {
        runs.append([])
      } else {
        runs[runs.count - 1].append(t)
      }
    }
    return runs.max { $0.count < $1.count } ?? seconds
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
    of walk: Walk, heading: BodyAxes?, activity: Activity, in context: ExcerptContext
  ) -> Measured<[StepEstimate]> {
    if activity == .running { return .missing(.running) }
    let height = context.facts.participant.height
    guard context.facts.site?.isPelvis ?? false else {
      let seconds = WalkSignals(
        verticalDisplacement: [], vertical: [], anteroposterior: [], mediolateral: [],
        contacts: walk.positions, isHeadingKnown: false)
      return otherStepLength.steps(in: seconds, height: height)
    }
    return pelvisStepLength.steps(
      in: WalkSignals(of: walk, heading: heading, in: context), height: height)
  }

  /// Steps whose time is that of a step, with their lengths.
  private func counted(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double]
  ) -> (steps: [StepEstimate], duration: Double)? {
    guard let all = estimates.value else { return nil }
    var steps: [StepEstimate] = []
    var duration = 0.0
    for i in all.indices where measures.stepSeconds.contains(seconds[i + 1] - seconds[i]) {
      steps.append(all[i])
      duration += seconds[i + 1] - seconds[i]
    }
    return steps.isEmpty ? nil : (steps, duration)
  }

  private func speed(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double], context: ExcerptContext
  ) -> Measured<Speed> {
    guard let (steps, duration) = counted(estimates, seconds: seconds) else {
      return .missing(estimates.missingReason ?? .tooFewSteps)
    }
    let value = steps.reduce(0) { $0 + $1.meters } / duration
    let isPelvis = context.facts.site?.isPelvis ?? false
    let error =
      isPelvis
      ? pelvisStepLength.speedError(ofMetersPerSecond: value, steps: steps)
      : otherStepLength.speedError(ofMetersPerSecond: value, steps: steps)
    return .known(
      Speed(metersPerSecond: value), standardError: Speed(metersPerSecond: error))
  }

  private func stepLength(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double]
  ) -> Measured<Length> {
    guard let (steps, _) = counted(estimates, seconds: seconds) else {
      return .missing(estimates.missingReason ?? .tooFewSteps)
    }
    return .known(Length(meters: steps.reduce(0) { $0 + $1.meters } / Double(steps.count)))
  }

  private func strideLength(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double]
  ) -> Measured<Length> {
    switch stepLength(estimates, seconds: seconds) {
    case .known(let step, _): .known(Length(meters: 2 * step.meters))
    case .missing(let reason): .missing(reason)
    }
  }

  private func distance(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double]
  ) -> Measured<Length> {
    guard let (steps, _) = counted(estimates, seconds: seconds) else {
      return .missing(estimates.missingReason ?? .tooFewSteps)
    }
    return .known(Length(meters: steps.reduce(0) { $0 + $1.meters }))
  }
}

extension WalkSignals {
  /// The signals of a walk in its body's axes.
  init(of walk: Walk, heading: BodyAxes?, in context: ExcerptContext) {
    let rate = UniformSampling.rateHertz
    // Filters need a little before and after the walk; three seconds are three of their periods.
    let margin = Int(10 * rate)
    let wide = (walk.samples.lowerBound - margin)..<(walk.samples.upperBound + margin)
    let samples = wide.clamped(to: 0..<context.excerpt.count)
    let vertical = Array(context.body.vertical[samples])
    let up = context.excerpt.acceleration[walk.samples.clamped(to: samples)]
      .reduce(SIMD3<Double>.zero, +).unit
    let anyLine = up.cross(abs(up.x) < 0.8 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0)).unit
    let (ahead, aside) = context.body.horizontal(
      of: context.excerpt, forward: heading?.anteroposterior ?? anyLine, samples: samples)
    self.init(
      verticalDisplacement: Self.displacement(vertical), vertical: Self.oscillation(vertical),
      anteroposterior: Self.oscillation(ahead), mediolateral: Self.oscillation(aside),
      contacts: walk.positions.map { $0 - Double(samples.lowerBound) },
      isHeadingKnown: heading != nil)
  }

  /// Twice integrated, with the drift of each integral removed (Zijlstra and Hof 2003).
  private static func displacement(_ acceleration: [Double]) -> [Double] {
    let rate = UniformSampling.rateHertz
    func highPassed(_ x: [Double], _ hertz: Double) -> [Double] {
      Butterworth.highPass(order: 4, cutoffHertz: hertz, samplingRateHertz: rate)
        .filteredForwardBackward(
          x, edge: .even, padding: min(x.count - 1, Int(3 * rate / max(hertz, 0.1))))
    }
    let velocity = Integration.cumulativeTrapezoid(
      highPassed(acceleration, 0.1), samplingRateHertz: rate)
    return Integration.cumulativeTrapezoid(highPassed(velocity, 1), samplingRateHertz: rate)
  }

  /// Between 0.3 and 5 Hz: the steps without drift and without impact.
  private static func oscillation(_ x: [Double]) -> [Double] {
    let rate = UniformSampling.rateHertz
    let low = Butterworth.lowPass(order: 2, cutoffHertz: 5, samplingRateHertz: rate)
      .filteredForwardBackward(
        x, edge: .even, padding: min(x.count - 1, Int(3 * rate / 5)))
    return Butterworth.highPass(order: 2, cutoffHertz: 0.3, samplingRateHertz: rate)
      .filteredForwardBackward(
        low, edge: .even, padding: min(x.count - 1, Int(3 * rate / 0.3)))
  }
}
