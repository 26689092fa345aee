import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Tables that other programs wrote again: spreadsheets, pandas, and the software of devices.
struct ExportedTableTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func remarks(_ text: String) throws -> [String] {
    try SensorFile.inspection(of: folder.write(text)).remarks.map(\.message)
  }

  // MARK: Spreadsheets

  @Test(arguments: [(1_048_576, 1), (1_048_575, 0), (1_048_577, 0)])
  func `a table of as many lines as a spreadsheet holds may be cut`(lines: Int, count: Int) throws {
    let pair = "0.1,9.8,0.2\n0.2,9.7,0.1\n"
    let text =
      "acc_x,acc_y,acc_z\n" + String(repeating: pair, count: (lines - 1) / 2)
      + ((lines - 1) % 2 == 1 ? "0.1,9.8,0.2\n" : "")
    _ = try folder.write("{\"sampling_rate_hz\": 100}", to: "walk.json")
    let said = try remarks(text).filter { $0.contains("as many as a spreadsheet holds") }
    #expect(said.count == count, "\(said)")
    if count > 0 { #expect(said[0].hasPrefix("it has 1,048,576 lines"), "\(said)") }
  }

  @Test func `of a table that sensors share the number of its lines is said once`() throws {
    let pair = { (row: Int) in
      "\(Double(row) / 100),0.\(row % 7),9.8,0.\(row % 5),,,\n\(Double(row) / 100 + 0.005),,,,0.1,0.\(row % 9),0.2\n"
    }
    let rows = (0..<(1_048_576 / 2 - 1)).map(pair).joined()
    let end = "6000000,0.1,9.8,0.2,,,\n"
    let said = try remarks("time_s,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z\n" + rows + end)
      .filter { $0.contains("as many as a spreadsheet holds") }
    #expect(said.count == 1, "\(said)")
  }

  // MARK: Values that were filled up

  /// A person who walks: `repeats` rows have each value.
  private func filled(repeats: Int, swing: Double) -> String {
    let rows = (0..<2000).map { row in
      let t = Double(row / repeats * repeats) / 100
      let force = [swing * sin(12 * t), 9.8 + swing * cos(9 * t), 0.1 * sin(t)]
      return "\(Double(row) / 100),\(force[0]),\(force[1]),\(force[2])\n"
    }
    return "time_s,acc_x,acc_y,acc_z\n" + rows.joined()
  }

  /// A logger that was started on a table, ninety seconds before it moved; and rows that are there twice.
  @Test(arguments: [(4, 1, true), (1, 1, false), (1, 2, false)])
  func `that is said, too, where the first rows are at rest`(
    repeats: Int, copies: Int, isSaid: Bool
  ) throws {
    let rest = (0..<9000).map { "\(Double($0) / 100),0.0\($0 % 7),9.8\($0 % 3),0.1\n" }
    let motion = filled(repeats: repeats, swing: 3).split(separator: "\n").dropFirst().map { row in
      let cells = row.split(separator: ",")
      return "\(90 + (Double(cells[0]) ?? 0)),\(cells.dropFirst().joined(separator: ","))\n"
    }
    let rows = (rest + motion).flatMap { Array(repeating: $0, count: copies) }
    let said = try remarks("time_s,acc_x,acc_y,acc_z\n" + rows.joined())
      .filter { $0.contains("repeat that of the row before") }
    #expect(said.count == (isSaid ? 1 : 0), "\(said)")
  }

  @Test(
    arguments: [(2, 3.0, "50.0"), (4, 3, "25.0"), (1, 3, nil), (2, 0.1, nil)]
      as [(Int, Double, String?)])
  func `rows that repeat the acceleration of a slower sensor are said`(
    repeats: Int, swing: Double, rate: String?
  ) throws {
    let said = try remarks(filled(repeats: repeats, swing: swing))
      .filter { $0.contains("repeat that of the row before") }
    #expect(said.count == (rate == nil ? 0 : 1), "\(said)")
    guard let rate else { return }
    let words = "it changes about \(rate) times a second, the rows come 100.0 times"
    #expect(said[0].contains(words), "\(said)")
  }

  /// As devices write rows while they sleep, and coarse ones at rest.
  @Test(arguments: [nil, SIMD3(0.0, 0, 0)] as [SIMD3<Double>?])
  func `values that are held for long beside motion are no rows that were filled up`(
    asleep: SIMD3<Double>?
  ) throws {
    var last = SIMD3(0.0, 9.8, 0)
    let rows = (0..<4000).map { row in
      let t = Double(row) / 100
      if row % 90 < 30 {
        last = SIMD3(3 * sin(12 * t), 9.8 + 3 * cos(9 * t), 0.1 * sin(t))
      } else if let asleep {
        last = asleep
      }
      return "\(t),\(last.x),\(last.y),\(last.z)\n"
    }
    let said = try remarks("time_s,acc_x,acc_y,acc_z\n" + rows.joined())
    #expect(!said.contains { $0.contains("repeat that of the row before") }, "\(said)")
  }

  // MARK: Joined tables

  @Test func `a header with a byte order mark below the rows is the header once more`() throws {
    let mark = "\u{feff}"
    let second = table(rows: 400, stamp: { "\(4 + Double($0) / 100)" })
    let text = mark + table(rows: 400) + mark + second
    let found = try SensorFile.inspection(of: folder.write(text))
    #expect(found.sampleCount == 800)
    #expect(found.remarks.contains { $0.message.contains("the header once more, skipped") })
  }

  /// The second recording is of the next day, is longer, and has no header.
  @Test(arguments: ["TotalAcceleration.csv", "Gyroscope.csv"], [0.2, 1.4])
  func `tables of a logger's folder that hold two recordings are refused`(
    joined: String, start: Double
  ) throws {
    func rows(
      from start: Double = 0.2, to end: Double, day: Int, _ value: (Double) -> SIMD3<Double>
    ) -> String {
      PhoneLoggerFiles.table(
        "time,seconds_elapsed,z,y,x", rate: 100, from: start, to: end, row: { value($0).zyx },
        stamp: { "\((1_700_000_000 + day * 86_400) * 1_000_000_000 + Int($0 * 1e9)),\($0)" })
    }
    let isOfTurns = joined == "Gyroscope.csv"
    let start = isOfTurns ? start : 0.2
    var files = PhoneLoggerFiles(files: [
      "Metadata.csv": "platform,recording timezone\nandroid,Europe/Zurich\n",
      "TotalAcceleration.csv": rows(to: 20, day: 0, Swaying.force),
      "Gyroscope.csv": rows(from: isOfTurns ? start : 0.2, to: 20, day: 0, Swaying.turn),
    ])
    let value = isOfTurns ? Swaying.turn : Swaying.force
    let second = rows(from: start, to: 26, day: 1, value)
    files.files[joined]? += second.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    let path = try files.folder(in: folder)
    let error = #expect(throws: SensorFileError.self) { try SensorFile.inspection(of: path) }
    #expect(error?.kind == .severalRecordings, "\(error?.message ?? "")")
    #expect(error?.path.hasSuffix(joined) == true)
    #expect(error?.message.contains("begins again") == true, "\(error?.message ?? "")")
  }

  /// As a phone gives a few events at once and then those that its hardware had kept.
  @Test func `a batch of earlier rows behind a sensor's first ones is no second recording`() throws
  {
    func line(_ t: Double, _ value: SIMD3<Double>) -> String {
      "\(1_700_000_000_000_000_000 + Int(t * 1e9)),\(t),\(value.z),\(value.y),\(value.x)\n"
    }
    let batch = (0..<250).map { 0.2 + Double($0) / 100 }
    let turns = [2.7, 2.71] + batch + (0..<1800).map { 2.72 + Double($0) / 100 }
    let names = "time,seconds_elapsed,z,y,x\n"
    let files = PhoneLoggerFiles(files: [
      "Metadata.csv": "platform,recording timezone\nandroid,Europe/Zurich\n",
      "TotalAcceleration.csv": names
        + (0..<2000).map { line(0.2 + Double($0) / 100, Swaying.force(Double($0) / 100)) }.joined(),
      "Gyroscope.csv": names + turns.map { line($0, Swaying.turn($0)) }.joined(),
    ])
    let found = try SensorFile.inspection(of: files.folder(in: folder))
    #expect(found.sampleCount > 1700, "\(found.sampleCount)")
  }

  // MARK: Units and names

  @Test(arguments: [
    "s,mg,mg,mg,deg/s,deg/s,deg/s", "[s],[mg],[mg],[mg],[°/s],[°/s],[°/s]",
    "ignored,mg,mg,mg,dps,dps,dps",
  ])
  func `a row of units below the names is read`(units: String) throws {
    let names = "time,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z"
    func text(from start: Int) -> String {
      let rows = (start..<start + 400).map { row in
        "\(Double(row) / 100),\(row % 9),1000,\(row % 5),\(row % 7),18,\(row % 3)\n"
      }
      return names + "\n" + units + "\n" + rows.joined()
    }
    // Twice, as of files that were put behind each other.
    let text = text(from: 0) + text(from: 400)
    let found = try SensorFile.inspection(of: folder.write(text))
    let unit = Dictionary(uniqueKeysWithValues: found.layout.channels.map { ($0.name, $0.unit) })
    #expect(unit["acc_x"] == "mg (named)" && unit["gyr_x"] == "deg/s (named)", "\(unit)")
    let block = try #require(try samples(folder.write(text)))
    #expect(block.seconds.count == 800 && block.seconds[0] == 0)
    #expect(abs((block.angularRate?.y[0] ?? 0) - Float(18 * Double.pi / 180)) < 1e-6)
    #expect(abs(block.acceleration.y[0] - Float(standardGravity)) < 1e-5)
  }

  @Test func `a row of words that are no units is none of units`() throws {
    let said = try remarks(
      table().replacing("acc_z\n", with: "acc_z\nclock,up,left,front\n"))
    #expect(said.contains { $0.contains("not a row of numbers, skipped: line 2") }, "\(said)")
  }

  @Test func `tables below each other in other units are refused`() throws {
    let names = "time_s,acc_x,acc_y,acc_z\n"
    func text(_ units: String, from start: Int) -> String {
      table(header: names + units, stamp: { "\(Double(start + $0) / 100)" })
    }
    let first = text("s,m/s²,m/s²,m/s²", from: 0)
    #expect(try !remarks(first + text("s,m/s²,m/s²,m/s²", from: 400)).isEmpty)
    let error = #expect(throws: SensorFileError.self) {
      try remarks(first + text("s,g,g,g", from: 400))
    }
    #expect(error?.message.contains("line 404 has other units") == true, "\(error?.message ?? "")")
  }

  /// The letters of some are those of units: newton and ampere.
  @Test(arguments: ["n/a", "N/A", "NA", "NaN"])
  func `a first row of words for missing is none of units`(word: String) throws {
    let cells = "\(word),\(word),\(word)"
    let timed = table().replacing("acc_z\n", with: "acc_z\n\(word),\(cells)\n")
    #expect(try SensorFile.inspection(of: folder.write(timed)).sampleCount == 400)
    let rows = (0..<400).map { "0.\($0 % 7),9.8,0.\($0 % 5)\n" }.joined()
    _ = try folder.write("{\"sampling_rate_hz\": 100}", to: "walk.json")
    let bare = try folder.write("acc_x,acc_y,acc_z\n\(cells)\n" + rows)
    #expect(try SensorFile.inspection(of: bare).sampleCount == 400)
  }

  @Test func `an export of GENEActiv's program is read`() throws {
    let lines = ["Device Type,GENEActiv", "Device Model,1.1", "Measurement Frequency,100"]
    let above = lines + Array(repeating: "", count: 100 - lines.count)
    let rows = (0..<400).map { row in
      let (second, part) = (row / 100, row % 100 * 10)
      return String(
        format: "2013-05-22 13:14:%02d:%03d,%.4f,%.4f,-0.0123,12,0,28.1", second, part,
        Double(row % 7) / 100, 1 - Double(row % 5) / 100)
    }
    let text = (above + rows).joined(separator: "\r\n") + "\r\n"
    let found = try SensorFile.inspection(of: folder.write(text))
    #expect(found.sampleCount == 400 && found.gapCount == 0)
    #expect(abs(found.facts.samplingRateHertz - 100) < 1e-6)
    #expect(found.facts.start?.isLocal == true)
    #expect(found.layout.channels.contains { $0.name == "temperature_c" })
  }

  @Test(arguments: [(60.0, true), (100, false)])
  func `a clock that contradicts the rate of a packet counter is said`(
    rate: Double, isSaid: Bool
  ) throws {
    let rows = (0..<2000).map { row in
      "\(row + 7),\(1_000_000 + row * 10_000),0.\(row % 7),9.8,0.\(row % 5)\n"
    }
    _ = try folder.write("{\"sampling_rate_hz\": \(rate)}", to: "walk.json")
    let said = try remarks("PacketCounter,SampleTimeFine,Acc_X,Acc_Y,Acc_Z\n" + rows.joined())
      .filter { $0.contains("SampleTimeFine") }
    #expect(said.count == (isSaid ? 1 : 0), "\(said)")
    if isSaid { #expect(said[0].contains("it makes 100.0 samples a second"), "\(said)") }
  }

  /// The index that pandas writes, `dropna` before it.
  @Test(arguments: ["frame", ""])
  func `rows that were taken out of a table without times are said by their numbers`(
    name: String
  ) throws {
    func text(without left: Range<Int>) -> String {
      let rows = (0..<9000).filter { !left.contains($0) }.map { row in
        "\(row),0.\(row % 7),9.8,0.\(row % 5)\n"
      }
      return "\(name),acc_x,acc_y,acc_z\n" + rows.joined()
    }
    _ = try folder.write("{\"sampling_rate_hz\": 100}", to: "walk.json")
    #expect(try !remarks(text(without: 0..<0)).contains { $0.contains("missing") })
    let said = try remarks(text(without: 8000..<8500)).filter { $0.contains("rows are missing") }
    #expect(said.count == 1, "\(said)")
    #expect(said.first?.contains("leaps by 501 at line 8002: 500 rows") == true, "\(said)")
  }

  @Test(arguments: ["NaN,NaN,NaN", ",,", "0.1", "#N/A,#N/A,#N/A"])
  func `rows that are there and cannot be used are not missing by their numbers`(
    cells: String
  ) throws {
    func text(without left: Range<Int>) -> String {
      let rows = (0..<9000).filter { !left.contains($0) }.map { row in
        (6000..<6020).contains(row) || row == 7000
          ? "\(row),\(cells)\n" : "\(row),0.\(row % 7),9.8,0.\(row % 5)\n"
      }
      return "sample,acc_x,acc_y,acc_z\n" + rows.joined()
    }
    _ = try folder.write("{\"sampling_rate_hz\": 100}", to: "walk.json")
    #expect(try !remarks(text(without: 0..<0)).contains { $0.contains("missing") })
    let said = try remarks(text(without: 6020..<6030)).filter { $0.contains("rows are missing") }
    #expect(said.count == 1 && said[0].contains(": 10 rows"), "\(said)")
  }

  @Test(arguments: [(5000, true), (40_000, false), (70_000, false)])
  func `a gap in a counter of samples is one of time where it can be told`(
    count: Int, isAdvised: Bool
  ) throws {
    func text(_ name: String) -> String {
      let rows = (0..<12_000).map { row in
        "\(row < 6000 ? row : row + count),0.\(row % 7),9.8,0.\(row % 5)\n"
      }
      return "\(name),acc_x,acc_y,acc_z\n" + rows.joined()
    }
    _ = try folder.write("{\"sampling_rate_hz\": 100}", to: "walk.json")
    let said = try remarks(text("sample")).filter { $0.contains("rows are missing") }
    #expect(said.count == 1 && said[0].contains("SampleCounter") == isAdvised, "\(said)")
    // Of one that never goes beyond two bytes nobody can tell.
    guard count != 40_000 else { return }
    let found = try SensorFile.inspection(of: folder.write(text("SampleCounter")))
    #expect(abs(found.durationSeconds - Double(12_000 + count - 1) / 100) < 0.02)
  }

  /// Every fifth packet, or many at once.
  @Test(arguments: [true, false], [(100.0, false), (60, true)])
  func `a clock that agrees with a packet counter contradicts no rate where packets are lost`(
    areSpread: Bool, rate: (Double, Bool)
  ) throws {
    let rows = (0..<4000).filter { areSpread ? $0 % 5 != 0 : !(400..<900).contains($0) }.map {
      "\($0 + 7),\($0 * 10_000),0.\($0 % 7),9.8,0.\($0 % 5)\n"
    }
    _ = try folder.write("{\"sampling_rate_hz\": \(rate.0)}", to: "walk.json")
    let said = try remarks("PacketCounter,SampleTimeFine,Acc_X,Acc_Y,Acc_Z\n" + rows.joined())
      .filter { $0.contains("SampleTimeFine") }
    #expect(said.count == (rate.1 ? 1 : 0), "\(said)")
    guard rate.1 else { return }
    #expect(said.first?.contains("it makes 100.0 samples a second") == true, "\(said)")
  }

  @Test func `accuracies of a place are no axes`() {
    let names = "time,seconds_elapsed,bearingAccuracy,speedAccuracy,verticalAccuracy,speed"
    let rows = (0..<60).map { "\($0),\($0),45,1.5,2.1,1.1\n" }
    let error = #expect(throws: SensorFileError.self) {
      try remarks(names + "\n" + rows.joined())
    }
    #expect(error?.message.contains("are the accelerometer's") == false, "\(error?.message ?? "")")
  }

  @Test func `axes that are called otherwise than x, y and z are named`() {
    let header = "time_s,acc_v,acc_ml,acc_ap,gyr_x,gyr_y,gyr_z"
    let text = table(header: header, extra: { _ in ",0,0,1" })
    let error = #expect(throws: SensorFileError.self) { try remarks(text) }
    let words = "\"acc_v\", \"acc_ml\", \"acc_ap\" are the accelerometer's, name them acc_x"
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }
}
