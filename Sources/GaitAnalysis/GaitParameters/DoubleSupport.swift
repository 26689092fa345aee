import Foundation
import GaitModel
import Signals

/// How long both feet are on the ground, from how late the body's oscillation comes after contact.
///
/// The body is lowest, and turns from gaining to losing forward speed, in the middle of double support:
/// the later both lie after contact, the longer it is. Two weaker signs help: the time from rising
/// force to the late push-off peak, and how far the pelvis drops on the landing side just before
/// contact. One value for a whole walk; a single sensor cannot see a single step's double support.
///
/// It is a fusion, and both parts can be read: a prior by walking speed (spread 3.3 points between
/// people) and the event, weighted by their inverse variances.
///
/// Source: own; mechanics after A. D. Kuo, J. M. Donelan, A. Ruina, Exerc. Sport Sci. Rev. 33:88
/// (2005), the step-to-step transition. Constants: `Tools/fit/parameters`.
struct OscillationDoubleSupport: GaitMethod {
  /// Mean double support at `priorSpeed`, percent of the stride (10 people).
  var priorPercent = 24.480
  /// Change of the mean with speed, points per m/s, within people.
  var priorSlope = -6.0
  /// Speed at which the mean holds, m/s.
  var priorSpeed = 1.17
  /// Speeds beyond these count as these, m/s.
  var priorSpeedLimits = 0.4...1.6
  /// Points per step of lateness, of hump, and per unit of drop; with a gyroscope.
  var slopes = [89.086, -11.045, 4.5719]
  /// The same without a gyroscope; there is no drop.
  var slopesWithoutGyroscope = [88.083, -14.076]
  /// Share of the signs' own estimate that is believed, the prior having the rest: 3.2 points of error
  /// against the prior's 3.3.
  var reliability = 0.51718
  /// The same without a gyroscope: 3.7 points.
  var reliabilityWithoutGyroscope = 0.44446
  /// Spread of double support between people of one speed, points of the stride.
  var priorErrorPercent = 3.3
  /// Mean of each sign among the people fitted on, the first where the program's own contacts make
  /// double support right on average (`measured.py`).
  var centers = [-0.0230, 0.41721, 0.19948]
  /// Signs beyond these count as these.
  var limits = [-0.15...0.05, 0.25...0.55, -1.0...1.0]
  /// Values beyond these were never seen, percent of the stride.
  var percentLimits = 12.0...45.0
  /// Standard error, points of the stride, on people left out.
  var standardErrorPercent = 2.5
  /// Fewer straight strides do not make a mean.
  var leastStrides = 6
  /// Steps outside these limits are not averaged, seconds.
  var stepSeconds = 0.35...1.2
  /// The middle contact of an averaged stride lies within this of its middle, as a share.
  var largestImbalance = 0.12

  var provenance: Provenance {
    Provenance(
      method: "OscillationDoubleSupport", question: "double support and final contacts",
      citation: "Kuo, Donelan and Ruina 2005, Exerc. Sport Sci. Rev. 33:88",
      doi: "10.1097/00003677-200504000-00006",
      deviations: ["lateness of the pelvis's oscillation, fused with a prior by speed"],
      revision: 3)
  }

  /// Double support of a walk as fractions of the stride: what is expected and what is read from the
  /// motion, or why there is none.
  ///
  /// - Parameters:
  ///   - motion: the walk in its body's axes.
  ///   - waves: its oscillation.
  ///   - feet: the foot of every contact.
  ///   - speed: walking speed, or `nil` when it is not known; the prior then stays at its mean.
  ///   - turns: strides in turns are left out.
  /// - Returns: missing without a heading, or for too few straight strides.
  func parts(
    of motion: WalkMotion, waves: WalkWaves, feet: [Foot], speed: Speed?, turns: [Turn]
  ) -> Measured<DoubleSupportParts> {
    guard motion.isHeadingKnown else { return .missing(.headingUnknown) }
    guard let stride = meanStride(of: motion, waves: waves, feet: feet, turns: turns) else {
      return .missing(.tooFewSteps)
    }
    var signs: [Double?] = [stride.lateness, stride.hump]
    var (slopes, reliability) = (slopesWithoutGyroscope, reliabilityWithoutGyroscope)
    if let drop = stride.drop {
      signs.append(drop)
      (slopes, reliability) = (self.slopes, self.reliability)
    }
    var change = 0.0
    for (k, sign) in signs.enumerated() {
      let held = min(limits[k].upperBound, max(limits[k].lowerBound, sign ?? centers[k]))
      change += slopes[k] * (held - centers[k])
    }
    let expected = prior(at: speed)
    return .known(
      DoubleSupportParts(
        expected: expected / 100, expectedError: priorErrorPercent / 100,
        observed: (expected + change / reliability) / 100,
        observedError: priorErrorPercent * (1 / reliability - 1).squareRoot() / 100))
  }

