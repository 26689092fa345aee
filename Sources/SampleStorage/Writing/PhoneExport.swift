import Foundation
import GRDB
import GaitModel

/// All that a phone has of a person.
public struct PhoneExport: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// When it was written; `nil` where that is not known: it is taken for later than all others then.
  public var written: Date?
  /// When the earlier export was written by whose clock its records stay; `nil` where they have its own.
  var clock: Date?

  /// Names an export.
  public init(participant: String, written: Date?) {
    (self.participant, self.written) = (participant, written)
  }

  /// When the last export of the person was written that was taken; `nil` where none is known.
  func last(in database: Database) throws -> Date? {
    let last = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT max(sample.start_ms) FROM sample JOIN series ON series.id = sample.series_id
            JOIN participant ON participant.id = series.participant_id
            JOIN kind ON kind.id = series.kind_id
          WHERE participant.name = ? AND kind.name = ?
          """), arguments: [participant, AnySampleKind.phoneExport.name])
    return last.map { Date(millisecondsSince1970: $0) }
  }

  /// Says under a change that what it wrote is of this export, and of which its clock is; nothing where it is not known when
  /// it was written.
  func notes(of change: Int64) -> [Sample] {
    let instants = [(written, Self.says), (written == nil ? nil : clock, Self.clocks)]
    return instants.compactMap { instant, value in
      instant.map {
        Sample(
          kind: .phoneExport, value: value, start: $0, end: $0, participant: participant,
          source: .person, metadata: SampleMetadata(), distinction: Int(change))
      }
    }
  }

  /// The value of a note of the export that says what a change wrote.
  private static let says = 1.0
  /// The value of a note of the earlier export by whose clock that is.
  private static let clocks = 2.0

  /// When the exports were written that changes are of, and by whose clocks, by the change, milliseconds since 1970.
  ///
  /// Programs before this one noted an export in a change of its own right after that of its samples, without a
  /// distinction.
  static func times(
    _ database: Database
  ) throws -> [Int64: (written: Int64?, clock: Int64?)] {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT change.change_id, sample.start_ms, sample.value
          FROM sample JOIN series ON series.id = sample.series_id
            JOIN kind ON kind.id = series.kind_id
            JOIN change AS noted ON noted.change_id = sample.change_id
            JOIN change ON change.change_id = sample.change_id - (sample.distinction = 0)
              AND change.stored_ms = noted.stored_ms
          WHERE kind.name = ?
          """), arguments: [AnySampleKind.phoneExport.name])
    var times: [Int64: (written: Int64?, clock: Int64?)] = [:]
    while let row = try rows.next() {
      let (change, instant) = (try row.integer(0), try row.integer(1))
      if Double.fromDatabaseValue(row[2]) == clocks {
        times[change, default: (nil, nil)].clock = instant
      } else {
        times[change, default: (nil, nil)].written = instant
      }
    }
    return times
  }

  /// Why something gives way to what a later export says, and when, milliseconds since 1970.
  static func superseding(at instant: Int64) -> Superseding {
    Superseding(
      reason: "a later export of the phone says otherwise",
      instant: Date(millisecondsSince1970: instant))
  }
}

/// Keeps a phone's export that was written before one that was taken already: what a later one says otherwise stays.
struct OlderExport {
  /// Records of it that were kept aside.
  private(set) var contradicting = 0
  /// Records of it that are aside since before.
  private(set) var stayingAside = 0
  /// Records of it that were there already, or aside.
  private(set) var unchanged = 0
  /// What is here by the clock of a later export, which holds no more.
  private(set) var clocks: EarlierClocks
  /// By whose clocks that stays to which something gave way before.
  private(set) var takenClocks = TakenClocks()
  private let database: Database
  /// When the export says what it says.
  private let said: TimeSaid
  /// When each change was said.
  private let times: [Int64: TimeSaid]
  private var aside: Aside
  private var otherClocks: OtherClocks
  private var series: [Int64: Series] = [:]

  /// Begins with an export that was written then, at an instant; both milliseconds since 1970.
  init(
    _ database: Database, written: Int64, _ said: TimeSaid, _ times: [Int64: TimeSaid],
    at instant: Int64
  ) throws {
    self.database = database
    (self.said, self.times) = (said, times)
    aside = try Aside(database, at: instant)
    clocks = try EarlierClocks(database, written: written)
    otherClocks = OtherClocks(database)
  }

  /// Whether the clock of what a change wrote is that of a later export.
  func isByLaterClock(_ change: Int64) -> Bool { clocks.areBefore(times[change]) }

  /// Puts what is here by the clock of a later export on that of this one, of a person.
  ///
  /// - Returns: how many records have another clock now.
  /// - Throws: what the database throws.
  mutating func settleClocks(of person: String) throws -> Int {
    try clocks.settle(of: person)
    return try clocks.moved + takenClocks.write(database, whereRead: true)
  }

  /// The place of a sample where a later export has something, which stays; `nil` where none has. What is aside already,
  /// since when and why, stays so.
  mutating func isKept(_ sample: Sample, _ writer: inout SampleWriter) throws -> SampleKey? {
    let (key, detail) = try writer.place(of: sample)
    guard let here = try KeptValue(database, key, times) else {
      guard try aside.holds(sample, by: &otherClocks),
        try GivenAgain.tells(of: sample.kind, key, in: database).contains(where: isLater)
      else { return nil }
      try noteClock(of: sample, key)
      unchanged += 1
      stayingAside += 1
      return key
    }
    guard said.isBefore(here.said) else { return nil }
    guard try !clocks.take(sample, at: (key, detail), besides: here) else {
      unchanged += 1
      return key
    }
    // Dated by when that was stored which stays: what was stored before such an instant gives way in a merge.
    let superseding = PhoneExport.superseding(at: here.said.stored)
    if here.is(sample, detail) {
      unchanged += 1
    } else if try aside.put(sample, superseding, renewing: false) {
      contradicting += 1
    } else {
      unchanged += 1
      stayingAside += 1
    }
    return key
  }

  /// Notes the clock of what is aside for what took its place by that of a later export.
  private mutating func noteClock(of sample: Sample, _ key: SampleKey) throws {
    for place in try GivenAgain.places(of: sample.kind, key, in: database) {
      guard clocks.areBefore(try KeptValue(database, place, times)?.said),
        let own = try own(key.series, of: sample)
      else { continue }
      takenClocks.note(sample, key, at: place, said, own, isNew: true)
    }
  }

  private mutating func own(_ number: Int64, of sample: Sample) throws -> Series? {
    if let known = series[number] { return known }
    series[number] = try SeriesCatalog.series(
      database, participant: sample.participant, kinds: [sample.kind]
    ).first { $0.id == number }
    return series[number]
  }

  private func isLater(_ change: Int64) -> Bool { times[change].map(said.isBefore) ?? false }
}
