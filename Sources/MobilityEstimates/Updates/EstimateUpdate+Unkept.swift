import GaitModel

/// Days of which what is kept is not all that their samples say, because nobody collected some of their figures.
extension EstimateUpdate {
  /// Whether what is kept of days is what their samples say.
  var keepsWholeDays: Bool { notCollected.isDisjoint(with: Self.dailyKinds) }

  /// Kept days, with the figures that nobody keeps: weeks are made of these, too.
  func wholeDays(
    _ kept: [LocalDay: DailySummary], _ reading: EstimateReading<some SampleReading>,
    through lastDay: LocalDay
  ) async throws -> [LocalDay: DailySummary] {
    guard !keepsWholeDays, let first = try await reading.earliestDay(), first <= lastDay else {
      return kept
    }
    return kept.merging(try await madeDays(in: [first...lastDay], reading)) { $1 }
  }

  /// Days made from their samples, to be read and not to be kept.
  func madeDays(
    in stretches: [ClosedRange<LocalDay>], without days: Set<LocalDay> = [],
    _ reading: EstimateReading<some SampleReading>
  ) async throws -> [LocalDay: DailySummary] {
    guard let first = try await reading.earliestDay() else { return [:] }
    let asked = stretches.reduce(into: Set<LocalDay>()) { $0.formUnion($1) }
      .filter { $0 >= first && !days.contains($0) }
    let settled = SettledStaleness(days: asked, isEverything: false)
    let made = try await summaries(of: settled.stretches, reading).flatMap(\.summaries)
    return Dictionary(made.map { ($0.day, $0) }) { $1 }
  }

  /// The days in which changes are sought, besides those that are stale.
  func changeDays(
    besides stale: SettledStaleness, _ reading: EstimateReading<some SampleReading>,
    through lastDay: LocalDay
  ) async throws -> [ChangeDay] {
    guard !stale.isEverything else { return [] }
    guard !notCollected.isDisjoint(with: EstimateReading<SampleList>.changeKinds),
      let first = try await reading.earliestDay(), first <= lastDay
    else { return try await reading.changeDays(without: stale.days) }
    // A look back finds the changes of later days, too.
    let later = try await reading.changeDays(without: Set(first...lastDay))
    return later
      + (try await madeDays(in: [first...lastDay], without: stale.days, reading)).values.map(
        ChangeDay.init)
  }

  /// The figures that are collected again and that days lack, other than those of days that are made again in any case.
  func lackingFigures(
    besides stale: Staleness, _ reading: EstimateReading<some SampleReading>,
    through lastDay: LocalDay
  ) async throws -> [Sample] {
    guard !resumed.isEmpty, !stale.isEverything, let first = try await reading.earliestDay(),
      first <= lastDay
    else { return [] }
    let codec = DailySamples(
      participant: person.identifier, calendar: calendar, settings: settings)
    let days = SettledStaleness(
      days: Set(first...lastDay).subtracting(stale.days), isEverything: false)
    var lacking: [Sample] = []
    for made in try await summaries(of: days.stretches, reading) {
      let kept = Set(try await reading.daily(in: made.stretch).map(\.id))
      lacking += made.summaries.flatMap(codec.samples(of:)).filter {
        resumed.contains($0.kind) && !kept.contains($0.id) && !deleted.contains($0.id)
      }
    }
    return lacking
  }
}