  /// Both parts as one fraction of the stride, 0.12-0.45, with its standard error.
  func fraction(of parts: Measured<DoubleSupportParts>) -> Measured<Double> {
    switch parts {
    case .missing(let reason): return .missing(reason)
    case .known(let parts, _):
      let percent = min(
        percentLimits.upperBound, max(percentLimits.lowerBound, 100 * parts.fused))
      return .known(percent / 100, standardError: standardErrorPercent / 100)
    }
  }

  /// What is expected of a walk too short to be measured, as a fraction of the stride.
  ///
  /// - Parameter speed: walking speed, or `nil` when it is not known.
  /// - Returns: the prior alone.
  func expectedFraction(at speed: Speed?) -> Double { prior(at: speed) / 100 }

  private func prior(at speed: Speed?) -> Double {
    let value = speed?.metersPerSecond ?? priorSpeed
    let held = min(priorSpeedLimits.upperBound, max(priorSpeedLimits.lowerBound, value))
    return priorPercent + priorSlope * (held - priorSpeed)
  }

  // MARK: The mean stride

  private func meanStride(
    of motion: WalkMotion, waves: WalkWaves, feet: [Foot], turns: [Turn]
  ) -> MeanStride? {
    let roll = feet.contains(.unknown) ? nil : waves.rollRate
    var sums = [[Double]](repeating: Array(repeating: 0, count: 2 * MeanStride.points), count: 3)
    var count = 0
    for i in 1..<max(1, motion.contacts.count - 3) where isAveraged(i, motion, turns) {
      let places = places(motion.contacts[i], motion.contacts[i + 1], motion.contacts[i + 2])
      let sign = feet[i] == .right ? 1.0 : -1.0
      for (k, place) in places.enumerated() {
        sums[0][k] += Interpolation.linear(waves.vertical, at: place)
        sums[1][k] += Interpolation.linear(waves.anteroposterior, at: place)
        if let roll { sums[2][k] += sign * Interpolation.linear(roll, at: place) }
      }
      count += 1
    }
    guard count >= leastStrides else { return nil }
    let mean = sums.map { $0.map { $0 / Double(count) } }
    return MeanStride(
      vertical: MeanStride.step(mean[0]), forward: MeanStride.step(mean[1]),
      roll: roll == nil ? nil : mean[2])
  }

  private func isAveraged(_ i: Int, _ motion: WalkMotion, _ turns: [Turn]) -> Bool {
    let rate = UniformSampling.rateHertz
    let first = (motion.contacts[i + 1] - motion.contacts[i]) / rate
    let second = (motion.contacts[i + 2] - motion.contacts[i + 1]) / rate
    guard stepSeconds.contains(first), stepSeconds.contains(second),
      abs(first / (first + second) - 0.5) <= largestImbalance
    else { return false }
    let seconds = motion.seconds(at: i)..<motion.seconds(at: i + 2)
    return !turns.contains {
      seconds.upperBound > $0.seconds.lowerBound - 0.1
        && seconds.lowerBound < $0.seconds.upperBound + 0.1
    }
  }

  private func places(_ a: Double, _ middle: Double, _ b: Double) -> [Double] {
    (0..<(2 * MeanStride.points)).map { k in
      let share = Double(k % MeanStride.points) / Double(MeanStride.points)
      return k < MeanStride.points ? a + share * (middle - a) : middle + share * (b - middle)
    }
  }
}
