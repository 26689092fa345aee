import Foundation
import GRDB
import GaitModel

/// A recording with samples that name a method which did not make them, by a fault of an older
/// program; analyzing it again mends it.
public struct DoubtfulRecording: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The recording.
  public var recording: RecordingReference
  /// How many samples.
  public var samples: Int
}

extension SampleStore {
  /// The recordings that must be analyzed again because of what an older program wrote.
  ///
  /// - Parameter participant: the person; `nil` for everybody.
  /// - Returns: by person and start; empty when all is well.
  /// - Throws: ``StoreError``.
  public func doubtfulRecordings(
    of participant: String? = nil
  ) async throws -> [DoubtfulRecording] {
    try await file.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT participant.name, recording.name, start_ms, nullif(content, ''), doubtful_samples
          FROM recording JOIN participant ON participant.id = recording.participant_id
          WHERE doubtful_samples > 0 AND (? IS NULL OR participant.name = ?)
          ORDER BY participant.name, start_ms, recording.name
          """, arguments: [participant, participant]
      ).map { row in
        DoubtfulRecording(
          participant: try row.word(0),
          recording: RecordingReference(
            name: try row.word(1), start: Date(millisecondsSince1970: try row.integer(2)),
            content: try row.text(3)),
          samples: Int(try row.integer(4)))
      }
    }
  }
}
