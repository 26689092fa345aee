import Foundation
import GaitModel
import TestSupport
import Testing

import MATLABFiles
@testable import SensorFiles

/// Recordings whose first rows cannot be used: their time passes all the same.
struct FirstRowTests {
  private let folder: ScratchFolder
  private static let header = "time_s,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z"

  init() throws { folder = try ScratchFolder() }

  /// 20 s of rows, or so many, and nothing usable in the first `lead` of them; `cells` are those after the time.
  private func table(
    lead: Int = 500, rows count: Int = 2000, header: String = Self.header,
    stamp: (Int) -> String = { "\(Double($0) / 100)," }, cells: String
  ) -> String {
    let rows = (0..<count).map { row in
      let sway = Double((row * 7919) % 101 - 50) / 100
      return stamp(row)
        + (row < lead ? cells : "\(sway),\(9.81 + sway / 2),\(-sway / 4),0.1,\(sway / 9),0.2")
    }
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  private func describe(_ more: String = "") throws {
    _ = try folder.write(
      #"{"start_datetime": "2026-05-04T09:30:00+02:00"\#(more)}"#, to: "walk.json")
  }

  @Test(arguments: [
    "NaN,NaN,NaN,0,0,0", ",,,0,0,0", "-,-,-,0,0,0", "n/a,n/a,n/a,n/a,n/a,n/a", "0,9.8,0",
  ])
  func `a table begins with its first row`(cells: String) throws {
    try describe()
    let found = try SensorFile.inspection(of: folder.write(table(cells: cells)))
    #expect(found.sampleCount == 1500 && found.gapCount == 1, "\(found.sampleCount)")
    #expect(found.durationSeconds == 19.99 && found.longestGapSeconds == 5)
    #expect(found.layout.conversions == [])
    #expect(
      found.facts.start?.secondsSince1970 == DateTime("2026-05-04T09:30:00+02:00")?.secondsSince1970
    )
    let block = try #require(try samples(folder.path + "/walk.csv"))
    #expect(block.seconds.first == 5)
    #expect(found.remarks.contains { $0.sampleCount == 500 && $0.message.contains("500 lines, 2") })
    #expect(
      try RecordingSourceContract.breaches {
        try open(folder.path + "/walk.csv", blockSampleCount: $0)
      } == [])
  }

