import Foundation
import GaitModel

extension LaboratoryRows {
  /// Rows of one recording of which each stands for something of its own.
  ///
  /// - Parameter rows: those of a recording.
  /// - Returns: the rows without those that say once more what another says, and how many these are.
  /// - Throws: ``ValidationError`` where two rows have the same times and differ in what they say about them.
  func distinct(_ rows: [Int]) throws -> (rows: [Int], doubled: Int) {
    // Contacts are told apart by their instants, where they are put in order.
    guard map.holds != .contacts else { return (rows, 0) }
    let times = ["start", "end", "duration"].filter { map.columns[$0] != nil }
    let feet = map.holds == .strides && map.columns["side"] != nil ? ["side"] : []
    let others = map.columns.keys.filter { !times.contains($0) && !feet.contains($0) }.sorted()
    var first: [[String]: Int] = [:]
    var kept: [Int] = []
    for row in rows {
      guard hasTimes(row) else {
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
        "\(map.file), rows \(known + 1) and \(row + 1): they have the same times (\(cells(times, row).joined(separator: ", "))) "
          + "and differ in \(map.columns[key] ?? key): \"\(cells([key], known)[0])\" and \"\(cells([key], row)[0])\"; keep the "
          + "one that is right")
    }
    return (kept, rows.count - kept.count)
  }

  private func hasTimes(_ row: Int) -> Bool {
    numbers["start"].map { row < $0.count && $0[row] != nil } ?? false
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
  /// Rows that say once more what another row says, and were left out: a sentence for each table.
  func doubles() throws -> [String] {
    var counts: [String: Int] = [:]
    for table in mapping.tables {
      let rows = try LaboratoryRows(table, in: folder)
      let all = table.columns.values.first.flatMap { rows.table.fields($0)?.count } ?? 0
      let named = table.recordingColumn.flatMap { rows.table.fields($0) }
      let groups = Dictionary(grouping: 0..<all) { named?[$0] ?? "" }
      let doubled = try groups.values.reduce(0) { try $0 + rows.distinct($1).doubled }
      counts[table.file] = max(counts[table.file] ?? 0, doubled)
    }
    return counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { file, count in
      "\(file): \(count.counted("row")) \(count.verb("says", "say")) once more what another row says, and "
        + "\(count.verb("counts", "count")) once"
    }
  }
}
