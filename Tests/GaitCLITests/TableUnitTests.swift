import Foundation
import Testing

/// Columns whose unit is another one than is usual, or none that anybody knows.
struct TableUnitTests {
  @Test(arguments: [("speed (mph)", 2.4), ("Speed (kn)", 2.1), ("speed_kmh", 3.9)])
  func `a speed over ground is read in its own unit`(name: String, value: Double) throws {
    var table = try SpoiltTable()
    table.add(name) { $0 % 50 == 0 ? "\(value)" : "" }
    let found = try table.analyze()
    #expect(found.code == 0 && found.message.isEmpty, "\(found.message)")
    #expect(found.output.contains(SpoiltTable.truth), "\(found.output)")
    let look = try table.gait("inspect", "day.csv")
    #expect(look.output.contains("gnss_speed_mps"), "\(look.output)")
  }

  @Test(arguments: ["speed (min/km)", "Heart rate (ms)", "temperature [hPa]", "pressure (inHg)"])
  func `a slow channel in a unit that is not known is not read, and that is said`(
    name: String
  ) throws {
    var table = try SpoiltTable()
    table.add(name) { $0 % 50 == 0 ? "11.5" : "" }
    let found = try table.analyze()
    #expect(found.code == 0, "\(found.message)")
    #expect(found.message.contains("\(name): the unit \""), "\(found.message)")
    #expect(found.message.contains("so it is not read; name one of"), "\(found.message)")
    #expect(found.output.contains(SpoiltTable.truth), "\(found.output)")
  }

