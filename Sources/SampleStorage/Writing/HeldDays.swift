import GRDB
import GaitModel

/// What a store holds of days of which records of phones were deleted there: records of these days that it does not hold may
/// have what was deleted in them.
struct HeldDays: Sendable {
  /// Where a record stands, whatever it says.
  private struct Place: Hashable {
    var participant: String
    var kind: AnySampleKind
    var source: String
    var start: Int64
    var end: Int64

    init(_ sample: Sample) {
      (participant, kind, source) = (sample.participant, sample.kind, sample.source.name)
      start = sample.start.millisecondsSince1970
      end = sample.end.millisecondsSince1970
    }
  }

  private var valid: Set<Place> = []
  private var aside: Set<Place> = []
  /// When records that count begin and end, by a place that stands for their day.
  private var times: [Place: [Range<Int64>]] = [:]

  /// Adds a record that is held, perhaps aside.
  mutating func add(_ sample: Sample, isValid: Bool) {
    let place = Place(sample)
    guard isValid else {
      aside.insert(place)
      return
    }
    valid.insert(place)
    guard place.start < place.end else { return }
    for day in Self.days(of: place) { times[day, default: []].append(place.start..<place.end) }
  }

  /// Whether a record, or something in its place, is held: also aside, as long as something counts at its time, to which it may
  /// have given way.
  func hold(_ sample: Sample) -> Bool {
    let place = Place(sample)
    guard !valid.contains(place) else { return true }
    guard aside.contains(place), place.start < place.end else { return false }
    return Self.days(of: place).contains { day in
      times[day]?.contains { $0.overlaps(place.start..<place.end) } ?? false
    }
  }

  private static func days(of place: Place) -> [Place] {
    let (first, last) = (
      RecordingDeletions.day(of: place.start), RecordingDeletions.day(of: place.end)
    )
    return (first...last).map { day in
      var name = place
      (name.start, name.end) = (day, day)
      return name
    }
  }

  /// Whether a record, or something in its place, counts.
  func count(_ sample: Sample) -> Bool { valid.contains(Place(sample)) }
}

extension StoreDeletions {
  /// When records were deleted of a day of a phone's record that is not here and may hold them, milliseconds since 1970.
  func instant(ofHeldBack other: HeldSamples.Other) -> Int64? {
    other.said.exported == nil ? nil : instant(ofHeldBack: other.sample)
  }

  /// Whether a sample comes that was deleted, or may hold what was, and was stored anew since.
  func isBack(_ other: HeldSamples.Other) -> Bool {
    areLast(of: other.sample) || instant(ofHeldBack: other) != nil
  }

  /// Deletes of a person the records of phones that were stored before records of their days were deleted elsewhere, are not
  /// held there and may hold these, and such records that gave way.
  ///
  /// - Returns: how many samples are gone.
  /// - Throws: `SampleAccessError` when a kind may not be written; what the database throws.
  func applyDays(_ database: Database, to person: String, _ access: SampleAccess) throws -> Int {
    let times = try StoredTimes(database)
    var origins = OriginCatalog(database)
    var found: [Int64: [(SampleKey, Sample)]] = [:]
    var back: [(sample: Sample, stored: Int64)] = []
    var (count, aside): (Int, [SampleKey: Int64]) = (0, [:])
    let series = try SeriesCatalog.series(database, participant: person, kinds: nil).filter {
      $0.kind.aggregation == .cumulative
    }
    for series in series {
      var phones: Set<String> = []
      try SeriesScan(series: series.id).forEach(database) { row in
        guard times.export(of: row) != nil, let origin = try origins.origin(of: row) else {
          return true
        }
        let sample = row.sample(series.kind, origin)
        phones.insert(sample.source.name)
        let stored = times.time(of: row)?.millisecondsSince1970 ?? 0
        // What was deleted itself goes with all other deletions.
        guard let instant = instant(ofHeldBack: sample) else { return true }
        if stored >= instant {
          back.append((sample, stored))
        } else if !holdsItself(sample, after: stored) {
          try access.requireWriting(series.kind)
          found[instant, default: []].append((row.key(in: series), sample))
          count += 1
        }
        return true
      }
      try SeriesScan(series: series.id).forEachSuperseded(database) { row, superseding in
        guard let origin = try origins.origin(of: row) else { return }
        let sample = row.sample(series.kind, origin)
        if phones.contains(sample.source.name), let instant = instant(ofHeldBack: sample),
          superseding.instant.millisecondsSince1970 < instant
        {
          try access.requireWriting(series.kind)
          aside[row.key(in: series)] = instant
        }
      }
    }
    for (key, instant) in aside {
      try SampleRemoval.removeSuperseded(database, key, before: instant)
    }
    try returned(back).write(database)
    for (instant, samples) in found.sorted(by: { $0.key < $1.key }) {
      var writer = try SampleWriter(database, at: instant)
      for (key, sample) in samples { try writer.delete(key, sample) }
      _ = try writer.finish()
    }
    return count
  }
}

extension HeldSamples {
  /// Leaves out records of phones of days of which records were deleted here since, that are not here and may hold these; and
  /// that records gave way to such, where they count here.
  ///
  /// - Returns: how many records that count there are left out.
  mutating func leaveOut(condensedBy deletions: StoreDeletions) -> Int {
    guard deletions.haveDays else { return 0 }
    let phones = Set(others.lazy.filter { $0.said.exported != nil }.map(\.sample.source.name))
    let before = others.count
    others.removeAll { other in
      deletions.instant(ofHeldBack: other).map { other.said.stored < $0 } ?? false
    }
    superseded.removeAll { old in
      guard phones.contains(old.sample.source.name),
        let instant = deletions.instant(ofDayOf: old.sample),
        old.instant.millisecondsSince1970 < instant
      else { return false }
      return deletions.days.count(old.sample) || deletions.instant(ofHeldBack: old.sample) != nil
    }
    return before - others.count
  }
}
