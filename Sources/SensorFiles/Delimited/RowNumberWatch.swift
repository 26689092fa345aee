import GaitModel

/// A column that numbers the rows, as programs for tables write it, where rows are their own clock: where rows were taken out,
/// it leaps, and the time that they took is lost.
struct RowNumberWatch: ColumnWatch {
  let place: Int
  private let name: String
  private var last: Double?
  private var lostCount = 0
  private var first: (line: Int, step: Int)?
  private var leapCount = 0
  /// Rows behind the last number that have none or cannot be used: they keep their time.
  private var passedCount = 0
  private var longestStep = 0.0

  /// Fewer rows do not tell a count from anything that happens to rise. Our choice.
  private static let leastCount = 20

  /// Watches the first column that is not read and rises by one in each of the first rows; `nil` where there is none.
  init?(in header: TableHeader, besides columns: ColumnLayout, of file: RecordingFile) {
    let read = Set(columns.columns.map(\.place))
    let rows = header.rows(of: file)
    let place = header.names.indices.first { place in
      guard !read.contains(place), rows.count >= Self.leastCount else { return false }
      let numbers = rows.map { place < $0.count ? header.number(in: $0[place]) ?? .nan : .nan }
      return zip(numbers.dropFirst(), numbers).allSatisfy { $0 - $1 == 1 }
    }
    guard let place else { return nil }
    (self.place, name) = (place, header.names[place])
  }

  mutating func take(_: Double, _ number: Double, line: Int) {
    defer { (last, passedCount) = (number, 0) }
    guard let last, let step = Int(exactly: number - last), step > 1 + passedCount else { return }
    first = first ?? (line, step)
    lostCount &+= step - 1 - passedCount
    leapCount += 1
    longestStep = max(longestStep, number - last)
  }

  mutating func pass() { passedCount += 1 }

  var note: String? {
    guard let first else { return nil }
    let column = name.isEmpty ? "a column without a name" : "\"\(name)\""
    return
      "clock: \(column) rises by one from row to row and leaps by \(first.step.grouped) at line \(first.line)"
      + (leapCount > 1 ? ", the first of \(leapCount.grouped) times" : "")
      + ": \(lostCount.counted("row")) \(lostCount.verb("is", "are")) missing, and the samples follow each other without the "
      + "time of \(lostCount.verb("it", "them"))"
      + (longestStep <= PacketCounter.mostLost
        ? "; where it counts the device's samples, call it SampleCounter, and that time is a gap"
        : "")
  }
}
