import Foundation
import Testing

/// Accelerations whose numbers are not what their unit says.
struct GravityUnitTests {
  private let table: SpoiltTable

  init() throws { table = try SpoiltTable() }

  /// The table with the acceleration alone, each value written by `number`.
  private func accelerations(_ names: [String], _ number: (Int, Double) -> String) -> SpoiltTable {
    var changed = table
    changed.names = ["time_ms"] + names
    changed.rows = table.rows.map { row in
      ["\(Int(((Double(row[0]) ?? 0) * 1000).rounded()))"]
        + (1...3).map { number($0, Double(row[$0]) ?? 0) }
    }
    return changed
  }

  private static let mg = ["acc_x (mg)", "acc_y (mg)", "acc_z (mg)"]

  /// Whole thousandths of g with a mark between thousands.
  private static func grouped(_ mark: String) -> (Int, Double) -> String {
    { _, value in
      let whole = Int((value / 9.80665 * 1000).rounded())
      let size = whole.magnitude
      return (whole < 0 ? "-" : "")
        + (size < 1000 ? "\(size)" : "\(size / 1000)\(mark)" + String(format: "%03d", size % 1000))
    }
  }

  @Test func `a mark between thousands is not read as that of decimals`() throws {
    for (mark, separator) in [(".", ","), (".", ";"), (",", ";")] {
      let grouped = accelerations(Self.mg, Self.grouped(mark))
      let lines = ([grouped.names] + grouped.rows).map { $0.joined(separator: separator) }
      let ending = try table.analyze(lines.joined(separator: "\n") + "\n")
      #expect(ending.code == 2, "\(ending)")
      #expect(ending.message.contains("stands between thousands"), "\(ending.message)")
    }
    let others = [
      (" ", ";"), ("\u{a0}", ";"), ("\u{202f}", "\t"), ("'", ","), ("’", ";"), (",", ","),
      (".", ";"),
    ]
    for (mark, separator) in others {
      let grouped = accelerations(Self.mg, Self.grouped(mark))
      let rows = grouped.rows.map { $0.map { $0.contains(",") ? "\"\($0)\"" : $0 } }
      let lines = ([grouped.names] + rows).map { $0.joined(separator: separator) }
      let ending = try table.analyze(lines.joined(separator: "\n") + "\n")
      #expect(ending.code == 2 && ending.message.contains("between thousands"), "\(ending)")
    }
    let plain = try accelerations(Self.mg, Self.grouped("")).analyze()
    #expect(plain.code == 0 && plain.output.contains("steps"), "\(plain)")
  }

  /// Whole numbers in groups of three digits with a mark between them.
  private static func grouped(_ number: Int, _ mark: String) -> String {
    number < 1000
      ? "\(number)" : grouped(number / 1000, mark) + mark + String(format: "%03d", number % 1000)
  }

  @Test(arguments: [(1_000_000.0, "time_us", "20.000"), (1000, "time_ms", "1.010")])
  func `a mark between thousands of the time is named beside decimal commas`(
    perSecond: Double, name: String, first: String
  ) throws {
    var changed = table
    changed.names[0] = name
    // From so late on that the first rows have the mark.
    changed.rows = table.rows.map { row in
      let count = Int(
        (((Double(row[0]) ?? 0) + (perSecond == 1000 ? 0.95 : 0)) * perSecond).rounded())
      return [Self.grouped(count, ".")] + row.dropFirst().map { $0.replacing(".", with: ",") }
    }
    let lines = ([changed.names] + changed.rows).map { $0.joined(separator: ";") }
    let ending = try table.analyze(lines.joined(separator: "\n") + "\n")
    #expect(ending.code == 2, "\(ending)")
    #expect(
      ending.message.contains(
        "the column \"\(name)\" has \"\(first)\", with a mark between thousands"), "\(ending)")
  }

  @Test(arguments: [(",", ";"), (".", ",")])
  func `three decimals behind three digits are no thousands`(mark: String, separator: String)
    throws
  {
    let vertical = (1...3).first { abs(Double(table.rows[0][$0]) ?? 0) > 9 }
    // An axis that is never below 100 mg nor above 1 g.
    let tilted = (1...3).first { $0 != vertical }
    let decimals = accelerations(Self.mg) { axis, value in
      let thousandths = value / 9.80665 * 1000
      let number = axis == tilted ? 151 + thousandths / 50 : thousandths
      return String(format: "%.3f", number).replacing(".", with: mark)
    }
    let lines = ([decimals.names] + decimals.rows).map { $0.joined(separator: separator) }
    let ending = try table.analyze(lines.joined(separator: "\n") + "\n")
    #expect(ending.code == 0 && ending.output.contains("steps"), "\(ending)")
    // The decimals of other columns tell how those without any are meant.
    let dropped = decimals.rows.enumerated().map { place, row in
      row.enumerated().map { column, cell in
        place % 10 == 0 && column == tilted ? String(cell.prefix(3)) : cell
      }
    }
    let mixed = ([decimals.names] + dropped).map { $0.joined(separator: separator) }
    let known = try table.analyze(mixed.joined(separator: "\n") + "\n")
    #expect(known.code == 0, "\(known)")
  }

  @Test func `two cells are named that contradict each other`() throws {
    let grouped = accelerations(Self.mg, Self.grouped("."))
    let lines = ([grouped.names] + grouped.rows).map { $0.joined(separator: ";") }
    let message = try table.analyze(lines.joined(separator: "\n") + "\n").message
    let cells = message.split(separator: "\"").map(String.init)
    let place = try #require(cells.firstIndex { $0.hasSuffix("beside ") }, "\(message)")
    #expect(cells[place - 1].contains(".") && !cells[place + 1].contains("."), "\(message)")
  }

  @Test func `what is left without gravity is not read as g against its name`() throws {
    let names = ["x (m/s2)", "y (m/s2)", "z (m/s2)"]
    for vertical in 1...3 where abs(Double(table.rows[0][vertical]) ?? 0) > 9 {
      let left = accelerations(names) { axis, value in
        "\(axis == vertical ? value - 9.80665 : value)"
      }
      let ending = try left.analyze()
      #expect(ending.code == 2 && ending.message.contains("Is gravity taken out"), "\(ending)")
    }
    let wrong = try accelerations(names) { _, value in "\(value / 9.80665)" }.analyze()
    #expect(wrong.message.contains("its name says m/s², but"), "\(wrong.message)")
  }

  @Test func `a force that nobody has over a whole recording is said`() throws {
    let names = ["acc_x [g]", "acc_y [g]", "acc_z [g]"]
    // Nothing is still: each sample has a share of gravity that varies.
    let half = accelerations(names) { axis, value in "\(value / 9.80665 * 0.45)" }
    var moving = half
    for row in moving.rows.indices {
      let value = Double(moving.rows[row][3]) ?? 0
      moving.rows[row][3] = "\(value + 0.3 * sin(Double(row) / 7))"
    }
    let ending = try moving.analyze()
    #expect(ending.message.contains("over the whole recording"), "\(ending)")
  }
}