  @Test func `a speed that nobody runs is not used, and counted`() throws {
    var table = try SpoiltTable()
    table.add("speed (m/s)") { $0 % 50 == 0 ? "300" : "" }
    let found = try table.analyze()
    #expect(found.code == 0, "\(found.message)")
    #expect(
      found.message.contains("of the speed over ground are above 12.5 m/s"), "\(found.message)")
    #expect(found.output.contains(SpoiltTable.truth), "\(found.output)")
  }

  @Test(arguments: [
    ("(mdps)", 180_000 / Double.pi), ("[mrad/s]", 1000), ("[rpm]", 30 / Double.pi),
    ("(°/s)", 180 / Double.pi), ("[rad·s⁻¹]", 1), ("[deg·s⁻¹]", 180 / Double.pi),
    ("[rad per s]", 1), ("[rev/s]", 0.5 / Double.pi), ("(filtered)", 1),
    ("(raw) [°/s]", 180 / Double.pi),
  ])
  func `angular rates are read in their own unit`(unit: String, factor: Double) throws {
    var table = try SpoiltTable()
    for column in 4...6 { table.names[column] += " \(unit)" }
    table.multiply(4...6, by: factor)
    let found = try table.analyze()
    #expect(found.code == 0 && found.message.isEmpty, "\(found.message)")
    #expect(found.output.contains(SpoiltTable.truth), "\(found.output)")
  }

  @Test func `angular rates in a unit that is not known are not read, and that is said`() throws {
    var table = try SpoiltTable()
    for column in 4...6 { table.names[column] += " [LSB]" }
    table.multiply(4...6, by: 131)
    let found = try table.analyze()
    #expect(found.code == 0, "\(found.message)")
    #expect(found.message.contains("the unit \"LSB\" is not one"), "\(found.message)")
    #expect(found.output.contains("6 bouts, 206 steps"), "\(found.output)")
    #expect(!found.output.contains(/\d turn/), "\(found.output)")
  }

  @Test(arguments: ["gyr_x [rps]", "gyr_x_rps"])
  func `what means two units is none`(name: String) throws {
    var table = try SpoiltTable()
    for (column, axis) in zip(4...6, "xyz") {
      table.names[column] = name.replacing("_x", with: "_\(axis)")
    }
    let found = try table.analyze()
    #expect(found.code == 0 && found.message.contains("the unit \"rps\" is not one"))
    #expect(found.message.contains("rad/s") && found.message.contains("rev/s"), "\(found.message)")
  }

  @Test(arguments: ["km/h", "%", "V", "kg", "deg/s", "counts", "°"])
  func `an acceleration in a unit of something else is refused`(unit: String) throws {
    var table = try SpoiltTable()
    try FileManager.default.removeItem(atPath: table.gait.path("day.json"))
    for column in 1...3 { table.names[column] += " [\(unit)]" }
    let found = try table.analyze()
    #expect(found.code != 0)
    #expect(
      found.message.contains("the unit \"\(unit)\" is not one that this channel is read in"),
      "\(found.message)")
    #expect(found.message.contains("name one of m/s², g, mg, or give"), "\(found.message)")
    // Whoever says the unit is believed.
    try Data(#"{"site": "lower_back", "height_m": 1.75, "acceleration_unit": "m/s²"}"#.utf8).write(
      to: URL(fileURLWithPath: table.gait.path("day.json")))
    let told = try table.analyze()
    #expect(told.code == 0 && told.output.contains("6 bouts, 206 steps"), "\(told.message)")
  }

  @Test func `axes of an acceleration in different units are refused`() throws {
    var table = try SpoiltTable()
    try FileManager.default.removeItem(atPath: table.gait.path("day.json"))
    table.names[1] += " [g]"
    table.names[2] += " [m/s²]"
    let found = try table.analyze()
    #expect(found.code != 0 && found.message.contains("its axes have different units"))
  }

  @Test func `a word in brackets is no unit of an acceleration, and one that nobody knows is said`()
    throws
  {
    var table = try SpoiltTable()
    try FileManager.default.removeItem(atPath: table.gait.path("day.json"))
    let names = table.names
    for column in 1...3 { table.names[column] = names[column] + " (low-pass filtered)" }
    let remark = try table.analyze()
    #expect(remark.code == 0 && !remark.message.contains("filtered"), "\(remark.message)")
    for column in 1...3 { table.names[column] = names[column] + " [foo]" }
    let found = try table.analyze()
    #expect(found.code == 0, "\(found.message)")
    #expect(
      found.message.contains("\"foo\" is no unit that is known; the acceleration is read in m/s²"),
      "\(found.message)")
  }

  @Test func `of two clocks it is said which is read, and where they contradict each other`() throws
  {
    var table = try SpoiltTable()
    let rows = table.rows
    table.add("timestamp") { "\(1_700_000_000_000 + $0 * 20)" }
    #expect(try table.analyze().message.isEmpty)
    let look = try table.gait("inspect", "day.csv")
    #expect(
      look.output.contains("\"time_s\" is read, not \"timestamp\""), "\(look.output)")
    for row in rows.indices { table.rows[row][rows[row].count] = "\(1_700_000_000_000 + row * 40)" }
    let found = try table.analyze()
    #expect(found.output.contains(SpoiltTable.truth), "\(found.output)")
    #expect(
      found.message.contains("\"time_s\" and \"timestamp\" contradict each other"),
      "\(found.message)")
  }

  /// The day behind two minutes of rest, its angular rates in degrees without a word about it.
  private func degreesAfterRest(_ rest: Int) throws -> SpoiltTable {
    var table = try SpoiltTable()
    table.multiply(4...6, by: 180 / Double.pi)
    let still = (0..<rest).map { row in
      let sway = row % 7
      return [
        "\(Double(row) / 50)", "9.8\(sway)", "0.0\(sway)", "0.1\(row % 5)", "0.0\(sway)", "0.01",
        "0.0\(row % 3)",
      ]
    }
    for row in table.rows.indices {
      table.rows[row][0] = "\((Double(table.rows[row][0]) ?? 0) + Double(rest) / 50)"
    }
    table.rows = still + table.rows
    return table
  }

  @Test func `degrees per second are told behind a rest, too`() throws {
    let table = try degreesAfterRest(9000)
    let found = try table.analyze()
    #expect(found.code == 0 && found.message.isEmpty, "\(found.message)")
    #expect(found.output.contains("6 bouts, 206 steps"), "\(found.output)")
    #expect(found.output.contains("4 turns"), "\(found.output)")
    let look = try table.gait("inspect", "day.csv")
    #expect(look.output.contains("deg/s (by size)"), "\(look.output)")
    let packed = try table.gait.shell(
      "gzip -c day.csv > packed.csv.gz; $GAIT inspect packed.csv.gz")
    #expect(packed.output.contains("deg/s (by size)"), "\(packed.output)\(packed.message)")
  }

  @Test func `hundredths of a second that pass for milliseconds are said`() throws {
    var table = try SpoiltTable()
    try FileManager.default.removeItem(atPath: table.gait.path("day.json"))
    table.names[0] = "time"
    for row in table.rows.indices { table.rows[row][0] = "\(row * 2)" }
    let found = try table.analyze()
    #expect(
      found.message.contains(
        "\"time\" names no unit and is read in ms (by sampling rate), which makes 500.0 samples"),
      "\(found.message)")
    table.names[0] = "time (cs)"
    let named = try table.analyze().message
    #expect(
      named.contains("\"time (cs)\" names the unit \"cs\", which is not known, and is read in ms"),
      "\(named)")
    table.names[0] = "time"
    for row in table.rows.indices { table.rows[row][0] = "\(row * 20)" }
    #expect(try table.analyze().message.isEmpty)
  }
}
