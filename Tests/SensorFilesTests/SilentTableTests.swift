import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// What tables say besides their samples, and may not be lost in silence.
struct SilentTableTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func describe(_ json: String, _ name: String = "walk.json") throws {
    _ = try folder.write(json, to: name)
  }

  private func inspection(_ text: String) throws -> SensorFileInspection {
    try SensorFile.inspection(of: folder.write(text))
  }

  // MARK: Whose the rows are

  @Test(arguments: [
    "Proband", "Patient-Nr", "Patient_ID", "pid", "subj", "VP", "participant_code", "sujet",
    "id_person", "Seriennummer",
    "device_id", "imu", "ID", "Patientin", "Gerät", "Geräte-Nr", "capteur", "sujeto",
  ])
  func `a table of two people is refused`(name: String) throws {
    let text = table(
      header: "time_s,acc_x,acc_y,acc_z,\(name)", rows: 3000,
      extra: { $0 < 1500 ? ",P07" : ",P08" })
    let error = #expect(throws: SensorFileError.self) { try inspection(text) }
    #expect(error?.kind == .severalRecordings && error?.message.contains("\"P08\"") == true)
  }

  @Test(arguments: ["position", "location", "side"])
  func `a column of places refuses parts of the body, and no numbers`(name: String) throws {
    func remarks(_ value: @escaping (Int) -> String) throws -> [String] {
      try inspection(
        table(header: "time_s,acc_x,acc_y,acc_z,\(name)", rows: 3000, extra: { "," + value($0) })
      ).remarks.map(\.message)
    }
    // A person on a treadmill, the parts of a way, and which foot is on the ground.
    #expect(try remarks { "\(Double($0) * 24 / 1000)" } == remarks { _ in "0" })
    #expect(try remarks { "\($0 / 50 % 2)" } == remarks { _ in "0" })
    let parts = try remarks { "\($0 / 1500)" }
    #expect(parts.contains { $0.contains("has 2 values, one after the other (0, 1)") }, "\(parts)")
    for other in [
      { $0 < 1500 ? "left_ankle" : "right_ankle" }, { "\($0 % 2)" }, { "\($0 % 3 + 1)" },
    ]
      as [(Int) -> String]
    {
      let error = #expect(throws: SensorFileError.self) { try remarks(other) }
      #expect(error?.kind == .severalRecordings)
    }
  }

  @Test(arguments: ["unit", "pos", "source", "src_id", "module", "address", "dev"])
  func `numbers of devices are told where they take turns`(name: String) throws {
    func remarks(_ name: String, _ value: @escaping (Int) -> String) throws -> [String] {
      try inspection(
        table(header: "time_s,acc_x,acc_y,acc_z,\(name)", rows: 3000, extra: { "," + value($0) })
      ).remarks.map(\.message)
    }
    let error = #expect(throws: SensorFileError.self) { try remarks(name) { "\($0 % 2 + 1)" } }
    #expect(error?.kind == .severalRecordings && error?.message.contains("devices") == true)
    let blocks = try remarks(name) { "\($0 / 1500)" }
    #expect(blocks.contains { $0.contains("has 2 values, one after the other") }, "\(blocks)")
    // A deviation, and what counts, flags or labels rows.
    let plain = try remarks("n") { _ in "0" }
    #expect(try remarks(name) { $0 % 2 == 0 ? "0" : "0.\($0 % 7 + 1)" } == plain)
    for label in ["packet", "valid", "activity", "steps"] {
      #expect(try remarks(label) { "\($0 % 2)" } == plain)
    }
  }

  @Test(arguments: [
    ("007", "7", true), ("1e1", "10", true), ("0x10", "16", true), ("7", "7.0", false),
    ("p7", "P7", false),
  ])
  func `codes of people are names and no numbers`(
    first: String, second: String, isOther: Bool
  ) throws {
    let text = table(
      header: "time_s,acc_x,acc_y,acc_z,participant", rows: 3000,
      extra: { $0 < 1500 ? ",\(first)" : ",\(second)" })
    let found = Result { try inspection(text) }
    guard case .failure(let error as SensorFileError) = found else {
      #expect(!isOther)
      return
    }
    #expect(isOther && error.kind == .severalRecordings)
    #expect(error.message.contains("\"\(second)\"") && error.message.contains("\"\(first)\""))
  }

  @Test(arguments: [
    ("limb", ",P07", ",P08", true), ("side", ",P07", ",P08", true),
    ("file", ",a.csv", ",b.csv", true),
    ("recording", ",1", ",2", true), ("trial", ",1", ",2", true), ("kürzel", ",ab", ",cd", true),
    ("activity", ",walking", ",sitting", false), ("battery", ",98", ",97", false),
    ("note", ",", ",turn", false),
  ])
  func `values one after the other are said`(
    name: String, first: String, second: String, isSaid: Bool
  ) throws {
    func remarks(_ value: (Int) -> String) throws -> [String] {
      try inspection(table(header: "time_s,acc_x,acc_y,acc_z,\(name)", rows: 4000, extra: value))
        .remarks.map(\.message)
    }
    let blocks = try remarks { $0 < 2000 ? first : second }
    let words = "the column \"\(name)\" has 2 values, one after the other"
    #expect(blocks.contains { $0.hasPrefix(words) } == isSaid, "\(blocks)")
    // What comes back, and what stays for an instant, parts no recordings.
    let turns = try remarks { $0 / 1500 == 1 ? second : first }
    let marks = try remarks { $0 == 2000 ? second : first }
    #expect((turns + marks).filter { $0.contains("one after the other") } == [])
  }

  @Test func `another accelerometer beside the one that is read is said`() throws {
    let found = try inspection(
      table(header: "time_s,acc_x,acc_y,acc_z,acc2_x,acc2_y,acc2_z", extra: { _ in ",1,2,9" }))
    #expect(
      found.remarks.contains { $0.message.hasPrefix("acc2_x, acc2_y, acc2_z: not read") },
      "\(found.remarks)")
  }

  // MARK: Clocks

  private static func xsens(_ lost: Range<Int> = 0..<0, from first: Int = 65_000) -> String {
    let rows = (0..<3000).filter { !lost.contains($0) }.map { row in
      "\((first + row) % 65_536),,0.1,\(9.8 + 0.1 * sin(Double(row))),0.2\n"
    }
    return
      "// Start Time: Unknown\n// Update Rate: 100.0Hz\nPacketCounter,SampleTimeFine,Acc_X,Acc_Y,Acc_Z\n"
      + rows.joined()
  }

  @Test func `packets that are missing leave their gap, also where the counter begins again`()
    throws
  {
    try describe(#"{"sampling_rate_hz": 100}"#)
    let whole = try inspection(Self.xsens())
    #expect(whole.gapCount == 0 && abs(whole.durationSeconds - 29.99) < 1e-6)
    let cut = try inspection(Self.xsens(400..<900))
    #expect(cut.gapCount == 1 && abs(cut.durationSeconds - 29.99) < 1e-6)
    #expect(cut.sampleCount == 2500)
    // A counter that stands still is no clock.
    let still = try inspection(Self.xsens().replacing(try Regex("(?m)^[0-9]+,,"), with: "7,,"))
    #expect(still.sampleCount == 3000 && abs(still.durationSeconds - 29.99) < 1e-6)
  }

  /// Two that changed places, also where the counter begins again.
  @Test(arguments: [400, 535]) func `a packet that comes late moves none behind it`(
    place: Int
  ) throws {
    try describe(#"{"sampling_rate_hz": 100}"#)
    var lines = Self.xsens().split(separator: "\n")
    lines.swapAt(place + 3, place + 4)
    let found = try inspection(lines.joined(separator: "\n") + "\n")
    #expect(found.sampleCount >= 2999 && abs(found.durationSeconds - 29.99) < 1e-6)
  }

  @Test func `the rate above a table is used where nobody gives one, and compared`() throws {
    let alone = try inspection(Self.xsens())
    #expect(alone.facts.samplingRateHertz == 100 && abs(alone.durationSeconds - 29.99) < 1e-6)
    try describe(#"{"sampling_rate_hz": 50}"#)
    let said = try inspection(Self.xsens())
    #expect(
      said.remarks.contains {
        $0.message.contains("50.0 Hz, a line above the table says 100.0 Hz")
      },
      "\(said.remarks)")
    #expect(said.facts.samplingRateHertz == 50)
  }

  @Test(arguments: [
    ("06-May-2024 09:30:0", ""), ("6 May 2024 09:30:0", ""), ("2024-05-06 9:30:0", " AM"),
    ("2024/05/06 09:30:0", " am"), ("May/06/2024 09:30:0", ""),
  ])
  func `a date that leaves no doubt is read`(start: String, end: String) throws {
    let text = table(
      header: "timestamp,acc_x,acc_y,acc_z",
      stamp: { "\(start)\($0 / 100).\($0 % 100 < 10 ? "0" : "")\($0 % 100)\(end)" })
    let found = try inspection(text)
    #expect(found.sampleCount == 400 && abs(found.durationSeconds - 3.99) < 1e-6)
    let clock = try #require(found.facts.start)
    #expect(InstantText.text(clock) == "2024-05-06T09:30:00.000")
  }

  // MARK: Descriptions

  @Test func `a description in capitals is said`() throws {
    try describe(#"{"site": "hip"}"#, "walk.JSON")
    let remarks = try RecordingDescription.beside(folder.write(table())).remarks.map(\.message)
    #expect(
      remarks.contains(
        "walk.JSON was not read; the description of this recording is called walk.json"),
      "\(remarks)")
  }

  @Test(arguments: [("time_note", false), ("Time_Zone", true), ("timezone", true)])
  func `a key that is nearly the zone's is said`(key: String, isSaid: Bool) throws {
    try describe("{\"\(key)\": \"Europe/Berlin\"}")
    let remarks = try RecordingDescription.beside(folder.write(table())).remarks.map(\.message)
    #expect(remarks.contains { $0.contains("did you mean \"time_zone\"") } == isSaid, "\(remarks)")
  }

  @Test(arguments: [("09:30:00", false), ("10:30:00", true)])
  func `a local start that the file's own clock contradicts is kept in mind`(
    time: String, isOther: Bool
  ) throws {
    try describe("{\"start_local_datetime\": \"2024-05-06T\(time)\"}")
    let text = table(
      header: "timestamp,acc_x,acc_y,acc_z",
      stamp: { "2024-05-06T09:30:0\($0 / 100).\($0 % 100 < 10 ? "0" : "")\($0 % 100)+02:00" })
    let facts = try inspection(text).facts
    #expect((facts.contradictedStart != nil) == isOther)
    #expect(facts.start?.utcOffsetSeconds == 7200)
  }

  @Test(
    arguments: [
      ("GMT -04:00", -14400, nil), ("GMT+2", 7200, nil), ("UTC", 0, nil),
      ("CET", nil, "the header: \"Time Zone: CET\" was not used"), ("", nil, nil),
    ] as [(String, Int?, String?)])
  func `the zone of a GENEActiv's header is used, or said not to be`(
    zone: String, offset: Int?, words: String?
  ) throws {
    let text = String(decoding: GENEActivFile.recording(3), as: UTF8.self)
      .replacing("Time Zone:GMT +01:00", with: "Time Zone:\(zone)")
    let found = try SensorFile.inspection(of: folder.write(text, to: "ga.bin"))
    let start = try #require(found.facts.start)
    #expect(start.isLocal == (offset == nil) && start.utcOffsetSeconds == offset ?? 0)
    let said = found.layout.conversions.filter { $0.contains("names no offset from UTC") }
    #expect(said.count == (offset == nil ? 1 : 0), "\(found.layout.conversions)")
    let unused = found.layout.contradictions.filter { $0.contains("Time Zone") }
    #expect(unused.count == (words == nil ? 0 : 1), "\(unused)")
    if let words { #expect(unused[0].contains(words)) }
  }

  // MARK: phyphox

  @Test func `an experiment with two sensors in one table keeps both`() throws {
    func axes(_ name: String, _ unit: String) -> [String] {
      ["x", "y", "z"].map { "\(name) \($0) (\(unit))" }
    }
    let names = ["Time (s)"] + axes("Acceleration", "m/s^2") + axes("Gyroscope", "rad/s")
    let text = PhoneLoggerFiles.table(names.joined(separator: ","), rate: 50, to: 6) {
      Swaying.force($0).xyz + Swaying.turn($0).xyz
    }
    let path = try PhoneLoggerFiles(files: ["Raw Data.csv": text, "Raw Data.json": "{}"])
      .folder(in: folder, name: "walk")
    let remarks = try SensorFile.inspection(of: path).remarks.map(\.message)
    #expect(
      remarks.contains { $0.hasPrefix("Raw Data.json was not read") && $0.hasSuffix("walk.json") },
      "\(remarks)")
    let block = try #require(try samples(path))
    let errors = largestErrors(block)
    #expect(errors.force < 1e-4 && errors.turn < 1e-4 && block.angularRate != nil)
  }
}
