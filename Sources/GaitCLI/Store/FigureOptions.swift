import ArgumentParser
import Foundation
import GaitModel
import GaitResults
import SampleStorage

/// Which figures, and of which intervals.
struct FigureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Some of count, sum, mean, time-weighted, min, max, seconds, median, p95, time-weighted-p95, …",
      valueName: "list"))
  var statistics: String?

  @Option(
    help: ArgumentHelp(
      "hour, day, week, month, or several: 2-weeks; a day if not given.",
      valueName: "step"),
    transform: StepArgument.read)
  var every: StepArgument?

  @Option(
    help: ArgumentHelp(
      "An instant at which an interval begins; where days are of no one zone, as it reads.",
      valueName: "date"),
    transform: InstantArgument.read)
  var anchor: InstantArgument?

  @Flag(help: "Figures of all people as one.")
  var everybody = false

  @Flag(help: "Figures of all sources as one; each has its own if not given.")
  var mixSources = false

  @Flag(help: "Figures of each labelled activity of a person, and of each imported workout.")
  var byActivity = false

  @Option(help: ArgumentHelp("Only activities that are called so.", valueName: "word"))
  var label: String?

  /// Whether figures are asked for at all.
  var isAsked: Bool { statistics != nil || every != nil || byActivity }

  /// Whether each activity has its own.
  var isByActivity: Bool { byActivity }

  /// Throws where figures and kind do not go together, and where an option would change nothing.
  func check(_ kind: AnySampleKind?) throws {
    if label != nil, !byActivity {
      throw ValidationError("--label is about labelled activities; add --by-activity")
    }
    if byActivity, every != nil || everybody || mixSources || anchor != nil {
      throw ValidationError(
        "--by-activity gives each activity its figures; --every, --anchor, --everybody and "
          + "--mix-sources are about days and longer")
    }
    if !isAsked, anchor != nil || everybody || mixSources {
      throw ValidationError(
        "--anchor, --everybody and --mix-sources are about figures; add --every day or --statistics"
      )
    }
    guard let kind, isAsked else { return }
    _ = try list(kind)
  }

  /// The figures; those that make most sense of the kind when none is named.
  func list(_ kind: AnySampleKind) throws -> [FigureArgument] {
    if let statistics { return try FigureArgument.list(statistics).map { try $0.checked(kind) } }
    if SampleWords.areValues(of: kind) { return [.count, .seconds] }
    return kind.aggregation == .cumulative
      ? [.count, .sum] : [.count, .mean, .percentile(0.5), .percentile(0.95)]
  }

  /// The question for figures of intervals; `nil` when samples are asked for.
  func query(
    _ kind: AnySampleKind, _ samples: SampleQuery, by clock: DayClock
  ) throws -> StatisticsQuery? {
    guard isAsked else { return nil }
    var query = StatisticsQuery(
      kind: kind, every: every?.step ?? .days(1), in: .civil(in: clock.zone))
    query.samples = samples
    query.anchor = anchor?.date(by: clock)
    query.percentiles = try percentiles(kind)
    query.timeWeightedPercentiles = try timeWeightedPercentiles(kind)
    query.grouping = everybody ? .everybody : .eachPerson
    query.mixesSources = mixSources
    return query
  }

  /// The figures of each activity, of each person by their own clock.
  func activities(
    of kind: AnySampleKind, _ query: SampleQuery, _ zones: PeopleZones, _ store: SampleStore
  ) async throws -> [ActivityStatistics] {
    let kinds: [SampleKind<ActivityMark>] = [.activity, .workout]
    let marks = try await store.samples(
      matching: SampleQuery(kinds: Set(kinds.map(\.erased)), participant: query.participant))
    guard !marks.isEmpty else {
      throw StoreFailure.message(
        "no activity is labelled, and no workout was imported; gait analyze --activities FILE --store "
          + "\(store.path.shellWord) keeps labels, gait import a phone's workouts"
      )
    }
    if let label {
      let known = Set(marks.compactMap(\.metadata.label)).sorted()
      try StoreFailure.check(label, among: known, "activity called", "activities called")
    }
    var found: [ActivityStatistics] = []
    for person in Set(marks.map(\.participant)).sorted() {
      var query = query
      (query.participant, query.clock) = (person, zones.clock(of: person))
      for marks in kinds {
        found += try await store.activityStatistics(
          of: kind, matching: query, marks: marks, label: label,
          percentiles: try percentiles(kind),
          timeWeightedPercentiles: try timeWeightedPercentiles(kind))
      }
    }
    // A phone says most workouts twice: as a workout, and as its one activity.
    let once = found.filter { line in
      line.activity.kind != SampleKind.workout.erased
        || !found.contains { $0.activity.isWhole(line.activity) && $0.source == line.source }
    }
    return once.enumerated().sorted {
      ($0.element.activity.start, $0.offset) < ($1.element.activity.start, $1.offset)
    }.map(\.element)
  }

  private func percentiles(_ kind: AnySampleKind) throws -> [Double] {
    try list(kind).compactMap { if case .percentile(let share) = $0 { share } else { nil } }
  }

  private func timeWeightedPercentiles(_ kind: AnySampleKind) throws -> [Double] {
    try list(kind).compactMap {
      if case .timeWeightedPercentile(let share) = $0 { share } else { nil }
    }
  }
}

