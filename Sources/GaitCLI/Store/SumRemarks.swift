import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// What a reader of sums must know of ours: they are of what was recorded and measured, and of nothing else.
struct SumRemarks {
  private let kind: AnySampleKind
  private var boutCount = 0
  private var countWithout = 0
  private var dayCount = 0
  private var hardlyWornDays = 0
  private var daysOfUnknownWear = 0

  /// Remarks on sums of a kind; there are none on other kinds.
  init(_ kind: AnySampleKind) { self.kind = kind }

  /// Kinds of which every bout has a value where it can be measured.
  private static let kindsOfBouts: Set<AnySampleKind> = [
    SampleKind.distance.erased, SampleKind.turnCount.erased,
  ]

  /// Notes the days of a comparison that have a value of both, by day or by week.
  ///
  /// - Parameters:
  ///   - pairs: what it found.
  ///   - comparison: of one person.
  ///   - store: where the samples are.
  /// - Throws: what the store throws.
  mutating func add(
    _ pairs: [MeasuredPair], of comparison: SourceComparison, in store: SampleStore
  ) async throws {
    guard kind.aggregation == .cumulative, !EstimateUpdate.madeKinds.contains(kind),
      comparison.span != .bout, !pairs.isEmpty
    else { return }
    var byDay = comparison
    byDay.span = .day
    let ofDays = comparison.span == .day ? pairs : try await byDay.pairs(in: store)
    let days = Set(ofDays.map(\.interval.start))
    var query = StatisticsQuery(kind: kind, every: .days(1), in: comparison.calendar)
    query.samples.participant = comparison.participant
    query.samples.clock = comparison.clock
    try await addBouts(query, in: store, on: days)
    query.kind = SampleKind.wearTime.erased
    query.samples.source = SampleSource.analysisName
    let worn = Dictionary(
      try await store.statistics(query).map { ($0.interval.start, $0.sum ?? 0) },
      uniquingKeysWith: +)
    let rule = WearRule()
    dayCount += days.count
    daysOfUnknownWear += days.count { worn[$0] == nil }
    hardlyWornDays += days.count { day in
      worn[day].map { !WearRule.isWorn($0 / 3600, for: rule.hoursOfDay) } ?? false
    }
  }

  /// Notes how many bouts of ours have a value in the intervals of a question.
  ///
  /// - Parameters:
  ///   - query: the question, of the kind.
  ///   - store: where the samples are.
  ///   - starts: when the intervals that count begin; `nil` for all.
  /// - Throws: what the store throws.
  mutating func addBouts(
    _ query: StatisticsQuery, in store: SampleStore, on starts: Set<Date>? = nil
  ) async throws {
    let ours = SampleSource.analysisName
    // Other metadata, as the method, are of a value and not of its bout.
    guard Self.kindsOfBouts.contains(kind), query.samples.source ?? ours == ours,
      query.samples.other.isEmpty, query.samples.otherKey == nil
    else { return }
    var counts: [AnySampleKind: Int] = [:]
    for kind in [kind, SampleKind.stepCount.erased] {
      var query = query
      (query.kind, query.samples.source) = (kind, ours)
      counts[kind] = try await store.statistics(query).reduce(0) { sum, interval in
        starts?.contains(interval.interval.start) ?? true ? sum + interval.count : sum
      }
    }
    let all = counts[SampleKind.stepCount.erased] ?? 0
    boutCount += all
    countWithout += max(0, all - (counts[kind] ?? 0))
  }

  /// What is to be said; empty where the sums are of whole days.
  var sentences: [String] {
    var sentences: [String] = []
    if countWithout > 0 {
      sentences.append(
        "\(countWithout) of \(StudyText.count(boutCount, "bout")) of ours \(countWithout.verb("has", "have")) no \(kind.name), as on "
          + "stairs and in runs, and our sums are without \(countWithout == 1 ? "it" : "them")")
    }
    let days = "of the \(StudyText.count(dayCount, "day")) compared"
    if hardlyWornDays > 0 {
      sentences.append(
        "on \(hardlyWornDays) \(days) our device was worn for less than 8 h, and the other source may have counted the rest of the day"
      )
    }
    if daysOfUnknownWear > 0 {
      sentences.append("on \(daysOfUnknownWear) \(days) nothing says when our device was worn")
    }
    return sentences
  }
}
