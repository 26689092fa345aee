import GaitModel

/// What really happened in a simulated recording, to be held against what an analysis found.
public struct SimulationTruth: Hashable, Sendable {
  /// From standing to standing, in time order: walks, the turns and stairs in them, and runs.
  public var bouts: [SimulatedBout]
  /// Turns, in time order, including turns on the spot.
  public var turns: [Turn]
  /// From first to last sample, seconds, before gaps.
  public var durationSeconds: Double

  /// Walking, in time order, stairs and slopes with it: ``bouts`` without their runs.
  public var walks: [SimulatedBout] { bouts.flatMap { $0.parts { !$0.isRunning } } }
  /// Walking on the flat, in time order, turns with it: ``walks`` without stairs and slopes.
  public var levelWalks: [SimulatedBout] {
    bouts.flatMap { $0.parts { !$0.isRunning && $0.rise.meters == 0 } }
  }
  /// Running, in time order.
  public var runs: [SimulatedBout] { bouts.flatMap { $0.parts(\.isRunning) } }

  /// Every initial contact, in time order.
  public var initialContacts: [InitialContact] { bouts.flatMap(\.initialContacts) }
  /// Every final contact, in time order.
  public var finalContacts: [FinalContact] { bouts.flatMap(\.finalContacts) }
  /// Steps taken: one for every initial contact.
  public var stepCount: Int { bouts.reduce(0) { $0 + $1.steps.count } }
}

/// One step: a foot leaves the ground and comes down again.
public struct SimulatedStep: Hashable, Sendable {
  /// The foot that moves.
  public var foot: Foot
  /// From the other foot's initial contact (in a first step: from the first motion) to this foot's,
  /// seconds from the first sample.
  public var seconds: Range<Double>
  /// When this foot leaves the ground, seconds from the first sample: in walking after the other foot's contact, in
  /// running before it.
  public var finalContactSeconds: Double
  /// How far the step leads.
  public var length: Length
  /// Whether the step lies in a turn.
  public var isTurning: Bool
  /// How much higher the foot comes down than the other; negative on the way down.
  public var rise = Length(meters: 0)
  /// Whether both feet are off the ground before this one lands.
  public var isRunning = false
  /// How long the walker hesitates before it, seconds; 0 in a walk that flows. It lies within ``seconds``.
  public var pauseSeconds = 0.0

  /// How long the step takes, seconds.
  public var durationSeconds: Double { seconds.upperBound - seconds.lowerBound }
  /// The same without the hesitation before it, seconds.
  var movingSeconds: Double { durationSeconds - pauseSeconds }
}

/// Steps that follow each other, such as those from standing to standing.
public struct SimulatedBout: Hashable, Sendable {
  /// The steps, in time order; at least two, feet alternating.
  public var steps: [SimulatedStep]

  /// From first to last initial contact, seconds from the first sample.
  public var seconds: Range<Double> { steps[0].seconds.upperBound..<lastContactSeconds }
  /// From the first time a foot leaves the ground, after a run from the landing that ends it, to the last contact.
  public var movingSeconds: Range<Double> {
    max(steps[0].seconds.lowerBound, steps[0].finalContactSeconds)..<lastContactSeconds
  }

  /// The initial contacts, in time order.
  public var initialContacts: [InitialContact] {
    steps.map { InitialContact(seconds: $0.seconds.upperBound, foot: $0.foot) }
  }

  /// The final contacts, one for each step, in time order; the feet stay down after the last step.
  public var finalContacts: [FinalContact] {
    steps.map { FinalContact(seconds: $0.finalContactSeconds, foot: $0.foot) }
  }

  /// The steps between the first and the last initial contact: all but the first.
  public var countedSteps: ArraySlice<SimulatedStep> { steps.dropFirst() }
  /// Distance between the first and the last initial contact.
  public var distance: Length {
    Length(meters: countedSteps.reduce(0) { $0 + $1.length.meters })
  }
  /// Mean step length.
  public var stepLength: Length {
    Length(meters: distance.meters / Double(countedSteps.count))
  }
  /// Mean speed: ``distance`` over the time from first to last initial contact.
  public var walkingSpeed: Speed {
    Speed(metersPerSecond: distance.meters / durationSeconds)
  }
  /// Mean cadence.
  public var cadence: Cadence {
    Cadence(stepsPerMinute: 60 * Double(countedSteps.count) / durationSeconds)
  }

