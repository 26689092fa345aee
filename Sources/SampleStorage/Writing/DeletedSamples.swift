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
  private let restores: Bool
  private let now: Int64
  /// Of which days records were deleted, and on which some came back.
  private var days: RecordingDeletions
  /// On which days some come back now.
  private var returned = RecordingDeletions()
  private var origins: OriginCatalog
  private var series: [SeriesName: [Series]] = [:]

  private struct SeriesName: Hashable {
    var participant: String
    var kind: AnySampleKind
  }

  /// Reads what was deleted in a store.
  ///
  /// - Parameters:
  ///   - database: the store.
  ///   - restores: whether it comes back.
  ///   - now: when, milliseconds since 1970.
  /// - Throws: what the database throws.
  init(_ database: Database, restoring restores: Bool, at now: Int64) throws {
    self.database = database
    (self.restores, self.now) = (restores, now)
    origins = OriginCatalog(database)
    let all = try StoreDeletions(database)
    deletions = all.isEmpty ? nil : all
    days = all.recordings
  }

  /// Whether a sample, or a record in its place, was not deleted, or stands here again, or comes back.
  mutating func admits(_ sample: Sample) throws -> Bool {
    guard let deletions else { return true }
    guard !restores else {
      try noteReturn(of: sample)
      return true
    }
    guard deletions.holds(sample, after: .min) else { return true }
    let isByPlace = sample.isOfAnotherProgram && !deletions.holdsItself(sample, after: .min)
    guard try !isHere(sample, orOtherInPlace: isByPlace) else { return true }
    leftOut += 1
    return false
  }

  /// Whether a record of a phone's export was not deleted, and holds no time of others that were: a phone condenses its
  /// records, and of those that were deleted here only the days are known. What was recorded after the deletion holds none,
  /// nor does what stands in the place of a record that is here; and where what was deleted came back, all of the day may.
  mutating func admits(exported sample: Sample) throws -> Bool {
    guard try admits(sample) else { return false }
    guard !restores, try mayHoldDeleted(sample) else { return true }
    condensed += 1
    return false
  }

  /// Writes down on which days records came back.
  func finish() throws { try returned.write(database) }

  private mutating func noteReturn(of sample: Sample) throws {
    guard try mayHoldDeleted(sample) else { return }
    let instant = max(now, (days.instant(ofDayOf: sample) ?? .min) + 1)
    days.add(backOnDaysOf: sample, at: instant)
    returned.add(backOnDaysOf: sample, at: instant)
  }

  private mutating func mayHoldDeleted(_ sample: Sample) throws -> Bool {
    guard let instant = days.instant(ofDayStillGoneOf: sample) else { return false }
    return try sample.end.millisecondsSince1970 < instant && !isHere(sample, orOtherInPlace: true)
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
