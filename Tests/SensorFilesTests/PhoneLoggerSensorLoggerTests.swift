import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Sensor Logger: a folder or zip file with a table for each sensor.
@Suite struct PhoneLoggerSensorLoggerTests {
  private let scratch: ScratchFolder
  private static let epoch = 1_700_000_000_000

  init() throws { scratch = try ScratchFolder() }

  private static func table(
    _ columns: String, rate: Double, from start: Double = 0.2, to end: Double = 8,
    epoch: Int = epoch, row: (Double) -> [Double]
  ) -> String {
    PhoneLoggerFiles.table(
      "time,seconds_elapsed," + columns, rate: rate, from: start, to: end, row: row,
      stamp: {
        "\(epoch)\(String(format: "%06.0f", 0.0)),\($0)".replacing(
          "\(epoch)000000", with: "\(epoch * 1_000_000 + Int(($0 * 1e9).rounded()))")
      })
  }

  private static func metadata(platform: String, standardisation: String) -> String {
    "version,device name,recording epoch time,recording time,recording timezone,platform,"
      + "appVersion,device id,sensors,sampleRateMs,standardisation,platform version\n"
      + "3,iPhone15.2,\(epoch),2023-11-14_22-13-20,Europe/Zurich,\(platform),1.40,x,"
      + "Accelerometer|Gyroscope,10|10,\(standardisation),17.1\n"
  }

  /// What an iPhone writes; `sign` is -1 for Core Motion's.
  private static func phone(sign: Double, standardisation: String) -> PhoneLoggerFiles {
    PhoneLoggerFiles(files: [
      "Metadata.csv": metadata(platform: "ios", standardisation: standardisation),
      "Accelerometer.csv": table("z,y,x", rate: 100) { (sign * Swaying.user($0)).zyx },
      "Gravity.csv": table("z,y,x", rate: 100) { (sign * Swaying.gravity($0)).zyx },
      "Gyroscope.csv": table("z,y,x", rate: 99, from: 0.1003) { Swaying.turn($0).zyx },
      "Barometer.csv": table("relativeAltitude,pressure", rate: 1, from: 0.7, to: 9.8) {
        [0, 1010 + $0]
      },
      "Location.csv": table("speed,latitude", rate: 0.5, from: 1) { [$0 < 2 ? -1 : 1.5, 48] },
      "Annotation.csv": "time,seconds_elapsed,text\n",
    ])
  }

  @Test(arguments: [("ios", "false", -1.0), ("ios", "true", 1), ("android", "", 1)])
  func `a table of the acceleration by itself has the sign that Metadata beside it tells`(
    platform: String, standardisation: String, sign: Double
  ) throws {
    let path = try PhoneLoggerFiles(files: [
      "Metadata.csv": Self.metadata(platform: platform, standardisation: standardisation),
      "TotalAcceleration.csv": Self.table("z,y,x", rate: 100) { (sign * Swaying.force($0)).zyx },
    ]).folder(in: scratch)
    let block = try #require(try samples(path + "/TotalAcceleration.csv"))
    #expect(try block.acceleration == samples(path)?.acceleration)
    #expect(abs(block.acceleration.y[0] - Float(Swaying.force(0.2).y)) < 1e-4)
  }

  @Test(arguments: [("Europe/Zurich", "Europe/Zurich"), ("+02:00", ""), ("nowhere", "")])
  func `the zone that the phone names goes on over changes of its clocks`(
    name: String, zone: String
  ) throws {
    var files = Self.phone(sign: 1, standardisation: "true")
    files.files["Metadata.csv"] = files.files["Metadata.csv"]?.replacing(
      "Europe/Zurich", with: name)
    let path = try files.folder(in: scratch)
    #expect(try SensorFile.open(path).facts.timeZone?.identifier ?? "" == zone)
    _ = try scratch.write("{\"time_zone\": \"Asia/Tokyo\"}", to: "walk.json")
    #expect(try SensorFile.open(path).facts.timeZone?.identifier == "Asia/Tokyo")
  }

  /// A spreadsheet writes the words of its language when it saves the table.
  @Test(arguments: [
    ("WAHR", true), ("FALSCH", false), ("VRAI", true), ("YANLIŞ", false), ("1.0", true),
    ("kyllä", nil),
  ])
  func `a switch in the language of a spreadsheet is read, another word is said`(
    word: String, isOn: Bool?
  ) throws {
    let path = try Self.phone(sign: isOn == true ? 1 : -1, standardisation: word)
      .folder(in: scratch)
    let block = try #require(try samples(path))
    #expect(largestErrors(block, from: 0.2).force < 1e-5)
    let said = try SensorFile.inspection(of: path).layout.contradictions
      .filter { $0.contains("standardisation") }
    #expect(said.count == (isOn == nil ? 1 : 0), "\(said)")
    #expect(isOn != nil || said[0].contains("kyllä, which is neither true nor false"))
  }

