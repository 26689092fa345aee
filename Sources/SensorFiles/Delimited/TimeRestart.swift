import GaitModel

/// Tells where the times of a table begin again, as where two recordings were put below each other: what is read of both
/// is none that was ever recorded.
struct TimeRestart {
  /// The row from which on the times begin again.
  struct Begin {
    let line: Int
    let seconds: Double
    let isBelowHeader: Bool
    /// The time of the first sample.
    let first: Double
  }

  /// So many rows behind each other go back to the beginning where no header says that another table begins. Late packets
  /// are shorter. So many samples stand above: before, a phone may give a few and then those that it had kept. Our choice.
  private static let leastRows = 100
  /// So many rows behind a header may be no samples, as one of units.
  private static let longestHeader = 3
  /// Below a header times begin again where they go back to so soon after the first row, seconds, or before it: loggers write
  /// their first row within less. What goes back to a later time overlaps with what stands above, as exports do. Our choice.
  private static let latestBeginning = 1.0

  /// Whether times that begin again without a header count, too. A local clock is put back by people, and slow sensors give
  /// values of before.
  private let looksWithoutHeader: Bool
  private var header: (line: Int, row: Int)?
  private var lateCount = 0
  private var run: (begin: Begin, row: Int, last: Double, count: Int)?

  init(looksWithoutHeader: Bool) { self.looksWithoutHeader = looksWithoutHeader }

  /// Takes the names of the columns once more, below a row.
  mutating func takeHeader(line: Int, row: Int) { header = (line, row) }

  /// Takes a row before the last sample, and returns where the times begin again once it is known that they do. The first
  /// sample is at `first`: one of several sensors may begin before or after second 0.
  mutating func begin(
    _ seconds: Double, from first: Double = 0, after last: Double, row: Int, line: Int
  ) -> Begin? {
    if let header, row - header.row <= Self.longestHeader, seconds <= first + Self.latestBeginning {
      return Begin(line: header.line, seconds: seconds, isBelowHeader: true, first: first)
    }
    lateCount += 1
    guard looksWithoutHeader, last > first, row - lateCount + 1 >= Self.leastRows else {
      return nil
    }
    if let before = run, row == before.row + 1, seconds >= before.last {
      run = (before.begin, row, seconds, before.count + 1)
      return before.count + 1 >= Self.leastRows ? before.begin : nil
    }
    run = nil
    if seconds <= first {
      let begin = Begin(line: line, seconds: seconds, isBelowHeader: false, first: first)
      run = (begin, row, seconds, 1)
    }
    return nil
  }
}

extension TimeRestart.Begin {
  private static let daySeconds = 86_400.0

  /// What is wrong with such a table. The times go to `above` before the row and to `last` behind it, seconds.
  func error(path: String, placeWord: String, above: Double, last: Double) -> SensorFileError {
    if isNextDay(after: above) {
      return SensorFileError(
        .noClock, path: path,
        "\(placeWord) \(line): \(Self.nextDay); write the date before it, or a time that goes on.")
    }
    let place =
      isBelowHeader
      ? "\(placeWord) \(line) names the columns once more, and the time begins again below it"
      : "\(placeWord) \(line): the time begins again"
    return SensorFileError(
      .severalRecordings, path: path,
      "\(place): it goes from \(first == 0 ? "0" : Self.words(first)) to \(Self.words(above)) s above and from "
        + "\(Self.words(seconds)) to \(Self.words(last)) s below, counted from the first \(placeWord == "line" ? "row" : placeWord). Two recordings below each other are "
        + "not one: make a file of each, or sort the rows by time where all are of one.")
  }

  /// What is wrong with samples that a program gives. The times go to `above` before.
  func trouble(above: Double) -> String {
    isNextDay(after: above)
      ? "sample \(line): \(Self.nextDay); give a time that goes on"
      : "sample \(line): the time begins again: it went from 0 to \(Self.words(above)) s and goes on from "
        + "\(Self.words(seconds)) s, counted from the first sample. Two recordings behind each other are not one: give each "
        + "by itself, as an array or a stream of its own, or sort the samples by time where all are of one"
  }

  private static let nextDay = "the time goes back by a day, as a time of day does at midnight"

  private func isNextDay(after above: Double) -> Bool {
    abs(above - seconds - Self.daySeconds) < SamplingClock().longestPause
  }

  private static func words(_ seconds: Double) -> String {
    DecimalText.text(seconds, decimals: 2) ?? ""
  }
}