  /// The strides, in order of their start; each with its phases.
  public var strides: [Stride] {
    steps.indices.dropFirst(2).map { stride(endingWith: $0) }
  }

  /// Mean share of the stride with both feet down, or `nil` when there is no stride.
  public var doubleSupportFraction: Double? {
    let strides = strides
    guard !strides.isEmpty else { return nil }
    let shares = strides.map { ($0.doubleSupportSeconds ?? 0) / $0.durationSeconds }
    return shares.reduce(0, +) / Double(shares.count)
  }

  /// ln(mean time of left steps / mean time of right steps), or `nil` when one foot took none.
  public var stepTimeAsymmetry: Double? {
    guard let left = meanStepSeconds(of: .left), let right = meanStepSeconds(of: .right) else {
      return nil
    }
    return PortableFunctions.logarithm(left / right)
  }

  /// The stretches of steps of one kind, in time order; a single step is none.
  func parts(_ isPart: (SimulatedStep) -> Bool) -> [SimulatedBout] {
    steps.split { !isPart($0) }.filter { $0.count >= 2 }.map { SimulatedBout(steps: Array($0)) }
  }

  private var lastContactSeconds: Double { steps[steps.count - 1].seconds.upperBound }
  private var durationSeconds: Double { seconds.upperBound - seconds.lowerBound }

  private func meanStepSeconds(of foot: Foot) -> Double? {
    let own = countedSteps.filter { $0.foot == foot }
    guard !own.isEmpty else { return nil }
    return own.reduce(0) { $0 + $1.durationSeconds } / Double(own.count)
  }

  private func stride(endingWith index: Int) -> Stride {
    let (own, other) = (steps[index], steps[index - 1])
    let start = other.seconds.lowerBound
    // In running a foot is off the ground before the other lands.
    let bothDown =
      max(0, other.finalContactSeconds - start)
      + max(0, own.finalContactSeconds - own.seconds.lowerBound)
    return Stride(
      foot: own.foot, seconds: start..<own.seconds.upperBound,
      length: .known(Length(meters: own.length.meters + other.length.meters)),
      stanceSeconds: own.finalContactSeconds - start,
      swingSeconds: own.seconds.upperBound - own.finalContactSeconds,
      doubleSupportSeconds: bothDown, isTurning: own.isTurning || other.isTurning)
  }
}

/// One climb or descent of a staircase in a simulated recording.
public struct SimulatedFlight: Hashable, Sendable {
  /// From the contact before its first step to the contact of its last, seconds.
  public var seconds: Range<Double>
  /// Steps taken in it.
  public var stepCount: Int
  /// Height gained; negative when it goes down.
  public var rise: Length

  /// Height over time, without sign.
  public var verticalSpeed: Speed {
    Speed(metersPerSecond: abs(rise.meters) / (seconds.upperBound - seconds.lowerBound))
  }
}

extension SimulationTruth {
  /// A step that rises more than this is on stairs, meters; slopes rise less.
  private static let leastRiser = 0.1

  /// Flights of stairs, in time order: steps that follow each other, all up or all down.
  public var flights: [SimulatedFlight] {
    bouts.flatMap { bout -> [SimulatedFlight] in
      var flights: [SimulatedFlight] = []
      var isOpen = false
      for step in bout.steps {
        let rise = step.rise.meters
        guard abs(rise) > Self.leastRiser else {
          isOpen = false
          continue
        }
        if isOpen, let last = flights.last, (last.rise.meters > 0) == (rise > 0) {
          flights[flights.count - 1] = SimulatedFlight(
            seconds: last.seconds.lowerBound..<step.seconds.upperBound,
            stepCount: last.stepCount + 1, rise: Length(meters: last.rise.meters + rise))
        } else {
          flights.append(
            SimulatedFlight(seconds: step.seconds, stepCount: 1, rise: Length(meters: rise)))
        }
        isOpen = true
      }
      return flights
    }
  }
}
