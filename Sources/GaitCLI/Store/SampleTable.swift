import Foundation
import GaitModel
import GaitResults
import MobilityEstimates
import SampleStorage

/// Samples and figures as tables.
enum SampleTable {
  /// A row for each sample, values in a unit where one is asked for. The columns are those of an
  /// export, so that what is printed as CSV can be imported again.
  ///
  /// - Parameters:
  ///   - samples: the rows.
  ///   - unit: the unit of the values; that of each kind when `nil`.
  ///   - zones: the clock of each person.
  ///   - isExact: whether numbers have all their digits, for programs, or four decimals.
  /// - Returns: the table.
  static func table(
    of samples: [Sample], unit: SampleUnit?, in zones: PeopleZones, isExact: Bool
  ) -> Table {
    Table("samples", columns: columns, of: samples) {
      row(of: $0, unit: unit, by: zones.clock(of: $0), isExact: isExact)
    }
  }

  /// A row for each sample that gave way to another, with when and why.
  static func table(
    of superseded: [SupersededSample], unit: SampleUnit?, in zones: PeopleZones, isExact: Bool
  ) -> Table {
    Table("superseded", columns: columns + ["superseded_time", "reason"], of: superseded) { old in
      let zone = zones.zone(of: old.sample.participant)
      let clock = zones.clock(of: old.sample)
      return row(of: old.sample, unit: unit, by: clock, isExact: isExact) + [
        .word(instant(old.instant, in: zone)), .word(old.reason),
      ]
    }
  }

  /// The fields of a sample, in the order of the columns.
  ///
  /// - Parameters:
  ///   - sample: the sample.
  ///   - unit: the unit of its value; that of its kind when `nil`.
  ///   - clock: by which its times are written.
  ///   - isExact: whether numbers have all their digits, for programs, or four decimals.
  /// - Returns: a field for each of ``columns``.
  static func row(
    of sample: Sample, unit: SampleUnit?, by clock: DayClock, isExact: Bool
  ) -> [Field] {
    func number(_ value: Double?) -> Field {
      guard let value else { return .blank }
      let converted = unit?.value(fromBase: value) ?? value
      return isExact ? .exact(converted) : .number(converted)
    }
    let word =
      SampleWords.word(sample.value, of: sample.kind) ?? foreignWord(of: sample, isExact)
      ?? (!isExact && sample.isCapped ? number(sample.value).text + " or more" : nil)
    let measured: [Field] = [
      .word(sample.participant), .word(sample.kind.name),
      word.map { .word($0) } ?? number(sample.value),
      .word(sample.metadata.unit ?? unit?.symbol ?? sample.kind.baseUnit.symbol),
      .word(instant(sample.start, of: sample, by: clock)),
      .word(instant(sample.end, of: sample, by: clock)),
      number(sample.standardError), number(sample.standardErrorWithinPerson),
    ]
    let other = isExact ? json(sample.metadata.other) : words(sample.metadata.other)
    let said = origin(of: sample, by: clock) + details(of: sample, by: clock)
    return measured + said + [
      sample.distinction == 0 ? .blank : .count(sample.distinction), optional(other),
    ]
  }

