/// The clock that all tables of a recording share.
struct SensorClock {
  /// The column that holds it.
  let columnName: String
  /// What it counts; `nil`: told from its name and numbers.
  let scale: TimeScale?

  /// Its place in a table, whatever its case.
  func place(in names: [String]) -> Int? {
    names.firstIndex { $0.lowercased() == columnName.lowercased() }
  }
}
