import Foundation
import GaitModel

/// Whether the cells of a laboratory's table are what the mapping says: what cannot be read is no missing value.
struct LaboratoryCells {
  private let map: LaboratoryMapping.Table
  private let table: LaboratoryTable
  private let numbers: [String: [Double?]]

  /// Takes the columns that the mapping names, by the mapping's key.
  init(
    _ map: LaboratoryMapping.Table, _ table: LaboratoryTable, _ numbers: [String: [Double?]]
  ) {
    (self.map, self.table, self.numbers) = (map, table, numbers)
  }

  /// What is read from columns of words.
  static let words: Set<String> = ["side", "event", "trial"]
  private static let missing: Set<String> = [
    "n/a", "na", "n.a.", "nan", "null", "none", "missing", "-", "–", "--",
  ]

  /// Whether a cell says that nothing was measured; one that is empty says nothing at all.
  static func isMissing(_ cell: String) -> Bool { missing.contains(cell.lowercased()) }

  /// Whether a cell says nothing, or that nothing was measured.
  static func isBlank(_ cell: String) -> Bool { cell.isEmpty || isMissing(cell) }

  /// Looks at every number.
  ///
  /// - Throws: ``ValidationError`` that names the first cell that holds something else, or the file without any.
  func check() throws {
    let columns = numbers.filter { !Self.words.contains($0.key) }.sorted { $0.key < $1.key }
    var isEmpty = true
    for row in 0..<(columns.map(\.value.count).max() ?? 0) {
      let hasNumber = columns.contains { row < $0.value.count && $0.value[row] != nil }
      if hasNumber { isEmpty = false }
      for (key, values) in columns where row < values.count && values[row] == nil {
        guard let name = map.columns[key], let cell = table.fields(name)?[row] else { continue }
        let isTitle = !hasNumber && !Self.beginsLikeNumber(cell)
        guard !isTitle, !cell.isEmpty, !Self.isMissing(cell) else { continue }
        throw ValidationError(
          "\(map.file), line \(table.line(of: row)): \"\(cell)\" in the column \"\(name)\" is no number; write it "
            + "without unit and without marks between thousands, and leave the cell empty where nothing was measured"
        )
      }
    }
    guard isEmpty else { return }
    throw ValidationError(
      "\(map.file): there is no number below its header; export it again, or take the table out of the mapping"
    )
  }

  /// Units and remarks between header and rows do not.
  private static func beginsLikeNumber(_ cell: String) -> Bool {
    cell.drop { "+-,. ".contains($0) }.first?.isNumber == true
  }

  /// What was taken as not measured because it is 0, a sentence for each column.
  var zeros: [String] {
    ["length", "speed", "stride_length", "cadence", "distance", "duration"].compactMap { key in
      guard let count = numbers[key]?.count(where: { $0 == 0 }), count > 0,
        let name = map.columns[key]
      else { return nil }
      return
        "\(map.file): \(count.counted("cell")) of \"\(name)\" \(count.verb("is", "are")) 0 and "
        + "\(count.verb("was", "were")) taken as not measured"
    }
  }
}

extension LaboratoryRows {
  /// What was taken as not measured because it is 0.
  var zeros: [String] {
    LaboratoryCells(map, table, numbers).zeros + [uncounted].compactMap(\.self)
  }

  /// That steps were taken as not counted because they are 0 where somebody went somewhere; `nil` where none were.
  private var uncounted: String? {
    guard map.holds == .trials, let name = map.columns["steps"] else { return nil }
    let count = (numbers["steps"] ?? []).indices.count(where: isUncounted)
    guard count > 0 else { return nil }
    return
      "\(map.file): \(count.counted("cell")) of \"\(name)\" \(count.verb("is", "are")) 0 in "
      + "\(count.verb("a trial", "trials")) of more than 1 m and \(count.verb("was", "were")) taken as not counted"
  }

  /// A foot leaves the ground in a walk, and once a stride. Stance times in the place of instants do neither.
  ///
  /// - Throws: ``ValidationError`` where fewer than half of the final contacts do.
  func checkFinals(_ events: LaboratoryEvents, of recording: String) throws {
    let contacts = events.initial.map(\.seconds).sorted()
    let pause = ClockSearch.pauseSeconds
    let walked = LaboratoryEvents.withoutDoubles(events.final.sorted()).count { final in
      let near = contacts.partitioningIndex { $0 >= final.seconds - pause }
      return near < contacts.count && contacts[near] <= final.seconds + pause
    }
    guard 2 * walked < events.final.count else { return }
    let columns = map.columns.filter { $0.key.hasSuffix("final") || $0.key == "event" }.values
      .sorted()
    throw ValidationError(
      "\(map.file): of \(events.final.count) final contacts of \(recording), in "
        + columns.map { "\"\($0)\"" }.joined(separator: " and ")
        + ", only \(walked) lie within \(Int(pause)) s of a contact and at an instant of their own; give instants by the "
        + "clock of the contacts and in their unit, no durations, or take the column out of the mapping"
    )
  }
}

extension LaboratoryStudy {
  /// What was taken as not measured because it is 0, a sentence for each column.
  func zeros() throws -> [String] {
    try mapping.tables.flatMap { try LaboratoryRows($0, in: folder).zeros }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Strides begin and end with contacts: those of another recording, or by another clock, do not lie at those that a
  /// second table lists.
  ///
  /// - Throws: ``ValidationError`` that says how few do.
  static func checkClock(
    _ clock: String, of recording: String, _ parts: [(LaboratoryMapping.Table, LaboratoryEvents)]
  ) throws {
    let listed = parts.flatMap(\.1.initial).map(\.seconds).sorted()
    guard listed.count >= fewestContacts else { return }
    for (table, events) in parts where events.implied.count >= fewestContacts {
      let near = events.implied.count { contact in
        let after = listed.partitioningIndex { $0 >= contact.seconds - nearSeconds }
        return after < listed.count && listed[after] <= contact.seconds + nearSeconds
      }
      guard Double(near) < leastShare * Double(events.implied.count) else { continue }
      throw ValidationError(
        "\(table.file): of \(events.implied.count) ends of strides of \(recording) only \(near) lie within 0.1 s of a "
          + "contact that another table lists by the same clock \"\(clock)\"; see whether both are of \(recording), and give "
          + "them clocks of their own if they have some")
    }
  }

  /// Fewer say nothing.
  private static let fewestContacts = 12
  /// Two systems of one laboratory see a contact less than this apart, seconds.
  private static let nearSeconds = 0.1
  /// By chance 0.2 s in a step of 0.45 s or longer hold one, and a table of one foot's contacts has half of them.
  private static let leastShare = 0.45
}
