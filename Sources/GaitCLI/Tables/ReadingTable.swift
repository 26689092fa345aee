import Foundation
import GaitModel
import GaitResults

extension Table {
  /// The table as it is asked for: to read, for other programs, or as JSON.
  ///
  /// - Parameters:
  ///   - format: for whom.
  ///   - toRead: the columns that a person may want to see; `nil` for all.
  ///   - isWide: whether all of these are shown, or what 80 characters hold.
  /// - Returns: the text, with a line feed at its end.
  func text(_ format: OutputFormat, toRead: Set<String>? = nil, isWide: Bool = false) -> String {
    switch format {
    case .csv: return csv
    case .json:
      let rows = rows.map { row in
        JSONValue.object(zip(columns, row).map { .init(key: $0, value: $1.json) })
      }
      return JSONValue.array(rows).document
    case .table:
      // Once: each look at a table's rows makes all of them.
      let rows = rows
      if rows.isEmpty { return "nothing found\n" }
      // A column that is empty everywhere says nothing to a reader.
      let shown = columns.indices.filter { column in
        toRead?.contains(columns[column]) != false
          && rows.contains { !$0[column].text.isEmpty && $0[column] != .flag(false) }
      }
      let reading = ReadingTable(rows, of: columns, shown)
      return isWide
        ? reading.grid(of: reading.columns).text(emphasized: Terminal.colorsOutput)
        : reading.text
    }
  }
}

/// A table as a person reads it in 80 characters: what every row says alike stands above it once, instants
/// are as short as they can be, and what finds no room is named below.
private struct ReadingTable {
  /// A column under its heading.
  struct Column {
    var name: String
    var cells: [String]
    var leansLeft: Bool

    var heading: String { name.replacing("_", with: " ") }
    var width: Int { ([heading] + cells).map(\.count).max() ?? 0 }
  }

  /// The columns, in the order of the table.
  var columns: [Column]

  /// What a row is told by, and what was asked for, stays: two sources give two answers.
  private static let kept: Set<String> = [
    "participant", "kind", "value", "start_time", "label", "source",
  ]
  /// What gives way first, and what last.
  private static let leastWanted = [
    "other", "recording", "earliest_data_time", "is_entered_by_hand", "is_calibrated", "terrain",
  ]
  private static let mostWanted = ["end_time", "unit", "mean", "sum"]
  /// What stands above even a single row.
  private static let saidAbove: Set<String> = ["participant", "kind", "unit", "source"]

  /// The columns at these places of rows under these names.
  init(_ rows: [[Field]], of names: [String], _ places: [Int]) {
    columns = places.map { column in
      Column(
        name: names[column], cells: rows.map { $0[column].text },
        leansLeft: rows.contains { if case .word = $0[column] { true } else { false } })
    }
  }

  func grid(of columns: [Column]) -> TextGrid {
    TextGrid(
      columns: columns.map { .init(heading: $0.heading, leansLeft: $0.leansLeft) },
      rows: (columns.first?.cells.indices ?? 0..<0).map { row in columns.map { $0.cells[row] } })
  }

  var text: String {
    var above: [String] = []
    var shown: [Column] = []
    let times = ShortInstants(columns.filter(Self.isTime).flatMap(\.cells))
    for column in columns {
      if column.leansLeft, Set(column.cells).count == 1, !Self.isTime(column),
        column.cells.count > 1 || Self.saidAbove.contains(column.name)
      {
        above.append("\(column.heading) \(column.cells[0])")
      } else if Self.isTime(column) {
        shown.append(
          Column(name: column.name, cells: column.cells.map(times.text), leansLeft: true))
      } else {
        shown.append(column)
      }
    }
    if let zone = times.offset { above.append("times at \(zone)") }
    let dropped = Self.dropped(of: shown)
    let left = Self.folded(shown.filter { !dropped.contains($0.name) })
    let head = above.isEmpty ? "" : WrappedText.text(above.joined(separator: ", ")) + "\n\n"
    let tail =
      dropped.isEmpty
      ? ""
      : "\n"
        + WrappedText.text(
          "--wide also shows "
            + shown.filter { dropped.contains($0.name) }.map(\.heading).joined(separator: ", "))
        + "\n"
    return PrintableText.ofLines(head) + grid(of: left).text(emphasized: Terminal.colorsOutput)
      + tail
  }

