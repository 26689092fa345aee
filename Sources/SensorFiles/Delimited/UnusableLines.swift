import GaitModel

/// The complaint about a table that is mostly something else.
enum UnusableLines {
  /// That most rows are later than a recording can last, from a line on.
  static func beyond(
    path: String, placeWord: String, count: Int, of total: Int, line: Int
  ) -> SensorFileError {
    SensorFileError(
      .damaged, path: path,
      "\(count.grouped) of \(total.counted("row")) have a time more than ten years after that of the first row, as where a "
        + "clock is set while it records; take out the rows above \(placeWord) \(line), or correct their times."
    )
  }

  /// That most rows have a time before that of a row above; `clock` is what set it back, where that is known.
  static func late(path: String, count: Int, of total: Int, clock: String?) -> SensorFileError {
    let why = clock ?? "sort the rows by time, or make a file of each recording"
    return SensorFileError(
      .damaged, path: path,
      "\(count.grouped) of \(total.counted("row")) have a time before that of a row above; \(why).")
  }

  /// That most rows cannot be read, with one of them.
  static func error(
    path: String, placeWord: String, unusable: Int, of total: Int,
    example: (line: Int, excerpt: String)?
  ) -> SensorFileError {
    let where_ = example.map { ", the first is \(placeWord) \($0.line): \"\($0.excerpt)\"" } ?? ""
    return SensorFileError(
      .damaged, path: path,
      "\(unusable.grouped) of \(total.counted("row")) cannot be used\(where_); a row needs a finite number with a "
        + "decimal point in each column that is read, no more cells than the header, and a time after that of the row before."
    )
  }
}
