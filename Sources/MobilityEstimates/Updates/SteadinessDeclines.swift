import GaitModel

/// Declines of steadiness: weeks with a score in a row, each with a trend that is steep enough for a flag (``TrendRule``).
///
/// ```
///  week's trend     -  -  F  F  F  -  -        F: flagged
///  told before            |-----|
///  a week came late    |-----|                 the same one, moved: no notice
/// ```
/// A pure function of all scores, so that what is told of them does not depend on the order in which they came.
extension EstimateUpdate {
  /// The declines in what is kept of the person; keep them to ask for notices after the next update.
  /// - Parameter store: Where the scores are.
  /// - Returns: From the last day of the first week of each to that of its last, in time order.
  /// - Throws: What the store throws.
  public func declines(
    keptIn store: some SampleReading
  ) async throws -> [ClosedRange<LocalDay>] {
    declines(
      of: scoredWeeks(try await EstimateReading(store: store, update: self).steadiness()))
  }

  func declines(of weeks: [ScoredWeek]) -> [ClosedRange<LocalDay>] {
    var found: [ClosedRange<LocalDay>] = []
    var begin: LocalDay?
    for day in Set(weeks.map(\.lastDay)).sorted() {
      guard steadinessTrend(of: weeks, endingOn: day).map(settings.trend.isDeclining) ?? false
      else {
        begin = nil
        continue
      }
      if begin != nil { found.removeLast() }
      let first = begin ?? day
      found.append(first...day)
      begin = first
    }
    return found
  }

  /// Whether two declines are one that moved: they have a week in common, or one ends in the week before the other.
  private static func isSame(
    _ one: ClosedRange<LocalDay>, _ other: ClosedRange<LocalDay>
  ) -> Bool {
    one.lowerBound <= other.upperBound.advanced(by: 7)
      && other.lowerBound <= one.upperBound.advanced(by: 7)
  }

  /// The declines that are new, and those that were known and are none any more.
  func declineNotices(
    _ now: [ClosedRange<LocalDay>], before: [ClosedRange<LocalDay>], scores: [Sample]
  ) -> [EstimateNotice] {
    let weeks = scoredWeeks(scores.filter(Self.isScore))
    let new = now.filter { own in !before.contains { Self.isSame($0, own) } }
    let gone = before.filter { own in !now.contains { Self.isSame($0, own) } }
    return new.map(\.lowerBound).compactMap { decliningTrend(of: weeks, endingOn: $0) }
      + gone.map { .withdrawnDecline(day: $0.lowerBound) }
  }

  /// The declines that begin with another week than before.
  func movedDeclines(
    _ now: [ClosedRange<LocalDay>], before: [ClosedRange<LocalDay>]
  ) -> [MovedNotice] {
    before.compactMap { old in
      let own = now.filter { Self.isSame($0, old) }
      guard let first = own.first, !own.contains(where: { $0.lowerBound == old.lowerBound }) else {
        return nil
      }
      return MovedNotice(
        word: EstimateNotice.decline, before: old.lowerBound, now: first.lowerBound)
    }
  }

  private func decliningTrend(of weeks: [ScoredWeek], endingOn day: LocalDay) -> EstimateNotice? {
    steadinessTrend(of: weeks, endingOn: day).map { .decliningTrend($0, day: day) }
  }

  /// What may have been told of each week: that it begins a decline, which may have moved since, and of those in none that
  /// one was withdrawn.
  func declineNotices(ofKept samples: [Sample], withdrawn: [Sample]) -> [EstimateNotice] {
    func scored(_ samples: [Sample]) -> [ScoredWeek] {
      scoredWeeks(samples.filter(Self.isScore))
    }
    let weeks = scored(samples)
    let found = declines(of: weeks)
    return Set((weeks + scored(withdrawn)).map(\.lastDay)).flatMap { day -> [EstimateNotice] in
      let notices: [EstimateNotice?] = [
        found.contains { Self.isSame($0, day...day) }
          ? decliningTrend(of: weeks, endingOn: day) : nil,
        found.contains { $0.contains(day) } ? nil : .withdrawnDecline(day: day),
      ]
      return notices.compactMap(\.self)
    }
  }

  /// The trend of steadiness that ends with a day, over the weeks that were made of the same components and by the same norm
  /// as the last of them: without one of its components, or for another height or sex, a score lies elsewhere, and nobody walks
  /// otherwise.
  func steadinessTrend(of weeks: [ScoredWeek], endingOn day: LocalDay) -> Trend? {
    settings.trend.trend(
      of: alike(weeks, endingOn: day).map { ($0.lastDay, $0.score) }, endingOn: day)
  }

  /// The least and the greatest mass in the weeks of that trend, kilograms; `nil` where they move no norm
  /// (`ScoredWeek.hasOtherMass`).
  func trendMasses(of weeks: [ScoredWeek], endingOn day: LocalDay) -> ClosedRange<Double>? {
    let own = alike(weeks, endingOn: day)
    let masses = own.compactMap(\.participant.mass?.kilograms)
    guard let least = masses.min(), let most = masses.max(), least < most,
      own.contains(where: { week in own.contains { week.hasOtherMass(than: $0) } })
    else { return nil }
    return least...most
  }

  /// The weeks that a trend looks back on and that were made as the last of them.
  private func alike(_ weeks: [ScoredWeek], endingOn day: LocalDay) -> [ScoredWeek] {
    let first = day.advanced(by: -7 * settings.trend.weeks)
    let past = weeks.filter { first < $0.lastDay && $0.lastDay <= day }
    guard let last = past.max(by: { $0.lastDay < $1.lastDay }) else { return [] }
    return past.filter { $0.isMade(as: last) }
  }

  /// Scores as far as trends need them, in their order.
  func scoredWeeks(_ scores: [Sample]) -> [ScoredWeek] {
    scores.map {
      let day = WeeklySamples.lastDay(of: $0, calendar: calendar)
      let participant = person.participant(on: day)
      return ScoredWeek(
        lastDay: day, score: $0.value, components: WeeklySamples.components(of: $0),
        participant: participant)
    }
  }
}
