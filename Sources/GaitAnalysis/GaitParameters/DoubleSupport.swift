import Foundation
import GaitModel
import Signals

/// Says how long both feet are on the ground, walk by walk.
public protocol DoubleSupportEstimator: ConfigurableMethod {
  /// Double support of a walk.
  ///
  /// - Parameters:
  ///   - signal: the walk in its body's axes; `nil` where the device does not move with the trunk.
  ///   - feet: the foot of every contact.
  ///   - speed: walking speed, or `nil` when it is not known.
  ///   - context: what the walks share.
  /// - Returns: a fraction of the stride, or why there is none.
  func doubleSupport(
    of signal: WalkSignal?, feet: [Foot], speed: Speed?, in context: SequenceContext
  ) -> DoubleSupport
}

/// Double support of a walk.
public struct DoubleSupport: Hashable, Sendable {
  /// Share of the stride with both feet down, 0-1.
  public var fraction: Measured<Double>
  /// What it was put together from; `nil` where it was not.
  public var parts: DoubleSupportParts?
  /// What is expected where a walk is too short to be measured, so that its final contacts can be placed;
  /// `nil` where nothing is.
  public var expected: Double?

  /// Makes a double support.
  public init(
    fraction: Measured<Double>, parts: DoubleSupportParts? = nil, expected: Double? = nil
  ) {
    (self.fraction, self.parts, self.expected) = (fraction, parts, expected)
  }
}

/// Double support is left open.
public struct NoDoubleSupport: DoubleSupportEstimator {
  /// The method; it has no settings.
  public init() {}

  /// None: this method leaves the question out.
  public var provenance: Provenance { .leftOut("NoDoubleSupport", question: "double support") }

  /// Missing, because no method holds where the device is worn.
  public func doubleSupport(
    of signal: WalkSignal?, feet: [Foot], speed: Speed?, in context: SequenceContext
  ) -> DoubleSupport {
    DoubleSupport(
      fraction: .missing(
        context.recording.activity == .running ? .running : .siteNotSupported))
  }
}

/// How long both feet are on the ground, from how late the body's oscillation comes after contact.
///
/// The body is lowest, and turns from gaining to losing forward speed, in the middle of double support:
/// the later both lie after contact, the longer it is. Two weaker signs help: the time from rising
/// force to the late push-off peak, and how far the pelvis drops on the landing side just before
/// contact. One value for a whole walk; a single sensor cannot see a single step's double support.
///
/// It is a fusion, and both parts can be read: what is expected at the speed (spread 3.3 points between
/// people) and the event, weighted by their inverse variances.
///
/// Source: own; mechanics after A. D. Kuo, J. M. Donelan, A. Ruina, Exerc. Sport Sci. Rev. 33:88
/// (2005), the step-to-step transition. Constants: `Tools/fit/parameters`.
public struct OscillationDoubleSupport: DoubleSupportEstimator {
  /// What was fitted.
  var model = Model.fitted
  /// Speeds beyond these count as these, m/s.
  public var expectedSpeedMetersPerSecond = 0.4...1.6
  /// Spread of double support between people of one speed, points of the stride.
  public var expectedErrorPercent = 3.3
  /// Values beyond these were never seen, percent of the stride.
  public var possiblePercent = 12.0...45.0
  /// Standard error, points of the stride, on people left out.
  public var standardErrorPercent = 2.5
  /// Fewer straight strides do not make a mean.
  public var leastStrides = 6
  /// Steps outside these limits are not averaged, seconds.
  public var stepSeconds = 0.35...1.2
  /// The middle contact of an averaged stride lies within this of its middle, as a share.
  public var largestImbalanceShare = 0.12