/// A figure of many samples: `mean`, `p95`.
enum FigureArgument: Hashable {
  /// How many samples.
  case count
  /// Their sum, for what adds up.
  case sum
  /// Their mean.
  case mean
  /// Their mean, weighted by how long each lasts.
  case timeWeighted
  /// The smallest.
  case minimum
  /// The greatest.
  case maximum
  /// How long they last together, seconds.
  case seconds
  /// The value below which a share of the samples lies: per bout, where a sample is a bout.
  case percentile(Double)
  /// The value below which a share of their time lies.
  case timeWeightedPercentile(Double)

  /// The figures that `--statistics` names, parted by commas, each once; throws with what can be named.
  static func list(_ text: String) throws -> [FigureArgument] {
    var columns: Set<String> = []
    return try named(text).filter { columns.insert($0.column).inserted }
  }

  private static let words = [
    "count", "sum", "mean", "time-weighted", "min", "max", "seconds", "median",
  ]

  private static let advice = """
    give some of count, sum, mean, time-weighted, min, max, \
    seconds, median, p0 to p100, time-weighted-p0 to time-weighted-p100, parted by commas; for \
    example mean,p95,time-weighted-p95
    """

  private static func named(_ text: String) throws -> [FigureArgument] {
    let named = text.split(separator: ",")
    guard !named.isEmpty else {
      throw ValidationError("--statistics \"\(text)\" names no figure: \(advice)")
    }
    return try named.map { word in
      guard let figure = figure(word.lowercased()) else {
        throw ValidationError(
          "--statistics \(word) cannot be\(InvalidWord.question(of: String(word), among: words)): \(advice)"
        )
      }
      return figure
    }
  }

  private static func figure(_ word: String) -> FigureArgument? {
    switch word {
    case "count", "n": return .count
    case "sum": return .sum
    case "mean": return .mean
    case "time-weighted", "time-weighted-mean": return .timeWeighted
    case "min", "minimum": return .minimum
    case "max", "maximum": return .maximum
    case "seconds": return .seconds
    case "median": return .percentile(0.5)
    default:
      let prefix = "time-weighted-"
      let isWeighted = word.hasPrefix(prefix)
      let rest = isWeighted ? word.dropFirst(prefix.count) : word[...]
      if isWeighted, rest == "median" { return .timeWeightedPercentile(0.5) }
      guard rest.first == "p", let percent = Double(rest.dropFirst()), (0...100).contains(percent)
      else { return nil }
      return isWeighted ? .timeWeightedPercentile(percent / 100) : .percentile(percent / 100)
    }
  }

  /// The figure itself, where a kind has it; throws where every row would be empty.
  func checked(_ kind: AnySampleKind) throws -> FigureArgument {
    switch (self, kind.aggregation) {
    case (.count, _), (.seconds, _): return self
    case _ where SampleWords.areValues(of: kind):
      throw ValidationError("\(kind.name) is a word: it has no figures but count and seconds")
    case (.sum, .discrete):
      throw ValidationError(
        "--statistics sum is of amounts; \(kind.name) has mean, median, min, max and more")
    case (.timeWeightedPercentile, .cumulative):
      throw ValidationError(
        "\(kind.name) adds up: it has no time-weighted percentiles, but sum, mean, median and more")
    default: return self
    }
  }

  /// The name of the column.
  var column: String {
    switch self {
    case .count: "count"
    case .sum: "sum"
    case .mean: "mean"
    case .timeWeighted: "time_weighted_mean"
    case .minimum: "min"
    case .maximum: "max"
    case .seconds: "seconds"
    case .percentile(let share): "per_sample_p" + (DecimalText.trimmed(share * 100) ?? "")
    case .timeWeightedPercentile(let share):
      "time_weighted_p" + (DecimalText.trimmed(share * 100) ?? "")
    }
  }

  /// The figure of an interval.
  func field(_ statistics: IntervalStatistics) -> Field {
    switch self {
    case .count: .count(statistics.count)
    case .sum: Self.number(statistics.sum)
    case .mean: Self.number(statistics.mean)
    case .timeWeighted: Self.number(statistics.timeWeightedMean)
    case .minimum: Self.number(statistics.minimum)
    case .maximum: Self.number(statistics.maximum)
    case .seconds: .number(statistics.seconds, decimals: 3)
    case .percentile(let share): Self.number(statistics.percentiles[share])
    case .timeWeightedPercentile(let share):
      Self.number(statistics.timeWeightedPercentiles[share])
    }
  }

