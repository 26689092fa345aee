import GRDB
import GaitModel

/// By which clock a phone's records stay where two stores come together.
///
/// A phone writes all of an export by the clock of the place where it is written: the export of a summer has evenings of winter on
/// the next day. Of two records that are alike in all else, the clock is that of the export that was written first, which is
/// nearest to the day, and the word stays as late as the later one.
struct MergedClocks {
  /// How many records that were here have another clock now.
  private(set) var moved = 0
  private let database: Database
  private var clocks: OtherClocks
  private var late: [TimeSaid: [Late]] = [:]
  private var gone: [Gone] = []

  /// A record that gave way to one which is not known yet.
  private struct Gone {
    var sample: Sample
    var key: SampleKey
    var said: TimeSaid
  }

  /// A record that is written when all others are.
  private struct Late {
    var sample: Sample
    var key: SampleKey
    /// Whether its clock is another one than before.
    var isMoved: Bool
  }

  /// For one transaction.
  init(_ database: Database) {
    self.database = database
    clocks = OtherClocks(database)
  }

  /// Takes a record that comes where the same one is here: of both by a phone's exports, in which they differ by their clocks
  /// at most.
  ///
  /// - Parameters:
  ///   - sample: what comes.
  ///   - place: where it stands, and the number of its details.
  ///   - said: when that was said.
  ///   - here: what is here.
  /// - Returns: whether it is taken.
  /// - Throws: what the database throws.
  mutating func take(
    _ sample: Sample, at place: (key: SampleKey, detail: Int64), _ said: TimeSaid,
    besides here: KeptValue
  ) throws -> Bool {
    guard let own = here.said.clockTime, let new = said.clockTime,
      sample.source.recording == nil, here.is(sample, here.detail)
    else { return false }
    var kept = sample
    if here.detail != place.detail {
      guard try clocks.differInClockOnly(here.detail, place.detail) else { return false }
      kept.origin = try clocks.origin(of: sample, [here.detail, place.detail, place.key.source])
    }
    let isMoved = Self.order(new, sample) < Self.order(own, kept)
    var last = here.said.isBefore(said) ? said : here.said
    // Read again after a deletion in one of the stores, it stays in both.
    last.stored = max(here.said.stored, said.stored)
    let target = last.byClock(of: min(own, new))
    if isMoved || target != here.said {
      late[target, default: []].append(
        Late(
          sample: isMoved ? sample : kept, key: place.key,
          isMoved: isMoved && here.detail != place.detail))
    }
    return true
  }

  /// The earlier export first; of two at once one by its clock, whichever store it is in.
  private static func order(_ written: Int64, _ sample: Sample) -> (Int64, Int, String) {
    let clock = sample.metadata
    return (written, clock.utcOffsetSeconds ?? .min, clock.timeZoneIdentifier ?? "")
  }

  /// Notes that what is here at a place gives way, as it did elsewhere.
  ///
  /// - Parameters:
  ///   - sample: what gave way there.
  ///   - place: where it stood, and the number of its details.
  ///   - here: what is here.
  /// - Throws: what the database throws.
  mutating func note(
    gone sample: Sample, at place: (key: SampleKey, detail: Int64), _ here: KeptValue
  ) throws {
    guard here.said.exported != nil else { return }
    var own = sample
    own.origin = try clocks.origin(of: sample, [here.detail, place.detail, place.key.source])
    note(gone: own, at: place.key, here.said)
  }

  /// Notes that what comes gave way here.
  mutating func note(gone sample: Sample, at key: SampleKey, _ said: TimeSaid) {
    if said.exported != nil { gone.append(Gone(sample: sample, key: key, said: said)) }
  }

  /// Puts what something gave way to on the clocks of that, of one person.
  ///
  /// - Parameters:
  ///   - taken: what gave way as it was given again.
  ///   - person: whose.
  /// - Throws: what the database throws.
  mutating func settle(_ taken: TakenClocks, of person: String) throws {
    var taken = taken
    let series = try SeriesCatalog.series(
      database, participant: person, kinds: Set(gone.map(\.sample.kind)))
    for old in gone {
      guard let own = series.first(where: { $0.id == old.key.series }) else { continue }
      for place in try GivenAgain.places(of: own.kind, old.key, in: database) {
        taken.note(old.sample, old.key, at: place, old.said, own)
      }
    }
    gone = []
    try taken.write(database, whereRead: false)
  }