  /// The word of another program's category, for people to read: programs find it among the other words,
  /// so that what is printed for them can be imported again.
  private static func foreignWord(of sample: Sample, _ isExact: Bool) -> String? {
    guard !isExact, !sample.kind.isKnown, sample.value == 0 else { return nil }
    return sample.metadata.other[SampleWords.foreignWord].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What wrote a sample, and from which recording.
  private static func origin(of sample: Sample, by clock: DayClock) -> [Field] {
    let recording = sample.source.recording
    return [
      .word(sample.source.name), optional(sample.source.device), optional(recording?.name),
      optional(recording.map { instant($0.start, of: sample, by: clock) }),
      optional(recording?.content),
    ]
  }

  /// What else is said of a sample, up to its label.
  private static func details(of sample: Sample, by clock: DayClock) -> [Field] {
    let metadata = sample.metadata
    let estimate: [Field] = [
      .flag(metadata.isEnteredByHand), metadata.isCalibrated.map { .flag($0) } ?? .blank,
      optional(metadata.earliestDataUsed.map { instant($0, of: sample, by: clock) }),
      optional(metadata.method),
      metadata.revision.map { .count($0) } ?? .blank, optional(metadata.settings),
    ]
    return estimate + [
      optional(metadata.leftOutReason?.rawValue), optional(metadata.terrain?.rawValue),
      optional(metadata.site?.rawValue), optional(metadata.timeZoneIdentifier),
      metadata.utcOffsetSeconds.map { .count($0) } ?? .blank, optional(metadata.label),
    ]
  }

  /// The columns of a sample, as `gait export` has them.
  static let columns = [
    "participant", "kind", "value", "unit", "start_time", "end_time", "standard_error",
    "standard_error_within_person", "source", "device", "recording", "recording_start_time",
    "recording_content", "is_entered_by_hand", "is_calibrated", "earliest_data_time", "method",
    "revision", "settings", "left_out_reason", "terrain", "site", "time_zone", "utc_offset_s",
    "label", "distinction", "other",
  ]

  /// The rows as an import reads them: each says how many follow, so that a table that was cut off, even at a
  /// line's end, shows it.
  static func counted(_ table: Table) -> Table {
    let last = (table.rowCount ?? table.rows.count) - 1
    return Table(
      table.name, columns: table.columns + ["rows_after"],
      of: table.eachRow.enumerated(), missingReason: table.missingReason
    ) { place, row in row + [.count(last - place)] }
  }

  /// Of a table to read: what a recording or an analysis says of every row alike is left to programs.
  static let columnsToRead = Set(columns).subtracting([
    "device", "recording_start_time", "recording_content", "settings", "time_zone", "utc_offset_s",
    "distinction", "revision", "standard_error_within_person", "method", "site",
  ]).union(["superseded_time", "reason"])

  private static func json(_ words: [String: String]) -> String? {
    guard !words.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(words)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func words(_ words: [String: String]) -> String? {
    words.isEmpty
      ? nil
      : words.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  /// A row for each interval.
  static func table(
    of intervals: [IntervalStatistics], _ kind: AnySampleKind, _ figures: [FigureArgument],
    unit: SampleUnit?, in zones: PeopleZones
  ) -> Table {
    Table(
      "statistics",
      columns: ["participant", "kind", "unit", "start_time", "end_time"] + figures.map(\.column)
        + ["source"],
      of: intervals
    ) { interval in
      let converted = unit.map(interval.converted(to:)) ?? interval
      return [
        optional(interval.participant), .word(kind.name),
        .word(unit?.symbol ?? kind.baseUnit.symbol),
        .word(zones.text(interval.interval.start, of: interval.participant)),
        .word(zones.text(interval.interval.end, of: interval.participant)),
      ] + figures.map { $0.field(converted) } + [optional(interval.source)]
    }
  }

  /// A row for each activity.
  static func table(
    of activities: [ActivityStatistics], _ kind: AnySampleKind, _ figures: [FigureArgument],
    unit: SampleUnit?, in zones: PeopleZones
  ) -> Table {
    Table(
      "activities",
      columns: ["participant", "kind", "unit", "start_time", "end_time"] + figures.map(\.column)
        + ["label", "source"],
      of: activities
    ) { activity in
      let statistics = activity.statistics.map { statistics in
        unit.map(statistics.converted(to:)) ?? statistics
      }
      return [
        .word(activity.activity.participant), .word(kind.name),
        .word(unit?.symbol ?? kind.baseUnit.symbol),
        .word(start(of: activity.activity, in: zones)),
        .word(end(of: activity.activity, in: zones)),
      ] + figures.map { figure in statistics.map(figure.field) ?? figure.fieldOfNone } + [
        .word(activity.label), optional(activity.source),
      ]
    }
  }

  /// A row for each person and kind.
  static func table(of holdings: [SampleHolding], in zones: PeopleZones) -> Table {
    Table(
      "holdings", columns: ["participant", "kind", "samples", "first_start", "last_start"],
      of: holdings
    ) {
      [
        .word($0.participant), .word($0.kind.name), .count($0.count),
        .word(start($0.first, of: $0.firstSample, $0, in: zones)),
        .word(start($0.last, of: $0.lastSample, $0, in: zones)),
      ]
    }
  }

  /// A start by the clock of the sample itself, where a person has samples of several.
  private static func start(
    _ date: Date, of sample: Sample?, _ holding: SampleHolding, in zones: PeopleZones
  ) -> String {
    sample.map { instant($0.start, of: $0, by: zones.clock(of: $0)) }
      ?? zones.text(date, of: holding.participant)
  }

  /// ISO 8601 with the offset of the zone.
  static func instant(_ date: Date, in zone: TimeZone) -> String {
    InstantText.text(
      WallClock(
        secondsSince1970: date.timeIntervalSince1970,
        utcOffsetSeconds: zone.secondsFromGMT(for: date)))
  }

  /// The instant of a sample, as ``DayClock`` has the rule: by the sample's own clock, or in the zone that was asked for,
  /// in which a local clock is read. What was entered for a day shows that day, by the clock of its entry.
  static func instant(_ date: Date, of sample: Sample, by clock: DayClock) -> String {
    let metadata = sample.metadata
    if metadata.isLocalClock {
      guard clock.rule == .asked else { return InstantText.local(date) }
      return instant(clock.reading(date, of: sample), in: clock.zone)
    }
    let isEntered = metadata.isEnteredByHand && sample.start == sample.end
    guard clock.rule == .own || isEntered else { return instant(date, in: clock.zone) }
    if let zone = metadata.timeZoneIdentifier.flatMap(TimeZone.init(identifier:)) {
      return instant(date, in: zone)
    }
    let offset = clock.rule == .own ? metadata.utcOffsetSeconds : nil
    return instant(date, in: offset.flatMap(TimeZone.init(secondsFromGMT:)) ?? clock.zone)
  }

  private static func start(of sample: Sample, in zones: PeopleZones) -> String {
    instant(sample.start, of: sample, by: zones.clock(of: sample.participant))
  }

  private static func end(of sample: Sample, in zones: PeopleZones) -> String {
    instant(sample.end, of: sample, by: zones.clock(of: sample.participant))
  }

  private static func optional(_ word: String?) -> Field { word.map { .word($0) } ?? .blank }
}

extension Sample {
  /// Whether it is an estimate of a six-minute walk that is cut off, so that it says its value or more.
  var isCapped: Bool {
    kind == SampleKind.sixMinuteWalkDistance.erased
      && metadata.other[EstimateWords.isCapped] != nil
  }
}

/// What a reader of totals must know of a store: time that counts for one recording only, samples that name a method that
/// did not make them, and days that lack what is not collected.
struct StoreRemarks {
  let store: SampleStore
  /// The clocks of the sentences.
  let zones: PeopleZones
  /// The name of the recording that is asked for; `nil` for all.
  var recording: String?

  /// The sentences about a person, or about everybody.
  ///
  /// - Parameters:
  ///   - participant: the person.
  ///   - kinds: the kinds that are looked at.
  ///   - isMixing: whether sources of different names are put together.
  /// - Returns: empty where there is nothing to know.
  /// - Throws: what the store throws.
  func sentences(
    of participant: String?, in kinds: Set<AnySampleKind>, mixingSources isMixing: Bool = false
  ) async throws -> [String] {
    let kind = kinds.count == 1 ? kinds.first : nil
    let asides = try await store.setAside(
      of: participant, mixingSources: isMixing, bySamplesOf: kind ?? SampleKind.stepCount.erased
    ).filter {
      recording == nil || $0.recording.name == recording || $0.counting.name == recording
    }
    return SetAsideTime.sentences(asides, named: true) { zones.instant($0, of: $1) }
      + [try await doubt(participant)].compactMap(\.self)
      // Of one recording nobody expects all days.
      + (recording == nil
        ? try await store.stoppedDays(lacking: kinds, of: participant, in: zones) : [])
  }

  private func doubt(_ participant: String?) async throws -> String? {
    let doubts = try await store.doubtfulRecordings(of: participant).filter {
      recording == nil || $0.recording.name == recording
    }
    guard !doubts.isEmpty else { return nil }
    let samples = doubts.reduce(0) { $0 + $1.samples }
    let names = Set(doubts.map(\.recording.name)).sorted()
    let some = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    return """
      \(StudyText.count(samples, "sample")) of \(StudyText.count(doubts.count, "recording")) (\(some)) \
      \(samples == 1 ? "names a method that did not make it" : "name a method that did not make them"), by a \
      fault of an older program; analyze \(doubts.count == 1 ? "this recording" : "these recordings") again
      """
  }
}

extension SetAsideTime {
  /// What does not count and what does, a sentence for recordings of the same names, with instants as `clock` writes them for
  /// a person.
  static func sentences(
    _ asides: [SetAsideTime], named: Bool = false, clock: (Date, String) -> String
  ) -> [String] {
    // Of two people the same phones may be called alike.
    struct Alike: Hashable {
      let participant: String
      let names: [String]
      let isOfOneSource: Bool
      let isLocalClock: Bool
    }
    let groups = Dictionary(grouping: asides) {
      Alike(
        participant: $0.participant, names: [$0.recording.name, $0.counting.name],
        isOfOneSource: $0.isOfOneSource, isLocalClock: $0.isLocalClock)
    }.values
    return groups.compactMap { stretches -> (Date, String)? in
      guard let first = stretches.first else { return nil }
      let times = joined(stretches.map(\.interval))
      let seconds = times.reduce(0) { $0 + $1.upperBound.timeIntervalSince($1.lowerBound) }
      guard seconds >= StudyText.leastLength, let start = times.first, let end = times.last else {
        return nil
      }
      func time(_ date: Date) -> String {
        first.isLocalClock ? InstantText.local(date) : clock(date, first.participant)
      }
      let (from, to) = (time(start.lowerBound), time(end.upperBound))
      return (
        start.lowerBound,
        """
        \(named ? first.participant + ": " : "")\(together(stretches)): for \
        \(StudyText.length(seconds)) between \(from) and \(to) \(counting(stretches)) \
        \(first.isOfOneSource ? "in totals and estimates" : "where sources are put together"), and \
        \(recordings(stretches).count > 2 ? "all" : "both") stay in the store
        """
      )
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
  }

  /// Intervals without those that lie in others, in order: of three recordings at once two give way for the same time.
  private static func joined(_ intervals: [Range<Date>]) -> [Range<Date>] {
    intervals.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, next in
      guard let last = joined.last, next.lowerBound <= last.upperBound else {
        return joined.append(next)
      }
      joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
    }
  }

  private static func recordings(_ stretches: [SetAsideTime]) -> Set<RecordingReference> {
    Set(stretches.flatMap { [$0.recording, $0.counting] })
  }

  /// Which recordings were made at once.
  private static func together(_ stretches: [SetAsideTime]) -> String {
    let (one, other) = (stretches[0].recording.name, stretches[0].counting.name)
    guard one == other else { return "\(one) and \(other) were recorded at once" }
    let count = recordings(stretches).count
    return count > 2
      ? "of \(count.grouped) recordings named \(one) some were recorded at once"
      : "two recordings named \(one) were recorded at once"
  }

  /// What counts and what does not.
  private static func counting(_ stretches: [SetAsideTime]) -> String {
    let (one, other) = (stretches[0].recording, stretches[0].counting)
    guard one.name == other.name else { return "\(other.name) counts in place of the other" }
    guard recordings(stretches).count <= 2 else { return "one counts in place of the others" }
    guard one.start != other.start, stretches.allSatisfy({ $0.counting == other }) else {
      return "one counts in place of the other"
    }
    return
      "the \(other.start < one.start ? "earlier" : "later") \(other.name) counts in place of the other"
  }
}
