import Foundation

/// The units of a table for a draft: what the names of its columns say, or else a guess by the numbers.
struct DraftedUnits {
  /// The units; `nil` where no column needs one.
  private(set) var units: LaboratoryMapping.Units?
  /// What was guessed, a sentence for each.
  private(set) var notes: [String] = []
  /// Why no mapping can say them; `nil` where one can.
  private(set) var fault: String?

  private let columns: [String: String]
  private let table: LaboratoryTable

  /// Looks at the columns that a draft names, by the mapping's keys.
  init(of columns: [String: String], in table: LaboratoryTable) {
    (self.columns, self.table) = (columns, table)
    var units = LaboratoryMapping.Units()
    units.time = timeUnit()
    units.length = ColumnUnit.lengths.lazy.compactMap { columns[$0] }.first.map {
      lengthUnit(of: $0)
    }
    units.speed = columns["speed"].map { speedUnit(of: $0) }
    let duration = units.time.flatMap { durationUnit(besides: $0) }
    if duration != units.time { units.duration = duration }
    self.units = units == LaboratoryMapping.Units() ? nil : units
  }

  private func numbers(_ name: String) -> [Double] {
    (table.numbers(name) ?? []).compactMap(\.self)
  }

  private mutating func guessed(_ unit: String, of name: String) -> String {
    notes.append("\"\(name)\" has no unit in its name; \(unit) is a guess by its numbers")
    return unit
  }

  /// The unit of all instants; a mapping has one for them.
  private mutating func timeUnit() -> String? {
    let instants = columns.filter { ColumnUnit.instants.contains($0.key) }
    let said = instants.sorted { $0.key < $1.key }.compactMap { _, name in
      ColumnUnit.time(in: name).map { (name: name, unit: $0) }
    }
    if let first = said.first {
      if let other = said.first(where: { $0.unit != first.unit }) {
        fault =
          "\"\(first.name)\" is in \(first.unit) and \"\(other.name)\" in \(other.unit), and a mapping has one unit for all "
          + "instants of a table; export them in one"
      }
      return first.unit
    }
    guard let name = columns["time"] ?? columns["left"] ?? columns["start"] else { return nil }
    let times = numbers(name).sorted()
    let step = median(zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }) ?? 0
    // Steps take 0.3 to 2 s.
    return guessed(step < 10 ? "s" : step < 250 ? "frames" : "ms", of: name)
  }

  private static let seconds = ["s": 1.0, "ms": 0.001, "min": 60]

  /// The unit of durations: what the name says, or else that in which they are nearest to the time from start to end.
  private mutating func durationUnit(besides time: String) -> String? {
    guard let name = columns["duration"] else { return nil }
    if let said = ColumnUnit.time(in: name) { return said }
    guard let start = columns["start"], let end = columns["end"], let unit = Self.seconds[time],
      let starts = table.numbers(start), let ends = table.numbers(end),
      let span = median(zip(starts, ends).compactMap { difference($0.1, $0.0) }), span > 0,
      let duration = median(numbers(name)), duration > 0
    else { return time }
    let nearest = Self.seconds.sorted { $0.key < $1.key }.min { one, other in
      abs(log(duration * one.value / (span * unit)))
        < abs(log(duration * other.value / (span * unit)))
    }
    guard let nearest, nearest.key != time else { return time }
    return guessed(nearest.key, of: name)
  }

  private mutating func lengthUnit(of name: String) -> String {
    if let said = ColumnUnit.length(in: name) { return said }
    let size = median(numbers(name)) ?? 0
    return guessed(size < 10 ? "m" : size < 400 ? "cm" : "mm", of: name)
  }

  private mutating func speedUnit(of name: String) -> String {
    if let said = ColumnUnit.speed(in: name) { return said }
    let size = median(numbers(name)) ?? 0
    return guessed(size < 8 ? "m/s" : "cm/s", of: name)
  }
}
