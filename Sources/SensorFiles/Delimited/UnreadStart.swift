import GaitModel

/// A column of dates or times of day beside a clock that counts from the start: written in a way that is not read, it gives no
/// start.
enum UnreadStart {
  /// Days since 1900 of the years 1954 to 2119, as spreadsheets count dates.
  private static let serialDates = 20_000.0..<80_000
  private static let secondsPerDay = 86_400.0
  /// A serial date runs on with the other clock to so many seconds: five decimals of a day are one. Over less time nothing is
  /// told.
  private static let tolerance = 2.0

  /// One sentence for each of them; `clock` is the column that is read, in its scale, and `spoilt` are those of which is said
  /// already that they give no start.
  static func sentences(
    in header: TableHeader, besides clock: ColumnLayout.Column?, _ scale: TimeScale,
    _ spoilt: [SpoiltClock], of file: RecordingFile
  ) -> [String] {
    guard let clock, scale.epoch == nil else { return [] }
    return header.names.indices.compactMap { place in
      let name = ColumnName(header.names[place])
      guard place != clock.place, case .time = name.quantity, place < header.firstRow.count,
        !spoilt.contains(where: { $0.place == place })
      else { return nil }
      let text = header.firstRow[place]
      guard DateTime(text, below: name) == nil else { return nil }
      let isUnread =
        header.number(in: text) == nil
        ? text.contains(where: \.isNumber)
        : isSerialDate(place, beside: (clock.place, scale.secondsPerUnit), header, in: file)
      guard isUnread else { return nil }
      return
        "clock: \"\(header.names[place])\" is written as \"\(text)\", "
        + (isDay(text)
          ? "a date without a time of day, which gives no start; write the time behind it"
          : isTimeOfDay(text)
            ? "a time of day without a date, which gives no start; write the date before it"
            : "which is not read and gives no start; write its dates with the year first")
        + ", as in 2024-05-04 09:30:00.125, or give --start"
    }
  }

  /// Whether a text is a date that is read, with the year first, and no time of day stands behind it.
  static func isDay(_ text: String) -> Bool { DateTime("\(text) 00:00") != nil }

  private static func isTimeOfDay(_ text: String) -> Bool { DateTime("2024-01-01 \(text)") != nil }

  /// Whether numbers are days that run on with the other clock.
  private static func isSerialDate(
    _ place: Int, beside clock: (place: Int, seconds: Double), _ header: TableHeader,
    in file: RecordingFile
  ) -> Bool {
    let rows = header.rows(of: file).filter { $0.count > max(place, clock.place) }
    func number(_ row: [String]?, _ place: Int) -> Double? {
      row.flatMap { header.number(in: $0[place]) }
    }
    guard let first = number(rows.first, place), let last = number(rows.last, place),
      let start = number(rows.first, clock.place), let end = number(rows.last, clock.place),
      serialDates.contains(first)
    else { return false }
    let passed = (end - start) * clock.seconds
    return passed > tolerance
      && abs((last - first) * secondsPerDay - passed) <= tolerance
  }
}
