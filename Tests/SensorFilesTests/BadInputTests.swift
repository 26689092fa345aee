import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

struct BadInputTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Reads to the end and returns what it was refused with.
  private func refusal(_ path: String) -> SensorFileError? {
    do {
      _ = try SensorFile.inspection(of: path)
      return nil
    } catch { return error }
  }

  private func refusal(of text: String) throws -> SensorFileError? {
    try refusal(folder.write(text))
  }

  @Test func `what is no file is refused with the reason`() throws {
    #expect(refusal(folder.path + "/none.csv")?.kind == .missing)
    #expect(refusal(folder.path)?.kind == .folder)
    #expect(refusal("/dev/null")?.kind == .notARegularFile)
    let pipe = folder.path + "/pipe.csv"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(refusal(pipe)?.kind == .notARegularFile)
    #expect(refusal(folder.path + "/none.csv")?.description.hasPrefix(folder.path) == true)
  }

  @Test func `a file without permission is refused`() throws {
    // Whoever may read everything cannot be refused.
    guard geteuid() != 0 else { return }
    let path = try folder.write(table())
    #expect(chmod(path, 0) == 0)
    #expect(refusal(path)?.kind == .notReadable)
  }

  @Test(arguments: ["", "\n\n", "# only\n# comments\n", "time_s,acc_x,acc_y,acc_z\n"])
  func `a file without samples is empty`(text: String) throws {
    #expect(try refusal(of: text)?.kind == .empty)
  }

  @Test func `lines that only old Macintoshes end like that are named`() throws {
    let refused = try #require(try refusal(of: table().replacing("\n", with: "\r")))
    #expect(refused.message.contains("carriage returns"))
  }

  @Test func `what was skipped is counted and its first places are named`() throws {
    let path = try folder.write(table(stamp: { $0 % 50 == 7 ? "nan" : "\(Double($0) / 100)" }))
    let remark = try #require(try SensorFile.inspection(of: path).remarks.first)
    #expect(remark.sampleCount == 8)
    #expect(remark.message.contains("8 lines, 9, 59, 109, 159, 209, …; the first is"))
  }

  @Test func `a compressed file without content is empty, one with a cut header is damaged`() throws
  {
    let empty = try folder.write(ScratchFolder.gzip([]), to: "a.csv.gz")
    #expect(refusal(empty)?.kind == .empty)
    let cut = try folder.write([0x1f, 0x8b, 8, 0], to: "b.csv.gz")
    #expect(refusal(cut)?.kind == .damaged)
  }

  @Test func `bytes of no known format are named`() throws {
    let path = try folder.write([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3], to: "walk.csv")
    let refused = try #require(self.refusal(path))
    #expect(refused.kind == .unknownFormat)
    #expect(refused.message.contains("89 50 4e 47"))
  }

  @Test func `one sample is too few, two are enough`() throws {
    #expect(try refusal(of: table(rows: 1))?.kind == .tooFewSamples)
    #expect(try refusal(of: table(rows: 2)) == nil)
  }

  @Test func `text where numbers belong is refused with the line`() throws {
    let refused = try #require(
      try refusal(of: "time_s,acc_x,acc_y,acc_z\na,b,c,d\ne,f,g,h\n0,0,0,9.8\n"))
    #expect(refused.kind == .damaged)
    #expect(refused.message.contains("2 of 3 rows"))
    #expect(refused.message.contains("line 2: \"a,b,c,d\""))
  }

  @Test func `more than half unusable is refused even when it begins well`() throws {
    let good = table(rows: 9000)
    let bad = String(repeating: "nan,nan,nan,nan\n", count: 9001)
    #expect(try refusal(of: good + bad)?.kind == .damaged)
    let fewer = String(repeating: "nan,nan,nan,nan\n", count: 8999)
    #expect(try refusal(of: good + fewer) == nil)
  }

  @Test func `a missing axis is refused with the names found`() throws {
    let refused = try #require(try refusal(of: "time_s,acc_x,acc_z,temp\n0,0,9.8,20\n"))
    #expect(refused.kind == .missingChannel)
    #expect(refused.message.contains("time_s, acc_x, acc_z, temp"))
  }

  @Test func `acceleration without gravity is refused with advice`() throws {
    let named = try #require(
      try refusal(of: "time_s,Linear Acceleration x (m/s^2),Linear Acceleration y (m/s^2),l z\n"))
    #expect(named.kind == .missingChannel)
    #expect(named.message.contains("without gravity"))
    let text = table().split(separator: "\n").map { line in
      let cells = line.split(separator: ",")
      return "\(cells[0]),\(cells[1]),\(cells[3]),\(cells[1])"
    }.joined(separator: "\n").replacing("acc_x,acc_z,acc_x", with: "acc_x,acc_y,acc_z")
    let measured = try #require(try refusal(of: text))
    #expect(measured.kind == .impossibleUnits)
    #expect(measured.message.contains("Is gravity taken out"))
  }

  /// Half a minute of a walk at 50 Hz: gravity times a share, the motion of steps, and the body's slow swaying.
  private func walk(gravity: Double, scale: Double = 1, names: String = "acc_x,acc_y,acc_z")
    -> String
  {
    "time_s,\(names)\n"
      + (0..<1500).map { row in
        let time = Double(row) / 50
        let step = 2.5 * sin(2 * .pi * 1.9 * time)
        let values = [
          0.4 * sin(2 * .pi * 0.31 * time), 1.2 * sin(2 * .pi * 0.95 * time),
          9.81 * gravity + step + 0.3 * sin(2 * .pi * 0.23 * time),
        ]
        return ([time] + values.map { scale * $0 }).map { "\($0)" }.joined(separator: ",") + "\n"
      }.joined()
  }

  @Test func `a walk without gravity is not taken for one in g`() throws {
    #expect(try refusal(of: walk(gravity: 1)) == nil)
    #expect(try refusal(of: walk(gravity: 1, scale: 1 / 9.81)) == nil)
    let named = "acc_x [m/s^2],acc_y [m/s^2],acc_z [m/s^2]"
    for text in [walk(gravity: 0), walk(gravity: 0, names: named)] {
      let refused = try #require(try refusal(of: text))
      #expect(refused.kind == .impossibleUnits)
      #expect(refused.message.contains("Is gravity taken out"))
    }
  }

  @Test(arguments: [0.35, 0.5, 2])
  func `a calm recording whose gravity is not 1 g is in another unit`(scale: Double) throws {
    let refused = try #require(try refusal(of: walk(gravity: 1, scale: scale)))
    #expect(refused.kind == .impossibleUnits)
    #expect(refused.message.contains("name their unit"))
  }

  @Test func `stamps of whole seconds cannot order the samples`() throws {
    let text = "time_s,acc_x,acc_y,acc_z\n" + (0..<600).map { "\($0 / 50),0,0,9.81\n" }.joined()
    let refused = try #require(try refusal(of: text))
    #expect(refused.kind == .noClock)
    #expect(refused.message.contains("588 of 600 rows have the time of the row before"))
  }

  @Test func `a constant zero and a thousand are no acceleration of a person`() throws {
    let rows = (0..<300).map { "\(Double($0) / 100)," }
    for value in ["0,0,0", "0,1000,0", "40,40,40"] {
      let text = "time_s,acc_x,acc_y,acc_z\n" + rows.map { $0 + value + "\n" }.joined()
      #expect(try refusal(of: text)?.kind == .impossibleUnits, "\(value)")
    }
  }

  @Test func `a constant acceleration of 1 g is a sensor at rest`() throws {
    let rows = (0..<300).map { "\(Double($0) / 100),0,0,9.81\n" }.joined()
    #expect(try refusal(of: "time_s,acc_x,acc_y,acc_z\n" + rows) == nil)
  }

  @Test func `time that runs backwards or stands still is refused`() throws {
    let backwards = try #require(
      try refusal(of: table(stamp: { "\(Double(1000 - $0) / 100)" })))
    #expect(backwards.kind == .tooFewSamples)
    #expect(backwards.message.contains("do not rise"))
    let still = try #require(try refusal(of: table(stamp: { _ in "5" })))
    #expect(still.kind == .noClock && still.message.contains("too coarse"))
  }

  @Test func `without time column or rate there is no clock`() throws {
    let text = table().split(separator: "\n").map { $0.split(separator: ",").dropFirst() }
      .map { $0.joined(separator: ",") }.joined(separator: "\n")
    let refused = try #require(try refusal(of: text))
    #expect(refused.kind == .noClock)
    #expect(refused.message.contains("walk.json"))
    _ = try folder.write("{\"sampling_rate_hz\": 50}", to: "walk.json")
    let inspection = try SensorFile.inspection(of: folder.path + "/walk.csv")
    #expect(inspection.facts.samplingRateHertz == 50)
    #expect(inspection.durationSeconds == 399.0 / 50)
  }

  @Test func `a unit of time that leads to no sampling rate is refused`() throws {
    #expect(
      try refusal(of: table(header: "t,ax,ay,az", stamp: { "\($0 * 350)" }))?.kind == .noClock)
  }

  @Test func `milliseconds in a column of seconds are called by their distance`() throws {
    let refused = try #require(try refusal(of: table(stamp: { "\($0 * 20)" })))
    #expect(refused.kind == .noClock)
    #expect(
      refused.message.contains("make 20 s from sample to sample when they are read as s"),
      "\(refused)")
  }

  @Test(arguments: ["e-12", "e-9", "e-320", "e3", "e15", "e300"])
  func `times that make no sampling rate of a sensor are refused with their unit`(
    exponent: String
  ) throws {
    let refused = try #require(try refusal(of: table(stamp: { "\($0)\(exponent)" })))
    #expect([.noClock, .tooFewSamples].contains(refused.kind), "\(refused)")
  }

  @Test(arguments: ["1e12", "1e18", "1e300"])
  func `a last time far beyond the life of a sensor costs its row`(stamp: String) throws {
    let path = try folder.write(
      table(stamp: { $0 < 395 ? "\(Double($0) / 100)" : $0 == 395 ? stamp : "\($0)e300" }))
    let inspection = try SensorFile.inspection(of: path)
    #expect(inspection.sampleCount == 395)
    #expect(inspection.remarks.map(\.kind) == [.outOfOrder])
    #expect(inspection.remarks.map(\.sampleCount) == [5])
  }

  @Test func `a pressure that cannot be costs no row`() throws {
    let path = try folder.write(
      table(header: "time_s,acc_x,acc_y,acc_z,pressure_hpa", extra: { _ in ",1e300" }))
    #expect(try SensorFile.inspection(of: path).sampleCount == 400)
  }

  @Test func `compression does not change what is known of a recording`() throws {
    let plain = try folder.write(table(), to: "walk.csv")
    let packed = try folder.write(ScratchFolder.gzip(Array(table().utf8)), to: "walk.csv.gz")
    #expect(try SensorFile.open(plain).facts == SensorFile.open(packed).facts)
  }

  @Test func `a line without end is refused`() throws {
    let text = "time_s,acc_x,acc_y,acc_z\n" + String(repeating: "1", count: 3 << 20)
    #expect(try refusal(of: text)?.kind == .damaged)
  }

  @Test(arguments: 0..<40)
  func `random bytes in a table never do more than cost their rows`(seed: Int) throws {
    var random = SystemSeed(state: UInt64(seed))
    var bytes = Array(table(rows: 2000).utf8)
    for _ in 0..<(1 << (seed % 12)) {
      let place = 100 + Int(random.next() % UInt64(bytes.count - 100))
      bytes[place] = UInt8(truncatingIfNeeded: random.next())
    }
    let path = try folder.write(bytes, to: "walk.csv")
    guard refusal(path) == nil else { return }
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }
}
