import GaitModel

/// A row of units below the names of columns, as programs of laboratories write it: `s,mg,mg,mg,deg/s,deg/s,deg/s`.
struct UnitRow {
  /// The names with the units of those columns whose own names give none: `acc_x [mg]`.
  let names: [String]

  /// Takes the line below the names; `nil` where any cell is a number or a date, or a column of motion has none that is a unit.
  init?(_ line: String?, below names: [String], separator: UInt8) {
    guard let line else { return nil }
    let cells = TableHeader.cells(of: line, separator: separator)
    guard cells.count == names.count,
      cells.allSatisfy({ Double($0) == nil && DateTime($0) == nil })
    else { return nil }
    let units = cells.map { $0.filter { !"[](){}".contains($0) } }
    let columns = names.map(ColumnName.init)
    let motion = columns.indices.filter { columns[$0].isOfThreeAxes }
    guard !motion.isEmpty, motion.allSatisfy({ Self.isUnit(units[$0]) }) else { return nil }
    self.names = columns.indices.map { place in
      let column = columns[place]
      let isNamed = column.unit != nil || column.otherUnit != nil
      return isNamed || !Self.isUnit(units[place])
        ? column.text : "\(column.text) [\(units[place])]"
    }
  }

  /// Words for a value that is missing, whose letters may be those of units.
  private static let wordsForNone: Set<String> = [
    "n/a", "na", "n.a.", "#n/a", "nan", "null", "none",
  ]

  private static func isUnit(_ text: String) -> Bool {
    !wordsForNone.contains(text.lowercased())
      && (ColumnUnit(written: text) != nil || ColumnName.isOfAnotherQuantity(text))
  }
}

extension TableHeader {
  /// Throws where a line below its names, which stand there once more, has other units than the first row of units: what stands
  /// below would be read in those.
  func checkUnits(
    in line: UnsafeBufferPointer<UInt8>, _ number: Int, _ path: String
  ) throws(SensorFileError) {
    let text = TextEncoding.readable(line).trimmingLineEnd
    guard names != writtenNames,
      let other = UnitRow(text, below: writtenNames, separator: separator), other.names != names
    else { return }
    throw SensorFileError(
      .damaged, path: path,
      "line \(number) has other units than the first row of units: \"\(text.prefix(200))\". What stands below it would be read in "
        + "the first ones; make a file of each table.")
  }
}
