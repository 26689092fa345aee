import Foundation
import GRDB
import GaitModel

/// What a store keeps of recordings that were deleted: hashes and times. Another store may have analyzed the same
/// recording with another start or other settings; its samples are others, and the recording is the same.
struct RecordingDeletions: Sendable {
  /// A kind of a recording, or all kinds.
  struct Part: Hashable {
    fileprivate var recording: String
    /// Empty for all kinds.
    fileprivate var kind: String
  }

  /// In the place of a kind: samples of a recording were deleted, and the others stayed. No kind has this name.
  private static let part = "*"

  /// When something of a person's recording was deleted whole, or a part of it, milliseconds since 1970.
  private var whole: [Part: Int64] = [:]
  /// When the last analysis of a recording was stored of which something was deleted: earlier ones had given way to
  /// it and stay aside.
  private var last: [String: Int64] = [:]
  /// When samples gave way that are kept aside no more, milliseconds since 1970; those of analyses are not among them.
  private var withdrawn: [String: Int64] = [:]

  /// Nothing.
  init() {}

  /// Reads those of a store.
  init(_ database: Database) throws {
    for row in try Row.fetchAll(
      database, sql: "SELECT recording, kind, stored_ms FROM recording_deletion")
    {
      let part = Part(recording: try row.word(0), kind: try row.word(1))
      whole[part] = try row.integer(2)
    }
    for row in try Row.fetchAll(database, sql: "SELECT recording, stored_ms FROM analysis_deletion")
    {
      last[try row.word(0)] = try row.integer(1)
    }
    for row in try Row.fetchAll(database, sql: "SELECT sample, stored_ms FROM withdrawal") {
      withdrawn[try row.word(0)] = try row.integer(1)
    }
  }

  var isEmpty: Bool { whole.isEmpty && last.isEmpty && withdrawn.isEmpty }

  /// Whether anything was deleted but single analyses.
  var haveWhole: Bool { !whole.isEmpty }

  /// When the part of a recording was deleted to which a sample belongs; `nil` where it was not.
  func instant(of sample: Sample) -> Int64? { parts(of: sample).compactMap { whole[$0] }.max() }

  /// The parts of recordings to which a sample belongs and that were deleted.
  func parts(of sample: Sample) -> [Part] {
    guard !whole.isEmpty, let recording = sample.source.recording else { return [] }
    let own = Self.name(of: recording, of: sample.participant)
    return [sample.kind.name, ""].map { Part(recording: own, kind: $0) }
      .filter { whole[$0] != nil }
  }

  /// Adds what was deleted of a recording.
  ///
  /// - Parameters:
  ///   - sample: one of the samples.
  ///   - kinds: the kinds that were deleted whole, `nil` for all of them; empty for none.
  ///   - instant: when, milliseconds since 1970.
  ///   - stored: when the analysis was stored, milliseconds since 1970; `nil` where it is none.
  mutating func add(
    _ sample: Sample, kinds: Set<AnySampleKind>?, at instant: Int64, stored: Int64?
  ) {
    guard let recording = sample.source.recording else { return }
    let own = Self.name(of: recording, of: sample.participant)
    for kind in kinds?.map(\.name) ?? [""] {
      let part = Part(recording: own, kind: kind)
      whole[part] = max(whole[part] ?? instant, instant)
    }
    if let stored { add(sample, ofAnalysisStored: stored) }
  }

  /// Adds that something of an analysis was deleted at an instant, milliseconds since 1970, and the rest may have stayed.
  mutating func add(partWith sample: Sample, at instant: Int64) {
    guard let recording = sample.analyzedRecording else { return }
    let part = Part(recording: Self.name(of: recording, of: sample.participant), kind: Self.part)
    whole[part] = max(whole[part] ?? instant, instant)
  }

  /// Adds that something of an analysis was deleted which was stored at an instant, milliseconds since 1970.
  mutating func add(_ sample: Sample, ofAnalysisStored stored: Int64) {
    guard stored > 0, let recording = sample.analyzedRecording else { return }
    let name = Self.name(of: recording, by: sample.participant)
    last[name] = max(last[name] ?? stored, stored)
  }

