import GaitModel

/// A day from which on walking speeds and step lengths hold another factor of the person's own
/// (`PersonalCalibration.factor`): what is known of the steps changed, and nobody walks otherwise.
public struct PersonalFactorChange: Hashable, Sendable {
  /// The first day with the new factor.
  public var day: LocalDay
  /// The factor of the days before; `nil` for none.
  public var before: Double?
  /// The factor from the day on; `nil` for none.
  public var since: Double?

  /// Makes a change.
  public init(day: LocalDay, before: Double?, since: Double?) {
    (self.day, self.before, self.since) = (day, before, since)
  }

  /// The changes within days in time order. Days without speeds, and with assumed ones, which are compared with none, say
  /// nothing.
  static func all(in days: [DailySummary]) -> [PersonalFactorChange] {
    let told = days.filter(\.hasComparedSpeeds)
    return zip(told, told.dropFirst()).compactMap { before, now in
      before.personalFactor == now.personalFactor
        ? nil
        : PersonalFactorChange(
          day: now.day, before: before.personalFactor, since: now.personalFactor)
    }
  }
}

extension DailySummary {
  /// Whether the day has speeds that are held against those of other days.
  var hasComparedSpeeds: Bool {
    comparesSpeeds && (walking != nil || sustained?.fastSpeed != nil)
  }

  /// The day as it would be with another factor in its speeds and step lengths; 1 for none.
  func with(personalFactor factor: Double) -> DailySummary {
    let ratio = factor / (personalFactor ?? 1)
    guard ratio != 1 else { return self }
    func scaled(_ figure: Figure) -> Figure {
      Figure(
        value: figure.value * ratio, standardError: figure.standardError.map { $0 * ratio },
        errorWithinPerson: figure.errorWithinPerson.map { $0 * ratio })
    }
    var day = self
    day.personalFactor = factor == 1 ? nil : factor
    if let walking {
      day.walking?.meanSpeed = scaled(walking.meanSpeed)
      day.walking?.medianSpeed = walking.medianSpeed.map { $0 * ratio }
      day.walking?.fastSpeed = scaled(walking.fastSpeed)
      day.walking?.stepLength = walking.stepLength.map(scaled)
    }
    day.sustained?.fastSpeed = sustained?.fastSpeed.map(scaled)
    day.sustained?.longestSixMinutes = sustained?.longestSixMinutes.map { $0 * ratio }
    return day
  }
}

extension [LocalDay: DailySummary] {
  /// The days with one factor in all of their speeds and step lengths, that of the latest day through one that has speeds to
  /// compare: so days before a calibration and since it are compared.
  func withOneFactor(through last: LocalDay) -> Self {
    guard values.contains(where: { $0.personalFactor != nil }) else { return self }
    let latest = values.filter { $0.day <= last && $0.hasComparedSpeeds }.max { $0.day < $1.day }
    return mapValues { $0.with(personalFactor: latest?.personalFactor ?? 1) }
  }
}
