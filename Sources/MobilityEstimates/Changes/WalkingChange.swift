import Foundation
import GaitModel

/// A day from which on a person walks differently from before, as the days themselves say.
public struct WalkingChange: Hashable, Sendable {
  /// What changed in a measure.
  public struct Effect: Hashable, Sendable {
    /// The measure.
    public var measure: DailyMeasure
    /// Its mean over the days before, in the measure's unit.
    public var before: Double
    /// Its mean over the first days of the new time, in the measure's unit.
    public var since: Double

    /// Makes an effect.
    public init(measure: DailyMeasure, before: Double, since: Double) {
      self.measure = measure
      self.before = before
      self.since = since
    }

    /// By how much it changed, as a share of what it was.
    public var share: Double { since / before - 1 }
  }

  /// The first day that may belong to the new time: the day after the last one that was as before.
  public var day: LocalDay
  /// The first day that was measured and differs; later than `day` where days in between say nothing.
  public var firstMeasuredDay: LocalDay
  /// The day at whose end it was noticed.
  public var noticedOn: LocalDay
  /// What changed, the clearest first; never empty.
  public var effects: [Effect]

  /// Makes a change.
  public init(
    day: LocalDay, firstMeasuredDay: LocalDay, noticedOn: LocalDay, effects: [Effect]
  ) {
    self.day = day
    self.firstMeasuredDay = firstMeasuredDay
    self.noticedOn = noticedOn
    self.effects = effects
  }
}

/// A measure of a day in which changes are sought. The raw value is the word used in files.
public enum DailyMeasure: String, CaseIterable, Hashable, Sendable {
  /// Mean speed of the day's walks, m/s.
  case speed = "walking_speed"
  /// Mean cadence, steps/min.
  case cadence
  /// Mean step length, m.
  case stepLength = "step_length"
  /// Steps of the day.
  case volume = "steps"

  /// The measure's value on a day; `nil` when it has none, or only one that is assumed.
  public func value(on day: DailySummary) -> Double? {
    let value: Double? =
      switch self {
      case .speed: day.measuresSteps ? day.walking?.meanSpeed.value : nil
      case .cadence: day.walking?.cadence?.value
      case .stepLength: day.measuresSteps ? day.walking?.stepLength?.value : nil
      case .volume: day.stepCount
      }
    return value.flatMap { $0 > 0 ? $0 : nil }
  }
}
