import Foundation
import GaitModel
import Signals

/// Finds changes of walking direction from the rate of turning about the vertical.
///
/// The low-passed rate must peak; the turn reaches as far as it keeps its sign and stays above an
/// edge. Its angle lies between the mean headings of the two strides before and after it: from edge to
/// edge the trunk swings from one extreme to the other, and people turn too far and come back.
///
/// Source: M. El-Gohary et al., Sensors 14:356 (2014). Deviations: up by a complementary filter in
/// both directions of time; the angle from the unfiltered rate, because the low-pass spreads it, and
/// from straight walking to straight walking (`Tools/fit/sites/turn.py`).
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
  /// The heading before and after a turn is the mean over so much time, seconds: two usual strides,
  /// over which the swing of the trunk averages out.
  var headingSeconds = 2.2
  /// Smaller changes of direction are veering, degrees, as in the paper.
  var leastAngleDegrees = 45.0

  var provenance: Provenance {
    Provenance(
      method: "TurnDetector", question: "turns", citation: "El-Gohary et al. 2014, Sensors 14:356",
      doi: "10.3390/s140100356",
      deviations: [
        "vertical by complementary filter in both directions of time",
        "angle from the unfiltered rate, between mean headings", "pauses up to 0.35 s bridged",
      ], revision: 2)
  }

  /// The turns in an excerpt, from a turning rate in rad/s positive to the left.
  func turns(in excerpt: GaitExcerpt, yawRate: [Double]) -> [Turn] {
    let rate = UniformSampling.rateHertz
    let smooth = Butterworth.lowPass(order: 4, cutoffHertz: cutoffHertz, samplingRateHertz: rate)
      .filteredForwardBackward(yawRate, padding: min(yawRate.count - 2, Int(2 * rate)))
      .map { $0 * 180 / .pi }
    let heading = Integration.cumulativeTrapezoid(yawRate, samplingRateHertz: rate)
    let found = merged(candidates(smooth)).filter { range in
      let degrees = (heading[range.upperBound - 1] - heading[range.lowerBound]) * 180 / .pi
      return durationSeconds.contains(Double(range.count - 1) / rate)
        && abs(degrees) >= leastAngleDegrees
    }
    return found.indices.compactMap { k in
      let range = found[k]
      let before = k > 0 ? found[k - 1].upperBound : 0
      let after = k + 1 < found.count ? found[k + 1].lowerBound : heading.count
      let degrees = change(of: heading, over: range, between: before..<after) * 180 / .pi
      let start = excerpt.seconds(at: Double(range.lowerBound))
      let end = excerpt.seconds(at: Double(range.upperBound - 1))
      guard excerpt.surroundings.contains((start + end) / 2) else { return nil }
      return Turn(seconds: start..<end, angleDegrees: degrees)
    }
  }

  /// From the mean heading before a turn to that after it, within the limits that its neighbors set.
  private func change(
    of heading: [Double], over turn: Range<Int>, between limits: Range<Int>
  ) -> Double {
    let length = Int(headingSeconds * UniformSampling.rateHertz)
    let before = max(limits.lowerBound, turn.lowerBound - length)...turn.lowerBound
    let after = (turn.upperBound - 1)...min(limits.upperBound, turn.upperBound + length - 1)
    let end = after.clamped(to: 0...(heading.count - 1))
    return (Statistics.mean(heading[end]) ?? 0)
      - (Statistics.mean(heading[before]) ?? 0)
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
