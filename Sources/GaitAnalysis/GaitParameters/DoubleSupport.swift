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
  var slopes = [91.990, -11.945, 4.3934]
  /// The same without a gyroscope; there is no drop.
  var slopesWithoutGyroscope = [92.588, -14.715]
  /// Mean of each sign among the people fitted on, the first where the program's own contacts make
  /// double support right on average (`measured.py`).
  var centers = [-0.028949, 0.41699, 0.20016]
  /// Signs beyond these count as these.
  var limits = [-0.15...0.05, 0.25...0.55, -1.0...1.0]
  /// Values beyond these were never seen, percent of the stride.
  var percentLimits = 12.0...45.0
  /// Standard error, points of the stride, on people left out.
  var standardErrorPercent = 2.8
  /// Fewer straight strides do not make a mean.
  var leastStrides = 6
  /// Steps outside these limits are not averaged, seconds.
  var stepSeconds = 0.35...1.2
  /// The middle contact of an averaged stride lies within this of its middle, as a share.
  var largestImbalance = 0.12

  /// Points that a step is read at.
  static let points = 64
  /// Where the upward crossing of zero is sought, points from contact: the last two fifths of the
  /// step before and the first third of the step after.
  private static let crossingPoints = -25..<20
  /// Where the late peak is sought, points from contact: behind the peak of loading, which comes first.
  private static let latePeakPoints = 13..<43
  /// How long before contact the pelvis begins to drop, points.
  private static let dropPoints = 24

  var provenance: Provenance {
    Provenance(
      method: "OscillationDoubleSupport", question: "double support and final contacts",
      citation: "Kuo, Donelan and Ruina 2005, Exerc. Sport Sci. Rev. 33:88",
      doi: "10.1097/00003677-200504000-00006",
      deviations: ["lateness of the pelvis's oscillation, fused with a prior by speed"],
      revision: 2)
  }

  /// Double support of a walk as a fraction of the stride, or why there is none.
  ///
  /// - Parameters:
  ///   - motion: the walk in its body's axes.
  ///   - feet: the foot of every contact.
  ///   - speed: walking speed, or `nil` when it is not known; the prior then stays at its mean.
  ///   - turns: strides in turns are left out.
  /// - Returns: a fraction of the stride, 0.12-0.45, with its standard error.
  func fraction(
    of motion: WalkMotion, feet: [Foot], speed: Speed?, turns: [Turn]
  ) -> Measured<Double> {
    guard motion.isHeadingKnown else { return .missing(.headingUnknown) }
    guard let stride = meanStride(of: motion, feet: feet, turns: turns) else {
      return .missing(.tooFewSteps)
    }
    var signs: [Double?] = [lateness(of: stride), hump(of: stride)]
    var slopes = slopesWithoutGyroscope
    if let roll = stride.roll {
      signs.append(drop(of: roll))
      slopes = self.slopes
    }
    var percent = prior(at: speed)
    for (k, sign) in signs.enumerated() {
      let held = min(limits[k].upperBound, max(limits[k].lowerBound, sign ?? centers[k]))
      percent += slopes[k] * (held - centers[k])
    }
    percent = min(percentLimits.upperBound, max(percentLimits.lowerBound, percent))
    return .known(percent / 100, standardError: standardErrorPercent / 100)
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

  /// A walk's mean stride, read at equal shares of each step.
  private struct MeanStride {
    /// Upward and forward acceleration over a step, m/s².
    var vertical: [Double]
    var forward: [Double]
    /// Roll rate over a stride that begins with the right foot, rad/s; `nil` without gyroscope or feet.
    var roll: [Double]?
  }

  private func meanStride(of motion: WalkMotion, feet: [Foot], turns: [Turn]) -> MeanStride? {
    let knownRoll = feet.contains(.unknown) ? nil : motion.rollRate
    let signals = steady(
      [motion.vertical, motion.anteroposterior] + (knownRoll.map { [$0] } ?? []))
    let roll = knownRoll == nil ? nil : signals[2]
    var sums = [[Double]](repeating: Array(repeating: 0, count: 2 * Self.points), count: 3)
    var count = 0
    for i in 1..<max(1, motion.contacts.count - 3) where isAveraged(i, motion, turns) {
      let places = places(motion.contacts[i], motion.contacts[i + 1], motion.contacts[i + 2])
      let sign = feet[i] == .right ? 1.0 : -1.0
      for (k, place) in places.enumerated() {
        sums[0][k] += Interpolation.linear(signals[0], at: place)
        sums[1][k] += Interpolation.linear(signals[1], at: place)
        if let roll { sums[2][k] += sign * Interpolation.linear(roll, at: place) }
      }
      count += 1
    }
    guard count >= leastStrides else { return nil }
    let mean = sums.map { $0.map { $0 / Double(count) } }
    return MeanStride(
      vertical: step(mean[0]), forward: step(mean[1]), roll: roll == nil ? nil : mean[2])
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
    (0..<(2 * Self.points)).map { k in
      let share = Double(k % Self.points) / Double(Self.points)
      return k < Self.points ? a + share * (middle - a) : middle + share * (b - middle)
    }
  }

  private func steady(_ signals: [[Double]]) -> [[Double]] {
    let rate = UniformSampling.rateHertz
    let low = Butterworth.lowPass(order: 4, cutoffHertz: 20, samplingRateHertz: rate)
      .filteredForwardBackward(signals, edge: .even, padding: Int(3 * rate / 20))
    return Butterworth.highPass(order: 2, cutoffHertz: 0.3, samplingRateHertz: rate)
      .filteredForwardBackward(low, edge: .even, padding: Int(3 * rate / 0.3))
  }

  private func step(_ stride: [Double]) -> [Double] {
    (0..<Self.points).map { (stride[$0] + stride[$0 + Self.points]) / 2 }
  }

  // MARK: The signs

  /// When the step's wave has its crest, in steps after contact; mean of up and forward.
  private func lateness(of stride: MeanStride) -> Double {
    let crests = [stride.vertical, stride.forward].map { x -> Double in
      let (re, im) = Self.coefficient(x, 1)
      return -atan2(im, re) / (2 * .pi)
    }
    return (crests[0] + crests[1]) / 2
  }

  /// From the upward crossing of zero around contact to the late peak, in steps; `nil` if there is none.
  private func hump(of stride: MeanStride) -> Double? {
    let n = Self.points
    let x = Self.rebuilt(stride.vertical, harmonics: 1...6)
    let around = Self.crossingPoints.first { x[($0 + n) % n] <= 0 && x[($0 + 1 + n) % n] > 0 }
    guard let j = around else { return nil }
    let (now, after) = (x[(j + n) % n], x[(j + 1 + n) % n])
    let start = Double(j) - now / (after - now)
    guard let late = Self.latePeakPoints.max(by: { x[$0] < x[$1] }) else { return nil }
    var peak = Double(late)
    if late > Self.latePeakPoints.lowerBound, late < Self.latePeakPoints.upperBound - 1 {
      let curvature = x[late - 1] - 2 * x[late] + x[late + 1]
      if curvature < 0 { peak += (x[late - 1] - x[late + 1]) / 2 / curvature }
    }
    return (peak - start) / Double(n)
  }

  /// Roll toward the landing side in the last 24/64 step before contact, as a share of its range.
  private func drop(of roll: [Double]) -> Double? {
    let n = roll.count
    let odd = (0..<n).map { (roll[$0] - roll[($0 + n / 2) % n]) / 2 }
    // Dividing by i k integrates: (re, im) becomes (im, -re) / k.
    let harmonics = [1, 3].map { k -> (k: Int, re: Double, im: Double) in
      let (re, im) = Self.coefficient(odd, k)
      return (k, im / Double(k), -re / Double(k))
    }
    let angle = (0..<n).map { i in
      harmonics.reduce(0) { sum, h in
        let turn = 2 * Double.pi * Double(h.k * i) / Double(n)
        return sum + h.re * cos(turn) - h.im * sin(turn)
      }
    }
    guard let low = angle.min(), let high = angle.max(), high > low else { return nil }
    return (angle[0] - angle[n - Self.dropPoints]) / (high - low)
  }

  private static func coefficient(_ x: [Double], _ k: Int) -> (re: Double, im: Double) {
    var (re, im) = (0.0, 0.0)
    for i in x.indices {
      let turn = 2 * Double.pi * Double(k * i) / Double(x.count)
      re += x[i] * cos(turn)
      im -= x[i] * sin(turn)
    }
    return (re, im)
  }

  private static func rebuilt(_ x: [Double], harmonics: ClosedRange<Int>) -> [Double] {
    let parts = harmonics.map { k in (k: k, c: coefficient(x, k)) }
    return x.indices.map { i in
      parts.reduce(0) { sum, part in
        let turn = 2 * Double.pi * Double(part.k * i) / Double(x.count)
        return sum + 2 / Double(x.count) * (part.c.re * cos(turn) - part.c.im * sin(turn))
      }
    }
  }
}
