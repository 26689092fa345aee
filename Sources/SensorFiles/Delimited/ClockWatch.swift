import GaitModel

/// A column of numbers that is not read and looked at in each row.
protocol ColumnWatch {
  /// Its place in a row.
  var place: Int { get }
  /// What is to be said of it so far, or `nil`.
  var note: String? { get }

  /// Takes the next row's time, 0 where it has none, and the column's number.
  mutating func take(_ read: Double, _ other: Double, line: Int)

  /// Takes a row that cannot be used, or has no number.
  mutating func pass()
}

extension ColumnWatch {
  /// Takes the next row, or one that cannot be used, by its cell, and the cell with it: a line may be too short for one.
  mutating func look(
    at cell: inout UnsafeBufferPointer<UInt8>, isRow: Bool, _ read: Double, line: Int
  ) {
    defer { cell = UnsafeBufferPointer(start: nil, count: 0) }
    guard isRow, let other = Self.number(in: cell), other.isFinite else { return pass() }
    take(read, other, line: line)
  }

  /// Most are plain; another byte follows each cell.
  private static func number(in cell: UnsafeBufferPointer<UInt8>) -> Double? {
    if var p = cell.baseAddress, let value = DecimalNumber.readPlain(&p),
      UnsafePointer(p) == cell.baseAddress.map({ $0 + cell.count })
    {
      return value
    }
    return DecimalNumber.read(field: cell.trimmedCell)
  }
}

/// Two clocks of one table, of which one is read: where the other was set while it recorded, they part from one row to
/// the next.
struct ClockWatch: ColumnWatch {
  /// The column of the clock that is not read.
  let place: Int

  private let names: (read: String, other: String)
  private let secondsPerUnit: (read: Double, other: Double)
  /// By how much the other clock is ahead in the rows so far, seconds, and in a row that disagrees with them.
  private var ahead: Double?
  private var parted: (ahead: Double, line: Int)?
  private var first: (step: Double, line: Int)?
  private var count = 0

  /// Clocks that part by less are believed, seconds: a phone that asks for the time corrects its clock by fractions of a
  /// second. Our choice.
  private static let leastStep = 1.0

  /// Watches a clock beside the one that is read; `nil` where the table lacks it.
  init?(
    _ clock: SensorClock, beside read: ColumnLayout.Column?, _ scale: TimeScale,
    in header: TableHeader
  ) {
    guard let read, let place = clock.place(in: header.names), place != read.place,
      let own = clock.scale
    else { return nil }
    self.place = place
    names = (read.name, header.names[place])
    secondsPerUnit = (scale.secondsPerUnit, own.secondsPerUnit)
  }

  /// Takes the stamps of the next row. Of one row alone that disagrees a stamp is damaged, and a clock that drifts is
  /// followed.
  mutating func take(_ read: Double, _ other: Double, line: Int) {
    let now = other * secondsPerUnit.other - read * secondsPerUnit.read
    guard now.isFinite else { return }
    guard let before = ahead, abs(now - before) > Self.leastStep else {
      (ahead, parted) = (now, nil)
      return
    }
    guard let begun = parted, abs(now - begun.ahead) <= Self.leastStep else {
      parted = (now, line)
      return
    }
    first = first ?? (begun.ahead - before, begun.line)
    count += 1
    (ahead, parted) = (now, nil)
  }

  func pass() {}

  /// Where the clocks part first, and by how much; `nil` where they never do.
  var note: String? {
    guard let first else { return nil }
    let way = first.step > 0 ? "ahead of" : "behind"
    let often = count > 1 ? ", the first of \(count.grouped) times" : ""
    return
      "line \(first.line): \"\(names.other)\" jumps \(way) \"\(names.read)\" by \(LocalClock.words(abs(first.step)))\(often), "
      + "as where the clock is set while it records; \"\(names.read)\" is read, and the start is that of the first row: "
      + "where the clock was wrong until it was set, give --start and --override-start"
  }
}
