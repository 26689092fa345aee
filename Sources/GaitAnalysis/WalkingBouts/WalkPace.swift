import Foundation
import GaitModel
import Signals

/// How fast and how far a walk goes: means over its steps, by definition.
struct WalkPace {
  /// Mean speed over ground.
  var speed: Measured<Speed>
  /// Mean step length.
  var stepLength: Measured<Length>
  /// Mean stride length: two steps.
  var strideLength: Measured<Length>
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
    stepLength = .known(Length(meters: step), by: maker)
    strideLength = .known(Length(meters: 2 * step), by: maker)
    distance = .known(Length(meters: meters), by: maker)
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
    guard var all = estimates.value else { return nil }
    if walk.isClosed { all.removeLast() }
    var steps: [StepEstimate] = []
    var duration = 0.0
    for i in all.indices where stepSeconds.contains(seconds[i + 1] - seconds[i]) {
      steps.append(all[i])
      duration += seconds[i + 1] - seconds[i]
    }
    return steps.isEmpty ? nil : (steps, duration)
  }
}
