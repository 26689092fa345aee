import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// phyphox: a folder or zip file with a table for each sensor.
@Suite struct PhoneLoggerPhyphoxTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A number as phyphox writes it: one digit, nine decimals, an exponent.
  private static func number(_ value: Double) -> String {
    let text = String(format: "%.9E", value)
    let parts = text.split(separator: "E")
    return "\(parts[0])E\(Int(parts[1]) ?? 0)"
  }

  private static func table(
    _ names: [String], rate: Double, from start: Double = 0, to end: Double = 6,
    separator: String = ",", row: (Double) -> [Double]
  ) -> String {
    var text = (["Time (s)"] + names).map { "\"\($0)\"" }.joined(separator: separator) + "\n"
    for index in 0..<Int(((end - start) * rate).rounded()) {
      let seconds = start + Double(index) / rate
      let cells = ([seconds] + row(seconds)).map(number)
      text += cells.joined(separator: separator) + "\n"
    }
    return text
  }

  private static func axes(_ name: String, _ unit: String) -> [String] {
    ["x", "y", "z"].map { "\(name) \($0) (\(unit))" }
  }

  private static func phone(separator: String = ",") -> PhoneLoggerFiles {
    func row(_ cells: [String]) -> String { cells.joined(separator: separator) + "\n" }
    return PhoneLoggerFiles(files: [
      "Accelerometer.csv": table(
        axes("Acceleration", "m/s^2"), rate: 100, from: 0.01, separator: separator
      ) { Swaying.force($0).xyz },
      "Linear Accelerometer.csv": table(
        axes("Linear Acceleration", "m/s^2"), rate: 100, separator: separator
      ) { Swaying.user($0).xyz },
      "Gyroscope.csv": table(
        axes("Gyroscope", "rad/s"), rate: 100, from: 0.004, to: 6.1, separator: separator
      ) { Swaying.turn($0).xyz },
      "Pressure.csv": table(["Pressure (hPa)"], rate: 5, separator: separator) { [1000 + $0] },
      "Location.csv": table(
        ["Latitude (°)", "Velocity (m/s)", "Direction (°)"], rate: 0.5, separator: separator
      ) { _ in [48, 1.25, 0] },
      "Magnetometer.csv": table(axes("Magnetic field", "µT"), rate: 50, separator: separator) {
        _ in [1, 2, 3]
      },
      "meta/device.csv": row(["\"property\"", "\"value\""])
        + row(["\"version\"", "\"1.1.13\""]) + row(["\"deviceModel\"", "\"Pixel 7\""])
        + row(["\"deviceBrand\"", "\"google\""]),
      "meta/time.csv": row(
        ["\"event\"", "\"experiment time\"", "\"system time\"", "\"system time text\""])
        + row([
          "\"START\"", "0.000000000E0", "1714548600.125",
          "\"2024-05-01 09:30:00.125 UTC+02:00\"",
        ])
        + row([
          "\"PAUSE\"", "6.100000000E0", "1714548606.225",
          "\"2024-05-01 09:30:06.225 UTC+02:00\"",
        ]),
    ])
  }

  @Test func `the acceleration with gravity is read, and all sensors by one clock`() throws {
    let files = Self.phone()
    let folder = try files.folder(in: scratch)
    let source = try SensorFile.open(folder)
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(block.seconds.count == 599)
    let errors = largestErrors(block, from: 0.01)
    #expect(errors.force < 1e-5)
    #expect(errors.turn < 1e-4)
    #expect(block.side[.pressure]?.seconds.count == 29)
    #expect(block.side[.groundSpeed]?.values == [1.25, 1.25])
    #expect(source.facts.device == "phyphox (google Pixel 7)")
    #expect(abs((source.facts.start?.secondsSince1970 ?? 0) - 1_714_548_600.135) < 1e-6)
    #expect(source.facts.start?.utcOffsetSeconds == 7200)
    #expect(try samples(files.zip(in: scratch)) == block)
    #expect(try RecordingSourceContract.breaches { try open(folder, blockSampleCount: $0) } == [])
    let inspection = try SensorFile.inspection(of: folder)
    #expect(
      inspection.layout.ignoredChannels == ["Linear Accelerometer.csv", "Magnetometer.csv"])
  }

  @Test(arguments: [";", "\t"])
  func `decimal commas are read where commas part no columns`(separator: String) throws {
    let points = try samples(Self.phone().folder(in: scratch, name: "points"))
    var files = Self.phone(separator: separator)
    #expect(try samples(files.folder(in: scratch, name: "semicolons")) == points)
    files.files = files.files.mapValues { $0.replacing(".", with: ",") }
    let path = try PhoneLoggerFiles(
      files: Dictionary(
        uniqueKeysWithValues: files.files.map {
          ($0, $1.replacing("09:30:00,125", with: "09:30:00.125"))
        })
    ).folder(in: scratch, name: "commas")
    #expect(try samples(path) == points)
    let start = try SensorFile.open(path).facts.start
    #expect(try SensorFile.open(scratch.path + "/points").facts.start == start)
  }

  @Test func `a pause of the recording is a gap as long as the pause was`() throws {
    var files = Self.phone()
    files.files["meta/time.csv"]? += """
      "START",6.100000000E0,1714548726.225,"2024-05-01 09:32:06.225 UTC+02:00"
      "PAUSE",8.000000000E0,1714548728.125,"2024-05-01 09:32:08.125 UTC+02:00"

      """
    for (name, columns) in [
      ("Accelerometer.csv", Swaying.force), ("Gyroscope.csv", Swaying.turn),
    ] {
      files.files[name]? +=
        Self.table([], rate: 100, from: 6.1, to: 8) { columns($0).xyz }
        .split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    }
    let source = try SensorFile.open(files.folder(in: scratch))
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    let gap = try #require(
      zip(block.seconds.dropFirst(), block.seconds).map { $0 - $1 }.max())
    #expect(abs(gap - (120 + 6.1 - 6.0 + 0.01)) < 0.011)
    #expect(abs((block.seconds.last ?? 0) - (120 + 7.99 - 0.01)) < 1e-6)
    #expect(source.facts.start?.secondsSince1970 == 1_714_548_600.125 + 0.01)
  }

  @Test func `one experiment of one sensor is read too`() throws {
    let whole = Self.phone()
    let files = PhoneLoggerFiles(files: [
      "Raw Data.csv": try #require(whole.files["Accelerometer.csv"]),
      "meta/time.csv": try #require(whole.files["meta/time.csv"]),
      "meta/device.csv": try #require(whole.files["meta/device.csv"]),
    ])
    let block = try #require(try samples(files.zip(in: scratch)))
    #expect(block.seconds.count == 599)
    #expect(block.angularRate == nil)
  }

  @Test(arguments: [
    ("Accelerometer.csv", "Accelerometer (1).csv"), ("Accelerometer.csv", "Accelerometer old.csv"),
    ("Accelerometer.csv", "Accelerometer - Copy.csv"), ("Gyroscope.csv", "Gyroscope (1).csv"),
  ])
  func `two tables of one sensor are refused, in a folder and in a zip file`(
    table: String, other: String
  ) throws {
    var files = Self.phone()
    files.files[other] = files.files[table]
    for path in [try files.folder(in: scratch), try files.zip(in: scratch)] {
      let error = try #require(throws: SensorFileError.self) { try SensorFile.open(path) }
      #expect(error.kind == .severalRecordings)
      #expect(error.message.hasPrefix("\(table) and \(other) are tables of the same sensor"))
      #expect(error.message.contains("in a folder of its own"))
    }
  }

  @Test func `what an experiment made of a slow quantity lies beside it, and is named`() throws {
    var files = Self.phone()
    files.files["Pressure (1).csv"] = Self.table(["Pressure (hPa)"], rate: 5) { [900 + $0] }
    let source = try SensorFile.open(files.folder(in: scratch))
    let remarks = source.remarks.map(\.message)
    #expect(
      remarks.contains {
        $0.hasPrefix("Pressure (1).csv was left out: Pressure.csv holds the same quantity")
      }, "\(remarks)")
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect((block.side[.pressure]?.values.first ?? 0) > 999)
  }

  @Test func `an acceleration without gravity is refused with advice`() throws {
    var files = Self.phone()
    files.files["Accelerometer.csv"] = nil
    let path = try files.folder(in: scratch)
    let error = #expect(throws: SensorFileError.self) { try SensorFile.open(path) }
    #expect(error?.message.contains("Acceleration with g") == true)
  }

  @Test func `every member may be cut anywhere`() throws {
    let files = Self.phone().shortened(to: 150)
    for name in files.files.keys.sorted() {
      let text = Array(try #require(files.files[name]).utf8)
      for count in stride(from: 0, to: text.count, by: max(text.count / 7, 1)) {
        var damaged = files
        damaged.files[name] = String(decoding: text.prefix(count), as: UTF8.self)
        do {
          let block = try #require(try samples(damaged.zip(in: scratch)))
          #expect(block.seconds.first == 0)
        } catch let error as SensorFileError {
          #expect(error.message.count > 20)
        }
      }
    }
  }

  @Test func `a table by the millisecond is read`() throws {
    var files = Self.phone()
    let lines = try #require(files.files["Gyroscope.csv"]).split(separator: "\n")
    let rows = lines.dropFirst().map { line -> String in
      let cells = line.split(separator: ",", maxSplits: 1)
      return "\((Double(cells[0]) ?? 0) * 1000),\(cells[1])"
    }
    files.files["Gyroscope.csv"] =
      ([String(lines[0]).replacing("Time (s)", with: "Time (ms)")] + rows).joined(separator: "\n")
      + "\n"
    let block = try #require(try samples(files.folder(in: scratch)))
    #expect(largestErrors(block, from: 0.01).turn < 1e-2 && block.angularRate != nil)
  }

  @Test(arguments: [
    ("Gyroscope.csv", "Time (min)", "Time (s) is needed"),
    ("Pressure.csv", "X (inHg)", "X (inHg)"),
  ])
  func `a sensor that cannot be read is named`(table: String, name: String, words: String) throws {
    var files = Self.phone()
    let text = try #require(files.files[table])
    files.files[table] = text.replacing(
      name.hasPrefix("Time") ? "Time (s)" : "Pressure (hPa)", with: name)
    let source = try SensorFile.open(files.folder(in: scratch))
    let remarks = source.remarks.map(\.message)
    #expect(
      remarks.contains { $0.hasPrefix("\(table) was left out") && $0.contains(words) }, "\(remarks)"
    )
  }

  @Test func `an acceleration that ends long before the others is named`() throws {
    let short = "Accelerometer.csv"
    var files = Self.phone()
    func table(_ name: String, _ names: [String], _ row: (Double) -> [Double]) {
      files.files[name] = Self.table(names, rate: 10, to: name == short ? 20 : 60, row: row)
    }
    table("Accelerometer.csv", Self.axes("Acceleration", "m/s^2")) { Swaying.force($0).xyz }
    table("Gyroscope.csv", Self.axes("Gyroscope", "rad/s")) { _ in [0.1, 0.2, 0.3] }
    table("Pressure.csv", ["Pressure (hPa)"]) { [1000 + $0] }
    var source = try SensorFile.open(files.folder(in: scratch))
    while try source.nextBlock() != nil {}
    let words = "\(short) ends at 20 s"
    #expect(
      source.remarks.contains { $0.kind == .inconsistent && $0.message.hasPrefix(words) },
      "\(source.remarks.map(\.message))")
  }
}
