import Foundation
import GRDB
import GaitModel

/// What was deleted here, beside samples that come without a time at which they were stored: the next table or export of a
/// phone that still holds them does not bring them back.
///
/// ```
///   deleted      |--|      |--|        known: the samples' identities, the days of UTC, the source
///   a later export  |------------|     condensed: not known, and on such a day
///   or           |--|                  with another value or unit: in such a place
/// ```
struct DeletedSamples {
  /// How many samples were not admitted that were deleted.
  private(set) var leftOut = 0
  /// How many records were not admitted that may hold others which were deleted.
  private(set) var condensed = 0
  private let database: Database
  private let deletions: StoreDeletions?
  private let times: StoredTimes?
  private var origins: OriginCatalog
  private var series: [SeriesName: [Series]] = [:]

  private struct SeriesName: Hashable {
    var participant: String
    var kind: AnySampleKind
  }

  /// Reads what was deleted in a store; nothing where it comes back.
  init(_ database: Database, restoring restores: Bool) throws {
    self.database = database
    origins = OriginCatalog(database)
    let all = restores ? nil : try StoreDeletions(database)
    deletions = all.flatMap { $0.isEmpty ? nil : $0 }
    times = try deletions.map { _ in try StoredTimes(database) }
  }

  /// Whether a sample, or a record in its place, was not deleted, or stands here again.
  mutating func admits(_ sample: Sample) throws -> Bool {
    guard let deletions, deletions.holds(sample, after: .min) else { return true }
    let isByPlace = sample.isOfAnotherProgram && !deletions.holdsItself(sample, after: .min)
    guard try !isHere(sample, orOtherInPlace: isByPlace) else { return true }
    leftOut += 1
    return false
  }

  /// Whether a record of a phone's export was not deleted, and holds no time of others that were: a phone condenses its
  /// records, and of those that were deleted here only the days are known. What was recorded after the deletion holds none,
  /// nor does what stands in the place of a record that is here.
  mutating func admits(exported sample: Sample) throws -> Bool {
    guard try admits(sample) else { return false }
    guard let instant = deletions?.instant(ofDayOf: sample),
      sample.end.millisecondsSince1970 < instant, try !isKnown(sample, after: instant)
    else { return true }
    condensed += 1
    return false
  }

  /// Whether a record of the source stands in a sample's place, or records of its days were stored after an instant,
  /// milliseconds since 1970: then what was deleted came back.
  private mutating func isKnown(_ sample: Sample, after instant: Int64) throws -> Bool {
    let (start, end) = (sample.start.millisecondsSince1970, sample.end.millisecondsSince1970)
    let day = RecordingDeletions.dayMilliseconds
    let (first, last) = (
      RecordingDeletions.day(of: start) * day, (RecordingDeletions.day(of: end) + 1) * day
    )
    var isFound = false
    for series in try own(sample) {
      let scan = SeriesScan(
        series: series.id, from: first - series.longestMilliseconds, to: last)
      try scan.forEach(database) { row in
        guard let origin = try origins.origin(of: row), origin.source.name == sample.source.name,
          origin.source.recording == nil
        else { return true }
        let isInPlace = row.start == start && row.duration == end - start
        let stored = times?.time(of: row)?.millisecondsSince1970 ?? 0
        let rowEnd = row.start + row.duration
        isFound = isInPlace || stored > instant && rowEnd > first && rowEnd < instant
        return !isFound
      }
      if isFound { return true }
    }
    return false
  }

  /// Looks without a number for the person or the kind: neither is written down for what is not kept.
  private mutating func own(_ sample: Sample) throws -> [Series] {
    let name = SeriesName(participant: sample.participant, kind: sample.kind)
    let own =
      try series[name]
      ?? SeriesCatalog.series(
        database, participant: sample.participant, kinds: [sample.kind])
    series[name] = own
    return own
  }

  private mutating func isHere(
    _ sample: Sample, orOtherInPlace othersCount: Bool
  ) throws -> Bool {
    let start = sample.start.millisecondsSince1970
    var isFound = false
    for series in try own(sample) {
      try SeriesScan(series: series.id, from: start, to: start + 1).forEach(database) { row in
        guard let origin = try origins.origin(of: row) else { return true }
        var other = row.sample(series.kind, origin)
        if othersCount { other.distinction = sample.distinction }
        isFound = other.id == sample.id
        return !isFound
      }
      if isFound { return true }
    }
    return false
  }
}
