import Foundation
import GRDB
import GaitModel

/// A recording has one protocol of activities, also where two stores come together in which two people labelled it.
///
/// ```
///   here    |-----out-----|       stored at 10:00
///   there   |-out-| |-back-|      stored at 11:00: stays, and the other is kept aside
/// ```
///
/// Where no label of one lies over a label of the other both stay: each labelled a part.
struct OneProtocol {
  private struct Label {
    var key: SampleKey
    var mark: Sample
    var stored: Int64
  }

  private let database: Database
  private let times: [Int64: TimeSaid]

  /// Reads when each change was said.
  init(_ database: Database) throws {
    self.database = database
    times = try ChangeLog.times(database)
  }

  /// The recordings in which another store has labels, by their content, without those in which labels lie over each other there
  /// or here before: somebody entered them so.
  ///
  /// - Parameters:
  ///   - held: what the other store holds of a person.
  ///   - database: the store.
  /// - Returns: contents of recordings.
  /// - Throws: what the database throws.
  static func recordings(labelledIn held: HeldSamples, _ database: Database) throws -> Set<String> {
    let marks = held.others.map(\.sample).filter {
      $0.kind == SampleKind.activity.erased && $0.source.recording?.content != nil
    }
    guard !marks.isEmpty else { return [] }
    let here = try OneProtocol(database)
    return try Set(
      Dictionary(grouping: marks) { $0.source.recording?.content ?? "" }.filter { content, marks in
        let own = try here.rows(of: content).map { try here.marks(in: $0).map(\.mark) }
        return !([marks] + own).contains(where: areMixed)
      }.keys)
  }

  /// Whether some lie over each other.
  private static func areMixed(_ marks: [Sample]) -> Bool {
    let sorted = marks.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    return zip(sorted, sorted.dropFirst()).contains { $0.overlaps($1) }
  }

  private func rows(of content: String) throws -> [KeptAnalysis] {
    try Row.fetchAll(
      database.cachedStatement(
        sql:
          "SELECT \(RecordingRow.columns) FROM recording WHERE content = ? AND content <> '' ORDER BY id"
      ),
      arguments: [content]
    ).map { try KeptAnalysis(database, RecordingRow($0)) }
  }

  private func marks(in kept: KeptAnalysis) throws -> [(mark: Sample, stored: Int64)] {
    try kept.marks(database, times).filter { $0.mark.kind == SampleKind.activity.erased }
  }

  /// Puts aside the labels of protocols over which a later one lies.
  ///
  /// - Parameter content: of which recording.
  /// - Returns: what gave way, in words; empty where there is one protocol.
  /// - Throws: what the database throws.
  func settle(of content: String) throws -> [String] {
    try rows(of: content).compactMap(settle)
  }

  private func settle(_ kept: KeptAnalysis) throws -> String? {
    let marks = try marks(in: kept)
    var (left, gone, last): ([Label], [Label], Int64) = ([], [], 0)
    // What was stored at once is one protocol.
    let protocols = Dictionary(grouping: marks, by: \.stored).sorted { $0.key > $1.key }
    guard protocols.count > 1 else { return nil }
    for (stored, marks) in protocols {
      var writer = try SampleWriter(database, at: stored)
      let labels = try marks.map {
        Label(key: try writer.place(of: $0.mark).key, mark: $0.mark, stored: stored)
      }
      let over = left.filter { other in labels.contains { $0.mark.overlaps(other.mark) } }
      guard let later = over.map(\.stored).max() else {
        left += labels
        continue
      }
      gone += labels
      last = max(last, later)
    }
    guard !gone.isEmpty else { return nil }
    for (stored, labels) in Dictionary(grouping: gone, by: \.stored).sorted(by: { $0.key < $1.key })
    {
      // When that was stored to which it gives way: it is the same in whatever order stores come together.
      let superseding = Superseding(
        reason: "another protocol was given for the recording",
        instant: Date(millisecondsSince1970: last),
        stored: stored == 0 ? nil : Date(millisecondsSince1970: stored))
      var writer = try SampleWriter(database, at: last)
      for label in labels { try writer.delete(label.key, label.mark, aside: superseding) }
      _ = try writer.finish()
    }
    let names = Set(gone.compactMap(\.mark.metadata.label)).sorted().joined(separator: ", ")
    return
      "\(kept.row.reference.name) of \(kept.person) has two protocols of activities, and labels of one lie over those of the other: "
      + "what was stored later stays, and \(gone.count) of the other (\(names)) "
      + (gone.count == 1 ? "is kept aside" : "are kept aside")
      + ". Analyze the recording again for the figures of those that stay"
  }
}

extension Sample {
  fileprivate func overlaps(_ other: Sample) -> Bool { start < other.end && other.start < end }
}
