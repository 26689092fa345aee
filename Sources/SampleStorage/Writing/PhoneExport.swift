import Foundation
import GRDB
import GaitModel

/// All that a phone has of a person.
public struct PhoneExport: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// When it was written; `nil` where that is not known: it is taken for later than all others then.
  public var written: Date?

  /// Names an export.
  public init(participant: String, written: Date?) {
    (self.participant, self.written) = (participant, written)
  }

  /// When the last export of the person was written that was taken, where that is later than this one.
  func later(in database: Database) throws -> Date? {
    guard let written else { return nil }
    let last = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT max(sample.start_ms) FROM sample JOIN series ON series.id = sample.series_id
            JOIN participant ON participant.id = series.participant_id
            JOIN kind ON kind.id = series.kind_id
          WHERE participant.name = ? AND kind.name = ?
          """), arguments: [participant, AnySampleKind.phoneExport.name])
    return last.map { Date(millisecondsSince1970: $0) }.flatMap { $0 > written ? $0 : nil }
  }

  /// Writes down that it was taken.
  func note(in database: Database, at instant: Int64) throws {
    guard let written, try later(in: database) == nil else { return }
    var writer = try SampleWriter(database, at: instant)
    _ = try writer.save(
      Sample(
        kind: .phoneExport, value: 1, start: written, end: written, participant: participant,
        source: .person, metadata: SampleMetadata()))
    _ = try writer.finish()
  }
}

/// Keeps a phone's export that was written before one that was taken already: what that one says otherwise stays.
struct OlderExport {
  /// Records of it that were kept aside.
  private(set) var contradicting = 0
  /// Records of it that were there already, or aside.
  private(set) var unchanged = 0
  private let database: Database
  private let superseding: Superseding
  private var aside: Aside

  /// Begins at an instant, milliseconds since 1970.
  init(_ database: Database, at instant: Int64) throws {
    self.database = database
    superseding = Superseding(
      reason: "a later export of the phone says otherwise",
      instant: Date(millisecondsSince1970: instant))
    aside = try Aside(database, at: instant)
  }

  /// Whether something is kept in a sample's place, which stays. What is aside already, since when and why, stays so.
  mutating func isKept(_ sample: Sample, _ key: SampleKey) throws -> Bool {
    guard let here = try KeptValue(database, key, [:]) else {
      guard try aside.holds(sample), try GivenAgain.isTold(of: sample.kind, key, in: database)
      else { return false }
      unchanged += 1
      return true
    }
    if try here.value != sample.value && aside.put(sample, superseding, renewing: false) {
      contradicting += 1
    } else {
      unchanged += 1
    }
    return true
  }

  /// Keeps aside what was written and speaks of the same as something else that is kept.
  mutating func settle(_ given: GivenAgain, with writer: inout SampleWriter) throws {
    let superseding = superseding
    contradicting += try given.settle(.before, with: &writer) { _ in superseding }
  }
}
