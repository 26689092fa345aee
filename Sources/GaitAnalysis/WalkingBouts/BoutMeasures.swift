import Foundation
import GaitModel
import Signals

/// Turns a walk with sided contacts and step lengths into a walking bout with its values.
public struct BoutMeasures: Hashable, Sendable {
  /// A step longer than this share of the median is a pause or hides a missed contact.
  public var longestStepShare = 1.5
  /// A stride longer than this share of the median does not count for the cadence. With the mean of the middle half,
  /// whole walks came out 1.0 and 1.3 steps a minute too fast (10 people, 58 walks; 5 people, 84 walks), with every
  /// stride .5 and .2 too slow, with this limit 0.0 and .4 too fast.
  public var longestStrideShare = 1.3
  /// Shortest and longest step that a length is given for, seconds.
  public var stepSeconds = 0.25...1.6
  /// A run lasts at least so long, seconds: a few quick steps are part of a walk. A frame lasts 4 s, so that less
  /// cannot be told from a stumble.
  public var leastRunSeconds = 3.0
  /// Fewer counted strides are not a steady bout.
  public var leastStrides = 4
  /// More than this share of strides in turns is not steady walking.
  public var largestTurningShare = 0.5
  /// Step times that vary by more than this share (from the median absolute deviation) are unsteady.
  public var largestVariationShare = 0.2

  /// Cadence from the mean of the stride times. A difference between the feet does not move it.
  ///
  /// - Parameter strides: the times of the usual strides, seconds.
  /// - Returns: missing where there are none.
  func cadence(of strides: [Double]) -> Measured<Cadence> {
    guard let mean = Statistics.mean(strides) else { return .missing(.tooFewSteps) }
    return .known(Cadence(stepsPerMinute: 120 / mean))
  }

  /// How long the strides of a walk take, seconds, those of a pause or of its slow ends left out.
  ///
  /// - Parameter contacts: times in seconds, rising.
  /// - Returns: none below two strides.
  func usualStrides(_ contacts: [Double]) -> [Double] {
    let strides = zip(contacts.dropFirst(2), contacts).map { $0 - $1 }
    guard strides.count >= 2, let usual = Statistics.median(strides) else { return [] }
    return strides.filter { $0 <= longestStrideShare * usual }
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
    return Statistics.deviationPerMedianDeviation * deviation / middle > largestVariationShare
  }
}

/// Decides which strides count for a bout's values.
///
/// Source: F. Kluge et al., PLoS One 16:e0256541 (2021), the consensus on walking bouts; limits as
/// published for the Mobilise-D pipeline (M. E. Micó-Amigo et al., J. NeuroEng. Rehabil. 20:78,
/// 2023).
public struct StrideSelection: ConfigurableMethod {
  /// Shortest and longest stride, seconds.
  public var durationSeconds = 0.4...3.0
  /// Shortest and longest stride, meters.
  public var lengthMeters = 0.15...2.3

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "StrideSelection", question: "which strides count",
      citation: "Kluge et al. 2021, PLoS One 16:e0256541", doi: "10.1371/journal.pone.0256541",
      revision: 1)
  }

  /// Why a stride does not count, or `nil` when it does.
  func reasonToLeaveOut(_ stride: Stride) -> LeftOutReason? {
    if !durationSeconds.contains(stride.durationSeconds) { return .implausibleDuration }
    if let length = stride.length.value, !lengthMeters.contains(length.meters) {
      return .implausibleLength
    }
    return nil
  }
}

/// How fast and how far a walk goes: means over its steps, by definition.
struct WalkPace {
  /// Mean speed over ground.
  var speed: Measured<Speed>
  /// Mean step length.
  var stepLength: Measured<Length>
  /// Mean stride length: two steps.
  var strideLength: Measured<Length>
  /// Whether every step is the same share of the height, and none was measured.
  var isStepLengthAssumed = false
  /// Distance covered.
  var distance: Measured<Length>
  /// Standard error of the speed against the person's other bouts; `nil` where it is not known.
  var speedErrorWithinPerson: Speed?
  /// Mean time of the steps counted, seconds; `nil` without any.
  var stepSeconds: Double?

  /// - Parameters:
  ///   - walk: the contacts; the step that closes a walk does not count.
  ///   - steps: a length for each pair of contacts, or why there are none.
  ///   - estimator: the method that gave them.
  ///   - person: what it was told of the person.
  ///   - stepSeconds: shortest and longest step that counts, seconds.
  init(
    of walk: Walk, steps: Measured<[StepEstimate]>, by estimator: any StepLengthEstimator,
    person: StepLengthPerson, stepSeconds: ClosedRange<Double>
  ) {
    let seconds = walk.contactSeconds
    guard let counted = Self.counted(steps, seconds: seconds, of: walk, stepSeconds) else {
      let reason = steps.missingReason ?? .tooFewSteps
      (speed, stepLength) = (.missing(reason), .missing(reason))
      (strideLength, distance) = (.missing(reason), .missing(reason))
      return
    }
    isStepLengthAssumed = estimator.shareOfHeightAssumed != nil && person.calibration == nil
    let maker = steps.method
    let meters = counted.steps.reduce(0) { $0 + $1.meters }
    let value = meters / counted.duration
    var error = estimator.speedError(
      ofMetersPerSecond: value, steps: counted.steps, person: person)
    if person.wearingErrorMetersPerSecond > 0 {
      error = hypot(error, person.wearingErrorMetersPerSecond)
    }
    let step = meters / Double(counted.steps.count)
    speed = .known(
      Speed(metersPerSecond: value), standardError: Speed(metersPerSecond: error), by: maker)
    // Times are known to a hundredth: an error of the speed is one of the length.
    let share = value > 0 ? error / value : 0
    func length(_ meters: Double) -> Measured<Length> {
      .known(Length(meters: meters), standardError: Length(meters: share * meters), by: maker)
    }
    stepLength = length(step)
    strideLength = length(2 * step)
    distance = length(meters)
    speedErrorWithinPerson = estimator.speedErrorWithinPerson(
      ofMetersPerSecond: value, steps: counted.steps
    ).map { Speed(metersPerSecond: $0) }
    self.stepSeconds = counted.duration / Double(counted.steps.count)
  }

  /// Steps whose time is that of a step, with their lengths; not the one that closes the walk.
  private static func counted(
    _ estimates: Measured<[StepEstimate]>, seconds: [Double], of walk: Walk,
    _ stepSeconds: ClosedRange<Double>
  ) -> (steps: [StepEstimate], duration: Double)? {
    guard let all = estimates.value else { return nil }
    var steps: [StepEstimate] = []
    steps.reserveCapacity(all.count)
    var duration = 0.0
    for i in all.indices.dropLast(walk.isClosed ? 1 : 0)
    where stepSeconds.contains(seconds[i + 1] - seconds[i]) {
      steps.append(all[i])
      duration += seconds[i + 1] - seconds[i]
    }
    return steps.isEmpty ? nil : (steps, duration)
  }
}
