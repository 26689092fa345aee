import Foundation
import GaitModel

/// Something about a person that is worth telling somebody.
public enum EstimateNews: Hashable, Sendable {
  /// Walking steadiness fell into a class, or stays there.
  case steadinessEvent(SteadinessEvent, day: LocalDay)
  /// Steadiness falls by more than the rule allows in a week, and did not a week before.
  case decliningTrend(Trend, day: LocalDay)

  /// The last day of the week that brought it.
  public var day: LocalDay {
    switch self {
    case .steadinessEvent(_, let day), .decliningTrend(_, let day): day
    }
  }

  /// The word for files and commands.
  public var word: String {
    switch self {
    case .steadinessEvent(.initialLow, _): "initial_low"
    case .steadinessEvent(.initialVeryLow, _): "initial_very_low"
    case .steadinessEvent(.repeatLow, _): "repeat_low"
    case .steadinessEvent(.repeatVeryLow, _): "repeat_very_low"
    case .decliningTrend: "declining_trend"
    }
  }

  /// The news in words.
  public var message: String {
    switch self {
    case .steadinessEvent(.initialLow, _): "walking steadiness has been low for a month"
    case .steadinessEvent(.initialVeryLow, _): "walking steadiness has been very low for a month"
    case .steadinessEvent(.repeatLow, _): "walking steadiness is still low"
    case .steadinessEvent(.repeatVeryLow, _): "walking steadiness is still very low"
    case .decliningTrend: "walking steadiness falls by more than 5 points a week"
    }
  }
}

extension EstimateUpdate {
  /// What is new in some changes, in time order. What was kept before is no news.
  /// - Parameters:
  ///   - changes: What an update found.
  ///   - scores: All steadiness scores, the changes' own among them.
  /// - Returns: The news; empty when nothing is worth telling.
  public func news(in changes: EstimateChanges, scores: [Sample]) -> [EstimateNews] {
    let replaced = Set(changes.replaced)
    let events = changes.events.filter { !replaced.contains($0.sample.id) }.map { event in
      EstimateNews.steadinessEvent(
        event.value, day: calendar.day(containing: event.sample.start - 0.001))
    }
    let values = scores.map {
      (lastDay: WeeklySamples.lastDay(of: $0, calendar: calendar), value: $0.value)
    }
    let renewed = changes.saved.filter {
      $0.kind == SampleKind.walkingSteadiness.erased && !replaced.contains($0.id)
    }
    let declines = renewed.compactMap { score -> EstimateNews? in
      let day = WeeklySamples.lastDay(of: score, calendar: calendar)
      guard let trend = settings.trend.trend(of: values, endingOn: day),
        settings.trend.isDeclining(trend)
      else { return nil }
      let before = settings.trend.trend(of: values, endingOn: day.advanced(by: -7))
      return before.map(settings.trend.isDeclining) ?? false
        ? nil : .decliningTrend(trend, day: day)
    }
    return (events + declines).sorted { ($0.day, $0.word) < ($1.day, $1.word) }
  }

  /// Brings estimates up to date, keeps them, and says what is worth telling.
  /// - Parameters:
  ///   - store: Where samples are read and kept.
  ///   - stale: What must be made again.
  ///   - lastDay: The last day that is over.
  /// - Returns: The changes, already kept, and the news in them.
  /// - Throws: What the store throws; then nothing or only a part was kept, and the same update makes
  ///   up for it.
  public func apply(
    in store: some SampleReading & SampleWriting, stale: Staleness, through lastDay: LocalDay
  ) async throws -> (changes: EstimateChanges, news: [EstimateNews]) {
    let changes = try await changes(in: store, stale: stale, through: lastDay)
    if !changes.deleted.isEmpty { try await store.delete(changes.deleted) }
    if !changes.saved.isEmpty { try await store.save(changes.saved) }
    let scores = try await EstimateReading(store: store, update: self).steadiness()
    return (changes, news(in: changes, scores: scores))
  }

  /// Tells when a steadiness event or a declining trend appears: estimates are brought up to date
  /// whenever samples change.
  ///
  /// ```swift
  /// for try await news in update.news(in: store, after: changedSamples, through: today) {
  ///   print(news.message)
  /// }
  /// ```
  /// - Parameters:
  ///   - store: Where samples are read and estimates are kept.
  ///   - changes: Samples that were added, replaced or deleted, as a store hands them out.
  ///   - lastDay: The last day that is over, asked at every change.
  /// - Returns: The news, as they come. It ends with the changes, or with an error of the store.
  public func news<Store: SampleReading & SampleWriting, Changes: AsyncSequence & Sendable>(
    in store: Store, after changes: Changes, through lastDay: @escaping @Sendable () -> LocalDay
  ) -> AsyncThrowingStream<EstimateNews, any Error> where Changes.Element == [Sample] {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          for try await changed in changes {
            let own = changed.filter { $0.participant == person.identifier }
            let stale = Staleness(changed: own, calendar: calendar)
            for news in try await apply(in: store, stale: stale, through: lastDay()).news {
              continuation.yield(news)
            }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