  private static func isTime(_ column: Column) -> Bool {
    column.name.hasSuffix("_time") || column.name.hasSuffix("_start")
  }

  /// The columns; where even those that stay find no room, the longest words go on in the line below.
  private static func folded(_ columns: [Column]) -> [Column] {
    let excess = columns.reduce(-2) { $0 + $1.width + 2 } - WrappedText.columns
    let words = columns.indices.filter { columns[$0].leansLeft && !isTime(columns[$0]) }
    guard excess > 0, let widest = words.max(by: { columns[$0].width < columns[$1].width })
    else { return columns }
    let width = columns[widest].width - excess
    var folded = columns
    for column in folded.indices { folded[column].cells = [] }
    for row in columns[widest].cells.indices {
      let parts = parts(of: columns[widest].cells[row], width)
      for (line, part) in parts.enumerated() {
        for column in columns.indices {
          folded[column].cells.append(
            column == widest ? part : line == 0 ? columns[column].cells[row] : "")
        }
      }
    }
    return folded
  }

  /// Words in lines of so many characters, broken behind spaces and hyphens; lines after the first are set in. What cannot
  /// be broken stays whole.
  private static func parts(of words: String, _ width: Int) -> [String] {
    guard words.count > width else { return [words] }
    var lines: [String] = []
    var line = ""
    for piece in pieces(of: words) {
      if !line.isEmpty, line.count + piece.count > width {
        lines.append(line)
        line = "  "
      }
      line += piece
    }
    return lines + [line]
  }

  private static func pieces(of words: String) -> [String] {
    var pieces = [""]
    for character in words {
      pieces[pieces.count - 1].append(character)
      if character == "-" || character == " " { pieces.append("") }
    }
    return pieces
  }

  /// The columns for which there is no room.
  private static func dropped(of columns: [Column]) -> Set<String> {
    let last = columns.map(\.name).reversed()
    let others = last.filter {
      !leastWanted.contains($0) && !kept.contains($0) && !mostWanted.contains($0)
    }
    let order = leastWanted + others + mostWanted
    let widths = columns.map { (name: $0.name, width: $0.width) }
    var dropped: Set<String> = []
    for name in order {
      let left = widths.filter { !dropped.contains($0.name) }
      if left.reduce(-2, { $0 + $1.width + 2 }) <= WrappedText.columns { break }
      dropped.insert(name)
    }
    return dropped.intersection(columns.map(\.name))
  }
}

/// Instants without what all of them have in common: the offset, seconds that are zero, midnight.
private struct ShortInstants {
  /// The offset of all of them; `nil` where they differ or have none.
  let offset: String?
  private let length: Int

  init(_ instants: [String]) {
    let texts = instants.filter { !$0.isEmpty }
    let offsets = Set(texts.map(Self.offset))
    offset = offsets.count == 1 ? offsets.first.flatMap { $0.isEmpty ? nil : $0 } : nil
    let clocks = texts.map { $0.dropLast(Self.offset(of: $0).count).dropFirst(10) }
    func isZero(_ rest: Substring) -> Bool { rest.allSatisfy { "T0:.".contains($0) } }
    // Day, minute or second; a person reads no milliseconds.
    length =
      clocks.allSatisfy(isZero) ? 10 : clocks.allSatisfy { isZero($0.dropFirst(6)) } ? 16 : 19
  }

  /// An instant, as short as it can be.
  func text(_ instant: String) -> String {
    let own = Self.offset(of: instant)
    let clock = instant.dropLast(own.count)
    return clock.prefix(length).replacing("T", with: " ")
      + (offset == nil ? own : "")
  }

  /// `+02:00`, `Z`, or nothing for a local clock.
  private static func offset(of instant: String) -> String {
    if instant.hasSuffix("Z") { return "Z" }
    let end = instant.suffix(6)
    return end.count == 6 && "+-".contains(end.first ?? " ") && end.dropFirst(3).first == ":"
      ? String(end) : ""
  }
}
