import Foundation
import GaitModel
import GaitResults
import GaitStudies
import SampleStorage

/// The store of a study.
struct StudyStore: Sendable {
  /// The store.
  let store: SampleStore
  /// Whether what was deleted while the rest of its recording stayed comes back.
  let restoresDeleted: Bool

  /// The analyses that it holds, by ``key(_:_:)``.
  func kept() async throws -> [UInt64: KeptRecording] {
    try await store.keptRecordings().reduce(into: [:]) {
      $0[Self.key($1.participant, $1.recording)] = $1
    }
  }

  /// Keeps what was found, in one transaction.
  func keep(
    _ analysis: RecordingAnalysis, timeZone: String?, moving: Bool
  ) async throws -> SaveOutcome {
    try await store.save(
      try analysis.sampleFeed(timeZone: timeZone), movingFromOthers: moving,
      restoringDeleted: restoresDeleted)
  }

  /// Puts aside what was found in a recording of this content; what people said of it stays.
  ///
  /// - Parameters:
  ///   - recording: under which name; `nil` for any.
  ///   - participant: of whom.
  ///   - content: the digest of its samples.
  ///   - reason: why.
  /// - Returns: how many samples, and whether others of the recording had been deleted.
  /// - Throws: what the store throws.
  func giveUp(
    _ recording: String? = nil, of participant: String, content: String, because reason: String
  ) async throws -> (count: Int, isPart: Bool) {
    var (count, isPart) = (0, false)
    for kept in try await store.keptRecordings(of: participant)
    where kept.recording.content == content
      && recording.map({ $0 == kept.recording.name }) != false
    {
      count += try await store.giveUp(kept.recording, of: participant, because: reason)
      isPart = isPart || kept.isPart
    }
    return (count, isPart)
  }

  /// The number under which a store has a recording of a study; `nil` without a wall clock.
  static func key(_ recording: StudyRecording, _ result: StudyRecordResult) -> UInt64? {
    result.start.map {
      key(
        recording.participant,
        RecordingReference(
          name: recording.name, start: Date(timeIntervalSince1970: $0), content: result.content))
    }
  }

  /// A number for a recording of a person: half a million of them take few megabytes.
  static func key(_ participant: String, _ recording: RecordingReference) -> UInt64 {
    let milliseconds = Int64((recording.start.timeIntervalSince1970 * 1000).rounded())
    let text = [participant, recording.name, String(milliseconds), recording.content ?? ""]
      .joined(separator: "\n")
    return UInt64(Digest.text(of: text), radix: 16) ?? 0
  }
}
