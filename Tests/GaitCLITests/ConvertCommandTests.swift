import Foundation
import Testing

/// `gait convert`: a recording that is written out and read again is the same recording.
struct ConvertCommandTests {
  private let gait: GaitProcess
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleData")
  private static let tables = [
    "bouts.csv", "gait_sequences.csv", "initial_contacts.csv", "final_contacts.csv", "strides.csv",
    "stairs.csv", "turns.csv",
  ]

  init() throws { gait = try GaitProcess() }

  private func results(of recording: String, in folder: String) throws -> [String: [[Substring]]] {
    let ending = try gait("analyze", recording, "--output", gait.path(folder))
    #expect(ending.code == 0, "\(ending.message)")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: gait.path(folder)).first)
    return try Dictionary(
      uniqueKeysWithValues: Self.tables.map {
        ($0, Self.withoutName(try gait.text(of: "\(folder)/\(name)/\($0)")))
      })
  }

  /// A table without its column `recording`, which is the name of the file.
  private static func withoutName(_ table: String) -> [[Substring]] {
    let rows = table.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard let place = rows[0].firstIndex(of: "recording") else { return rows }
    return rows.map { Array($0[..<place] + $0[(place + 1)...]) }
  }

  @Test(
    arguments: [
      "straight-walk.csv", "daily-life.csv", "trouser-pocket.csv", "lower-back-ax6.cwa",
      "lower-back-geneactiv.bin", "hip-actigraph.gt3x",
    ], ["out/plain.csv", "out/sub-01_task-walk_tracksys-imu_motion.tsv"])
  func `what is converted gives the same results`(_ name: String, _ output: String) throws {
    let recording = Self.samples.appendingPathComponent(name).path
    let ending = try gait("convert", recording, "--output", gait.path(output))
    #expect(ending.code == 0, "\(ending.message)")
    let expected = try results(of: recording, in: "expected")
    let found = try results(of: gait.path(output), in: "found")
    #expect(try #require(expected["strides.csv"]).count > 10)
    #expect(found == expected)
    let remarks = try gait("analyze", gait.path(output), "--verbose").message
    #expect(!remarks.contains("did you mean"), "\(remarks)")
  }

  @Test func `what is converted is read, however strong its seconds are`() throws {
    let header = "time_s,acc_x [m/s^2],acc_y [m/s^2],acc_z [m/s^2]\n"
    let rows = (0..<1000).map { row in
      let size = row < 600 ? 50.0 : 9.81
      return "\(Double(row) / 50),\(sin(Double(row))),0.2,\(size)\n"
    }
    try (header + rows.joined()).write(
      toFile: gait.path("thrown.csv"), atomically: true, encoding: .utf8)
    #expect(try gait("inspect", "thrown.csv").code == 0)
    #expect(try gait("convert", "thrown.csv", "--output", "out/thrown.csv").code == 0)
    let read = try gait("inspect", "out/thrown.csv")
    #expect(read.code == 0, "\(read.message)")
    #expect(try gait.text(of: "out/thrown.json").contains("\"acceleration_unit\""))
  }

  /// Devices begin between two milliseconds, too: a start to the millisecond moves the stamps that lie near a half.
  @Test(arguments: [
    "start_local_datetime\": \"2026-01-05T09:00:00.00045",
    "start_datetime\": \"2026-01-05T09:00:00.12349+01:00",
  ])
  func `the start is written to the last bit`(start: String) throws {
    #expect(try gait("simulate", "straight-walk", "--output", "walk.csv").code == 0)
    try Data("{\"site\": \"lower_back\", \"height_m\": 1.72, \"\(start)\"}".utf8).write(
      to: URL(fileURLWithPath: gait.path("walk.json")))
    let expected = try results(of: "walk.csv", in: "expected")
    for output in ["p/plain.csv", "p/sub-01_task-walk_tracksys-imu_motion.tsv"] {
      #expect(try gait("convert", "walk.csv", "--output", output).code == 0)
      #expect(try results(of: output, in: "found" + output.suffix(3)) == expected)
    }
    #expect(try gait.text(of: "p/plain.json").contains("\"\(start)\""))
  }

