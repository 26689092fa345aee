import Foundation
import Testing

/// Sensors that give one value again and again: what they measure is not known.
struct DeadSensorTests {
  @Test(arguments: ["0", "0.0350"])
  func `a gyroscope that gives one value is none`(value: String) throws {
    var table = try SpoiltTable()
    var without = table
    without.names.removeLast(3)
    for row in without.rows.indices { without.rows[row].removeLast(3) }
    let truth = try without.analyze()
    table.set(4...6, to: value)
    let found = try table.analyze()
    #expect(found.code == 0, "\(found.message)")
    #expect(
      found.message.contains("gyr_x, gyr_y, gyr_z: the same value throughout"), "\(found.message)")
    #expect(found.output.split(separator: "\n").last == truth.output.split(separator: "\n").last)
    #expect(!found.output.contains(/\d turn/), "\(found.output)")
  }

  @Test func `a gyroscope that rests at first is one`() throws {
    var table = try SpoiltTable()
    table.set(4...6, to: "0.0", in: 0..<300)
    let found = try table.analyze()
    #expect(found.message.isEmpty && found.output.contains("turns"), "\(found.message)")
  }

  @Test(arguments: [4, 5, 6])
  func `a gyroscope with one dead axis tells no turns`(axis: Int) throws {
    var table = try SpoiltTable()
    table.set(axis...axis, to: "0.0200")
    let found = try table.analyze()
    #expect(found.code == 0 && !found.output.hasSuffix("turns\n"), "\(found.output)")
    #expect(
      found.message.contains("an axis of the gyroscope gave one value again and again in 4 of 4"),
      "\(found.message)")
  }

  @Test func `one that dies on the way counts turns only before`() throws {
    var table = try SpoiltTable()
    table.set(4...6, to: "0.0", in: table.rows.count / 2..<table.rows.count)
    let found = try table.analyze()
    #expect(found.code == 0 && found.output.contains(", 2 turns"), "\(found.output)")
    #expect(
      found.message.contains(
        "again and again in 2 of 4 groups of walks, within 96-171 s: turns there are not counted"),
      "\(found.message)")
    #expect(try table.gait("analyze", "day.csv", "--output", "out", "--force").code == 0)
    let rows = try table.gait.text(of: "out/day/bouts.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let turns = try #require(rows[0].firstIndex(of: "turn_count"))
    #expect(rows.dropFirst().map { String($0[turns]) } == ["1", "0", "1", "", "", ""])
  }

  @Test(arguments: [(0, "4 of 4"), (2500, "3 of 4")])
  func `a barometer that dies on the way tells no flights from then on`(
    start: Int, groups: String
  ) throws {
    var table = try SpoiltTable()
    let without = try flights(of: table)
    table.add("pressure_hpa") { row in
      guard row % 50 == 0 else { return "" }
      return row == 0 ? "1013.20" : row < start ? "1013.\(25 + row / 50 % 3)" : "1013.26"
    }
    let found = try table.analyze()
    #expect(
      found.message.contains(
        "the barometer gave one value again and again in \(groups) groups of walks"),
      "\(found.message)")
    #expect(try flights(of: table) == without)
  }

  @Test(arguments: ["0", "1013.25", "101325"])
  func `a barometer that gives one value leaves flights unknown`(value: String) throws {
    var table = try SpoiltTable()
    table.add("pressure_hpa") { $0 % 50 == 0 ? value : "" }
    let found = try table.analyze()
    #expect(found.code == 0, "\(found.message)")
    #expect(
      found.message.contains("pressure_hpa: the same value throughout"), "\(found.message)")
    let summary = try flights(of: table)
    table.names.removeLast()
    for row in table.rows.indices { table.rows[row].removeLast() }
    #expect(try summary == flights(of: table))
  }

  @Test func `so does one in 18 s with a short walk, a reading a second`() throws {
    var table = try SpoiltTable()
    table.rows = Array(table.rows[1500..<2400])
    table.add("pressure_hpa") { $0 % 50 == 0 ? "1000.0" : "" }
    try Data(table.text.utf8).write(to: URL(filePath: table.gait.path("day.csv")))
    let found = try table.gait("analyze", "day.csv", "--site", "wrist", "--output", "out")
    let words = found.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("the barometer gave one value again and again in 1 of 1"), "\(words)")
    let summary = try table.gait.text(of: "out/day/summary.json")
    #expect(summary.contains(#""flights_up": null"#))
  }

  /// A reading every 50 s, and one alone, within a walk.
  @Test(arguments: [(2500, true), (9001, true), (50, false)])
  func `one with too few readings around every walk says nothing of flights at the wrist`(
    every: Int, isUnknown: Bool
  ) throws {
    var table = try SpoiltTable()
    table.add("pressure_hpa") { row in
      row % every == 1600 % every ? "1013.\(25 + row / every % 3)" : ""
    }
    try Data(table.text.utf8).write(to: URL(filePath: table.gait.path("day.csv")))
    let found = try table.gait("analyze", "day.csv", "--site", "wrist", "--output", "out")
    let words = found.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("the air pressure has too few values in")
        == isUnknown, "\(words)")
    let summary = try table.gait.text(of: "out/day/summary.json")
    #expect(summary.contains(#""flights_up": null"#) == isUnknown)
    #expect(summary.contains(#""all_rows": "site_not_supported""#) == isUnknown)
  }

  private func flights(of table: SpoiltTable) throws -> String {
    _ = try table.analyze()
    #expect(try table.gait("analyze", "day.csv", "--output", "out", "--force").code == 0)
    let lines = try table.gait.text(of: "out/day/summary.json").split(separator: "\n")
    return lines.filter { $0.contains("\"flights_") }.joined()
  }

  @Test(arguments: [true, false])
  func `so does one in a table of its own, a reading a second`(isDead: Bool) throws {
    let table = try SpoiltTable()
    let folder = table.gait.folder + "/phone"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func write(_ name: String, _ lines: [String]) throws {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(
        to: URL(filePath: folder + "/" + name))
    }
    let rows = table.rows
    try write(
      "Accelerometer.csv",
      ["\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\""]
        + rows.map { $0[0...3].joined(separator: ",") })
    try write(
      "Pressure.csv",
      ["\"Time (s)\",\"X (hPa)\""]
        + (0..<100).map { "\($0),\(isDead ? 1013.25 : 1013.25 + 0.01 * Double($0 % 3))" })
    let found = try table.gait("analyze", "phone", "--site", "wrist", "--output", "out")
    #expect(found.code == 0, "\(found.message)")
    let summary = try String(
      contentsOfFile: table.gait.folder + "/out/phone/summary.json", encoding: .utf8)
    #expect(summary.contains(#""flights_up": null"#) == isDead, "\(found.message)")
    #expect(found.message.contains("the same value throughout") == isDead, "\(found.message)")
  }

  @Test(arguments: [(0..<9000, false), (0..<5000, true), (2000..<9400, true)])
  func `air pressure of a part of the recording is said`(part: Range<Int>, isSaid: Bool) throws {
    var table = try SpoiltTable()
    table.add("pressure_hpa") { row in
      row % 50 == 0 && part.contains(row) ? "1013.\(25 + row / 50 % 3)" : ""
    }
    #expect(try table.analyze().remarks.contains("the air pressure reaches from") == isSaid)
  }

  @Test(arguments: [
    (50, 3000..<5000, true), (50, 3000..<3400, false), (3000, 0..<0, false), (50, 0..<0, false),
  ])
  func `an air pressure that is silent for long is said`(
    every: Int, silence: Range<Int>, isSaid: Bool
  ) throws {
    var table = try SpoiltTable()
    table.add("pressure_hpa") { row in
      row % every == 0 && !silence.contains(row) ? "1013.\(25 + row / every % 3)" : ""
    }
    let said = try table.analyze().remarks
    #expect(
      said.contains("the air pressure gives nothing from 59.0 to 100.0 s") == isSaid, "\(said)")
    #expect(said.contains("the air pressure gives nothing") == isSaid, "\(said)")
  }

  @Test func `an air pressure that pauses with the motion is not silent`() throws {
    var table = try SpoiltTable()
    table.add("pressure_hpa") { $0 % 50 == 0 ? "1013.\(25 + $0 / 50 % 3)" : "" }
    table.rows.removeSubrange(3000..<5000)
    #expect(try !table.analyze().remarks.contains("the air pressure gives nothing"))
    // A pause elsewhere hides no silence.
    for row in 500..<1500 { table.rows[row][table.rows[row].count - 1] = "" }
    #expect(
      try table.analyze().remarks.contains("the air pressure gives nothing from 9.0 to 30.0 s"))
  }

  @Test func `an accelerometer that stops is said, and is frozen where the gyroscope goes on`()
    throws
  {
    var table = try SpoiltTable()
    table.set(1...3, to: "5.66", in: 5000..<table.rows.count)
    let frozen = try table.analyze().remarks
    #expect(frozen.contains("frozen 100.0-"), "\(frozen)")
    table.set(4...6, to: "0", in: 0..<table.rows.count)
    let stopped = try table.analyze().remarks
    #expect(stopped.contains("may be a sensor that stopped"), "\(stopped)")
  }

  @Test func `air pressures of no place are not used`() throws {
    var table = try SpoiltTable()
    table.add("pressure_hpa") { $0 % 50 == 0 ? ($0 % 500 == 0 ? "0" : "1013.\($0 % 90)") : "" }
    let found = try table.analyze()
    #expect(
      found.message.contains("of the air pressure are outside 300 to 1200 hPa"), "\(found.message)")
  }

  @Test func `walks in which an axis is dead are left out and said`() throws {
    var table = try SpoiltTable()
    let half = table.rows.count / 2
    table.set(3...3, to: "0.98", in: half..<table.rows.count)
    let found = try table.analyze()
    #expect(found.code == 0, "\(found.message)")
    #expect(found.message.contains("one axis dead"), "\(found.message)")
    #expect(!found.output.contains("206 steps"), "\(found.output)")
  }

  @Test(arguments: [1, 2, 3])
  func `a recording without one axis is refused with that reason`(axis: Int) throws {
    var table = try SpoiltTable()
    table.set(axis...axis, to: "0.98")
    let found = try table.analyze()
    #expect(found.code == 2 && found.output.isEmpty, "\(found.output)")
    #expect(
      found.message.contains("one axis of the accelerometer gives the same value throughout"),
      "\(found.message)")
  }

  /// Lets somebody turn the device in the hands before the first walk, 8 s about each axis or all the time about one.
  private func turn(_ table: inout SpoiltTable, about one: Int? = nil) {
    for row in 0..<1200 {
      let (axis, time) = (one ?? row / 400, Double(row) / 50)
      let phase = 2 * .pi * 0.125 * time
      let angle = 1.3 * sin(phase)
      var (force, rate) = ([0.0, 0, 0], [0.0, 0, 0])
      (force[(axis + 1) % 3], force[(axis + 2) % 3]) = (9.81 * cos(angle), 9.81 * sin(angle))
      // Gravity stands still: the device turns against its change.
      rate[axis] = -1.3 * 2 * .pi * 0.125 * cos(phase)
      // A sensor at work never gives one value for long.
      for axis in 0..<3 { force[axis] += 0.001 * Double(row % 7 - 3) }
      for (place, value) in (force + rate).enumerated() {
        table.rows[row][1 + place] = "\(value)"
      }
    }
  }

  @Test(
    arguments: [
      ([0, 1, 2], nil), ([3, 4, 5], "−x, −y, −z"), ([2, 0, 1], "y, z, x"),
      ([3, 1, 5], "−x, y, −z"),
      ([3, 4, 2], "−x, −y, z"),
    ])
  func `a gyroscope whose axes are not the accelerometer's is said`(axes: [Int], found: String?)
    throws
  {
    var table = try SpoiltTable()
    turn(&table)
    for row in table.rows.indices {
      let own = table.rows[row][4...6].map { Double($0) ?? 0 }
      let all = own + own.map(-)
      for (place, axis) in axes.enumerated() { table.rows[row][4 + place] = "\(all[axis])" }
    }
    let said = try table.analyze().remarks
    let sentence = "the gyroscope turns otherwise than the accelerometer"
    #expect(said.contains(sentence) == (found != nil), "\(said)")
    if let found { #expect(said.contains("\(sentence): its axes fit as \(found) and"), "\(said)") }
    let seen = try table.gait("inspect", "day.csv")
    let words = seen.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(sentence) == (found != nil), "\(words)")
  }

  @Test func `a device that leans about one axis only does not tell how its axes fit`() throws {
    var table = try SpoiltTable()
    turn(&table, about: 0)
    for row in table.rows.indices {
      for place in 4...6 { table.rows[row][place] = "\(-(Double(table.rows[row][place]) ?? 0))" }
    }
    let said = try table.analyze().remarks
    #expect(said.contains("do not fit: some are exchanged or reversed"), "\(said)")
    #expect(!said.contains("its axes fit as"), "\(said)")
  }

  @Test(arguments: [(5, "too great"), (1 / 16.4, "too small"), (1, nil)])
  func `a gyroscope of another scale is said`(factor: Double, found: String?) throws {
    var table = try SpoiltTable()
    turn(&table)
    table.multiply(4...6, by: factor)
    let said = try table.analyze().remarks
    #expect(said.contains("its rates are about") == (found != nil), "\(said)")
    if let found { #expect(said.contains("times \(found); turns"), "\(said)") }
  }

  @Test(arguments: ["wrist-walk", "washing-hands", "trouser-pocket", "daily-life"], [1, 2, 4])
  func `an arm that swings is no gyroscope with other axes`(scenario: String, seed: Int) throws {
    let gait = try GaitProcess()
    #expect(
      try gait("simulate", scenario, "--seed", "\(seed)", "--output", "made.csv").code == 0)
    let found = try gait(
      "analyze", "made.csv", "--site", scenario == "daily-life" ? "hip" : "wrist")
    #expect(!found.output.contains("the gyroscope turns otherwise"), "\(found.output)")
    #expect(!found.message.contains("the gyroscope turns otherwise"), "\(found.message)")
  }

  @Test func `two axes of a gyroscope are not read, and that is said`() throws {
    var table = try SpoiltTable()
    table.names.removeLast()
    for row in table.rows.indices { table.rows[row].removeLast() }
    let said = try table.analyze().message
    #expect(said.contains("gyr_x, gyr_y: three axes of angular rate are needed"), "\(said)")
  }
}
