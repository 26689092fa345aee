import Foundation
import GaitModel

/// One walk of a simulated day, as pass one would have measured it.
struct SimulatedWalk {
  let start: Date
  let seconds: Double
  let speed: Double
  let stepLength: Double
  let doubleSupport: Double
  let unevenSteps: Double
  /// `nil` for walks of too few strides to tell.
  let strideTimeVariation: Double?
  let isSteady: Bool

  var end: Date { start + seconds }
  var cadence: Double { speed / stepLength * 60 }
  var steps: Double { (cadence / 60 * seconds).rounded() }
  var distance: Double { speed * seconds }

  /// A walk of a person on a day.
  ///
  /// Short walks are slow, longer ones near the fast end: daily speeds have two peaks (Van Ancum
  /// 2019). Of longer walks 95 % are slower than the fast end, whose share of it is .88 (.073).
  init(
    start: Date, seconds: Double, person: HistoryPerson, day: HistoryDay, dayFactor: Double,
    dice: inout SplitMix64
  ) {
    let isLong = seconds >= 30
    let share = isLong ? 0.88 + 0.073 * dice.normal() : 0.62 + 0.12 * dice.normal()
    let truth = max(day.fastSpeed * dayFactor * share, 0.2)
    let condition = day.condition
    let scale = (person.participant.height?.meters ?? 1.68) / 1.68
    let usual = (60 * truth * 0.0060 * scale).squareRoot() * condition.stepLength
    let variation = 0.07 + condition.variation
    self.start = start
    self.seconds = seconds
    speed = max(truth * person.deviceFactor * (1 + 0.03 * dice.normal()), 0.15)
    stepLength = max(
      usual * person.deviceFactor * (1 + variation * dice.normal(within: 2.5)), 0.12)
    doubleSupport = min(
      max(0.249 - 0.13 * (truth - 1.25) + condition.doubleSupport + 0.03 * dice.normal(), 0.1), 0.6)
    unevenSteps = min(max(0.04 + condition.unevenSteps + 0.08 * dice.normal(), 0), 1)
    isSteady = dice.uniform() < 0.8
    // Within walks strides vary less than steps do from walk to walk. Ten strides take 11 s.
    let strides = 0.025 + 0.3 * condition.variation
    // A generator of its own: the walks that follow stay what they are without it.
    var copy = dice
    var own = copy.split()
    strideTimeVariation =
      seconds < 12 ? nil : strides * PortableFunctions.exponential(0.25 * own.normal(within: 2.5))
  }
}
