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
      // How far estimates have come, and other notes that the store keeps for itself, are nobody's samples.
      "added": .array(changes.added.filter { !$0.kind.isBookkeeping }.map(Self.document)),
      "deleted": .array(changes.deleted.map { .string($0.uuidString) }),
      // The number alone is another store's, too, and that of a copy that was put back.
      "since": .string(changes.anchor.description),
    ])
    // One line for each batch, so that a program that listens knows where it ends.
    let lines = document.document.split(separator: "\n").map { $0.drop { $0 == " " } }
    try StandardOutput.write(lines.joined(separator: " ") + "\n")
  }

  /// A sample as `gait query --format json` has it, with its identity; its time is in UTC, or the reading of a local clock,
  /// as the zones of a person are not known at every change.
  private static func document(_ sample: Sample) -> JSONValue {
    let fields = SampleTable.row(of: sample, unit: nil, by: DayClock(.gmt), isExact: true)
    return .object(
      [JSONValue.Member(key: "id", value: .string(sample.id.uuidString))]
        + zip(SampleTable.columns, fields).map { JSONValue.Member(key: $0, value: $1.json) })
  }
}
