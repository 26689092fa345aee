import Foundation
import GaitModel
import Signals

/// Finds changes of walking direction from the rate of turning about the vertical.
///
/// The low-passed rate must peak; the turn reaches as far as it keeps its sign and stays above an
/// edge; its angle is the integral of the rate itself.
///
/// Source: M. El-Gohary et al., Sensors 14:356 (2014). Deviations: up by a complementary filter in
/// both directions of time; the angle from the unfiltered rate, because the low-pass spreads it.
struct TurnDetector: GaitMethod {
  /// Low-pass of the turning rate, Hz, as in the paper: slower than the yaw of a stride.
  var cutoffHertz = 0.5
  /// The rate must reach this, degrees per second.
  var leastPeakDegreesPerSecond = 15.0
  /// A turn lasts while the rate stays above this, degrees per second.
  var edgeDegreesPerSecond = 5.0
  /// Two turns the same way closer than this are one, seconds: less than a step.
  var longestPauseSeconds = 0.35
  /// Shortest and longest turn, seconds, as in the paper.
  var durationSeconds = 0.5...10.0
  /// Smaller changes of direction are veering, degrees, as in the paper.
  var leastAngleDegrees = 45.0

  var provenance: Provenance {
    Provenance(
      method: "TurnDetector", question: "turns", citation: "El-Gohary et al. 2014, Sensors 14:356",
      doi: "10.3390/s140100356",
      deviations: [
        "vertical by complementary filter in both directions of time",
        "angle from the unfiltered rate", "pauses up to 0.35 s bridged",
      ], revision: 1)
  }

  /// The turns in an excerpt, from a turning rate in rad/s positive to the left.
  func turns(in excerpt: GaitExcerpt, yawRate: [Double]) -> [Turn] {
    let rate = UniformSampling.rateHertz
    let smooth = Butterworth.lowPass(order: 4, cutoffHertz: cutoffHertz, samplingRateHertz: rate)
      .filteredForwardBackward(yawRate, padding: min(yawRate.count - 2, Int(2 * rate)))
      .map { $0 * 180 / .pi }
    let angle = Integration.cumulativeTrapezoid(yawRate, samplingRateHertz: rate)
    return merged(candidates(smooth)).compactMap { range in
      let seconds = Double(range.count - 1) / rate
      let degrees = (angle[range.upperBound - 1] - angle[range.lowerBound]) * 180 / .pi
      guard durationSeconds.contains(seconds), abs(degrees) >= leastAngleDegrees else { return nil }
      let start = excerpt.seconds(at: Double(range.lowerBound))
      let end = excerpt.seconds(at: Double(range.upperBound - 1))
      guard excerpt.surroundings.contains((start + end) / 2) else { return nil }
      return Turn(seconds: start..<end, angleDegrees: degrees)
    }
  }

  private func candidates(_ x: [Double]) -> [(range: Range<Int>, isLeft: Bool)] {
    var found: [(range: Range<Int>, isLeft: Bool)] = []
    for peak in Peaks.maxima(in: x.map(abs), minimumHeight: leastPeakDegreesPerSecond) {
      if let last = found.last, peak.index < last.range.upperBound { continue }
      let sign = x[peak.index] < 0 ? -1.0 : 1.0
      var low = peak.index
      while low > 0, x[low - 1] * sign > edgeDegreesPerSecond { low -= 1 }
      var high = peak.index
      while high < x.count - 1, x[high + 1] * sign > edgeDegreesPerSecond { high += 1 }
      found.append((low..<(high + 1), sign > 0))
    }
    return found
  }

  private func merged(_ found: [(range: Range<Int>, isLeft: Bool)]) -> [Range<Int>] {
    let bridge = longestPauseSeconds * UniformSampling.rateHertz
    var out: [(range: Range<Int>, isLeft: Bool)] = []
    for next in found {
      if let last = out.last, last.isLeft == next.isLeft,
        Double(next.range.lowerBound - last.range.upperBound) < bridge
      {
        out[out.count - 1].range = last.range.lowerBound..<next.range.upperBound
      } else {
        out.append(next)
      }
    }
    return out.map(\.range)
  }
}
