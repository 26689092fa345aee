import GaitModel

/// The columns of a table that tell the time and are not read, beside the one that is.
struct TableClocks {
  /// A column that tells the time.
  struct Clock {
    let name: ColumnName
    let place: Int
  }

  /// A column whose times do not agree with those that are read.
  struct Contradiction {
    let name: String
    /// How long the first rows take by either.
    let seconds: (used: Double, other: Double)
  }

  /// Whole seconds beside finer times differ by that much, seconds.
  static let leastDifference = 1.5

  private let header: TableHeader
  /// The columns that are not read, in the order of the table.
  let others: [Clock]

  /// Looks for such columns; `nil` where there is none.
  init?(_ header: TableHeader, besides used: ColumnLayout.Column) {
    self.header = header
    others = header.names.indices.filter { $0 != used.place }.compactMap { place in
      let name = ColumnName(header.names[place])
      if case .time = name.quantity { return Clock(name: name, place: place) }
      return nil
    }
    if others.isEmpty { return nil }
  }

  /// The columns by which the first rows of a file take another time than by the one that is read.
  func contradicting(
    _ used: ColumnLayout.Column, _ scale: TimeScale, in file: RecordingFile
  ) -> [Contradiction] {
    let rows = header.rows(of: file)
    return others.compactMap { other in
      let pairs = rows.compactMap { cells -> (used: Double, other: Double)? in
        guard cells.count > max(used.place, other.place),
          let one = stamp(
            cells[used.place], below: ColumnName(used.name), isDate: scale == .dateTimes),
          let two = stamp(cells[other.place], below: other.name, isDate: isDate(other))
        else { return nil }
        return (one, two)
      }
      guard let first = pairs.first, let last = pairs.last,
        let otherScale = isDate(other)
          ? .dateTimes : TimeScale(named: other.name.unit, stamps: pairs.map(\.other))
      else { return nil }
      let seconds = (
        used: (last.used - first.used) * scale.secondsPerUnit,
        other: (last.other - first.other) * otherScale.secondsPerUnit
      )
      let allowed = max(
        Self.leastDifference, TableUnits.largestRateDifference * abs(seconds.used))
      guard abs(seconds.used - seconds.other) > allowed else { return nil }
      return Contradiction(name: other.name.text, seconds: seconds)
    }
  }

  private func isDate(_ clock: Clock) -> Bool {
    guard clock.place < header.firstRow.count else { return false }
    return DateTime(header.firstRow[clock.place], below: clock.name) != nil
  }

  private func stamp(_ cell: String, below name: ColumnName, isDate: Bool) -> Double? {
    isDate ? DateTime(cell, below: name)?.secondsSince1970 : header.number(in: cell)
  }
}
