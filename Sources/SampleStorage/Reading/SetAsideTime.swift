import Foundation
import GRDB
import GaitModel

extension SampleStore {
  /// Where recordings of a person, and samples of other programs, do not count, because another device was worn at
  /// the same time.
  ///
  /// - Parameters:
  ///   - participant: the person; `nil` for everybody.
  ///   - isMixing: whether sources of different names are put together; else those of one name are.
  ///   - kind: by whose samples it is looked at where nothing says when a device was worn.
  /// - Returns: by person and time; empty where nothing overlaps.
  /// - Throws: `SampleAccessError` when wear time or the kind may not be read; ``StoreError``.
  public func setAside(
    of participant: String? = nil, mixingSources isMixing: Bool = false,
    bySamplesOf kind: AnySampleKind = SampleKind.stepCount.erased
  ) async throws -> [SetAsideTime] {
    let kinds = [SampleKind.wearTime.erased, kind] as Set
    return try await file.read { database in
      var origins = OriginCatalog(database)
      var found: [SetAsideTime] = []
      for series in try readable(database, SampleQuery(kinds: kinds, participant: participant)) {
        let time = try CountedTime(database, of: series, isMixing: isMixing)
        let isOfWear = series.kind == SampleKind.wearTime.erased
        for (source, stretches) in time.aside {
          for stretch in stretches {
            guard stretch.isOfSamples != isOfWear else { continue }
            found.append(
              SetAsideTime(
                participant: series.participant, recording: try origins.reference(of: source),
                counting: try origins.reference(of: stretch.counting),
                isOfOneSource: try origins.name(of: source) == origins.name(of: stretch.counting),
                interval: Date(
                  millisecondsSince1970: stretch.range.lowerBound)..<Date(
                    millisecondsSince1970: stretch.range.upperBound),
                isLocalClock: time.local.contains(source)))
          }
        }
      }
      return found.sorted {
        ($0.participant, $0.interval.lowerBound, $0.recording.name)
          < ($1.participant, $1.interval.lowerBound, $1.recording.name)
      }
    }
  }
}

/// A stretch of a recording that counts in no total, because another recording of the person counts
/// there: the one at the site whose speed is known best, then the one worn longer on the day, then the earlier
/// one.
public struct SetAsideTime: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The recording that does not count; the name of what wrote the samples where it has none.
  public var recording: RecordingReference
  /// The recording that counts in its place, named likewise.
  public var counting: RecordingReference
  /// Whether both are of one source, as recordings are; others count together only where sources are put together.
  public var isOfOneSource: Bool
  /// From when to when, by the clock of the recording that does not count.
  public var interval: Range<Date>
  /// Whether that clock does not say its offset from UTC: the interval is what it reads.
  public var isLocalClock = false
}

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
          WHERE doubtful_samples > 0 AND stored_ms IS NOT NULL AND (? IS NULL OR participant.name = ?)
          ORDER BY participant.name, start_ms, recording.name
          """, arguments: [participant, participant]
      ).map { row in
        DoubtfulRecording(
          participant: try row.word(0),
          recording: RecordingReference(
            name: try row.word(1), start: try row.instant(2),
            content: try row.text(3)),
          samples: Int(try row.integer(4)))
      }
    }
  }
}
