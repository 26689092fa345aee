import Foundation
import GaitModel

extension LaboratoryRows {
  /// Rows of one recording of which each stands for something of its own.
  ///
  /// - Parameter rows: those of a recording.
  /// - Returns: the rows without those that say once more what another says, and how many these are.
  /// - Throws: ``ValidationError`` where two rows have the same times and differ in what they say about them.
  func distinct(_ rows: [Int]) throws -> (rows: [Int], doubled: Int) {
    let feet = map.columns["side"] != nil ? ["side"] : []
    // All that a row of contacts says are feet and instants.
    let times =
      map.holds == .contacts
      ? map.columns.keys.filter { !feet.contains($0) }.sorted()
      : ["start", "end", "duration"].filter { map.columns[$0] != nil }
    let others = map.columns.keys.filter { !times.contains($0) && !feet.contains($0) }.sorted()
    var first: [[String]: Int] = [:]
    var kept: [Int] = []
    for row in rows {
      guard hasTimes(row, map.holds == .contacts ? times : ["start"]) else {
        kept.append(row)
        continue
      }
      let place = cells(times + feet, row)
      guard let known = first[place] else {
        first[place] = row
        kept.append(row)
        continue
      }
      guard let key = others.first(where: { cells([$0], row) != cells([$0], known) }) else {
        continue
      }
      throw ValidationError(
        "\(map.file), lines \(table.line(of: known)) and \(table.line(of: row)): "
          + ListedTwice.contradiction(
            at: cells(times, row), in: map.columns[key] ?? key, cells([key], known)[0],
            cells([key], row)[0]))
    }
    return (kept, rows.count - kept.count)
  }

  private func hasTimes(_ row: Int, _ keys: [String]) -> Bool {
    keys.contains { key in numbers[key].map { row < $0.count && $0[row] != nil } ?? false }
  }

  /// What a row says, numbers as numbers: 1.20 is 1.2.
  private func cells(_ keys: [String], _ row: Int) -> [String] {
    keys.map { key in
      if let column = numbers[key], row < column.count, let number = column[row] {
        return "\(number)"
      }
      guard let fields = map.columns[key].flatMap({ table.fields($0) }), row < fields.count else {
        return ""
      }
      return fields[row]
    }
  }
}

extension LaboratoryStudy {
  /// Rows that say once more what another row says, of their table or of one before it, and were left out: a sentence for
  /// each table.
  func doubles() throws -> [String] {
    let tables = try mapping.tables.map { try LaboratoryRows($0, in: folder) }
    var doubled = [Int](repeating: 0, count: tables.count)
    for recording in mapping.recordings.map(\.name) {
      var told: [[String]: LaboratoryEvents] = [:]
      for (place, rows) in tables.enumerated() where rows.map.mayTell(of: recording) {
        // A trial is one, whoever lists it.
        let teller = [rows.map.clock, rows.map.holds == .trials ? "" : rows.map.system]
        var all = told[teller] ?? LaboratoryEvents()
        // A row that cannot be is said where the recording is left out.
        guard let events = try? rows.events(of: recording) else { continue }
        let count = all.listedCount + events.listedCount
        all.add(events)
        all.sort()
        doubled[place] += try rows.rows(of: recording).doubled + count - all.listedCount
        told[teller] = all
      }
    }
    // A file may hold several kinds of rows.
    let counts = Dictionary(zip(tables.map(\.map.file), doubled)) { max($0, $1) }
    return counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { file, count in
      "\(file): \(ListedTwice.sentence(count, of: "row"))"
    }
  }
}
