import GRDB
import GaitModel

/// What people said of a recording and that moves with it to another start or person, in an analysis or where two stores come
/// together; it stays as old as it is.
///
/// A recording has one protocol of activities. One store may have taken another in the place of a mark before or after the
/// recording got another start or person, and the other store has only moved it: it gave way in both.
struct MovedMarks {
  private let database: Database
  private var marks: [(mark: Sample, stored: Int64, isGone: Bool)] = []

  /// None.
  init(_ database: Database) { self.database = database }

  /// Adds what people said of a recording that is kept, before anything is written where it comes to.
  ///
  /// - Parameters:
  ///   - kept: the recording as it is.
  ///   - recording: what takes its place.
  ///   - times: when each change was said.
  /// - Throws: what the database throws.
  mutating func add(
    of kept: KeptAnalysis, to recording: some GivesSamples, _ times: [Int64: TimeSaid]
  ) throws {
    for (mark, stored) in try kept.marks(database, times) {
      let moved = mark.moved(
        from: kept.row.reference, to: recording.recording, of: recording.participant,
        by: recording.clock)
      marks.append((moved, stored, try Self.isGone(moved, stored: stored, database)))
    }
  }

  /// Adds what people said of the same recording where no analysis of it is kept any more, as of a code that was deleted.
  mutating func addWithoutAnalysis(
    to recording: some GivesSamples, _ times: [Int64: TimeSaid]
  ) throws {
    let person = try RecordingRow.person(database, recording.participant)
    for row in try RecordingRow.withoutAnalysis(
      database, of: recording.recording, besides: person)
    {
      try add(of: KeptAnalysis(database, row), to: recording, times)
    }
  }

  /// Gives the marks their times when the recording is written and they moved with it.
  ///
  /// - Parameter isAsked: whether somebody analyzed the recording here. Beside a deletion of what stood there before, the move is
  ///   the later word then; where stores come together the deletion is.
  /// - Returns: whether there were any: changes that say when they were stored are new.
  /// - Throws: what the database throws.
  @discardableResult
  func settle(isAsked: Bool = false) throws -> Bool {
    guard !marks.isEmpty else { return false }
    let deletions: StoreDeletions? =
      try isAsked
      ? StoreDeletions(database, of: marks.map(\.mark), forgettingWhatGaveWay: false) : nil
    for (mark, old, isGone) in marks {
      let deleted = isGone ? nil : deletions?.instant(of: mark)
      let stored = deleted.map { max(old, $0 + 1) } ?? old
      var writer = try SampleWriter(database, at: stored)
      let key = try writer.place(of: mark).key
      if isGone {
        try writer.delete(key, mark, aside: StoreMerge.later(than: stored))
      } else {
        try writer.renew(key)
      }
      _ = try writer.finish()
    }
    return true
  }

  /// Whether a mark gave way after it was stored.
  static func isGone(_ mark: Sample, stored: Int64, _ database: Database) throws -> Bool {
    try gaveWay(mark, database).map { $0 > stored } ?? false
  }

  /// When a mark gave way last at its time in the recording, whatever start and person that has; milliseconds since 1970, `nil`
  /// where it did not, and of what is no mark in a recording of known content.
  static func gaveWay(_ mark: Sample, _ database: Database) throws -> Int64? {
    guard mark.analyzedRecording == nil, let recording = mark.source.recording,
      let content = recording.content
    else { return nil }
    let start = mark.start.millisecondsSince1970
    return try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT max(superseded_ms) FROM recording
            CROSS JOIN series ON series.participant_id = recording.participant_id
            CROSS JOIN superseded ON superseded.series_id = series.id
              AND superseded.start_ms = recording.start_ms + ?
            JOIN source ON source.id = superseded.source_id AND source.recording_id = recording.id
          WHERE recording.content <> '' AND recording.content = ? AND source.name = ?
            AND series.kind_id = (SELECT id FROM kind WHERE name = ?)
            AND superseded.duration_ms = ? AND superseded.distinction = ?
          """),
      arguments: [
        start - recording.start.millisecondsSince1970, content, mark.source.name, mark.kind.name,
        mark.end.millisecondsSince1970 - start, mark.distinction,
      ])
  }

  /// Takes away what gave way elsewhere, where it stands here with another start or person of its recording.
  ///
  /// - Parameters:
  ///   - moved: where it stands here.
  ///   - instant: when it gave way, milliseconds since 1970.
  ///   - times: when each change was said.
  ///   - writer: takes it away.
  ///   - database: the store.
  /// - Throws: what the database throws.
  static func withdraw(
    _ moved: Sample, at instant: Int64, _ times: [Int64: TimeSaid], _ writer: inout SampleWriter,
    _ database: Database
  ) throws {
    let key = try writer.place(of: moved, isAside: true).key
    guard let here = try KeptValue(database, key, times), here.said.stored < instant else { return }
    try writer.delete(key, moved, aside: StoreMerge.later(than: here.said.stored))
  }
}
