import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Slow sensors with rows of their own, and cells of them that cannot be read.
struct SlowRowTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let names = "time_s,acc_x,acc_y,acc_z"
  private static let rates = ",gyr_x,gyr_y,gyr_z"

  /// 40 s of rows of motion at 100 Hz, each as its cells; the column of the slow sensor is empty in them.
  private func motion(hasRate: Bool) -> [(seconds: Double, cells: String)] {
    (0..<4000).map { row in
      let seconds = Double(row) / 100
      let values = Swaying.force(seconds).xyz + (hasRate ? Swaying.turn(seconds).xyz : [])
      return (seconds, "\(seconds)," + values.map { "\($0)" }.joined(separator: ",") + ",")
    }
  }

  /// The same with rows of a barometer between them, each so much later than every so many of them.
  private func table(
    every step: Int, later delay: Double, hasRate: Bool, word: String = "", isSorted: Bool = true
  ) -> (text: String, seconds: [Double]) {
    let motion = motion(hasRate: hasRate)
    let empty = Array(repeating: word, count: hasRate ? 6 : 3).joined(separator: ",")
    let slow = stride(from: 0, to: motion.count, by: step).map { row in
      let seconds = motion[row].seconds + delay
      return (seconds: seconds, cells: "\(seconds),\(empty),\(1013 + Double(row) / 1e5)")
    }
    let all =
      isSorted
      ? (motion + slow).enumerated()
        .sorted { ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset) }
        .map(\.element) : motion + slow
    let header = Self.names + (hasRate ? Self.rates : "") + ",pressure_hpa"
    return (
      ([header] + all.map(\.cells)).joined(separator: "\n") + "\n", slow.map(\.seconds)
    )
  }

  private func faults(_ source: any RecordingSource) -> [RecordingRemark] {
    source.remarks.filter { $0.kind != .converted }
  }

  // MARK: Rows

  @Test(arguments: [100, 10, 2], [0, 0.003])
  func `a barometer with rows of its own is read, however many they are`(step: Int, delay: Double)
    throws
  {
    for (hasRate, word) in [(true, ""), (true, "NaN"), (false, ""), (false, "NA")] {
      let made = table(every: step, later: delay, hasRate: hasRate, word: word)
      let path = try folder.write(made.text)
      let source = try SensorFile.open(path)
      let block = try #require(try RecordingSourceContract.allSamples(of: source))
      let side = try #require(block.side[.pressure])
      #expect(block.seconds.count == 4000 && source.facts.hasAngularRate == hasRate)
      #expect(side.seconds.count == made.seconds.count, "\(step) \(delay) \(hasRate) \(word)")
      #expect(zip(side.seconds, made.seconds).allSatisfy { abs($0 - $1) < 1e-9 })
      #expect(side.values.first == 1013)
      #expect(faults(source) == [], "\(step) \(delay) \(hasRate) \(word)")
      #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    }
  }

  @Test func `more rows of a heart rate than of the acceleration are read beside it`() throws {
    let rows = (0..<2000).flatMap { row -> [String] in
      let seconds = Double(row) / 50
      let force = Swaying.force(seconds).xyz.map { "\($0)" }.joined(separator: ",")
      return ["\(seconds),\(force),"] + [0.004, 0.012].map { "\(seconds + $0),,,,72" }
    }
    let path = try folder.write(
      "\(Self.names),heart_rate_bpm\n" + rows.joined(separator: "\n") + "\n")
    let block = try #require(try samples(path))
    #expect(block.seconds.count == 2000 && block.side[.heartRate]?.seconds.count == 4000)
  }

  @Test func `Pa are told by their size in rows of their own`() throws {
    let rows = motion(hasRate: false).flatMap { row -> [String] in
      Int(row.seconds * 100) % 100 == 0
        ? [row.cells, "\(row.seconds + 0.003),,,,101300"] : [row.cells]
    }
    let path = try folder.write("\(Self.names),pressure\n" + rows.joined(separator: "\n") + "\n")
    #expect(try samples(path)?.side[.pressure]?.values.first == 1013)
  }

  @Test func `a value that is written a little late counts at the sample above`() throws {
    let rows = motion(hasRate: true).flatMap { row -> [String] in
      Int((row.seconds * 100).rounded()) % 100 == 50
        ? [row.cells, "\(row.seconds - 0.024),,,,,,,1013.5"] : [row.cells]
    }
    let path = try folder.write(
      "\(Self.names)\(Self.rates),pressure_hpa\n" + rows.joined(separator: "\n") + "\n")
    let source = try SensorFile.open(path)
    let side = try RecordingSourceContract.allSamples(of: source)?.side[.pressure]
    #expect(side?.seconds == (0..<40).map { Double($0) + 0.5 })
    #expect(faults(source) == [])
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `a barometer below all other rows is read beside a gyroscope, and said without one`()
    throws
  {
    let path = try folder.write(
      table(every: 5, later: 0, hasRate: false, isSorted: false).text)
    let source = try SensorFile.open(path)
    // Of those of the last quarter of a second the first counts.
    #expect(
      try RecordingSourceContract.allSamples(of: source)?.side[.pressure]?.seconds == [39.99])
    let words = "pressure_hpa in a row without motion, with a time before that of a row above"
    let said = faults(source).filter { $0.message.contains(words) }
    #expect(said.map(\.sampleCount) == [795], "\(source.remarks)")
    let rate = motion(hasRate: true)
    let empty = String(repeating: ",", count: 3)
    // Each sensor below the one before.
    let rows = rate.map { row -> (force: String, turn: String) in
      let cells = row.cells.split(separator: ",").map(String.init)
      return (
        cells[..<4].joined(separator: ",") + empty + ",",
        "\(row.seconds)" + empty + "," + cells[4...].joined(separator: ",") + ","
      )
    }
    let slow = stride(from: 0, to: 40, by: 1).map { "\($0).0" + empty + empty + ",1013.\($0)" }
    let text = rows.map(\.force) + rows.map(\.turn) + slow
    let below = try #require(
      try samples(
        folder.write(
          "\(Self.names)\(Self.rates),pressure_hpa\n" + text.joined(separator: "\n") + "\n")))
    #expect(below.seconds.count == 4000 && below.angularRate != nil)
    #expect(below.side[.pressure]?.seconds == (0..<40).map(Double.init))
  }

  // MARK: Cells

  /// A table whose barometer has a cell of its own in each tenth row; the separator is `;` for cells with commas.
  private func found(_ cell: (Int) -> String, name: String = "pressure_hpa") throws
    -> SensorFileInspection
  {
    let rows = motion(hasRate: true).enumerated().map { row, motion in
      motion.cells + (row % 10 == 0 ? cell(row / 10) : "")
    }
    let text = ([Self.names + Self.rates + ",\(name)"] + rows).joined(separator: "\n") + "\n"
    return try SensorFile.inspection(
      of: folder.write(text.replacing(",", with: ";").replacing("~", with: ",")))
  }

  @Test(arguments: [
    ("pressure_hpa", "1013.304 hPa"), ("pressure_hpa", "1013~304"), ("pressure_hpa", "?1013.3"),
    ("heart_rate_bpm", "80 bpm"), ("heart_rate_bpm", "80~5"), ("temperature_c", "31~5"),
  ])
  func `a slow sensor none of whose cells can be read is named with an example`(
    name: String, cell: String
  ) throws {
    let found = try found({ _ in cell }, name: name)
    #expect(found.sampleCount == 4000)
    let said = found.remarks.filter { $0.kind == .unreadable }
    #expect(said.map(\.sampleCount) == [400], "\(found.remarks)")
    #expect(
      said.first?.message.hasPrefix(
        "\(name) was not read: none of its 400 values is a number, the first is line 2: "
          + "\"\(cell.replacing("~", with: ","))\"") == true, "\(said)")
  }

  @Test func `some cells that cannot be read are counted, and missing values are silent`() throws {
    let half = try found { $0 % 2 == 0 ? "x" : "1013.\($0 % 10)" }
    #expect(
      half.remarks.contains {
        $0.sampleCount == 200 && $0.message.hasPrefix("pressure_hpa: 200 values cannot be read")
      }, "\(half.remarks)")
    for word in ["-", "--", "NA", "n/a", "N.A.", "null", "<NA>", "?", "missing", "\"\""] {
      let silent = try found { $0 % 2 == 0 ? word : "1013.\($0 % 10)" }
      #expect(silent.remarks.filter { $0.kind != .converted } == [], "\(word)")
    }
  }

  @Test func `cells of Sensor Logger's barometer that cannot be read are said`() throws {
    let path = try PhoneLoggerFiles(files: [
      "Metadata.csv": "device name,platform\nPixel,android\n",
      "TotalAcceleration.csv": PhoneLoggerFiles.table(
        "seconds_elapsed,z,y,x", rate: 100, to: 20, row: { Swaying.force($0).zyx }),
      "Barometer.csv": "seconds_elapsed,pressure\n"
        + (0..<20).map { "\($0),1013.0 hPa\n" }.joined(),
    ]).folder(in: folder)
    let found = try SensorFile.inspection(of: path)
    #expect(
      found.remarks.contains {
        $0.message.hasPrefix("Barometer.csv: pressure was not read: none of its 20 values")
      }, "\(found.remarks)")
  }
}