  @Test(arguments: [(-1.0, "false"), (1.0, "true")])
  func `user acceleration and gravity make specific force, whatever sign the phone writes`(
    sign: Double, standardisation: String
  ) throws {
    let path = try Self.phone(sign: sign, standardisation: standardisation).folder(in: scratch)
    let block = try #require(try samples(path))
    let errors = largestErrors(block, from: 0.2)
    #expect(errors.force < 1e-5)
    #expect(errors.turn < 1e-4)
    #expect(block.seconds.count == 779)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `folder and zip file give the same samples, with descriptions beside them`() throws {
    let files = Self.phone(sign: -1, standardisation: "false")
    let folder = try files.folder(in: scratch)
    let zip = try files.zip(in: scratch)
    _ = try scratch.write("{\"site\": \"hip\"}", to: "walk.json")
    #expect(try samples(folder) == samples(zip))
    #expect(try samples(folder + "/") == samples(zip))
    for path in [folder, folder + "/", zip] {
      let facts = try SensorFile.open(path).facts
      #expect(facts.site == .hip)
      #expect(facts.name == "walk")
    }
  }

  @Test func `slow sensors keep their stamps, and the wall clock its offset`() throws {
    let path = try Self.phone(sign: -1, standardisation: "false").folder(in: scratch)
    let source = try SensorFile.open(path)
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    let pressure = try #require(block.side[.pressure])
    #expect(pressure.seconds.count == 9)
    #expect(abs(pressure.seconds[0] - 0.5) < 1e-9)
    #expect(abs(pressure.values[0] - 1010.7) < 1e-3)
    #expect(block.side[.groundSpeed]?.seconds.count == 3)
    let start = try #require(source.facts.start)
    #expect(abs(start.secondsSince1970 - 1_700_000_000.2) < 1e-3)
    #expect(start.utcOffsetSeconds == 3600)
    #expect(source.facts.device == "Sensor Logger (iPhone15.2, ios)")
  }