  /// Adds on which days a record of another program was deleted, of a kind that adds up: a phone condenses such records, and
  /// gives them again in others.
  mutating func add(daysOf sample: Sample, at instant: Int64) {
    for part in Self.days(of: sample) { whole[part] = max(whole[part] ?? instant, instant) }
  }

  /// When such a record was deleted last of the source and kind of a sample, on a day of it; milliseconds since 1970.
  func instant(ofDayOf sample: Sample) -> Int64? {
    whole.isEmpty ? nil : Self.days(of: sample).compactMap { whole[$0] }.max()
  }

  /// Adds that a record came back of days of which such records were deleted.
  mutating func add(backOnDaysOf sample: Sample, at instant: Int64) {
    for part in Self.days(of: sample, areBack: true) {
      whole[part] = max(whole[part] ?? instant, instant)
    }
  }

  /// The same as ``instant(ofDayOf:)`` of those days on which none came back since.
  func instant(ofDayStillGoneOf sample: Sample) -> Int64? {
    guard !whole.isEmpty else { return nil }
    let days = zip(Self.days(of: sample), Self.days(of: sample, areBack: true))
    return days.compactMap { day, back in
      whole[day].flatMap { whole[back] ?? .min > $0 ? nil : $0 }
    }.max()
  }

  /// The days of UTC of a record of another program, of a person, source and kind, as those of which records were deleted or as
  /// those on which some came back.
  private static func days(of sample: Sample, areBack: Bool = false) -> [Part] {
    let (start, end) = (sample.start.millisecondsSince1970, sample.end.millisecondsSince1970)
    guard sample.kind.aggregation == .cumulative, sample.source.recording == nil,
      !sample.metadata.isEnteredByHand, !sample.source.name.hasPrefix(SampleSource.estimates.name),
      end - start <= longestMilliseconds
    else { return [] }
    // A record of a whole day ends when the next one begins.
    return (day(of: start)...max(day(of: start), day(of: end - 1))).map { day in
      var hash = ContentHash()
      hash.add(sample.participant)
      hash.add(sample.source.name)
      hash.add(day)
      if areBack { hash.add("back") }
      return Part(recording: hash.identifier.uuidString, kind: sample.kind.name)
    }
  }

  /// Milliseconds; a year: phones condense to days, and of longer sums each day would be a row.
  private static let longestMilliseconds = 366 * dayMilliseconds
  static let dayMilliseconds: Int64 = 86_400_000

  /// The day of UTC of an instant, milliseconds since 1970.
  static func day(of instant: Int64) -> Int64 {
    Int64((Double(instant) / Double(dayMilliseconds)).rounded(.down))
  }

  /// Adds that a sample gave way which is kept aside no more: an older copy that holds it as valid has it aside.
  mutating func add(withdrawn old: SupersededSample) {
    let instant = old.instant.millisecondsSince1970
    if old.sample.analyzedRecording != nil {
      add(old.sample, kinds: [], at: instant, stored: instant)
    } else {
      let name = old.sample.id.uuidString
      withdrawn[name] = max(withdrawn[name] ?? instant, instant)
    }
  }

