import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// BIDS motion: a table without header and the tables that describe it.
@Suite struct BIDSMotionTests {
  private let scratch: ScratchFolder
  private static let base = "sub-01_task-walk_tracksys-imu"

  init() throws { scratch = try ScratchFolder() }

  private static func channels(latency: Bool, status: String = "good") -> String {
    var text = "name\tcomponent\ttype\ttracked_point\tunits\tsampling_frequency\tstatus\n"
    for (point, type, unit) in [
      ("LeftFoot", "ACCEL", "m/s^2"), ("LowerBack", "GYRO", "deg/s"), ("LowerBack", "ACCEL", "g"),
      ("LowerBack", "MAGN", "uT"),
    ] {
      for axis in ["x", "y", "z"] {
        text += "\(point)_\(type)_\(axis)\t\(axis)\t\(type)\t\(point)\t\(unit)\t64\t\(status)\n"
      }
    }
    return text + (latency ? "latency\tn/a\tLATENCY\tn/a\ts\tn/a\tgood\n" : "")
  }

  private static func files(
    latency: Bool = false,
    sidecar: String? = "{\"SamplingFrequency\": 64, \"TaskName\": \"walk\", "
      + "\"Manufacturer\": \"Acme\", \"ManufacturersModelName\": \"IMU600\"}",
    rows: Int = 400
  ) -> PhoneLoggerFiles {
    let text = (0..<rows).map { row -> String in
      let t = Double(row) / 64
      let cells =
        [1, 2, 3] + (180 / Double.pi * Swaying.turn(t)).xyz
        + (Swaying.force(t) / standardGravity).xyz + [4, 5, 6] + (latency ? [t] : [])
      return cells.map { "\($0)" }.joined(separator: "\t") + "\n"
    }.joined()
    var files = PhoneLoggerFiles(files: [
      base + "_motion.tsv": text, base + "_channels.tsv": channels(latency: latency),
    ])
    if let sidecar { files.files[base + "_motion.json"] = sidecar }
    return files
  }

