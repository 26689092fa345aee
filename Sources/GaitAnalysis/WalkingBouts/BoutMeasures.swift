import GaitModel
import Signals

/// Turns a walk with sided contacts and step lengths into a walking bout with its values.
public struct BoutMeasures: Hashable, Sendable {
  /// A step longer than this share of the median is a pause or hides a missed contact.
  public var longestStepShare = 1.5
  /// Shortest and longest step that a length is given for, seconds.
  public var stepSeconds = 0.25...1.6
  /// Fewer counted strides are not a steady bout.
  public var leastStrides = 4
  /// More than this share of strides in turns is not steady walking.
  public var largestTurningShare = 0.5
  /// Step times that vary by more than this share (from the median absolute deviation) are unsteady.
  public var largestVariationShare = 0.2

  /// Cadence from the middle half of the stride times: pauses and the slow steps at both ends do not
  /// move it, and neither does a difference between the feet.
  ///
  /// - Parameter contacts: times in seconds, rising.
  /// - Returns: missing below two strides.
  func cadence(of contacts: [Double]) -> Measured<Cadence> {
    let strides = zip(contacts.dropFirst(2), contacts).map { $0 - $1 }
    let quarter = strides.count / 4
    let middle = Array(strides.sorted().dropFirst(quarter).dropLast(quarter))
    guard strides.count >= 2, let usual = Statistics.mean(middle) else {
      return .missing(.tooFewSteps)
    }
    return .known(Cadence(stepsPerMinute: 120 / usual))
  }

  /// The times between contacts that are neither pauses nor hide a missed contact, seconds.
  func usualSteps(_ contacts: [Double]) -> [Double] {
    let intervals = zip(contacts.dropFirst(), contacts).map { $0 - $1 }
    guard let usual = Statistics.median(intervals) else { return [] }
    return intervals.filter { $0 <= longestStepShare * usual }
  }

  /// Why a walk is not flat steady walking, or `nil` when it is.
  func leftOutReason(
    activity: Activity, strides: [Stride], contacts: [Double]
  ) -> LeftOutReason? {
    if activity == .running { return .running }
    let counted = strides.filter { $0.leftOutReason == nil }
    if counted.count < leastStrides { return .tooFewStrides }
    let turning = counted.filter(\.isTurning).count
    if Double(turning) > largestTurningShare * Double(counted.count) { return .turning }
    return isUnsteady(contacts) ? .unsteady : nil
  }

  private func isUnsteady(_ contacts: [Double]) -> Bool {
    let steps = usualSteps(contacts)
    guard let middle = Statistics.median(steps),
      let deviation = Statistics.median(steps.map { abs($0 - middle) })
    else { return true }
    // 1.4826 makes the median absolute deviation a standard deviation for a normal distribution.
    return 1.4826 * deviation / middle > largestVariationShare
  }
}
