import Foundation
import GaitModel
import Signals

/// Finds changes of walking direction.
public protocol TurnDetector: ConfigurableMethod {
  /// The turns in gait sequences, or walks without rhythm, and two seconds around them.
  ///
  /// - Parameters:
  ///   - recording: the samples.
  ///   - body: up, and the rate of turning about it.
  /// - Returns: in time order, positive to the left; missing without a gyroscope.
  func turns(in recording: SequenceRecording, body: BodyFrame) -> Measured<[Turn]>
}

/// Finds changes of walking direction from the rate of turning about the vertical.
///
/// The low-passed rate must peak; the turn reaches as far as it keeps its sign and stays above an
/// edge. Its angle lies between the mean headings of the two strides before and after it: from edge to
/// edge the trunk swings from one extreme to the other, and people turn too far and come back.
///
/// Source: M. El-Gohary et al., Sensors 14:356 (2014). Deviations: up by a complementary filter in
/// both directions of time; the angle from the unfiltered rate, because the low-pass spreads it, and
/// from straight walking to straight walking (`Tools/fit/sites/turn.py`).
public struct YawRateTurnDetector: TurnDetector {
  /// Low-pass of the turning rate, Hz, as in the paper: slower than the yaw of a stride.
  public var cutoffHertz = 0.5
  /// The rate must reach this, degrees per second.
  public var leastPeakDegreesPerSecond = 15.0
  /// A turn lasts while the rate stays above this, degrees per second.
  public var edgeDegreesPerSecond = 5.0
  /// Two turns the same way closer than this are one, seconds: less than a step.
  public var longestPauseSeconds = 0.35
  /// Shortest and longest turn, seconds, as in the paper.
  public var durationSeconds = 0.5...10.0
  /// The heading before and after a turn is the mean over so much time, seconds: two usual strides,
  /// over which the swing of the trunk averages out.
  public var headingSeconds = 2.2
  /// Smaller changes of direction are veering, degrees, as in the paper.
  public var leastAngleDegrees = 45.0

  /// The method with the settings of the paper, where it gives them.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "YawRateTurnDetector", question: "turns",
      citation: "El-Gohary et al. 2014, Sensors 14:356",
      doi: "10.3390/s140100356",
      deviations: [
        "vertical by complementary filter in both directions of time",
        "angle from the unfiltered rate, between mean headings", "pauses up to 0.35 s bridged",
      ], revision: 2)
  }

  /// The turns that the turning rate shows.
  public func turns(in recording: SequenceRecording, body: BodyFrame) -> Measured<[Turn]> {
    guard let yawRate = body.yawRate else { return .missing(.noGyroscope) }
    let inside = turns(yawRate: yawRate).filter { turn in
      recording.surroundings.contains((turn.seconds.lowerBound + turn.seconds.upperBound) / 2)
    }
    return .known(inside)
  }

  /// All turns, from a turning rate in rad/s, positive to the left.
  func turns(yawRate: GridSignal<Double>) -> [Turn] {
    let rate = SampleGrid.rateHertz
    let smooth = yawRate.with(
      KeptFilters.lowPass(order: 4, cutoffHertz: cutoffHertz)
        .filteredForwardBackward(yawRate.values, padding: min(yawRate.count - 2, Int(2 * rate)))
        .map { $0 * 180 / .pi })
    let heading = yawRate.with(
      Integration.cumulativeTrapezoid(yawRate.values, samplingRateHertz: rate))
    let found = merged(candidates(smooth)).filter { range in
      let degrees = (heading[range.upperBound - 1] - heading[range.lowerBound]) * 180 / .pi
      return durationSeconds.contains(Double(range.count - 1) / rate)
        && abs(degrees) >= leastAngleDegrees
    }
    return found.indices.map { k in
      let range = found[k]
      let before = k > 0 ? found[k - 1].upperBound : heading.startIndex
      let after = k + 1 < found.count ? found[k + 1].lowerBound : heading.endIndex
      let degrees = change(of: heading, over: range, between: before..<after) * 180 / .pi
      let start = SampleGrid.seconds(at: Double(range.lowerBound))
      let end = SampleGrid.seconds(at: Double(range.upperBound - 1))
      return Turn(seconds: start..<end, angleDegrees: degrees)
    }
  }

  /// From the mean heading before a turn to that after it, within the limits that its neighbors set.
  private func change(
    of heading: GridSignal<Double>, over turn: Range<SampleIndex>,
    between limits: Range<SampleIndex>
  ) -> Double {
    let length = Int(headingSeconds * SampleGrid.rateHertz)
    let before = max(limits.lowerBound, turn.lowerBound - length)...turn.lowerBound
    let after = (turn.upperBound - 1)...min(limits.upperBound, turn.upperBound + length - 1)
    let end = after.clamped(to: heading.startIndex...(heading.endIndex - 1))
    return (Statistics.mean(heading.values(in: Range(end))) ?? 0)
      - (Statistics.mean(heading.values(in: Range(before))) ?? 0)
  }

  private func candidates(
    _ x: GridSignal<Double>
  ) -> [(range: Range<SampleIndex>, isLeft: Bool)] {
    var found: [(range: Range<SampleIndex>, isLeft: Bool)] = []
    let peaks = Peaks.indices(of: x.values.map(abs), minimumHeight: leastPeakDegreesPerSecond)
    for peak in peaks.map({ $0 + x.startIndex }) {
      if let last = found.last, peak < last.range.upperBound { continue }
      let sign = x[peak] < 0 ? -1.0 : 1.0
      var low = peak
      while low > x.startIndex, x[low - 1] * sign > edgeDegreesPerSecond { low -= 1 }
      var high = peak
      while high < x.endIndex - 1, x[high + 1] * sign > edgeDegreesPerSecond { high += 1 }
      found.append((low..<(high + 1), sign > 0))
    }
    return found
  }

  private func merged(_ found: [(range: Range<Int>, isLeft: Bool)]) -> [Range<Int>] {
    let bridge = longestPauseSeconds * SampleGrid.rateHertz
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

/// Turns are not looked for.
public struct NoTurnDetector: TurnDetector {
  /// The method; it has no settings.
  public init() {}

  /// None: this method leaves the question out.
  public var provenance: Provenance { .leftOut("NoTurnDetector", question: "turns") }

  /// Missing, because no method looked.
  public func turns(in recording: SequenceRecording, body: BodyFrame) -> Measured<[Turn]> {
    .missing(.noMethod)
  }
}
