import Foundation
import GaitModel
import GaitResults
import SampleStorage

/// Prints what was added and deleted, a line of JSON for each batch, with the anchor to go on from.
struct ChangePrinter {
  private var query: SampleQuery

  /// Makes a printer of changes to some samples.
  init(_ query: SampleQuery) {
    self.query = query
    self.query.includesLeftOut = true
  }

  /// Prints once, or goes on as changes come.
  func print(_ store: SampleStore, since anchor: ChangeAnchor, _ goesOn: Bool) async throws {
    guard goesOn else {
      return try write(try await store.changes(since: anchor, matching: query))
    }
    for try await changes in store.changes(after: anchor, matching: query) { try write(changes) }
  }

  private func write(_ changes: SampleChanges) throws {
    let document = JSONValue.members([
      "anchor": .integer(Int(changes.anchor.rawValue)),
      "added": .array(changes.added.map(Self.document)),
      "deleted": .array(changes.deleted.map { .string($0.uuidString) }),
      // The number alone is another store's, too, and that of a copy that was put back.
      "since": .string(changes.anchor.description),
    ])
    // One line for each batch, so that a program that listens knows where it ends.
    let lines = document.document.split(separator: "\n").map { $0.drop { $0 == " " } }
    try StandardOutput.write(lines.joined(separator: " ") + "\n")
  }

  private static func document(_ sample: Sample) -> JSONValue {
    .members([
      "id": .string(sample.id.uuidString), "participant": .string(sample.participant),
      "kind": .string(sample.kind.name), "value": .number(sample.value, decimals: 6),
      "unit": .string(sample.metadata.unit ?? sample.kind.baseUnit.symbol),
      "start_time": .string(SampleTable.instant(sample.start, of: sample, by: DayClock(.gmt))),
      "end_time": .string(SampleTable.instant(sample.end, of: sample, by: DayClock(.gmt))),
      "source": .string(sample.source.name),
      "left_out_reason": .optional(sample.metadata.leftOutReason?.rawValue),
    ])
  }
}