  @Test func `slower sensors that BIDS motion has no place for are named`() throws {
    let rows = (0..<500).map { "\(Double($0) / 50),0.5,0.25,9.75,\(1013.25 - Double($0) / 1000)\n" }
    try Data(("time_s,acc_x,acc_y,acc_z,pressure_hpa\n" + rows.joined()).utf8).write(
      to: URL(fileURLWithPath: gait.path("slow.csv")))
    let output = "out/sub-01_task-walk_tracksys-imu_motion.tsv"
    let found = try gait("convert", "slow.csv", "--output", output)
    #expect(found.code == 0 && found.message.contains("left out: pressure_hpa"), "\(found.message)")
    #expect(
      try !gait("convert", "slow.csv", "--output", "out/slow.csv").message.contains("left out"))
  }

  @Test func `a converted table converts to the same bytes`() throws {
    let walk = Self.samples.appendingPathComponent("lower-back-ax6.cwa").path
    #expect(try gait("convert", walk, "--output", gait.path("a/one.csv")).code == 0)
    #expect(
      try gait("convert", gait.path("a/one.csv"), "--output", gait.path("b/one.csv")).code == 0)
    #expect(try gait.text(of: "a/one.csv") == gait.text(of: "b/one.csv"))
    #expect(try gait.text(of: "a/one.json") == gait.text(of: "b/one.json"))
  }

  @Test func `what is converted keeps the zone, so that later days are those of its clock`() throws
  {
    let rows = (0..<2400).map { "\(Double($0) / 10),0.1,0.2,9.8" }
    try ("time_s,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n").write(
      toFile: gait.path("spring.csv"), atomically: true, encoding: .utf8)
    let start = "\"start_local_datetime\": \"2026-03-29T01:58:00\""
    for (described, options) in [
      ("{\(start)}", ["--time-zone", "Europe/Berlin"]),
      ("{\(start), \"time_zone\": \"Europe/Berlin\"}", []),
    ] {
      try described.write(toFile: gait.path("spring.json"), atomically: true, encoding: .utf8)
      for name in ["spring.csv", "sub-1_task-w_tracksys-imu_motion.tsv"] {
        let folder = "out\(options.count)"
        let ending = try gait.run(
          ["convert", "spring.csv", "--output", "\(folder)/\(name)"] + options)
        #expect(ending.code == 0, "\(ending.message)")
        let json = try gait.text(
          of: "\(folder)/"
            + (name == "spring.csv" ? "spring.json" : name.replacing(".tsv", with: ".json")))
        #expect(json.contains("\"time_zone\": \"Europe/Berlin\""), "\(json)")
        #expect(json.contains("2026-03-29T01:58:00") && json.contains("+01:00"), "\(json)")
      }
    }
  }

  @Test
  func `what is converted has the times of what was read, also where its first rows say nothing`()
    throws
  {
    #expect(
      try gait("simulate", "straight-walk", "--seconds", "60", "--output", "walk.csv").code == 0)
    let rows = try gait.text(of: "walk.csv").split(separator: "\n").enumerated().map { row, line in
      guard (1...1000).contains(row) else { return String(line) }
      let cells = line.split(separator: ",")
      return ([String(cells[0])] + cells.dropFirst().map { _ in "NaN" }).joined(separator: ",")
    }
    try (rows.joined(separator: "\n") + "\n").write(
      toFile: gait.path("late.csv"), atomically: true, encoding: .utf8)
    for name in ["walk", "late"] {
      try #"{"site":"lower_back","height_m":1.7,"start_datetime":"2026-05-04T09:30:00+02:00"}"#
        .write(toFile: gait.path("\(name).json"), atomically: true, encoding: .utf8)
    }
    #expect(try gait("convert", "late.csv", "--output", "out/late.csv").code == 0)
    func ends(_ path: String) throws -> [String?] {
      try GaitProcess.rows(gait("analyze", path, "--format", "csv").output).map { $0["end_time"] }
    }
    let late = try ends("late.csv")
    #expect(try late.count == 1 && late.last == ends("walk.csv").last)
    #expect(try ends("out/late.csv") == late)
  }

  /// Cells that are empty to the end of a time, as of a sensor that gives nothing yet.
  @Test(arguments: [0.02, 5.0])
  func `what is converted has the seconds of what was read`(first: Double) throws {
    try gait.done("simulate", "straight-walk", "--seconds", "60", "--output", "walk.csv")
    let rows = try gait.text(of: "walk.csv").split(separator: "\n").map { line in
      let cells = line.split(separator: ",")
      guard let time = Double(cells[0]), time < first else { return String(line) }
      return cells[0] + String(repeating: ",", count: cells.count - 1)
    }
    try (rows.joined(separator: "\n") + "\n").write(
      toFile: gait.path("late.csv"), atomically: true, encoding: .utf8)
    try #"{"site":"lower_back","height_m":1.7,"start_datetime":"2026-05-04T09:30:00+02:00"}"#
      .write(toFile: gait.path("late.json"), atomically: true, encoding: .utf8)
    try "label,start_s,end_s\nhall,10,20\n".write(
      toFile: gait.path("marks.csv"), atomically: true, encoding: .utf8)
    let expected = try results(of: "late.csv", in: "expected")
    func labelled(_ path: String, _ store: String) throws -> [[Substring]] {
      try gait.done(
        "analyze", path, "--store", store, "--participant", "P01", "--activities", "marks.csv")
      let asked = try gait.done(
        "query", "step-count", "--store", store, "--by-activity", "--statistics", "sum", "--format",
        "csv")
      return Self.withoutName(asked.output)
    }
    let marks = try labelled("late.csv", "late.gait")
    for (place, name) in ["plain.csv", "sub-01_task-walk_tracksys-imu_motion.tsv"].enumerated() {
      try gait.done("convert", "late.csv", "--output", "out/\(name)")
      #expect(try results(of: "out/\(name)", in: "found\(place)") == expected)
      #expect(try labelled("out/\(name)", "\(place).gait") == marks)
      try gait.done("convert", "out/\(name)", "--output", "again/\(name)")
      #expect(try gait.text(of: "again/\(name)") == gait.text(of: "out/\(name)"))
    }
  }

  @Test func `slower sensors keep their values`() throws {
    let head = "time_s,acc_x,acc_y,acc_z,pressure_hpa,heart_rate_bpm\n"
    let rows = (0..<500).map { row in
      let pressure = row % 25 == 0 ? "\(1013.25 - Double(row) / 1000)" : ""
      return
        "\(Double(row) / 50),0.5,0.25,9.75,\(pressure),\(row % 50 == 7 ? "\(60 + row / 50)" : "")\n"
    }
    try (head + rows.joined()).write(
      toFile: gait.path("slow.csv"), atomically: true, encoding: .utf8)
    #expect(try gait("convert", "slow.csv", "--output", "again/slow.csv").code == 0)
    func values(_ name: String, column: Int) throws -> [String] {
      try gait.text(of: name).split(separator: "\n").dropFirst().map {
        String($0.split(separator: ",", omittingEmptySubsequences: false)[column])
      }
    }
    for column in [4, 5] {
      let pairs = zip(
        try values("slow.csv", column: column), try values("again/slow.csv", column: column))
      for (before, after) in pairs { #expect(Float(before) == Float(after)) }
    }
  }

  @Test func `nothing is written over, and no description becomes that of two`() throws {
    let walk = Self.samples.appendingPathComponent("straight-walk.csv").path
    #expect(try gait.shell("cp \(walk) walk.csv").code == 0)
    let beside = try gait("convert", "walk.csv", "--output", "walk_motion.tsv")
    #expect(beside.code == 2)
    #expect(beside.message.contains("sub-01_task-walk_tracksys-imu_motion.tsv"))
    #expect(try gait("convert", "walk.csv", "--output", "walk.csv").code == 2)
    #expect(
      try gait.shell("gzip -k walk.csv && $GAIT convert walk.csv.gz --output walk.csv").code == 2)
    let other = try gait("convert", "walk.csv", "--output", "walk.parquet")
    #expect(other.message.contains("give NAME.csv") && other.message.contains("Tools/parquet"))
    #expect(try gait("convert", "walk.csv", "--output", "plain.csv").code == 0)
    // The same bytes lose nothing; any others may be somebody's.
    let table = try gait.text(of: "plain.csv")
    let again = try gait("convert", "walk.csv", "--output", "plain.csv")
    #expect(again.code == 0, "\(again.message)")
    #expect(try gait.text(of: "plain.csv") == table)
    for (name, text) in [("plain.csv", table + "1000,0,0,9.81\n"), ("plain.json", "{}\n")] {
      let whole = try gait.text(of: name)
      try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name)))
      let changed = try gait("convert", "walk.csv", "--output", "plain.csv")
      #expect(changed.code == 2, "\(changed.message)")
      let words = "\(name) is there already and is not what this command writes now"
      #expect(changed.message.contains(words), "\(changed.message)")
      #expect(try gait.text(of: name) == text)
      #expect(try gait("convert", "walk.csv", "--output", "plain.csv", "--force").code == 0)
      #expect(try gait.text(of: name) == whole)
    }
    let entries = try FileManager.default.contentsOfDirectory(atPath: gait.folder)
    #expect(!entries.contains { $0.hasSuffix(".partial") }, "\(entries)")
    let logged = try gait.shell("$GAIT convert walk.csv --output y.csv 2>y.log")
    let log = try gait.text(of: "y.log")
    #expect(logged.code == 0, "\(log)")
    #expect(try gait("convert", "none.csv", "--output", "x.csv").code == 2)
    #expect(!FileManager.default.fileExists(atPath: gait.path("x.csv")))
    #expect(!FileManager.default.fileExists(atPath: gait.path("x.json")))
  }

  @Test func `Parquet of another table goes, and a truth of another recording is named`() throws {
    for (name, seed) in [("walk", "1"), ("other", "2")] {
      let made = try gait("simulate", "straight-walk", "--seed", seed, "--output", "\(name).csv")
      #expect(made.code == 0)
    }
    #expect(try gait("convert", "walk.csv", "--output", "p/plain.csv").code == 0)
    // The first and last bytes of what pyarrow writes.
    try Data("PAR1…parquet-cpp-arrow version 21.0.0PAR1".utf8).write(
      to: URL(fileURLWithPath: gait.path("p/plain.parquet")))
    #expect(
      try gait.shell("cp walk.reference.json p/plain.reference.json").code == 0)
    let parquet = gait.path("p/plain.parquet")
    let same = try gait("convert", "walk.csv", "--output", "p/plain.csv")
    #expect(same.code == 0 && !same.message.contains("was there already"), "\(same.message)")
    #expect(FileManager.default.fileExists(atPath: parquet), "it is made of the same bytes")
    let refused = try gait("convert", "other.csv", "--output", "p/plain.csv")
    #expect(refused.code == 2 && FileManager.default.fileExists(atPath: parquet))
    let other = try gait("convert", "other.csv", "--output", "p/plain.csv", "--force")
    #expect(other.code == 0 && other.message.contains("removed p/plain.parquet"))
    #expect(!FileManager.default.fileExists(atPath: parquet))
    #expect(other.message.contains("p/plain.reference.json was there already"), "\(other.message)")
  }

  @Test func `no link leads a description over the recording's own`() throws {
    #expect(try gait("simulate", "straight-walk", "--output", "walk.csv").code == 0)
    let description = try gait.text(of: "walk.json")
    try FileManager.default.createSymbolicLink(
      atPath: gait.path("plain.json"), withDestinationPath: "walk.json")
    let ending = try gait("convert", "walk.csv", "--output", "plain.csv", "--force")
    #expect(ending.code == 2 && ending.message.contains("which is read"), "\(ending.message)")
    #expect(try gait.text(of: "walk.json") == description)
  }
}
