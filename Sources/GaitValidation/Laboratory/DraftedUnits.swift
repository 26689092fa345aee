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
    lookForWords()
    guard fault == nil else { return }
    var units = LaboratoryMapping.Units()
    units.time = timeUnit()
    units.length = columns.first { LaboratoryQuantity(column: $0.key) == .length }.flatMap {
      unit(of: $0.value, .length) { $0 < 10 ? "m" : $0 < 400 ? "cm" : "mm" }
    }
    units.speed = columns["speed"].flatMap {
      unit(of: $0, .speed) { $0 < 8 ? "m/s" : "cm/s" }
    }
    // Nobody takes eight steps a second, and nobody walks with eight a minute.
    units.cadence = columns["cadence"].flatMap {
      unit(of: $0, .cadence) { $0 < 8 ? "steps/s" : "steps/min" }
    }
    let duration = durationUnit(besides: units.time)
    if duration != units.time { units.duration = duration }
    self.units = units == LaboratoryMapping.Units() ? nil : units
  }

  /// Looks for columns that hold words where numbers are read, as the times of a wall clock.
  private mutating func lookForWords() {
    for (key, name) in columns.sorted(by: { $0.key < $1.key })
    where !LaboratoryCells.words.contains(key) {
      let fields = table.fields(name) ?? []
      guard numbers(name).isEmpty,
        let row = fields.firstIndex(where: { !LaboratoryCells.isBlank($0) })
      else { continue }
      let sentence =
        "\"\(name)\" holds no numbers but \"\(fields[row])\" (line \(table.line(of: row)))"
      if LaboratoryQuantity(column: key) == .time {
        fault =
          "\(sentence); times are numbers in one of \(LaboratoryQuantity.time.symbols), counted from one instant, as "
          + "seconds since the first row or since midnight; export them so"
        return
      }
      notes.append("\(sentence); write numbers without unit, or take it out of \"columns\"")
    }
  }

  private func numbers(_ name: String) -> [Double] {
    (table.numbers(name) ?? []).compactMap(\.self)
  }

  private mutating func guessed(_ unit: String, of name: String) -> String {
    notes.append("\"\(name)\" has no unit in its name; \(unit) is a guess by its numbers")
    return unit
  }

  /// What the name of a column says, or else a guess by the middle of its numbers; `nil` where the name says a unit that is
  /// not known, or where there are none.
  private mutating func unit(
    of name: String, _ quantity: LaboratoryQuantity, guess: (Double) -> String
  ) -> String? {
    switch ColumnUnit(in: name, of: quantity) {
    case .known(let symbol): return symbol
    case .unknown(let word):
      notes.append(ColumnUnit.question(name, word, quantity))
      return nil
    case nil: return median(numbers(name)).map { guessed(guess($0), of: name) }
    }
  }

  /// The unit of all instants; a mapping has one for them.
  private mutating func timeUnit() -> String? {
    let instants = columns.filter { LaboratoryQuantity(column: $0.key) == .time }
      .sorted { $0.key < $1.key }.map {
        (name: $0.value, unit: ColumnUnit(in: $0.value, of: .time))
      }
    let said = instants.compactMap { name, unit -> (name: String, unit: String)? in
      if case .known(let symbol) = unit { (name, symbol) } else { nil }
    }
    if let first = said.first {
      if let other = said.first(where: { $0.unit != first.unit }) {
        fault =
          "\"\(first.name)\" is in \(first.unit) and \"\(other.name)\" in \(other.unit), and a mapping has one unit for all "
          + "instants of a table; export them in one"
      }
      return first.unit
    }
    for (name, unit) in instants {
      guard case .unknown(let word) = unit else { continue }
      notes.append(ColumnUnit.question(name, word, .time))
      return nil
    }
    guard let name = columns["time"] ?? columns["left"] ?? columns["start"] else { return nil }
    let times = numbers(name).sorted()
    let step = median(zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }) ?? 0
    // Steps take 0.3 to 2 s.
    return guessed(step < 10 ? "s" : step < 250 ? "frames" : "ms", of: name)
  }

  private static let seconds = ["s": 1.0, "ms": 0.001, "min": 60]

  /// The unit of durations: what the name says, or else that in which they are nearest to the time from start to end.
  private mutating func durationUnit(besides time: String?) -> String? {
    guard let name = columns["duration"] else { return nil }
    switch ColumnUnit(in: name, of: .duration) {
    case .known(let symbol): return symbol
    case .unknown(let word):
      notes.append(ColumnUnit.question(name, word, .duration))
      return nil
    case nil: break
    }
    guard let start = columns["start"], let end = columns["end"],
      let unit = time.flatMap({ Self.seconds[$0] }),
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
}