  @Test func `a total acceleration is preferred, and g of an iPhone is turned`() throws {
    var files = Self.phone(sign: -1, standardisation: "false")
    files.files["Gravity.csv"] = nil
    files.files["AccelerometerUncalibrated.csv"] = Self.table("z,y,x", rate: 50) {
      (-1 / standardGravity * Swaying.force($0)).zyx
    }
    let inspection = try SensorFile.inspection(of: files.folder(in: scratch))
    #expect(inspection.layout.clock.samplingRateHertz == 50)
    #expect(
      inspection.layout.conversions.first
        == "acceleration: AccelerometerUncalibrated.csv, which holds gravity")
    #expect(inspection.layout.ignoredChannels == ["Accelerometer.csv", "Annotation.csv"])
    #expect(inspection.layout.details.contains("Gyroscope.csv: 99.0 Hz"))
    let block = try #require(try samples(scratch.path + "/walk"))
    #expect(largestErrors(block, from: 0.2).force < 1e-5)
  }

  @Test func `Android's total acceleration is read as it is`() throws {
    let files = PhoneLoggerFiles(files: [
      "Metadata.csv": Self.metadata(platform: "android", standardisation: "false"),
      "Accelerometer.csv": Self.table("z,y,x", rate: 100) { Swaying.user($0).zyx },
      "TotalAcceleration.csv": Self.table("z,y,x", rate: 100) { Swaying.force($0).zyx },
      "HeartRate/HeartRate.csv": Self.table("bpm", rate: 1) { _ in [71] },
    ])
    let block = try #require(try samples(files.zip(in: scratch)))
    #expect(largestErrors(block, from: 0.2).force < 1e-5)
    #expect(block.angularRate == nil)
    #expect(block.side[.heartRate]?.values.first == 71)
  }

  @Test func `between its samples a stream is read on a straight line, as the slow twin does`()
    throws
  {
    var files = Self.phone(sign: 1, standardisation: "true")
    files.files["Gyroscope.csv"] = Self.table("z,y,x", rate: 31, from: 0.5, to: 7) {
      Swaying.turn($0).zyx
    }
    let source = try SensorFile.open(files.folder(in: scratch))
    #expect(!source.facts.hasAngularRate, "6.5 of 7.8 s are too little")
    files.files["Gyroscope.csv"] = Self.table("z,y,x", rate: 31, from: 0.5, to: 7.9) {
      Swaying.turn($0).zyx
    }
    var whole = try SensorFile.open(files.folder(in: scratch))
    var found: [(Double, Float)] = []
    while let block = try whole.nextBlock() {
      found += zip(block.seconds, block.angularRate?.z ?? [])
    }
    let stamps = (0..<229).map { 0.5 + Double($0) / 31 }
    var expected: [(Double, Float)] = []
    for number in 0..<780 {
      let t = 0.2 + Double(number) / 100
      guard let next = stamps.firstIndex(where: { $0 >= t }), next > 0 || stamps[0] == t else {
        continue
      }
      let (a, b) = (stamps[max(next - 1, 0)], stamps[next])
      let (u, v) = (Float(Swaying.turn(a).z), Float(Swaying.turn(b).z))
      expected.append((t, b == a ? v : u + (v - u) * Float((t - a) / (b - a))))
    }
    #expect(found.count == expected.count)
    for (one, other) in zip(found, expected) {
      #expect(abs(one.0 - (other.0 - expected[0].0)) < 1e-9)
      #expect(abs(one.1 - other.1) < 1e-5)
    }
    #expect(
      whole.remarks.contains {
        $0.kind == .inconsistent && $0.message.contains("30 before it begins")
      })
  }

  @Test func `a gap of one stream is left out and counted`() throws {
    var files = Self.phone(sign: 1, standardisation: "true")
    let lines = try #require(files.files["Gravity.csv"]).split(separator: "\n")
    files.files["Gravity.csv"] = (lines[...300] + lines[350...]).joined(separator: "\n") + "\n"
    let source = try SensorFile.open(files.folder(in: scratch))
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(source.remarks.contains { $0.sampleCount == 49 && $0.message.contains("in its gaps") })
    #expect(zip(block.seconds.dropFirst(), block.seconds).contains { $0 - $1 > 0.45 })
    #expect(largestErrors(block, from: 0.2).force < 1e-4)
  }

  @Test func `tables that count from different starts are joined by the time since 1970`() throws {
    var files = Self.phone(sign: 1, standardisation: "true")
    files.files["Gyroscope.csv"] = Self.table(
      "z,y,x", rate: 100, from: 0, to: 8, epoch: Self.epoch + 100
    ) { Swaying.turn($0 + 0.1).zyx }
    let source = try SensorFile.open(files.folder(in: scratch))
    #expect(source.remarks.contains { $0.message.contains("up to 0.1 s apart; time is read") })
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(largestErrors(block, from: 0.2).turn < 1e-4)
    #expect(abs((source.facts.start?.secondsSince1970 ?? 0) - 1_700_000_000.2) < 1e-3)
  }

  @Test(arguments: [
    ("Accelerometer.csv", "Accelerometer (1).csv"), ("Gravity.csv", "Gravity - Copy.csv"),
    ("Gyroscope.csv", "Copy of Gyroscope.csv"), ("Metadata.csv", "Metadata (1).csv"),
  ])
  func `two tables of one sensor are refused`(table: String, other: String) throws {
    var files = Self.phone(sign: 1, standardisation: "true")
    files.files[other] = files.files[table]
    for path in [try files.folder(in: scratch), try files.zip(in: scratch)] {
      let error = try #require(throws: SensorFileError.self) { try SensorFile.open(path) }
      #expect(error.kind == .severalRecordings)
      #expect(error.message.contains(table) && error.message.contains(other), "\(error.message)")
    }
  }

  @Test func `tables that the app itself writes beside each other are one recording`() throws {
    var files = Self.phone(sign: 1, standardisation: "true")
    files.files["TotalAcceleration.csv"] = Self.table("z,y,x", rate: 100) {
      Swaying.force($0).zyx
    }
    for name in ["Accelerometer", "Gyroscope"] {
      files.files["\(name)Uncalibrated.csv"] = files.files["\(name).csv"]
    }
    let block = try #require(try samples(files.folder(in: scratch)))
    #expect(largestErrors(block, from: 0.2).force < 1e-5)
  }

  @Test func `nothing is taken of another recording in a folder inside`() throws {
    var files = Self.phone(sign: 1, standardisation: "true")
    for name in ["Accelerometer.csv", "Gravity.csv", "Gyroscope.csv"] {
      files.files["A/\(name)"] = files.files[name]
    }
    files.files["HeartRate/HeartRate.csv"] = Self.table("bpm", rate: 1, from: 1) { _ in [70] }
    files.files["Gyroscope.csv"] = nil
    let block = try #require(try samples(files.folder(in: scratch)))
    #expect(block.angularRate == nil && block.side[.heartRate]?.values.first == 70)
  }

  @Test func `a sign that nobody tells is a remark`() throws {
    var files = Self.phone(sign: 1, standardisation: "false")
    func remarks(_ name: String) throws -> [RecordingRemark] {
      try SensorFile.open(files.folder(in: scratch, name: name)).remarks
        .filter { $0.message.contains("the sign is taken as Android's") }
    }
    #expect(try remarks("whole").isEmpty)
    files.files["Metadata.csv"] = nil
    let absent = try remarks("absent")
    #expect(absent.map(\.kind) == [.inconsistent])
    #expect(absent.first?.message.contains("there is no Metadata.csv") == true)
    files.files["Metadata.csv"] = "version,device name\n3,phone\n"
    #expect(
      try remarks("silent").first?.message.contains("Metadata.csv does not tell the platform")
        == true)
  }

  @Test(arguments: [
    ("Europe/Zurich", 3600, false), ("+02:00", 7200, false), ("Mars/Base", 0, true),
  ])
  func `a time zone that is not known is a remark, and an offset is one`(
    zone: String, offset: Int, isRemarked: Bool
  ) throws {
    var files = Self.phone(sign: 1, standardisation: "true")
    files.files["Metadata.csv"] = files.files["Metadata.csv"]?.replacing(
      "Europe/Zurich", with: zone)
    let source = try SensorFile.open(files.folder(in: scratch))
    #expect(source.facts.start?.utcOffsetSeconds == offset)
    let remarks = source.remarks.filter {
      $0.message.contains("timezone \(zone) of Metadata.csv is not known; times are taken as UTC")
    }
    #expect(remarks.map(\.kind) == (isRemarked ? [.inconsistent] : []))
  }

  @Test func `without gravity there is advice`() throws {
    var files = Self.phone(sign: 1, standardisation: "true")
    files.files["Gravity.csv"] = nil
    let path = try files.folder(in: scratch)
    let error = #expect(throws: SensorFileError.self) { try SensorFile.open(path) }
    #expect(error?.kind == .missingChannel)
    #expect(error?.message.contains("no Gravity.csv to add") == true)
  }

  @Test func `streams without a time in common are an error`() throws {
    var files = Self.phone(sign: 1, standardisation: "true")
    files.files["Gravity.csv"] = Self.table("z,y,x", rate: 100, from: 20, to: 30) {
      Swaying.gravity($0).zyx
    }
    let path = try files.folder(in: scratch)
    let error = #expect(throws: SensorFileError.self) { try SensorFile.open(path) }
    #expect(error?.message.contains("no time in common") == true)
  }

  @Test(arguments: [
    "Gyroscope.csv", "Barometer.csv", "Location.csv",
  ])
  func `a member that is empty or garbage is left out with a remark`(name: String) throws {
    for content in ["", "time,seconds_elapsed,a\n", "\u{0}\u{1}garbage", "no,table\n1,2\n"] {
      var files = Self.phone(sign: 1, standardisation: "true")
      files.files[name] = content
      let source = try SensorFile.open(files.folder(in: scratch))
      let block = try #require(try RecordingSourceContract.allSamples(of: source))
      #expect(block.seconds.count > 700)
      #expect(source.remarks.contains { $0.message.hasPrefix("\(name) was left out") })
    }
  }

  @Test func `every member may be cut anywhere or have lines of garbage`() throws {
    let files = Self.phone(sign: -1, standardisation: "false").shortened(to: 150)
    for name in files.files.keys.sorted() {
      let text = Array(try #require(files.files[name]).utf8)
      for count in stride(from: 0, to: text.count, by: max(text.count / 9, 1)) {
        var damaged = files
        let part = String(decoding: text.prefix(count), as: UTF8.self)
        damaged.files[name] = part
        try readToTheEnd(damaged)
        damaged.files[name] = part + "\n1,2,\u{fffd}\n,,,,\n" + String(repeating: "9", count: 99)
        try readToTheEnd(damaged)
      }
    }
  }

  /// Samples, or an error that says why not.
  private func readToTheEnd(_ files: PhoneLoggerFiles) throws {
    let path = try files.zip(in: scratch)
    do {
      let block = try #require(try samples(path))
      #expect(block.seconds.first == 0)
    } catch let error as SensorFileError {
      #expect(error.message.count > 20)
    }
  }

  @Test func `a clock that jumps and a line that is huge are survived`() throws {
    var files = Self.phone(sign: -1, standardisation: "false")
    var lines = try #require(files.files["Gyroscope.csv"]).split(separator: "\n").map(String.init)
    lines[300] = lines[300].replacing("0000,", with: "0000,77")
    lines[400] += "," + String(repeating: "8", count: 100_000)
    files.files["Gyroscope.csv"] = lines.joined(separator: "\n") + "\n"
    let source = try SensorFile.open(files.folder(in: scratch))
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(block.seconds.count > 770)
    #expect(largestErrors(block, from: 0.2).turn < 1e-2)
  }
}
