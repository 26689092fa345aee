/// What GENEActiv's program exports as a table: a hundred lines about the device and the person, then rows without names.
enum GENEActivTable {
  /// Time, acceleration in g, light, button and temperature.
  private static let names = [
    "time", "acc_x", "acc_y", "acc_z", "light", "button", "temperature (°C)",
  ]

  /// Whether the cells of a table's first line are those of such an export: `Device Type,GENEActiv`.
  static func begins(_ cells: [String]) -> Bool {
    cells.count > 1 && cells[0].lowercased() == "device type"
      && cells[1].lowercased().hasPrefix("geneactiv")
  }

  /// The names of its columns; `nil` of any other table, or of other columns.
  static func names(below first: [String], _ row: [String]) -> [String]? {
    begins(first) && row.count == names.count ? names : nil
  }
}
