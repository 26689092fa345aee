import Foundation

/// What really was on a day of a simulated history.
public struct HistoryDay: Hashable, Sendable {
  /// The day counted from 0.
  public var index: Int
  /// Midnight where the person lives.
  public var start: Date
  /// How the person was.
  public var condition: WalkerCondition
  /// What the clinic's six-minute walk test would have given, m.
  public var sixMinuteWalkMeters: Double
  /// The fast end of daily walking, m/s.
  public var fastSpeed: Double
  /// The rate of falls over that of people of the same age and sex: the truth of steadiness.
  public var relativeFallRate: Double
  /// Greatest oxygen uptake, mL/(kg·min).
  public var greatestUptake: Double
  /// Hours the device was worn.
  public var wornHours: Double
  /// Walks recorded.
  public var walkCount: Int
}