  /// The figure of no sample at all.
  var fieldOfNone: Field { self == .count ? .count(0) : .blank }

  private static func number(_ value: Double?) -> Field { value.map { .number($0) } ?? .blank }
}

/// The length of an interval: `hour`, `day`, `week`, `month`, `2-weeks`.
struct StepArgument: ExpressibleByArgument {
  /// The length.
  let step: StatisticsQuery.Step

  /// No interval is longer than so many hours, days, weeks or months.
  private static let most = 1000

  init?(argument: String) {
    let parts = argument.split(whereSeparator: { $0 == "-" || $0 == " " })
    guard let word = parts.last, parts.count <= 2,
      let count = parts.count == 2 ? Int(parts[0]) : 1, (1...Self.most).contains(count)
    else { return nil }
    switch word {
    case "hour", "hours": step = .hours(count)
    case "day", "days": step = .days(count)
    case "week", "weeks": step = .weeks(count)
    case "month", "months": step = .months(count)
    default: return nil
    }
  }

  /// Reads it, or says what is near.
  @Sendable static func read(_ text: String) throws -> StepArgument {
    let word = String(text.drop { !$0.isLetter })
    let lengths = ["hour", "day", "week", "month"].flatMap { [$0, $0 + "s"] }
    let near = lengths.contains(word) ? "" : InvalidWord.question(of: word, among: lengths)
    return try ValueText.read(
      "give hour, day, week or month, or several, as 2-weeks, up to \(most)\(near)")(text)
  }
}

/// A date or an instant on the command line: `2026-05-04`, `2026-05-04T09:30`,
/// `2026-05-04T09:30:00+02:00`.
struct InstantArgument: ExpressibleByArgument {
  private let time: DateTime
  /// What was given.
  let text: String

  init?(argument: String) {
    let isDay = argument.count == 10
    guard let time = DateTime(isDay ? argument + " 00:00" : argument) else { return nil }
    self.time = time
    text = argument
  }

  /// Reads it, or says how it is written.
  static let read: @Sendable (String) throws -> InstantArgument = ValueText.read(
    "give a date or an instant, as 2026-05-04 or 2026-05-04T09:30+02:00")

  /// Whether it says how far its clock is ahead of UTC.
  var hasOffset: Bool { time.utcOffsetSeconds != nil }

  /// The instant; without an offset, on the clock of a time zone.
  func date(in zone: TimeZone) -> Date {
    Date(timeIntervalSince1970: clock(in: zone).secondsSince1970)
  }

  /// Where it stands on the clock by which days are counted: days of no one zone begin at what clocks show.
  func date(by clock: DayClock) -> Date {
    guard clock.isLocal else { return date(in: clock.zone) }
    return Date(
      timeIntervalSince1970: time.secondsSince1970 + Double(time.utcOffsetSeconds ?? 0))
  }

  /// How it is compared with samples.
  var meaning: SampleQuery.DateMeaning {
    time.utcOffsetSeconds.map { .instant(utcOffsetSeconds: $0) } ?? .reading
  }

  /// The instant with the offset of its clock.
  func clock(in zone: TimeZone) -> WallClock { reading.placed(in: zone) }

  /// Why it is no one instant in a zone; `nil` where it is.
  func doubt(in zone: TimeZone) -> String? { reading.doubt(in: zone) }

  private var reading: WallClock {
    WallClock(
      secondsSince1970: time.secondsSince1970, utcOffsetSeconds: time.utcOffsetSeconds ?? 0,
      isLocal: !hasOffset)
  }
}

/// A time zone as the tz database names it.
struct TimeZoneArgument: ExpressibleByArgument {
  /// The zone.
  let zone: TimeZone

  init?(argument: String) {
    guard let zone = TimeZone(named: argument) else { return nil }
    self.zone = zone
  }

  /// Reads it, or says what is near.
  @Sendable static func read(_ text: String) throws -> TimeZoneArgument {
    let near = NearestWord.question(text, among: TimeZone.knownTimeZoneIdentifiers)
    return try ValueText.read("give one of the tz database, as Europe/Berlin\(near)")(text)
  }
}

extension AnySampleKind: ExpressibleByArgument {
  /// Any name: the store may hold kinds that this version does not know.
  public init?(argument: String) { self.init(argument) }
}

extension Sample {
  /// Whether it is an activity of a workout that lasts as long as the workout.
  fileprivate func isWhole(_ workout: Sample) -> Bool {
    kind == SampleKind.activity.erased && source == workout.source
      && (participant, start, end) == (workout.participant, workout.start, workout.end)
      && metadata.label == workout.metadata.label
  }
}