  /// The fitted numbers.
  struct Model: Hashable, Sendable {
    /// Mean double support at `expectedSpeed`, percent of the stride (10 people).
    var expectedPercent: Double
    /// Change of the mean with speed, points per m/s, within people.
    var expectedSlope: Double
    /// Speed at which the mean holds, m/s.
    var expectedSpeed: Double
    /// Points per step of phase lag, of push-off delay, and per unit of pelvic drop; with a gyroscope.
    var slopes: [Double]
    /// The same without a gyroscope; there is no pelvic drop.
    var slopesWithoutGyroscope: [Double]
    /// Weight of the signs' own estimate; the expectation has the rest. Error 3.2 points, against
    /// 3.3 of the expectation.
    var reliability: Double
    /// The same without a gyroscope: 3.7 points.
    var reliabilityWithoutGyroscope: Double
    /// Mean of each sign among the people fitted on, the first where the program's own contacts make
    /// double support right on average (`measured.py`).
    var centers: [Double]
    /// Signs below these count as these.
    var leastSigns: [Double]
    /// Signs above these count as these.
    var greatestSigns: [Double]
  }

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "OscillationDoubleSupport", question: "double support",
      citation: "Kuo, Donelan and Ruina 2005, Exerc. Sport Sci. Rev. 33:88",
      doi: "10.1097/00003677-200504000-00006",
      deviations: [
        "phase lag of the pelvis's oscillation, fused with what is expected at the speed"
      ],
      revision: 4)
  }

  /// The fusion of what is expected at the speed and what the oscillation shows.
  public func doubleSupport(
    of signal: WalkSignal?, feet: [Foot], speed: Speed?, in context: SequenceContext
  ) -> DoubleSupport {
    if context.recording.activity == .running { return DoubleSupport(fraction: .missing(.running)) }
    guard let signal else { return DoubleSupport(fraction: .missing(.siteNotSupported)) }
    let parts = parts(of: signal, feet: feet, speed: speed, turns: context.knownTurns)
    let isShort = parts.missingReason == .tooFewSteps
    return DoubleSupport(
      fraction: fraction(of: parts), parts: parts.value,
      expected: isShort ? expectation(at: speed) / 100 : nil)
  }

  /// Double support of a walk as fractions of the stride: what is expected and what is read from the
  /// motion, or why there is none.
  ///
  /// - Parameters:
  ///   - motion: the walk in its body's axes.
  ///   - feet: the foot of every contact.
  ///   - speed: walking speed, or `nil` when it is not known; the expectation then stays at its mean.
  ///   - turns: strides in turns are left out.
  /// - Returns: missing without a heading, or for too few straight strides.
  func parts(
    of motion: WalkSignal, feet: [Foot], speed: Speed?, turns: [Turn]
  ) -> Measured<DoubleSupportParts> {
    guard motion.isHeadingKnown else { return .missing(.headingUnknown) }
    guard let stride = meanStride(of: motion, feet: feet, turns: turns) else {
      return .missing(.tooFewSteps)
    }
    var signs: [Double?] = [stride.phaseLag, stride.pushOffDelay]
    var (slopes, reliability) = (
      model.slopesWithoutGyroscope, model.reliabilityWithoutGyroscope
    )
    if let drop = stride.pelvicDrop {
      signs.append(drop)
      (slopes, reliability) = (model.slopes, model.reliability)
    }
    var change = 0.0
    for (k, sign) in signs.enumerated() {
      let value = sign ?? model.centers[k]
      let held = min(model.greatestSigns[k], max(model.leastSigns[k], value))
      change += slopes[k] * (held - model.centers[k])
    }
    let expected = expectation(at: speed)
    return .known(
      DoubleSupportParts(
        expected: expected / 100, expectedError: expectedErrorPercent / 100,
        observed: (expected + change / reliability) / 100,
        observedError: expectedErrorPercent * (1 / reliability - 1).squareRoot() / 100))
  }

  /// Both parts as one fraction of the stride, 0.12-0.45, with its standard error.
  func fraction(of parts: Measured<DoubleSupportParts>) -> Measured<Double> {
    switch parts {
    case .missing(let reason): return .missing(reason)
    case .known(let parts, _, _):
      let percent = min(
        possiblePercent.upperBound, max(possiblePercent.lowerBound, 100 * parts.fused))
      return .known(percent / 100, standardError: standardErrorPercent / 100)
    }
  }

  /// What is expected at a speed, or at the usual one, percent of the stride.
  private func expectation(at speed: Speed?) -> Double {
    let value = speed?.metersPerSecond ?? model.expectedSpeed
    let limits = expectedSpeedMetersPerSecond
    let held = min(limits.upperBound, max(limits.lowerBound, value))
    return model.expectedPercent + model.expectedSlope * (held - model.expectedSpeed)
  }

  // MARK: The mean stride

  private func meanStride(
    of motion: WalkSignal, feet: [Foot], turns: [Turn]
  ) -> MeanStride? {
    let waves = motion.oscillation
    let roll = feet.contains(.unknown) ? nil : waves.rollRate
    var sums = [[Double]](repeating: Array(repeating: 0, count: 2 * MeanStride.points), count: 3)
    var room = [Double](repeating: 0, count: MeanStride.points)
    var count = 0
    for i in 1..<max(1, motion.contacts.count - 3) where isAveraged(i, motion, turns) {
      for step in 0..<2 {
        let (start, end) = (motion.contacts[i + step], motion.contacts[i + step + 1])
        let first = step * MeanStride.points
        func add(_ wave: GridSignal<Double>, times sign: Double = 1, to sums: inout [Double]) {
          wave.read(from: start, to: end, into: &room)
          for k in room.indices { sums[first + k] += sign * room[k] }
        }
        add(waves.vertical, to: &sums[0])
        add(waves.anteroposterior, to: &sums[1])
        if let roll { add(roll, times: feet[i] == .right ? 1 : -1, to: &sums[2]) }
      }
      count += 1
    }
    guard count >= leastStrides else { return nil }
    let mean = sums.map { $0.map { $0 / Double(count) } }
    return MeanStride(
      vertical: MeanStride.step(mean[0]), forward: MeanStride.step(mean[1]),
      roll: roll == nil ? nil : mean[2])
  }

  private func isAveraged(_ i: Int, _ motion: WalkSignal, _ turns: [Turn]) -> Bool {
    let rate = SampleGrid.rateHertz
    let first = (motion.contacts[i + 1] - motion.contacts[i]) / rate
    let second = (motion.contacts[i + 2] - motion.contacts[i + 1]) / rate
    guard stepSeconds.contains(first), stepSeconds.contains(second),
      abs(first / (first + second) - 0.5) <= largestImbalanceShare
    else { return false }
    let seconds =
      SampleGrid.seconds(at: motion.contacts[i])..<SampleGrid.seconds(at: motion.contacts[i + 2])
    return !turns.contains {
      seconds.upperBound > $0.seconds.lowerBound - 0.1
        && seconds.lowerBound < $0.seconds.upperBound + 0.1
    }
  }
}