  /// Writes what was taken, of one person.
  mutating func settle(of person: String) throws {
    for (said, records) in late.sorted(by: { $0.key.order < $1.key.order }) {
      var writer = try SampleWriter(database, at: said.kept)
      writer.export = said.export(of: person)
      for record in records {
        if record.isMoved {
          _ = try writer.save(record.sample)
          moved += 1
        }
        // Also what is the same by its clock but for the zone's name.
        try writer.renew(record.key)
      }
      _ = try writer.finish()
    }
    late = [:]
  }
}

/// By whose clocks records stay that took the place of others, as where a phone condensed or corrected what it had given: by
/// that of the first of those that gave way.
struct TakenClocks {
  private var taken: [SampleKey: Taken] = [:]

  private struct Taken {
    var series: Series
    /// Where the first of those stood that gave way.
    var first: SampleKey
    var clock: SampleMetadata
    /// When it was said.
    var said: TimeSaid
    var isNewLost: Bool

    /// The clock of the earliest export first, then that of the first record.
    var order: (Int64, Int64, Int64, Int64) {
      (said.clockTime ?? .max, first.start, first.duration, first.distinction)
    }
  }

  /// Notes that a sample gave way to what stands at a place.
  mutating func note(
    _ sample: Sample, _ key: SampleKey, at place: SampleKey, _ said: TimeSaid, _ series: Series,
    isNew: Bool = false
  ) {
    let clock = sample.metadata
    guard clock.utcOffsetSeconds != nil || clock.timeZoneIdentifier != nil else { return }
    let new = Taken(series: series, first: key, clock: clock, said: said, isNewLost: isNew)
    if let known = taken[place], known.order <= new.order { return }
    taken[place] = new
  }

  /// Puts what stays on the clocks of what gave way, where these are of earlier exports.
  ///
  /// - Parameters:
  ///   - database: the store, with all that stays.
  ///   - isRead: whether an export was read: what was here then is the earlier word where no dates say it.
  /// - Returns: how many records that were here have another clock now, as an export was read that was written before.
  /// - Throws: what the database throws.
  @discardableResult
  func write(_ database: Database, whereRead isRead: Bool) throws -> Int {
    guard !taken.isEmpty else { return 0 }
    let times = try ChangeLog.times(database)
    var origins = OriginCatalog(database)
    var changes: [TimeSaid: [(SampleKey, Sample)]] = [:]
    var moved = 0
    for (key, first) in taken {
      guard let here = try KeptValue(database, key, times) else { continue }
      if let before = first.said.clockTime, let own = here.said.clockTime {
        guard before < own else { continue }
      } else if !isRead || first.isNewLost {
        continue
      }
      guard var sample = try first.series.sample(at: key, database, &origins) else { continue }
      var metadata = sample.metadata
      (metadata.utcOffsetSeconds, metadata.timeZoneIdentifier) = (
        first.clock.utcOffsetSeconds, first.clock.timeZoneIdentifier
      )
      sample.origin = Sample.Origin(
        participant: sample.participant, source: sample.source, metadata: metadata)
      let said = here.said.exported == nil ? here.said : here.said.byClock(of: first.said.clockTime)
      changes[said, default: []].append((key, sample))
    }
    for (said, records) in changes.sorted(by: { $0.key.order < $1.key.order }) {
      var writers: [String: [(SampleKey, Sample)]] = [:]
      for record in records { writers[record.1.participant, default: []].append(record) }
      for (person, own) in writers.sorted(by: { $0.key < $1.key }) {
        var writer = try SampleWriter(database, at: said.stored)
        writer.export = said.export(of: person)
        for (key, sample) in own.sorted(by: { $0.0.place < $1.0.place }) {
          let before = writer.outcome.written
          _ = try writer.save(sample)
          try writer.renew(key)
          if taken[key]?.isNewLost == true { moved += writer.outcome.written - before }
        }
        _ = try writer.finish()
      }
    }
    return moved
  }
}

extension SampleKey {
  fileprivate var place: (Int64, Int64, Int64) { (start, duration, distinction) }
}
