import GaitModel

/// Rows of other values under the time of the row before: times that were written with too few digits, often only from some
/// second on, as `%.5g` writes 1000.1 for all of 1000.05 to 1000.14. Of each time only the first row can be read.
struct CoarseTimes {
  /// Rows of a stretch: about a second.
  private static let stretchRowCount = 128
  /// With so many such rows in it the times of a stretch are too coarse, two in five: where two rows have one time, it is half of
  /// them. Phones that hand out samples by the handful give fewer. Our choice.
  private static let leastRows = 51

  /// Such rows so far.
  private(set) var count = 0
  /// The first of them in the first stretch with many.
  private var first: (line: Int, excerpt: String)?
  private var stretch = (index: -1, count: 0, line: 0, excerpt: "")

  /// Takes a row that has the time of the row before.
  ///
  /// - Parameters:
  ///   - rows: the table, at that row.
  ///   - number: the row's number among all rows.
  ///   - isSame: whether its values are those of the row before, too.
  /// - Returns: what is said of it.
  mutating func take<Rows: TableRows>(_ rows: Rows, number: Int, isSame: Bool) -> String {
    if isSame { return "the time of the row before once more, skipped" }
    count += 1
    let index = number / Self.stretchRowCount
    if index != stretch.index {
      stretch = (index, 0, rows.lineNumber, first == nil ? rows.excerpt : "")
    }
    stretch.count += 1
    if first == nil, stretch.count >= Self.leastRows { first = (stretch.line, stretch.excerpt) }
    return "the time of the row before with other values, skipped"
  }

  /// From where on the times are too coarse; `nil` where they are not.
  func remark(placeWord: String) -> RecordingRemark? {
    first.map {
      RecordingRemark(
        kind: .inconsistent, sampleCount: 0,
        message:
          "the time has too few digits from \(placeWord) \($0.line) on (\($0.excerpt)): rows of other values have the time of "
          + "the row before, and only the first row of each time is read; \(Self.advice)")
    }
  }

  /// Throws where most rows were lost so. Excerpts of a table do not tell it.
  func check(of total: Int, path: String, placeWord: String) throws(SensorFileError) {
    guard count * 2 > total, let first else { return }
    throw SensorFileError(
      .noClock, path: path,
      "\(count.grouped) of \(total.counted("row")) have the time of the row before and other values: the time has too few "
        + "digits from \(placeWord) \(first.line) on (\(first.excerpt)). Where samples lie between them is lost: "
        + "\(Self.advice), or leave the time column out and give sampling_rate_hz in the describing .json."
    )
  }

  private static let advice =
    "write the times with more digits, as in 1000.05, or make a table of each sensor where several take turns"
}