  @Test(arguments: [false, true])
  func `a gyroscope that pauses costs no acceleration`(latency: Bool) throws {
    var files = Self.files(latency: latency)
    let name = Self.base + "_motion.tsv"
    let lines = try #require(files.files[name]).split(separator: "\n").enumerated().map {
      row, line in
      var cells = line.split(separator: "\t").map(String.init)
      if row >= 300 { cells[3...5] = ["n/a", "n/a", "n/a"] }
      return cells.joined(separator: "\t")
    }
    files.files[name] = lines.joined(separator: "\n") + "\n"
    let source = try SensorFile.open(files.folder(in: scratch))
    #expect(try RecordingSourceContract.allSamples(of: source)?.seconds.count == 400)
    #expect(!source.facts.hasAngularRate)
    #expect(
      source.remarks.contains {
        $0.message.contains("the angular rate was left out: it covers 0.75")
      })
  }

  @Test(arguments: [
    ("pelvis", WearingSite.lowerBack), ("Pelvis_IMU", .lowerBack), ("Waist", .hip), ("head", nil),
  ])
  func `the tracked point tells the site`(point: String, site: WearingSite?) throws {
    var files = Self.files()
    let name = Self.base + "_channels.tsv"
    files.files[name] = files.files[name]?.replacing("LowerBack", with: point)
      .replacing("LeftFoot", with: "n/a")
    #expect(try SensorFile.open(files.folder(in: scratch)).facts.site == site)
  }

  @Test(arguments: [("head", true), ("n/a", false)])
  func `a tracked point that names no site is said`(point: String, isSaid: Bool) throws {
    var files = Self.files()
    let name = Self.base + "_channels.tsv"
    files.files[name] = files.files[name]?.replacing("LowerBack", with: point)
      .replacing("LeftFoot", with: point)
    let folder = try files.folder(in: scratch)
    func said(_ options: RecordingOptions = RecordingOptions()) throws -> Int {
      try SensorFile.inspection(of: folder, options: options).layout.contradictions
        .count { $0.hasPrefix("the tracked point \"\(point)\" names no site that is known") }
    }
    #expect(try said() == (isSaid ? 1 : 0))
    #expect(try said(RecordingOptions(site: .hip)) == 0)
  }

  @Test(arguments: [["_motion.tsv"], ["_motion.tsv", "_channels.tsv"]])
  func `packed tables are read, by file and by folder, and no other is a recording`(
    packed: [String]
  ) throws {
    let folder = try Self.files().folder(in: scratch)
    for ending in packed {
      let path = folder + "/" + Self.base + ending
      let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
      try FileManager.default.removeItem(atPath: path)
      _ = try scratch.write(ScratchFolder.gzip(bytes), to: "walk/\(Self.base)\(ending).gz")
    }
    let file = Self.base + "_motion.tsv.gz"
    #expect(try RecordingSearch(folder).recordings == [file])
    for path in [folder + "/" + file, folder] {
      let inspection = try SensorFile.inspection(of: path)
      #expect(inspection.layout.format.hasPrefix(BIDSMotion.name))
      #expect(inspection.facts.device == "BIDS motion (Acme IMU600)")
      let errors = largestErrors(try #require(try samples(path)))
      #expect(errors.force < 1e-4 && errors.turn < 1e-4, "\(errors)")
      #expect(try RecordingAddress(path).files().count { $0.contains("_channels.tsv") } == 1)
    }
  }

  @Test(arguments: [false, true])
  func `the lower back's sensors are read, by file, folder or zip file`(latency: Bool) throws {
    let files = Self.files(latency: latency)
    let folder = try files.folder(in: scratch)
    let path = folder + "/\(Self.base)_motion.tsv"
    let source = try SensorFile.open(path)
    #expect(source.facts.samplingRateHertz == 64)
    #expect(source.facts.device == "BIDS motion (Acme IMU600)")
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(block.seconds.count == 400)
    let errors = largestErrors(block)
    #expect(errors.force < 1e-4)
    #expect(errors.turn < 1e-5)
    #expect(try samples(folder) == block)
    #expect(try samples(files.zip(in: scratch)) == block)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    let conversions = try SensorFile.inspection(of: folder).layout.conversions
    #expect(conversions.first == "tracked point: LowerBack; not read: LeftFoot")
    #expect(source.facts.site == .lowerBack)
    #expect(
      conversions.dropFirst().first == "site: lower_back, as the name of the tracked point tells")
    let worn = try SensorFile.inspection(of: folder, options: RecordingOptions(site: .hip))
    #expect(worn.facts.site == .hip)
    #expect(!worn.layout.conversions.contains { $0.hasPrefix("site:") })
  }

  @Test func `the rate that stands with the channels counts before that of the description`() throws
  {
    let folder = try Self.files(sidecar: nil).folder(in: scratch)
    #expect(try SensorFile.open(folder).facts.samplingRateHertz == 64)
    _ = try scratch.write("{\"sampling_rate_hz\": 128}", to: "walk.json")
    let found = try SensorFile.inspection(of: folder)
    #expect(found.facts.samplingRateHertz == 64)
    #expect(
      found.layout.contradictions.contains {
        $0.contains("description says 128.0 Hz, _channels.tsv says 64.0 Hz")
      }, "\(found.layout.contradictions)")
    _ = try scratch.write("{\"sampling_rate_hz\": 65}", to: "walk.json")
    #expect(try SensorFile.inspection(of: folder).layout.contradictions == [])
  }

  @Test func `two rates of the files are named, and the first counts`() throws {
    let rates = [
      ("{\"SamplingFrequency\": 128}", 128.0), ("{\"SamplingFrequencyEffective\": 32}", 32),
    ]
    for (sidecar, rate) in rates {
      let path = try Self.files(sidecar: sidecar).folder(in: scratch, name: "\(rate)")
      let found = try SensorFile.inspection(of: path)
      #expect(found.facts.samplingRateHertz == rate)
      #expect(
        found.layout.contradictions.contains { $0.contains("_channels.tsv says 64.0 Hz") },
        "\(found.layout.contradictions)")
    }
    // The .json of a table is its description, too.
    let folder = try Self.files(
      sidecar: "{\"SamplingFrequency\": 64, \"sampling_rate_hz\": 128}"
    ).folder(in: scratch, name: "both")
    let found = try SensorFile.inspection(of: folder + "/\(Self.base)_motion.tsv")
    #expect(found.facts.samplingRateHertz == 64)
    #expect(found.layout.contradictions.count == 1, "\(found.layout.contradictions)")
  }

  @Test func `a channel of another type that rises like a clock is named`() throws {
    var files = Self.files(latency: true)
    let channels = Self.channels(latency: false) + "time\tn/a\tMISC\tn/a\ts\tn/a\tgood\n"
    files.files[Self.base + "_channels.tsv"] = channels
    let even = try SensorFile.inspection(of: files.folder(in: scratch, name: "even"))
    #expect(
      even.layout.contradictions.contains {
        $0.contains("\"time\" rises from row to row and is not read;") && $0.contains("LATENCY")
      }, "\(even.layout.contradictions)")
    var rows = try #require(files.files[Self.base + "_motion.tsv"]).split(separator: "\n")
    rows.removeSubrange(100..<228)
    files.files[Self.base + "_motion.tsv"] = rows.joined(separator: "\n") + "\n"
    let cut = try SensorFile.inspection(of: files.folder(in: scratch, name: "cut"))
    #expect(
      cut.layout.contradictions.contains { $0.contains("behind row 100 it leaps by 129.0") },
      "\(cut.layout.contradictions)")
  }

  @Test func `missing values cost their rows, and a bad channel is named`() throws {
    var files = Self.files()
    files.files[Self.base + "_channels.tsv"] = Self.channels(latency: false, status: "bad")
    var lines = try #require(files.files[Self.base + "_motion.tsv"]).split(separator: "\n")
      .map(String.init)
    lines[7] = Array(repeating: "n/a", count: 12).joined(separator: "\t")
    files.files[Self.base + "_motion.tsv"] = lines.joined(separator: "\n") + "\n"
    let source = try SensorFile.open(files.folder(in: scratch))
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(block.seconds.count == 399)
    #expect(abs(block.seconds[7] - 8.0 / 64) < 1e-9)
    #expect(source.remarks.contains { $0.message.contains("status bad") })
  }

  @Test func `a gyroscope without one of its axes is said not to be read`() throws {
    var files = Self.files()
    files.files[Self.base + "_channels.tsv"]?.replace("z\tGYRO", with: "n/a\tGYRO")
    let source = try SensorFile.open(files.folder(in: scratch))
    #expect(!source.facts.hasAngularRate)
    #expect(
      source.remarks.contains {
        $0.message.hasPrefix("LowerBack_GYRO_x, LowerBack_GYRO_y, LowerBack_GYRO_z: ")
          && $0.message.hasSuffix("so none is read")
      }, "\(source.remarks.map(\.message))")
  }

  @Test func `what is missing or does not fit is said`() throws {
    for (change, words) in [
      ({ $0.files[Self.base + "_channels.tsv"] = nil }, "_channels.tsv is missing"),
      ({ $0.files[Self.base + "_channels.tsv"] = "name\ttype\nx\tPOS\n" }, "types POS"),
      ({ $0.files[Self.base + "_channels.tsv"]? += "more\tx\tMISC\tn/a\tn/a\n" }, "names 13"),
      ({ $0.files["sub-02_motion.tsv"] = "1\t2\n" }, "there are 2 recordings"),
      ({ $0.files[Self.base + "_motion.tsv"] = "\n" }, "no row below"),
    ] as [((inout PhoneLoggerFiles) -> Void, String)] {
      var files = Self.files()
      change(&files)
      let path = try files.zip(in: scratch)
      let error = #expect(throws: SensorFileError.self) { try SensorFile.open(path) }
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "") \(words)")
    }
  }

  @Test func `every file may be cut anywhere`() throws {
    let files = Self.files(rows: 120)
    for name in files.files.keys.sorted() {
      let text = Array(try #require(files.files[name]).utf8)
      for count in stride(from: 0, to: text.count, by: max(text.count / 9, 1)) {
        var damaged = files
        damaged.files[name] = String(decoding: text.prefix(count), as: UTF8.self)
        do {
          let block = try #require(try samples(damaged.folder(in: scratch, name: "\(count)")))
          #expect(block.seconds.first == 0)
        } catch let error as SensorFileError {
          #expect(error.message.count > 20)
        }
      }
    }
  }
}
