import ArgumentParser
import Foundation
import GaitModel
import SampleStorage

/// Which figures, and of which intervals.
struct FigureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Some of count, sum, mean, time-weighted, min, max, seconds, median, p95, …",
      valueName: "list"))
  var statistics: String?

  @Option(
    help: ArgumentHelp(
      "hour, day, week, month, or several: 2-weeks; a day if not given.",
      valueName: "step"))
  var every: StepArgument?

  @Option(help: ArgumentHelp("An instant at which an interval begins.", valueName: "date"))
  var anchor: InstantArgument?

  @Flag(help: "Figures of all people as one.")
  var everybody = false

  @Flag(help: "Figures of all sources as one; each has its own if not given.")
  var mixSources = false

  @Flag(help: "Figures of each labelled activity of a person.")
  var byActivity = false

  @Option(help: ArgumentHelp("Only activities that are called so.", valueName: "word"))
  var label: String?

  /// Whether figures are asked for at all.
  var isAsked: Bool { statistics != nil || every != nil || byActivity }

  /// Whether each activity has its own.
  var isByActivity: Bool { byActivity }

  /// Throws where figures and kind do not go together.
  func check(_ kind: AnySampleKind?) throws {
    guard let kind, isAsked else { return }
    _ = try list(kind)
  }

  /// The figures; those that make most sense of the kind when none is named.
  func list(_ kind: AnySampleKind) throws -> [FigureArgument] {
    if let statistics { return try FigureArgument.list(statistics) }
    switch kind.aggregation {
    case .cumulative: return [.count, .sum]
    case .discrete: return [.count, .mean, .percentile(0.5), .percentile(0.95)]
    case .category: return [.count, .seconds]
    }
  }

  /// The question for figures of intervals; `nil` when samples are asked for.
  func query(
    _ kind: AnySampleKind, _ samples: SampleQuery, in zone: TimeZone
  ) throws -> StatisticsQuery? {
    guard isAsked else { return nil }
    var query = StatisticsQuery(
      kind: kind, every: every?.step ?? .days(1), in: .civil(in: zone))
    query.samples = samples
    query.anchor = anchor?.date(in: zone)
    query.percentiles = try percentiles(kind)
    query.grouping = everybody ? .everybody : .eachPerson
    query.mixesSources = mixSources
    return query
  }

  /// The figures of each activity.
  func activities(
    of kind: AnySampleKind, _ query: SampleQuery, _ store: SampleStore
  ) async throws -> [ActivityStatistics] {
    try await store.activityStatistics(
      of: kind, matching: query, label: label, percentiles: try percentiles(kind))
  }

  private func percentiles(_ kind: AnySampleKind) throws -> [Double] {
    try list(kind).compactMap { if case .percentile(let share) = $0 { share } else { nil } }
  }
}