  /// When a sample gave way that is kept aside no more, milliseconds since 1970.
  static func withdrawn(_ database: Database, _ sample: Sample) throws -> Int64? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT stored_ms FROM withdrawal WHERE sample = ?"),
      arguments: [sample.id.uuidString])?.integer(0)
  }

  /// Writes them into a store; the later time stays.
  func write(_ database: Database) throws {
    for (part, instant) in whole {
      try database.cachedStatement(
        sql: """
          INSERT INTO recording_deletion VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET stored_ms = max(stored_ms, excluded.stored_ms)
          """
      ).execute(arguments: [part.recording, part.kind, instant])
    }
    for (table, instants) in [("analysis_deletion", last), ("withdrawal", withdrawn)] {
      for (name, instant) in instants {
        try database.cachedStatement(
          sql: """
            INSERT INTO \(table) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET stored_ms = max(stored_ms, excluded.stored_ms)
            """
        ).execute(arguments: [name, instant])
      }
    }
  }

  /// Forgets in a store that recordings were deleted.
  static func takeBack(_ samples: [Sample], _ database: Database) throws {
    let origins = Set(samples.map { Origin(participant: $0.participant, source: $0.source) })
    for origin in origins {
      guard let recording = origin.source.recording else { continue }
      try database.execute(
        sql: "DELETE FROM recording_deletion WHERE recording = ?",
        arguments: [name(of: recording, of: origin.participant)])
      try database.execute(
        sql: "DELETE FROM analysis_deletion WHERE recording = ?",
        arguments: [name(of: recording, by: origin.participant)])
    }
  }

  private struct Origin: Hashable {
    var participant: String
    var source: SampleSource
  }

  /// What was deleted of a recording was deleted of it under another person, too: a code that is corrected, a person that
  /// was the wrong one.
  static func follow(
    _ database: Database, from old: RecordingReference, of person: String,
    to new: RecordingReference, of other: String
  ) throws {
    let (before, now) = (name(of: old, of: person), name(of: new, of: other))
    guard before != now else { return }
    try database.cachedStatement(
      sql: """
        INSERT INTO recording_deletion SELECT ?, kind, stored_ms FROM recording_deletion
        WHERE recording = ?
        ON CONFLICT DO UPDATE SET stored_ms = max(stored_ms, excluded.stored_ms)
        """
    ).execute(arguments: [now, before])
  }

  /// When the last analysis of a recording was stored that was deleted, milliseconds since 1970.
  static func last(
    _ database: Database, of recording: RecordingReference, _ participant: String
  ) throws -> Int64? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT stored_ms FROM analysis_deletion WHERE recording = ?"),
      arguments: [name(of: recording, by: participant)])?.integer(0)
  }

  /// Whether an analysis of the same samples that was stored no earlier was deleted of somebody else, and nothing of it of this
  /// person.
  static func wasAnothers(_ database: Database, _ analysis: HeldSamples.Analysis) throws -> Bool {
    let (recording, person) = (analysis.recording.recording, analysis.recording.participant)
    guard let last = try last(database, of: recording, person), last >= analysis.stored else {
      return false
    }
    return try isOfOthersOnly(database, recording, person)
  }

  /// Whether an analysis of a recording was deleted, and nothing of it of a person.
  static func isOfOthersOnly(
    _ database: Database, _ recording: RecordingReference, _ person: String
  ) throws -> Bool {
    guard recording.content != nil, let last = try last(database, of: recording, person) else {
      return false
    }
    return try instants(database, of: recording, person) == [last]
  }

  /// The recordings of whose analyses something was deleted, by ``key(of:by:)``.
  static func analyses(_ database: Database) throws -> Set<String> {
    try String.fetchSet(database, sql: "SELECT recording FROM analysis_deletion")
  }

  /// What a recording is called among these.
  static func key(of recording: RecordingReference, by participant: String) -> String {
    name(of: recording, by: participant)
  }

  /// When a recording, or something of it, was deleted or stored before it was; milliseconds since 1970.
  static func instants(
    _ database: Database, of recording: RecordingReference, _ participant: String
  ) throws -> [Int64] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT stored_ms FROM recording_deletion WHERE recording = ?"),
      arguments: [name(of: recording, of: participant)]
    ).map { try $0.integer(0) }
      + [try last(database, of: recording, participant)].compactMap(\.self)
  }

  /// Marks the recordings of whose analysis samples were deleted while others stayed: that is written down with the time
  /// of the deletion, or with that of a later analysis without these samples.
  static func markParts(_ database: Database, in kept: inout [KeptRecording]) throws {
    let instants = Dictionary(
      uniqueKeysWithValues: try Row.fetchAll(
        database, sql: "SELECT recording, stored_ms FROM recording_deletion WHERE kind = ?",
        arguments: [part]
      ).map { (try $0.word(0), try $0.integer(1)) })
    guard !instants.isEmpty else { return }
    for place in kept.indices {
      let name = name(of: kept[place].recording, of: kept[place].participant)
      kept[place].isPart = instants[name].map { $0 >= kept[place].stored } ?? false
    }
  }

  /// Whether samples of an analysis were deleted while others stayed.
  static func isPart(_ database: Database, _ row: RecordingRow) throws -> Bool {
    guard let stored = row.stored else { return false }
    return try instant(database, row, kind: part).map { $0 >= stored } ?? false
  }

  /// When a person's recording was deleted whole, milliseconds since 1970.
  static func whole(_ database: Database, _ row: RecordingRow) throws -> Int64? {
    try instant(database, row, kind: "")
  }

  private static func instant(
    _ database: Database, _ row: RecordingRow, kind: String
  ) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT stored_ms FROM recording_deletion WHERE recording = ? AND kind = ?"),
      arguments: [name(of: row.reference, of: try row.participantName(database)), kind])
  }

  /// Analyses that had given way to one that was deleted give way, and samples that had given way elsewhere.
  ///
  /// - Returns: how many samples are kept aside.
  /// - Throws: what the database throws.
  func supersede(_ database: Database) throws -> Int {
    var count = try withdraw(database)
    guard !last.isEmpty else { return count }
    for kept in try SampleStore.keptRecordings(database, of: nil) {
      let name = Self.name(of: kept.recording, by: kept.participant)
      guard let stored = last[name], kept.stored < stored else { continue }
      for row in try RecordingRow.analyses(
        database, try RecordingRow.person(database, kept.participant), kept.recording)
      where row.stored == kept.stored {
        count += try KeptAnalysis(database, row)
          .giveWay(StoreMerge.later(than: kept.stored), database).superseded
      }
    }
    return count
  }

  private func withdraw(_ database: Database) throws -> Int {
    guard !withdrawn.isEmpty else { return 0 }
    let times = try StoredTimes(database)
    var origins = OriginCatalog(database)
    var found: [Int64: [(SampleKey, Sample)]] = [:]
    for series in try SeriesCatalog.series(database, participant: nil, kinds: nil)
    where !series.kind.isBookkeeping {
      try SeriesScan(series: series.id).forEach(database) { row in
        guard let origin = try origins.origin(of: row) else { return true }
        let sample = row.sample(series.kind, origin)
        let stored = times.time(of: row)?.millisecondsSince1970 ?? 0
        // What gave way to a record that may hold what was deleted since is what is left of the day.
        if sample.analyzedRecording == nil, let instant = withdrawn[sample.id.uuidString],
          stored < instant, self.instant(ofDayOf: sample) ?? .min <= instant
        {
          found[stored, default: []].append((row.key(in: series), sample))
        }
        return true
      }
    }
    var count = 0
    for (stored, samples) in found.sorted(by: { $0.key < $1.key }) {
      var writer = try SampleWriter(database, at: stored, StoreMerge.later(than: stored))
      for (key, sample) in samples { try writer.delete(key, sample) }
      count += try writer.finish().superseded
    }
    return count
  }

  /// A person's recording.
  private static func name(of recording: RecordingReference, of participant: String) -> String {
    var hash = ContentHash()
    hash.add(participant)
    hash.add(name(of: recording, by: participant))
    return hash.identifier.uuidString
  }

  /// A recording, whoever it is of: by content, or by person, name and start where that is not known.
  private static func name(of recording: RecordingReference, by participant: String) -> String {
    var hash = ContentHash()
    if let content = recording.content {
      hash.add(content)
    } else {
      hash.add(participant)
      hash.add(recording.name)
      hash.add(recording.start.millisecondsSince1970)
    }
    return hash.identifier.uuidString
  }
}
