import Foundation
import GRDB
import GaitModel

/// What comes with a merge or an import as another recording than the one of which samples were deleted here, and may hold them.
///
/// ```
///   deleted here   the samples of S02, all of them      a part of a recording that is kept
///   comes          the same samples as S020's           the same recording, longer or shorter
/// ```
///
/// Nothing holds it back: a deletion is of a person, and of a recording as it was. It is told, so that somebody looks.
struct ReturningRecordings {
  /// Recordings of which something was deleted before, by hashes that name nobody.
  private let known: Set<String>
  private var deletions: StoreDeletions?

  /// Reads what was deleted here until now, and is not here again. What a merge deletes itself is no return: a corrected code
  /// takes the place of the former one in it.
  init(_ database: Database) throws {
    var deleted = try RecordingDeletions.analyses(database)
    if !deleted.isEmpty {
      for kept in try SampleStore.keptRecordings(database, of: nil) where !kept.isPart {
        deleted.remove(RecordingDeletions.key(of: kept.recording, by: kept.participant))
      }
    }
    known = deleted
  }

  /// How many samples of an analysis were deleted here, or may hold what was, where no analysis of the same samples is kept.
  ///
  /// - Parameters:
  ///   - analysis: comes.
  ///   - conflicts: gets a sentence where all samples were deleted here of somebody else.
  ///   - database: the store.
  /// - Returns: how many samples.
  /// - Throws: what the database throws.
  mutating func count(
    in analysis: HeldSamples.Analysis, _ conflicts: inout [String], _ database: Database
  ) throws -> Int {
    let (recording, person) = (analysis.recording.recording, analysis.recording.participant)
    guard !analysis.isRenamed else { return 0 }
    if try RecordingRow.hasPartDeleted(besides: recording, of: person, database) {
      return analysis.recording.samples.count
    }
    guard known.contains(RecordingDeletions.key(of: recording, by: person)),
      try RecordingDeletions.isOfOthersOnly(database, recording, person)
    else { return 0 }
    let former = try RecordingRow.all(database, of: recording).filter {
      try $0.participantName(database) != person
    }
    guard !former.isEmpty else {
      conflicts.append(
        "\(recording.name) is kept of \(person), and was deleted here of somebody else: the same samples have one "
          + "person")
      return analysis.recording.samples.count
    }
    let deletions = try deletions ?? StoreDeletions(database)
    self.deletions = deletions
    let people = try former.map { ($0.reference, try $0.participantName(database)) }
    return analysis.recording.samples.count { sample in
      people.contains { reference, owner in
        deletions.concern(sample.moved(from: recording, to: reference, of: owner))
      }
    }
  }
}

extension RecordingRow {
  /// Seconds; a device's clock is read to the second by some programs, and a file that was cut begins as the whole one.
  private static let sameStart: Int64 = 1

  /// Whether another recording of the same person, name and start is kept of which samples were deleted and others stayed, as
  /// where a file was cut or grew. Which time these were of is not known any more.
  static func hasPartDeleted(
    besides recording: RecordingReference, of person: String, _ database: Database
  ) throws -> Bool {
    guard recording.content != nil else { return false }
    let start = recording.start.millisecondsSince1970
    return try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT \(columns) FROM recording
          WHERE participant_id = (SELECT id FROM participant WHERE name = ?) AND name = ?
            AND start_ms BETWEEN ? AND ? AND stored_ms IS NOT NULL AND content IS NOT ?
          """),
      arguments: [
        person, recording.name, start - sameStart * 1000, start + sameStart * 1000,
        recording.content,
      ]
    ).map(RecordingRow.init).contains { try RecordingDeletions.isPart(database, $0) }
  }

  /// All rows of the same samples, also those whose analysis gave way.
  static func all(_ database: Database, of recording: RecordingReference) throws -> [RecordingRow] {
    guard let content = recording.content else { return [] }
    return try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT \(columns) FROM recording WHERE content <> '' AND content = ? ORDER BY id"),
      arguments: [content]
    ).map(RecordingRow.init)
  }
}
