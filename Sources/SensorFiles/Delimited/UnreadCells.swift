import GaitModel

/// Cells of slow sensors that hold something and no number, as `1013.3 hPa` or `1013,3` beside decimal points: their rows are
/// samples, and the values are lost.
struct UnreadCells {
  /// A column with such cells.
  struct Column {
    /// The name as the file has it.
    let name: String
    let side: SideChannel
    /// How many there are.
    fileprivate(set) var count = 0
    /// The number of the first one's line, and what stands in it.
    fileprivate(set) var line = 0
    fileprivate(set) var example = ""
  }

  /// What people and programs write where there is no value, besides what reads as "not a number" and signs alone.
  private static let missing: Set<String> = [
    "n.a.", "nat", "nil", "<na>", "#n/a", "missing", "undefined", "unknown", "no data", "nodata",
    "n.d.", "not available", "empty",
  ]
  /// A cell that is longer is cut in messages, bytes.
  private static let longestExample = 40

  /// By the place of the channel in a row of raw values.
  private var found: [Int: Column]
  /// The number of the last line with such a cell.
  private(set) var lastLine = 0

  /// Has seen no cell of the slow sensors among some columns.
  init(_ layout: ColumnLayout) {
    let columns = layout.columns.compactMap { column in
      column.channel.side.map { (column.channel.rawValue, Column(name: column.name, side: $0)) }
    }
    found = Dictionary(columns) { first, _ in first }
  }

  /// The columns with such cells, in the order of the channels.
  var columns: [Column] { found.sorted { $0.key < $1.key }.map(\.value).filter { $0.count > 0 } }

  /// Takes a cell that is no number, without white space around it.
  mutating func take(_ cell: UnsafeBufferPointer<UInt8>, slot: Int, line: Int) {
    guard !cell.isEmpty else { return }
    let text = TextEncoding.readable(cell)
    guard text.contains(where: { $0.isLetter || $0.isNumber }),
      !Self.missing.contains(text.lowercased())
    else { return }
    lastLine = line
    if found[slot]?.count == 0 {
      found[slot]?.line = line
      found[slot]?.example = String(text.prefix(Self.longestExample))
    }
    found[slot]?.count += 1
  }
}

extension UnreadCells.Column {
  /// What is to be said of its cells; `isRead` is whether others of them are numbers.
  func remark(isRead: Bool) -> RecordingRemark {
    let cells =
      isRead
      ? "\(name): \(count.counted("value")) cannot be read"
      : "\(name) was not read: none of its \(count.counted("value")) is a number"
    return RecordingRemark(
      kind: .unreadable, sampleCount: count,
      message:
        "\(cells), the first is line \(line): \"\(example)\"; a value is a number with a decimal point and nothing else, and "
        + "its unit stands in the column's name")
  }
}