  @Test(arguments: [
    (6000, ",,,,,"), (6000, ",,,0,0,0"), (70_000, ",,,,,"),
  ])
  func `a table begins with its first row, too, where most rows above are empty`(
    lead: Int, cells: String
  ) throws {
    try describe()
    let text = table(lead: lead, rows: lead + 2000, cells: cells)
    let found = try SensorFile.inspection(of: folder.write(text))
    #expect(found.sampleCount == 2000 && found.longestGapSeconds == Double(lead) / 100)
    #expect(
      found.facts.start?.secondsSince1970 == DateTime("2026-05-04T09:30:00+02:00")?.secondsSince1970
    )
    let block = try #require(try samples(folder.path + "/walk.csv"))
    #expect(block.seconds.first == Double(lead) / 100)
  }

  @Test func `one usable first row changes no time`() throws {
    let lost = try #require(try samples(folder.write(table(cells: "NaN,NaN,NaN,0,0,0"))))
    let text = table(cells: "NaN,NaN,NaN,0,0,0").replacing(
      "\n0.0,NaN,NaN,NaN,0,0,0", with: "\n0.0,0,9.8,0,0,0,0")
    let kept = try #require(try samples(folder.write(text)))
    #expect(kept.seconds.first == 0 && Array(kept.seconds.dropFirst()) == lost.seconds)
  }

  @Test func `a table whose clock counts since 1970 or is written begins with its first row`()
    throws
  {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    for (name, stamp) in [
      ("timestamp", { "\(1_700_000_000_000 + $0 * 10)," }),
      ("time", { "2023-11-14T22:13:\(20 + $0 / 100).\(two($0 % 100))Z," }),
    ] as [(String, (Int) -> String)] {
      let header = Self.header.replacing("time_s", with: name)
      let path = try folder.write(
        table(header: header, stamp: stamp, cells: "NaN,NaN,NaN,0,0,0"))
      let block = try #require(try samples(path))
      #expect(abs((block.seconds.first ?? 0) - 5) < 1e-6 && block.seconds.count == 1500, "\(name)")
      #expect(try SensorFile.open(path).facts.start?.secondsSince1970 == 1_700_000_000, "\(name)")
    }
  }

  @Test(arguments: [("NaN,NaN,NaN,0,0,0", 500), (",,,0,0,0", 1), ("-,-,-,0,0,0", 4)])
  func `rows that are their own clock count from the first`(cells: String, lead: Int) throws {
    try describe(#", "sampling_rate_hz": 100"#)
    let header = String(Self.header.dropFirst("time_s,".count))
    let path = try folder.write(table(lead: lead, header: header, stamp: { _ in "" }, cells: cells))
    let block = try #require(try samples(path))
    #expect(block.seconds.first == Double(lead) * (1 / 100.0) && block.seconds.count == 2000 - lead)
  }

  @Test func `a row of units is none, and one that was cut says nothing`() throws {
    try describe(#", "sampling_rate_hz": 100"#)
    let units = table(
      lead: 1, header: String(Self.header.dropFirst("time_s,".count)), stamp: { _ in "" },
      cells: "m/s^2,m/s^2,m/s^2,rad/s,rad/s,rad/s")
    #expect(try samples(folder.write(units))?.seconds.first == 0)
    // The end of a row whose beginning was overwritten: 1234.5 became 4.5.
    let cut = table(
      lead: 1, stamp: { $0 == 0 ? "4.5," : "\(1234.5 + Double($0) / 100)," }, cells: "0.1")
    let found = try SensorFile.inspection(of: folder.write(cut))
    #expect(found.sampleCount == 1999 && found.gapCount == 0)
    #expect(abs(found.durationSeconds - 19.98) < 1e-9)
  }

  @Test func `rows of a clock that was not set yet are left out, also where nothing can be used`()
    throws
  {
    let path = try folder.write(
      table(
        lead: 50, header: Self.header.replacing("time_s", with: "timestamp"),
        stamp: { "\(($0 < 50 ? 0 : 1_700_000_000_000) + $0 * 10)," }, cells: "NaN,NaN,NaN,0,0,0"))
    let block = try #require(try samples(path))
    #expect(block.seconds.first == 0 && block.seconds.count == 1950)
    #expect(
      try SensorFile.open(path).facts.start?.secondsSince1970 == 1_700_000_000.5)
  }

  @Test(arguments: [true, false])
  func `a MATLAB file begins with its first row`(hasTime: Bool) throws {
    var standing = StandingSamples()
    for axis in 0..<3 {
      for row in 0..<100 { standing.acceleration[axis][row] = .nan }
    }
    let clock: (String, MATLABWriter.Value) =
      hasTime ? ("time_s", .vector((0..<400).map { 7 + Double($0) / 100 })) : ("fs", .scalar(100))
    let path = folder.path + "/walk.mat"
    try MATLABWriter.write(
      [("acc", .columns(standing.acceleration)), ("gyr", .columns(standing.angularRate)), clock],
      to: path, .level5)
    try describe()
    let block = try #require(try samples(path))
    #expect(block.seconds.count == 300 && abs((block.seconds.first ?? 0) - 1) < 1e-9)
    #expect(try SensorFile.open(path).facts.start?.utcOffsetSeconds == 7200)
  }

  @Test(arguments: [true, false])
  func `rows of BIDS motion with n/a let their time pass`(hasLatency: Bool) throws {
    var channels = "name\tcomponent\ttype\ttracked_point\tunits\n"
    for axis in ["x", "y", "z"] { channels += "a\(axis)\t\(axis)\tACCEL\tLowerBack\tm/s^2\n" }
    if hasLatency { channels += "latency\tn/a\tLATENCY\tn/a\ts\n" }
    let rows = (0..<800).map { row in
      let sway = Double((row * 7919) % 101 - 50) / 100
      return (row < 100 ? "n/a\tn/a\tn/a" : "\(sway)\t\(9.81 + sway / 2)\t\(-sway / 4)")
        + (hasLatency ? "\t\(Double(row) / 100)" : "")
    }
    let base = "sub-1_task-w_tracksys-imu"
    let files = PhoneLoggerFiles(files: [
      base + "_channels.tsv": channels,
      base + "_motion.tsv": rows.joined(separator: "\n") + "\n",
      base + "_motion.json": #"{"SamplingFrequency": 100}"#,
    ])
    let block = try #require(try samples(files.folder(in: folder)))
    #expect(block.seconds.count == 700 && abs((block.seconds.first ?? 0) - 1) < 1e-9)
  }

  @Test func `a gyroscope that begins late moves no start that the tables do not say`() throws {
    func axes(_ name: String, _ unit: String) -> String {
      "Time (s)," + ["x", "y", "z"].map { "\(name) \($0) (\(unit))" }.joined(separator: ",")
    }
    var files = PhoneLoggerFiles(files: [
      "Accelerometer.csv": PhoneLoggerFiles.table(
        axes("Acceleration", "m/s^2"), rate: 100, to: 60
      ) { Swaying.force($0).xyz },
      "Gyroscope.csv": PhoneLoggerFiles.table(
        axes("Gyroscope", "rad/s"), rate: 100, from: 4, to: 60
      ) { Swaying.turn($0).xyz },
    ])
    try describe()
    let path = try files.folder(in: folder)
    let block = try #require(try samples(path))
    #expect(block.seconds.first == 4 && largestErrors(block).turn < 1e-4)
    let start = try #require(DateTime("2026-05-04T09:30:00+02:00")).secondsSince1970
    #expect(try SensorFile.open(path).facts.start?.secondsSince1970 == start)
    // With a clock of its own the recording begins with its first sample, which it dates.
    files.files["meta/time.csv"] =
      "event,experiment time,system time,system time text\nSTART,0,\(start),\n"
    let dated = try files.folder(in: folder, name: "dated")
    #expect(try samples(dated)?.seconds.first == 0)
    #expect(try SensorFile.open(dated).facts.start?.secondsSince1970 == start + 4)
  }
}
