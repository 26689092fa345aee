import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// What loggers call their columns, and what they are not to be taken for.
struct LoggerDialectTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func refusal(_ path: String) -> SensorFileError? {
    do {
      _ = try SensorFile.inspection(of: path)
      return nil
    } catch { return error }
  }

  // MARK: MetaBase

  private static let start = 1_679_945_296_912
  private static let prefix = "walk_MetaHip_2023-03-27T14.28." + "16.681_E59CF70AD2E7"

  /// A table of MetaBase: times since 1970, a local time, times since the sensor's own start.
  private static func metaBase(
    _ unit: String, from start: Double = 0, to end: Double = 8, row: (Double) -> [Double]
  ) -> String {
    PhoneLoggerFiles.table(
      "epoch (ms),time (-11:00),elapsed (s),x-axis (\(unit)),y-axis (\(unit)),z-axis (\(unit))",
      rate: 50, from: start, to: end, row: row,
      stamp: { seconds in
        let milliseconds = Int((seconds * 1000).rounded())
        return "\(Self.start + milliseconds),2023-03-27T14:28:16.912,\(seconds - start)"
      })
  }

  private func writeMetaBase() throws -> (acceleration: String, angularRate: String) {
    let force = Self.metaBase("g") { (Swaying.force($0) / standardGravity).xyz }
    let turn = Self.metaBase("deg/s", from: -0.06) { (Swaying.turn($0) * 180 / .pi).xyz }
    return (
      try folder.write(force, to: "\(Self.prefix)_Accelerometer_50.000Hz_1.7.3.csv"),
      try folder.write(turn, to: "\(Self.prefix)_Gyroscope_50.000Hz_1.7.3.csv")
    )
  }

  @Test(arguments: [false, true])
  func `the tables of a MetaMotion are one recording`(isOld: Bool) throws {
    let paths = try writeMetaBase()
    for path in [paths.acceleration, paths.angularRate] where isOld {
      let text = try String(contentsOfFile: path, encoding: .utf8)
        .replacing("epoch (ms),time (-11:00)", with: "epoc (ms),timestamp (-1100)")
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    for path in [paths.acceleration, folder.path] {
      let inspection = try SensorFile.inspection(of: path)
      #expect(inspection.facts.device == "MetaMotion E59CF70AD2E7")
      #expect(inspection.facts.start?.utcOffsetSeconds == -11 * 3600)
      let start = try #require(inspection.facts.start?.secondsSince1970)
      #expect(abs(start - Double(Self.start) / 1000) < 1e-3)
      let block = try #require(try samples(path))
      #expect(block.seconds.count > 390)
      let errors = largestErrors(block)
      #expect(errors.force < 1e-4 && errors.turn < 0.01)
    }
  }

  @Test(arguments: [(true, true), (true, false), (false, true)])
  func `packed tables of a MetaMotion are one recording`(acceleration: Bool, angularRate: Bool)
    throws
  {
    let written = try writeMetaBase()
    func packed(_ path: String, _ isPacked: Bool) throws -> String {
      guard isPacked else { return path }
      let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
      try FileManager.default.removeItem(atPath: path)
      let name = String(path.dropFirst(folder.path.count + 1))
      return try folder.write(ScratchFolder.gzip(bytes), to: name + ".gz")
    }
    let own = try packed(written.acceleration, acceleration)
    let other = try packed(written.angularRate, angularRate)
    #expect(try RecordingAddress(own).files() == [own, other])
    for path in [own, folder.path] {
      let block = try #require(try samples(path))
      let errors = largestErrors(block)
      #expect(block.angularRate != nil && errors.force < 1e-4 && errors.turn < 0.01, "\(errors)")
    }
  }

  @Test func `of two gyroscopes nobody knows which is the accelerometer's`() throws {
    let paths = try writeMetaBase()
    let text = try String(contentsOfFile: paths.angularRate, encoding: .utf8)
    _ = try folder.write(text, to: "\(Self.prefix)_Gyroscope_50.000Hz_1.7.3 (1).csv")
    for path in [paths.acceleration, folder.path] {
      let error = refusal(path)
      #expect(error?.kind == .severalRecordings, "\(error?.message ?? "")")
    }
  }

  @Test func `degrees per second never become an acceleration`() throws {
    let path = try writeMetaBase().angularRate
    let refused = try #require(refusal(path))
    #expect(refused.kind == .missingChannel)
    #expect(refused.message.contains("angular rate alone"))
    for unit in ["deg/s", "rad/s", "°/s", "µT", "uT", "hPa"] {
      let names = ["x", "y", "z"].map { "\($0) (\(unit))" }.joined(separator: ",")
      let text = table(header: "time_s,\(names)")
      #expect(try refusal(folder.write(text))?.kind == .missingChannel, "\(unit)")
    }
    let named = table(header: "time_s,acc_x (deg/s),acc_y (deg/s),acc_z (deg/s)")
    #expect(try refusal(folder.write(named))?.kind == .impossibleUnits)
  }

  @Test func `an accelerometer of MetaBase without header is known by its columns`() throws {
    let text = Self.metaBase("g") { (Swaying.force($0) / standardGravity).xyz }
    let rows = text.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    let block = try #require(try samples(folder.write(rows)))
    #expect(block.seconds.count == 400)
    #expect(largestErrors(block).force < 1e-4)
  }

  // MARK: Phones

  @Test func `the tables of Sensor Logger 2 have nanoseconds alone`() throws {
    func table(_ row: @escaping (Double) -> SIMD3<Double>) -> String {
      PhoneLoggerFiles.table("time,z,y,x", rate: 100, to: 6, row: { row($0).zyx }) {
        "\(1_610_458_369_000_000_000 + Int(($0 * 1e9).rounded()))"
      }
    }
    let files = PhoneLoggerFiles(files: [
      "Metadata.csv":
        "version,device name,recording time,platform\n2,phone,2021-01-12_13-32-49,android\n",
      "Accelerometer.csv": table(Swaying.user), "Gravity.csv": table(Swaying.gravity),
      "Gyroscope.csv": table(Swaying.turn),
    ])
    let path = try files.folder(in: folder)
    let inspection = try SensorFile.inspection(of: path)
    #expect(inspection.layout.format == SensorLogger.name)
    #expect(inspection.facts.start?.secondsSince1970 == 1_610_458_369)
    let block = try #require(try samples(path))
    #expect(block.seconds.count == 600)
    let errors = largestErrors(block)
    #expect(errors.force < 1e-4 && errors.turn < 1e-4)
  }

  /// Some iPhones write the motion by another clock than the satellites.
  @Test(arguments: [
    (20_562.0, "5.7 h after"), (-20_562, "5.7 h before"), (3600, "60 min after"),
    (-3600, "60 min before"), (2, nil),
  ])
  func `a table of another clock is said, with what that means for the start`(
    gap: Double, words: String?
  ) throws {
    func table(
      _ columns: String, from offset: Double = 0, rate: Double = 100,
      _ row: @escaping (Double) -> [Double]
    ) -> String {
      PhoneLoggerFiles.table(columns, rate: rate, to: 6, row: row) {
        "\(1_610_458_369_000_000_000 + Int((($0 + offset) * 1e9).rounded()))"
      }
    }
    let files = PhoneLoggerFiles(files: [
      "Metadata.csv": "version,device name,platform\n2,phone,android\n",
      "Accelerometer.csv": table("time,z,y,x") { Swaying.user($0).zyx },
      "Gravity.csv": table("time,z,y,x") { Swaying.gravity($0).zyx },
      "Location.csv": table("time,speed,latitude", from: gap, rate: 1) { _ in [1.2, 48] },
    ])
    let source = try SensorFile.open(try files.folder(in: folder))
    _ = try RecordingSourceContract.allSamples(of: source)
    let said = source.remarks.filter { $0.message.contains("one of their clocks is wrong") }
    #expect(said.count == (words == nil ? 0 : 1))
    if let words {
      #expect(said[0].message.contains("Location.csv lies \(words) Accelerometer.csv"))
    }
  }

  @Test func `phyphox may name the axis and the unit alone`() throws {
    func table(_ unit: String, _ row: @escaping (Double) -> SIMD3<Double>) -> String {
      let names = ["X", "Y", "Z"].map { "\"\($0) (\(unit))\"" }.joined(separator: ",")
      return PhoneLoggerFiles.table("\"Time (s)\",\(names)", rate: 50, to: 6) { row($0).xyz }
    }
    var files = PhoneLoggerFiles(files: [
      "Accelerometer.csv": table("m/s^2", Swaying.force),
      "Gyroscope.csv": table("rad/s", Swaying.turn),
      "Barometer.csv": PhoneLoggerFiles.table("\"Time (s)\",\"X (hPa)\"", rate: 1, to: 6) {
        [1013 + $0]
      },
      "Magnetometer.csv": table("µT") { _ in SIMD3(20, 1, -40) },
    ])
    let path = try files.folder(in: folder)
    let block = try #require(try samples(path))
    let errors = largestErrors(block)
    #expect(errors.force < 1e-4 && errors.turn < 1e-4)
    #expect(block.angularRate != nil)
    #expect(block.side[.pressure]?.values.first == 1013)
    files.files["Linear Accelerometer.csv"] = table("m/s^2", Swaying.user)
    files.files["Gravity.csv"] = table("m/s^2", Swaying.gravity)
    files.files["Accelerometer.csv"] = nil
    let sum = try #require(try samples(files.folder(in: folder, name: "parts")))
    #expect(largestErrors(sum).force < 1e-4)
  }

  @Test func `AndroSensor counts milliseconds since the start`() throws {
    let text = PhoneLoggerFiles.table(
      """
      ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);GYROSCOPE X (rad/s);\
      GYROSCOPE Y (rad/s);GYROSCOPE Z (rad/s);ATMOSPHERIC PRESSURE (hPa);Time since start in ms;\
      YYYY-MO-DD HH-MI-SS_SSS
      """, rate: 50, to: 6, separator: ";",
      row: { _ in [] },
      stamp: { seconds in
        let values = Swaying.force(seconds).xyz + Swaying.turn(seconds).xyz + [990.5]
        return values.map { "\($0)" }.joined(separator: ";")
          + ";\(Int((seconds * 1000).rounded()));2022-10-22 18:33:23:288"
      })
    let path = try folder.write(text)
    let block = try #require(try samples(path))
    let errors = largestErrors(block)
    #expect(errors.force < 1e-4 && errors.turn < 1e-4)
    #expect(block.seconds.count == 300)
    let start = try SensorFile.open(path).facts.start
    #expect(start.map { InstantText.text($0).hasPrefix("2022-10-22T18:33:23.288") } == true)
  }

  // MARK: Texts

  @Test(arguments: [
    "{\"startTs\":\"2022-06-16T13:58:47Z\",\"motion\":[{\"accG\":{\"x\":1}}]}",
    "{\"time_s\": [0.0, 0.01], \"acc_x\": [0.1, 0.2], \"acc_y\": [0.1, 0.2], \"acc_z\": [9.8, 9.8]}",
    "[\n  {\"time_s\": 0.0, \"acc_x\": 0.1, \"acc_y\": 0.2, \"acc_z\": 9.8}]",
    "{\"columns\":[\"time_s\",\"acc_x\",\"acc_y\",\"acc_z\"],\"data\":[[0.0,0.1,0.1,9.8]]}",
  ])
  func `JSON is called by its name`(text: String) throws {
    let refused = try #require(try refusal(folder.write(text)))
    #expect(refused.kind == .unknownFormat)
    #expect(refused.message.contains("this is JSON, not a table"))
  }

  @Test(arguments: ["{\"device\": \"mine\"}", "[[Sensor 1]]"])
  func `lines above a table may look like JSON`(line: String) throws {
    let text = line + "\n" + table(header: "time_s,acc_x,acc_y,acc_z", rows: 300)
    #expect(try samples(folder.write(text))?.seconds.count == 300)
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 is read as UTF-8 is`(isLowFirst: Bool, hasMark: Bool) throws {
    // Longer than a piece, with letters of two units.
    let text = table(header: "time_s,acc_x,acc_y,acc_z,note", rows: 9000, extra: { _ in ",😀é" })
    let units = (hasMark ? [0xfeff] : []) + Array(text.utf16)
    let bytes = units.flatMap { unit in
      let pair = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
      return isLowFirst ? pair : pair.reversed()
    }
    let path = try folder.write(bytes, to: "sixteen.csv")
    let expected = try samples(folder.write(text))
    #expect(try samples(path) == expected)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test(arguments: ["05/04/2024 09:30:00.125", "5.4.2024 09:30", "04-05-24 09:30:00"])
  func `dates that could be two days are named`(stamp: String) throws {
    let refused = try #require(try refusal(folder.write(table(stamp: { _ in stamp }))))
    #expect(refused.kind == .noClock)
    #expect(refused.message.contains(stamp) && refused.message.contains("write the year first"))
  }

  // MARK: Units

  @Test func `a hard swinging arm is no wrong unit`() throws {
    let text =
      "time_s,acc_x,acc_y,acc_z\n"
      + (0..<1500).map { row in
        let time = Double(row) / 50
        return "\(time),\(14.7 + sin(5 * time)),\(2 * cos(5 * time)),0.5\n"
      }.joined()
    let found = try SensorFile.inspection(of: folder.write(text))
    #expect(found.layout.channels.contains { $0.unit == "m/s² (by size)" })
  }

  /// Rows of a device at rest that is thrown about at 5 g for some of its seconds.
  private func thrown(_ strong: Range<Int>, of seconds: Int, unit: Double) -> String {
    "time_s,acc_x,acc_y,acc_z\n"
      + (0..<seconds * 50).map { row in
        let size = strong.contains(row / 50) ? 5 : 1
        return "\(Double(row) / 50),0,\(unit * 0.1 * sin(Double(row))),\(unit * Double(size))\n"
      }.joined()
  }

  @Test(arguments: [("m/s²", standardGravity), ("g", 1.0)])
  func `strong seconds do not change the unit`(name: String, unit: Double) throws {
    for seconds in [12, 40, 60] {
      let found = try SensorFile.inspection(
        of: folder.write(thrown(3..<8, of: seconds, unit: unit)))
      #expect(found.layout.channels.contains { $0.unit == "\(name) (by size)" })
    }
  }

  @Test func `the unit that a description names is believed whatever the numbers are`() throws {
    let path = try folder.write(thrown(1..<11, of: 12, unit: standardGravity))
    #expect(refusal(path)?.kind == .impossibleUnits)
    let description = RecordingPath(path).description
    try Data(#"{"acceleration_unit": "m/s²"}"#.utf8).write(to: URL(fileURLWithPath: description))
    let found = try SensorFile.inspection(of: path)
    #expect(found.layout.channels.contains { $0.unit == "m/s² (by the description)" })
    try Data(#"{"acceleration_unit": "furlong"}"#.utf8).write(to: URL(fileURLWithPath: description))
    #expect(refusal(path)?.kind == .badDescription)
  }

  @Test func `a unit that is named is believed as far as a person can move`() throws {
    let rows = (0..<1500).map { row in "\(Double(row) / 50),0.3,2.0,0.1\n" }.joined()
    let named = "time_s,acc_x [g],acc_y [g],acc_z [g]\n" + rows
    #expect(
      try SensorFile.inspection(of: folder.write(named)).layout.channels.contains {
        $0.unit == "g (named)"
      })
    let unnamed = try refusal(folder.write("time_s,acc_x,acc_y,acc_z\n" + rows))
    #expect(unnamed?.kind == .impossibleUnits)
  }

  @Test func `zeros on all axes are said`() throws {
    let lines = table(rows: 1000).split(separator: "\n").enumerated().map { place, line in
      place > 600 && place <= 700 ? line.prefix { $0 != "," } + ",0,0,0" : line
    }
    let found = try SensorFile.inspection(of: folder.write(lines.joined(separator: "\n")))
    #expect(found.sampleCount == 1000)
    let remark = found.remarks.first { $0.message.contains("0 on all axes") }
    #expect(remark?.sampleCount == 100)
  }

  @Test func `of raw and filtered columns it is said which are read`() throws {
    let names = ["raw", "filtered"].map { word in
      ["x", "y", "z"].map { "acc_\($0) (\(word))" }.joined(separator: ",")
    }
    let both = table(header: "time_s,\(names.joined(separator: ","))", extra: { _ in ",1,5,1" })
    let source = try SensorFile.open(folder.write(both))
    let said = source.remarks.map(\.message).filter { $0.contains("(filtered)") }
    #expect(
      said == [
        "acc_x (filtered), acc_y (filtered), acc_z (filtered): not read, because acc_x (raw), acc_y (raw), acc_z (raw) "
          + "are the same axes and come first; leave those in the table that are meant"
      ])
    let one = try SensorFile.open(folder.write(table(header: "time_s,\(names[0])")))
    #expect(one.remarks == [])
  }

  @Test func `minutes and hours are read where brackets name them`() throws {
    for (unit, rows) in [("(min)", 6000.0), ("[h]", 360_000), ("(hours)", 360_000)] {
      let times = table(
        header: "time \(unit),acc_x,acc_y,acc_z", stamp: { "\(Double($0) / rows)" })
      let inspection = try SensorFile.inspection(of: folder.write(times))
      #expect(abs(inspection.facts.samplingRateHertz - 100) < 0.01)
      #expect(abs(inspection.durationSeconds - 3.99) < 1e-6)
    }
    let least = table(header: "time_s,acc_x,acc_y,acc_z,acc_x_min", extra: { _ in ",1" })
    let ignored = try SensorFile.inspection(of: folder.write(least)).layout.ignoredChannels
    #expect(ignored == ["acc_x_min"])
  }

  @Test func `the end of a day may be written as 24 o'clock`() throws {
    func stamp(_ row: Int) -> String {
      let (second, part) = (row / 100, row % 100)
      let clock = second < 2 ? "2026-05-04 23:59:5\(8 + second)" : "2026-05-05 00:00:0\(second - 2)"
      let text = row == 200 ? "2026-05-04 24:00:00" : clock
      return "\(text).\(part < 10 ? "0" : "")\(part)"
    }
    let night = table(header: "timestamp,acc_x,acc_y,acc_z", rows: 400, stamp: stamp)
    let inspection = try SensorFile.inspection(of: folder.write(night))
    #expect(inspection.sampleCount == 400 && inspection.gapCount == 0)
  }
}
