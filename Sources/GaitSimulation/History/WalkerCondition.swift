/// How a person is on a day, against how they usually are.
public struct WalkerCondition: Hashable, Sendable {
  /// Speed of the six-minute walk and of the fast end of daily walking; 1 is usual.
  public var capacity = 1.0
  /// How much the person walks; 1 is usual, 0 not at all.
  public var volume = 1.0
  /// Added to the share of uneven steps.
  public var unevenSteps = 0.0
  /// Added to double support, share of the stride.
  public var doubleSupport = 0.0
  /// Added to the variation of step length from walk to walk.
  public var variation = 0.0
  /// Step length against what belongs to the speed; 1 is usual.
  public var stepLength = 1.0
  /// Greatest oxygen uptake; 1 is usual.
  public var fitness = 1.0
  /// Added to the logarithm of the relative rate of falls.
  public var unsteadiness = 0.0
  /// Whether the device is carried at all.
  public var isCarried = true

  /// As usual.
  public init() {}

  /// Makes each sign as strong as it is in a person.
  mutating func show(in signs: HistorySigns) {
    if capacity < 1 { capacity = max(1 - signs.capacity * (1 - capacity), 0.2) }
    if stepLength < 1 { stepLength = max(1 - signs.stepLength * (1 - stepLength), 0.5) }
    doubleSupport *= signs.doubleSupport
    unevenSteps *= signs.unevenSteps
    variation *= signs.variation
  }
}

extension HistoryScenario {
  /// How a person is on a day counted from 0; `chance` is a number from 0 to 1 of the day's own.
  func condition(on day: Int, chance: Double) -> WalkerCondition {
    switch self {
    case .steady, .frail, .pocket, .changedPocket, .twoDevices: WalkerCondition()
    case .ageing: Self.aged(Double(day) / 365.25)
    case .kneeSurgery: Self.operated(days: day - 90)
    case .ankleInjury: Self.sprained(days: day - 60)
    case .fitness: Self.trained(weeks: Double(day - 42) / 7)
    case .unsteadiness, .pocketUnsteadiness: Self.unsteady(on: day)
    case .stroke: Self.weakened(days: day - 90)
    case .drugChange: Self.drugged(days: day - 90)
    case .heatWave: Self.heated((90..<100).contains(day))
    case .holidays: Self.away((42..<56).contains(day) || (112..<126).contains(day))
    case .phoneAtHome: Self.away(chance < 1.0 / 3)
    }
  }

  private static func aged(_ years: Double) -> WalkerCondition {
    var condition = WalkerCondition()
    condition.capacity = PortableFunctions.exponential(-0.015 * years)
    return condition
  }

  /// The knee slows its owner by 10 % in three months; after the operation half of the speed is
  /// left, and comes back with a time constant of five weeks, a little above what it was before.
  private static func operated(days: Int) -> WalkerCondition {
    var condition = WalkerCondition()
    guard days >= 0 else {
      let near = max(0, 1 + Double(days) / 90)
      condition.capacity = 1 - 0.10 * near
      condition.unevenSteps = 0.15 * near
      return condition
    }
    let lost = PortableFunctions.exponential(-Double(days) / 35)
    condition.capacity = 0.98 - 0.50 * lost
    condition.volume = 1 - 0.75 * PortableFunctions.exponential(-Double(days) / 21)
    condition.unevenSteps = 0.35 * lost
    condition.doubleSupport = 0.08 * lost
    condition.variation = 0.05 * lost
    condition.stepLength = 1 - 0.08 * lost
    condition.unsteadiness = 1.0 * lost
    condition.isCarried = days >= 2
    return condition
  }

  private static func sprained(days: Int) -> WalkerCondition {
    var condition = WalkerCondition()
    guard days >= 0 else { return condition }
    let lost = PortableFunctions.exponential(-Double(days) / 14)
    condition.capacity = 1 - 0.35 * lost
    condition.volume = 1 - 0.6 * lost
    condition.unevenSteps = 0.5 * lost
    condition.doubleSupport = 0.03 * lost
    condition.unsteadiness = 0.6 * lost
    return condition
  }

  private static func trained(weeks: Double) -> WalkerCondition {
    let done = min(max(weeks / 12, 0), 1)
    var condition = WalkerCondition()
    condition.capacity = 1 + 0.08 * done
    condition.volume = 1 + 0.5 * done
    condition.fitness = 1 + 0.15 * done
    return condition
  }

  private static func unsteady(on day: Int) -> WalkerCondition {
    let fall = min(max(Double(day - 60) / 42, 0), 1)
    let rise = min(max(Double(day - 270) / 28, 0), 1)
    let lost = fall - rise
    var condition = WalkerCondition()
    condition.capacity = 1 - 0.35 * lost
    condition.doubleSupport = 0.06 * lost
    condition.unevenSteps = 0.20 * lost
    condition.variation = 0.08 * lost
    condition.stepLength = 1 - 0.12 * lost
    condition.unsteadiness = 1.4 * lost
    return condition
  }

  /// Four days in hospital; a third of what was lost stays lost.
  private static func weakened(days: Int) -> WalkerCondition {
    var condition = WalkerCondition()
    guard days >= 0 else { return condition }
    let lost = 0.33 + 0.67 * PortableFunctions.exponential(-Double(days) / 45)
    condition.capacity = 1 - 0.40 * lost
    condition.volume = 1 - 0.5 * lost
    condition.unevenSteps = 0.40 * lost
    condition.doubleSupport = 0.05 * lost
    condition.variation = 0.04 * lost
    condition.stepLength = 1 - 0.06 * lost
    condition.unsteadiness = 1.1 * lost
    condition.isCarried = days >= 4
    return condition
  }

  /// Slower by a sixth within three days, and as before within three days of giving it up.
  private static func drugged(days: Int) -> WalkerCondition {
    let taken = min(max(Double(days + 1) / 3, 0), 1)
    let given = min(max(Double(days - 59) / 3, 0), 1)
    let effect = taken - given
    var condition = WalkerCondition()
    condition.capacity = 1 - 0.16 * effect
    condition.volume = 1 - 0.2 * effect
    condition.doubleSupport = 0.015 * effect
    condition.unsteadiness = 0.5 * effect
    return condition
  }

  /// Fewer walks and a little slower ones; what the person could walk in the clinic stays.
  private static func heated(_ isHot: Bool) -> WalkerCondition {
    var condition = WalkerCondition()
    if isHot { condition.volume = 0.4 }
    return condition
  }

  private static func away(_ isAway: Bool) -> WalkerCondition {
    var condition = WalkerCondition()
    condition.isCarried = !isAway
    return condition
  }
}
