import GaitModel

/// A column of instants that no longer tells a second: of long numbers a spreadsheet saves what it shows of them, as
/// `1.70963E+18`.
struct SpoiltClock {
  /// Its name, as the file has it, and its place in the table.
  let name: String
  let place: Int
  private let example: String

  /// An instant whose last digit counts more tells no start, seconds: clocks are written to the second.
  private static let coarsest = 1.0
  /// A clock that stands for longer while another one runs on is none, seconds: of a whole second all samples are written
  /// alike.
  private static let longestStand = 2.0

  /// A spreadsheet that rounds dates shows them to the minute, seconds.
  private static let minute = 60.0

  /// Looks at the first rows of a column of numbers or dates; `nil` where it tells instants, or has no rows.
  ///
  /// - Parameters:
  ///   - clock: the place of the column and one of its units, seconds.
  ///   - elapsed: the same of the column that counts from the start.
  ///   - header: the top of the table.
  ///   - file: the table.
  init?(
    _ clock: (place: Int, seconds: Double), beside elapsed: (place: Int, seconds: Double),
    of header: TableHeader, in file: RecordingFile
  ) {
    let rows = header.rows(of: file).filter { $0.count > max(clock.place, elapsed.place) }
    guard let first = rows.first, let last = rows.last else { return nil }
    let example = first[clock.place]
    let name = ColumnName(header.names[clock.place])
    func second(_ row: [String]) -> Double? {
      header.number(in: row[elapsed.place]).map { $0 * elapsed.seconds }
    }
    let passed = second(first).flatMap { start in second(last).map { $0 - start } } ?? 0
    // A date with its seconds may be that of the start, in each row.
    let stands =
      DateTime(example, below: name) == nil && passed > Self.longestStand
      && rows.allSatisfy { $0[clock.place] == example }
    let stamps = rows.lazy.map { (text: $0[clock.place], second: second($0)) }
    guard
      stands || Self.areMinutes(stamps, below: name)
        || rows.allSatisfy({ Self.isCoarse($0[clock.place], secondsPerUnit: clock.seconds) })
    else { return nil }
    (self.name, place, self.example) = (name.text, clock.place, example)
  }

  /// Whether dates are all of whole minutes, and one stands while the other clock runs on.
  private static func areMinutes(
    _ stamps: some Sequence<(text: String, second: Double?)>, below name: ColumnName
  ) -> Bool {
    var (held, start, longest): (String?, Double, Double) = (nil, 0, 0)
    for (text, second) in stamps {
      guard let second else { continue }
      if text == held {
        longest = max(longest, second - start)
      } else {
        guard let date = DateTime(text, below: name),
          date.secondsSince1970.truncatingRemainder(dividingBy: minute) == 0
        else { return false }
        (held, start) = (text, second)
      }
    }
    return longest > longestStand
  }

  /// What it looks like, and why.
  var words: String {
    "\"\(name)\" is written as \(example), row after row, and tells no second, as where a spreadsheet saved the table"
  }

  /// What to do where nothing tells the start.
  static let advice =
    "it gives no start: where nothing else does, export the recording again and do not save it in a spreadsheet, or give "
    + "--start"

  /// Whether a number is written with an exponent and too few digits to tell a second.
  static func isCoarse(_ text: String, secondsPerUnit: Double) -> Bool {
    let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    guard parts.count == 2, Double(text.replacing(",", with: ".")) != nil,
      let exponent = Int(parts[1])
    else { return false }
    let mark = parts[0].firstIndex { $0 == "." || $0 == "," }
    let decimals = mark.map { parts[0].distance(from: $0, to: parts[0].endIndex) - 1 } ?? 0
    return (Double("1e\(exponent - decimals)") ?? 0) * secondsPerUnit > coarsest
  }
}

extension SpoiltClock {
  /// The columns of a table that count from a fixed instant and tell none; `columns` are those that are read, and times
  /// count in `scale`, not from a fixed instant.
  static func all(
    in header: TableHeader, besides columns: ColumnLayout, _ scale: TimeScale,
    of file: RecordingFile
  ) -> [SpoiltClock] {
    guard scale.epoch == nil, let used = columns.column(.time)?.place else { return [] }
    return header.names.indices.compactMap { place in
      let name = ColumnName(header.names[place])
      guard place != used, case .time = name.quantity, place < header.firstRow.count,
        let own = instants(header.firstRow[place], below: name, in: header)
      else { return nil }
      return SpoiltClock(
        (place, own.secondsPerUnit), beside: (used, scale.secondsPerUnit), of: header, in: file)
    }
  }

  /// What a column counts by its first cell; `nil` where it counts from no fixed instant.
  private static func instants(
    _ text: String, below name: ColumnName, in header: TableHeader
  ) -> TimeScale? {
    if DateTime(text, below: name) != nil { return .dateTimes }
    return header.number(in: text).flatMap { TimeScale(named: name.unit, stamps: [$0]) }
      .flatMap { $0.epoch == nil ? nil : $0 }
  }
}
