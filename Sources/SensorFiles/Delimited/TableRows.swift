/// The rows of a table, first to last, whatever they are written in.
protocol TableRows: AnyObject {
  /// What a row is called in messages: `line`, `row`.
  static var placeWord: String { get }
  /// The values of the last row by channel. A slow sensor without a value leaves `nan`.
  var raw: UnsafeMutablePointer<Double> { get }
  /// The number of the last row, from 1, as an editor counts.
  var lineNumber: Int { get }
  /// The beginning of the last row, for messages.
  var excerpt: String { get }
  /// What was noticed in columns that are not read.
  var notes: [String] { get }
  /// Columns of slow sensors with cells that cannot be read.
  var unreadCells: [UnreadCells.Column] { get }
  /// What was wrong with the bytes so far, or `nil`.
  var damage: String? { get }

  /// Reads the next row.
  func next() throws(SensorFileError) -> TableLine
}

extension TableRows {
  var notes: [String] { [] }
  var unreadCells: [UnreadCells.Column] { [] }
}

/// What a line of a table was.
enum TableLine {
  /// A row; its values can be had.
  case row
  /// A blank line or a comment.
  case nothing
  /// A row of a table that sensors share, with nothing of the one that is read, and perhaps its time.
  case absent
  /// Cells that are needed are empty, and others are not.
  case incomplete
  /// A cell that is needed is missing or no number.
  case unreadable
  /// A cell that is needed holds infinity or "not a number".
  case notFinite
  /// All cells of a row, and the line begins with `#`: a cell that a spreadsheet could not show (`########`, `#N/A`).
  case hidden
  /// More cells than the header names, so that which belongs to which column cannot be told.
  case tooWide
  /// The names of the columns once more.
  case header
  /// There are no more lines.
  case end

  /// Whether a row may have its time, and cannot be used.
  var hasOnlyTime: Bool { self == .incomplete || self == .notFinite }

  /// Whether a row lacks what one sensor gives, while another gives all of its values: their cells are empty, or say that
  /// there is none (`NaN`, `NA`).
  func lacksSensor(_ raw: UnsafeMutablePointer<Double>) -> Bool {
    if self == .incomplete { return true }
    guard self == .notFinite, raw[Channel.time.rawValue].isFinite else { return false }
    let triads = [Channel.acceleration, Channel.gravity, Channel.angularRate]
    return !triads.joined().contains { raw[$0.rawValue].isInfinite }
      && [Channel.acceleration, Channel.angularRate].contains { Self.isWhole($0, raw) }
  }

  /// Whether a row has its time and an acceleration, and lacks the angular rate. Where there is no clock a row is its own.
  func lacksRate(_ raw: UnsafeMutablePointer<Double>, hasTime: Bool) -> Bool {
    hasOnlyTime && (!hasTime || raw[Channel.time.rawValue].isFinite)
      && Self.isWhole(Channel.acceleration + Channel.gravity, raw)
      && Channel.angularRate.contains { raw[$0.rawValue].isNaN }
  }

  private static func isWhole(_ channels: [Channel], _ raw: UnsafeMutablePointer<Double>) -> Bool {
    channels.allSatisfy { raw[$0.rawValue].isFinite }
  }

  /// Why a row that cannot be read is skipped, in words.
  var fault: String {
    switch self {
    case .hidden:
      "a row whose first cell begins with #, as what a spreadsheet could not show, skipped"
    case .tooWide: "more cells than the header has columns, so that none can be told, skipped"
    default: "not a row of numbers, skipped"
    }
  }
}
