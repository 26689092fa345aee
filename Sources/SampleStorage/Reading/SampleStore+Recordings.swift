import Foundation
import GRDB
import GaitModel

/// A recording whose analysis a store keeps.
public struct KeptRecording: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// Its name, start and content.
  public var recording: RecordingReference
  /// The same as it stands in the store: taken apart only where it is asked for.
  private var methods: String

  /// The revision of each method of the analysis.
  public var revisions: [String: Int] {
    (try? JSONDecoder().decode([String: Int].self, from: Data(methods.utf8))) ?? [:]
  }

  fileprivate init(_ row: Row) throws {
    participant = try row.word(0)
    recording = RecordingReference(
      name: try row.word(1), start: Date(millisecondsSince1970: try row.integer(2)),
      content: try row.text(3))
    methods = try row.word(4)
  }
}

extension SampleStore {
  /// The recordings whose analyses are kept, by person, start and name.
  ///
  /// - Parameter participant: the person; `nil` for everybody.
  /// - Returns: a line for each recording, also where none of its samples is left.
  /// - Throws: `SampleAccessError` when no kind may be read; ``StoreError``.
  public func keptRecordings(of participant: String? = nil) async throws -> [KeptRecording] {
    guard access.reading != .nothing else {
      throw StoreError.notKept("recordings were to be listed and no kind may be read")
    }
    return try await file.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT participant.name, recording.name, start_ms, nullif(content, ''), revisions
          FROM recording JOIN participant ON participant.id = recording.participant_id
          WHERE ? IS NULL OR participant.name = ?
          ORDER BY participant.name, start_ms, recording.name, content
          """, arguments: [participant, participant]
      ).map(KeptRecording.init)
    }
  }
}
