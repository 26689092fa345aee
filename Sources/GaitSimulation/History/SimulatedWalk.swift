import Foundation
import GaitModel

/// One walk of a simulated day, as pass one would have measured it.
struct SimulatedWalk {
  let start: Date
  let seconds: Double
  /// The walk's true speed, m/s.
  let truth: Double
  let speed: Double
  let stepLength: Double
  let cadence: Double
  let doubleSupport: Double
  let unevenSteps: Double
  /// `nil` for walks of too few strides to tell.
  let strideTimeVariation: Double?
  let isSteady: Bool
  /// The person's height, m.
  let height: Double

  var end: Date { start + seconds }
  var steps: Double { (cadence / 60 * seconds).rounded() }
  var distance: Double { speed * seconds }

  /// A walk of a person on a day.
  ///
  /// Short walks are slow, longer ones near the fast end: 95 % of the time in longer walks is slower
  /// than it.
  init(
    start: Date, seconds: Double, person: HistoryPerson, day: HistoryDay, pace: Double,
    dice: inout SplitMix64
  ) {
    let (gait, condition) = (person.gait, day.condition)
    let isLong = seconds >= 30
    let share =
      isLong
      ? 1 - 1.645 * gait.speedSpread + gait.speedSpread * dice.normal()
      : gait.shortWalkShare + 0.12 * dice.normal()
    let truth = max(day.fastSpeed * pace * share, 0.15)
    height = person.participant.height?.meters ?? 1.68
    let ratio = gait.walkRatio * height / 1.68 * condition.stepLength * condition.stepLength
    let usual = (60 * truth * ratio).squareRoot()
    let variation = gait.stepVariation + condition.variation
    let step = max(usual * (1 + 0.5 * variation * dice.normal(within: 2.5)), 0.12)
    let device = gait.deviceFactor * (1 + 0.03 * dice.normal()) + gait.deviceOffset / truth
    self.start = start
    self.seconds = seconds
    self.truth = truth
    cadence = 60 * truth / step
    speed = max(truth * device, 0.1)
    stepLength = max(step * device * (1 + 0.5 * variation * dice.normal(within: 2.5)), 0.1)
    doubleSupport = min(
      max(
        gait.doubleSupport - gait.doubleSupportSlope * (truth - 1.2) + condition.doubleSupport
          + 0.03 * dice.normal(), 0.1), 0.6)
    unevenSteps = min(max(gait.unevenSteps + condition.unevenSteps + 0.08 * dice.normal(), 0), 1)
    isSteady = dice.uniform() < 0.8
    // Within walks strides vary less than steps do from walk to walk. Ten strides take 11 s.
    let strides = gait.strideVariation + 0.3 * condition.variation
    // A generator of its own: the walks that follow stay what they are without it.
    var copy = dice
    var own = copy.split()
    strideTimeVariation =
      seconds < 12 ? nil : strides * PortableFunctions.exponential(0.25 * own.normal(within: 2.5))
  }
}
