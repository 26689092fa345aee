/// What happens to a person in a simulated history of days.
///
/// ```swift
/// let history = HistoryScenario.kneeSurgery.history(
///   participant: "P07", seed: 3, firstDay: start, timeZone: zone)
/// history.samples   // what a phone would have left in the store
/// history.truth     // what really was
/// ```
public enum HistoryScenario: String, CaseIterable, Hashable, Sendable {
  /// Nothing happens.
  case steady
  /// A year on year decline, as people age.
  case ageing
  /// A knee that gets worse, an operation, a dip, and a recovery over months.
  case kneeSurgery = "knee-surgery"
  /// An ankle is sprained, limps for a month and heals.
  case ankleInjury = "ankle-injury"
  /// Twelve weeks of training; with a heart rate.
  case fitness
  /// Walking gets unsteady within six weeks, stays so for half a year and recovers.
  case unsteadiness
  /// Two holidays of two weeks without the phone.
  case holidays
  /// On one day of three the phone stays at home.
  case phoneAtHome = "phone-at-home"

  /// What happens, in a sentence.
  public var summary: String {
    switch self {
    case .steady: "Nothing happens."
    case .ageing: "Walking slows by 1.5 % a year."
    case .kneeSurgery: "A knee gets worse, is operated on day 91, and recovers over months."
    case .ankleInjury: "An ankle is sprained on day 61, limps for a month and heals."
    case .fitness: "Twelve weeks of training from day 43 on; with a heart rate."
    case .unsteadiness:
      "Walking gets unsteady from day 61 on, stays so, and recovers after day 271."
    case .holidays: "Two weeks without data from day 43 and from day 113 on."
    case .phoneAtHome: "On one day of three the phone stays at home."
    }
  }

  /// How long the history is when nobody asks for another length, days.
  public var usualDays: Int {
    switch self {
    case .ageing: 730
    case .unsteadiness: 364
    default: 182
    }
  }

  /// The first day after the event, counted from 0, where the scenario has one.
  public var eventDay: Int? {
    switch self {
    case .kneeSurgery: 90
    case .ankleInjury, .unsteadiness: 60
    case .fitness, .holidays: 42
    case .steady, .ageing, .phoneAtHome: nil
    }
  }
}
