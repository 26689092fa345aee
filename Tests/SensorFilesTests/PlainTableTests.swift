import Foundation
import GaitModel
@testable import SensorFiles
import TestSupport
import Testing

/// The obvious way to read a plain table, for comparison.
private func slowTwin(_ text: String) -> RecordingBlock {
  var block = RecordingBlock(seconds: [], acceleration: Axes(), angularRate: nil)
  var rates = Axes()
  var last = -Double.infinity
  var first: Double?
  for line in text.split(separator: "\n").dropFirst() {
    let cells = line.split(separator: ",").map { Double($0) ?? .nan }
    let seconds = cells[0] - (first ?? cells[0])
    guard cells.allSatisfy(\.isFinite), seconds > last else { continue }
    first = first ?? cells[0]
    last = seconds
    block.seconds.append(seconds)
    block.acceleration.x.append(Float(cells[1]))
    block.acceleration.y.append(Float(cells[2]))
    block.acceleration.z.append(Float(cells[3]))
    guard cells.count > 6 else { continue }
    rates.x.append(Float(cells[4]))
    rates.y.append(Float(cells[5]))
    rates.z.append(Float(cells[6]))
  }
  block.angularRate = rates.count > 0 ? rates : nil
  return block
}

struct PlainTableTests {
  @Test func `a table with every fault keeps the contract`() throws {
    let folder = try ScratchFolder()
    var lines = table(rows: 5000).split(separator: "\n").map(String.init)
    lines[700] = "nonsense"
    lines[701] = "1,2"
    lines[1500] = "15.0,nan,9,0"
    lines[1600] = "# a comment"
    lines[1700] = ""
    lines[2500] = lines[2499]
    lines[2600] = lines[2000]
    lines[4999] = "99,1e39,1,1"
    let path = try folder.write(lines.joined(separator: "\n"))
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    var source = try open(path)
    let block = try #require(try source.nextBlock())
    #expect(block.seconds.count == 5000 - 8)
    #expect(
      source.remarks.map(\.kind) == [.unreadable, .notFinite, .duplicate, .outOfOrder])
    #expect(source.remarks.map(\.sampleCount) == [2, 2, 1, 1])
    #expect(source.remarks[0].message.contains("2 lines, 701, 702; the first is \"nonsense\""))
  }

  @Test func `samples equal those of the slow twin`() throws {
    let folder = try ScratchFolder()
    var random = SystemSeed(state: 3)
    var text = "time_s,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z\n"
    for row in 0..<3000 {
      let values = (0..<6).map { _ in Double(random.next() >> 11) / 0x1p53 - 0.5 }
      let force = "\(values[0]),\(values[1] * 3),\(9.8 + values[2])"
      text += "\(Double(row) * 0.009765625),\(force),\(values[3]),\(values[4]),\(values[5])\n"
    }
    let path = try folder.write(text)
    #expect(try RecordingSourceContract.allSamples(of: open(path)) == slowTwin(text))
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
  func `real recordings equal those of the slow twin`() throws {
    for dataset in ["mobgap", "oxford_steps", "spsw_har", "umafall"] {
      let recording = try #require(RealRecordings.recordings(dataset).last)
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let stream = try RecordingFile(path: recording.path).bytes()
      while case let count = try stream.read(into: &piece), count > 0 { bytes += piece[..<count] }
      let twin = slowTwin(String(decoding: bytes, as: UTF8.self))
      #expect(try RecordingSourceContract.allSamples(of: open(recording.path)) == twin)
      #expect(
        try RecordingSourceContract.breaches { try open(recording.path, blockSampleCount: $0) }
          == [])
    }
  }

  @Test(arguments: [",", ";", "\t"])
  func `separators, quotes, comments, line ends and a byte order mark change nothing`(
    separator: String
  ) throws {
    let folder = try ScratchFolder()
    let plain = table()
    let dressed =
      "\u{feff}# made by hand\r\n\r\n"
      + plain.split(separator: "\n").map { line in
        line.split(separator: ",").map { "\"\($0)\"" }.joined(separator: separator)
      }.joined(separator: "\r\n")
    let a = try open(folder.write(plain, to: "a.csv"))
    let b = try open(folder.write(dressed, to: "b.csv"))
    #expect(
      try RecordingSourceContract.allSamples(of: a) == RecordingSourceContract.allSamples(of: b))
    #expect(b.remarks == [])
  }

  @Test func `columns that are not known are passed over wherever they stand`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      table(header: "time_s,acc_x,acc_y,acc_z,note,mag_x", extra: { ",\"a, b \($0)\",7" }))
    let inspection = try SensorFile.inspection(of: path)
    #expect(inspection.sampleCount == 400)
    #expect(inspection.layout.ignoredChannels == ["note", "mag_x"])
    #expect(inspection.remarks == [])
  }

  @Test func `a slow sensor gives its own samples at their own times`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      table(
        header: "time_s,acc_x,acc_y,acc_z,pressure_hpa,heart_rate_bpm", rows: 6,
        extra: { $0 == 3 ? ",1013.5,80" : $0 == 5 ? ",," : $0 == 1 ? ",1012," : "" }))
    let block = try #require(try RecordingSourceContract.allSamples(of: open(path)))
    let pressure = try #require(block.side[.pressure])
    #expect(pressure.values == [1012, 1013.5])
    #expect(pressure.seconds == [block.seconds[1], block.seconds[3]])
    #expect(block.side[.heartRate]?.values == [80])
    #expect(block.side[.temperature] == nil)
  }

  @Test func `a table without a header is taken in the plain order, and says so`() throws {
    let folder = try ScratchFolder()
    let inspection = try SensorFile.inspection(of: folder.write(table(header: "")))
    #expect(inspection.sampleCount == 400)
    #expect(inspection.layout.conversions.contains { $0.contains("there is no header") })
  }

  @Test func `compressed, in several members, padded or plain: the samples are the same`() throws {
    let folder = try ScratchFolder()
    let text = Array(table(rows: 3000).utf8)
    let half = text.count / 2
    let members =
      try ScratchFolder.gzip(Array(text[..<half]))
      + ScratchFolder.gzip(Array(text[half...])) + [0, 0, 0, 0]
    let plain = try RecordingSourceContract.allSamples(of: open(folder.write(text, to: "a.csv")))
    let packed = try open(folder.write(members, to: "b.csv.gz"))
    #expect(try RecordingSourceContract.allSamples(of: packed) == plain)
    #expect(packed.remarks == [])
    #expect(packed.facts.name == "b")
  }

  @Test func `a compressed file that is cut off gives what can be read, and says so`() throws {
    let folder = try ScratchFolder()
    let whole = try ScratchFolder.gzip(Array(table(rows: 20_000).utf8))
    let path = try folder.write(Array(whole[..<(whole.count / 2)]), to: "walk.csv.gz")
    let inspection = try SensorFile.inspection(of: path)
    #expect((2000..<18_000).contains(inspection.sampleCount))
    #expect(inspection.remarks.contains { $0.kind == .truncated })
  }

  @Test func `a compressed file with damaged bytes gives what lies before them`() throws {
    let folder = try ScratchFolder()
    var whole = try ScratchFolder.gzip(Array(table(rows: 20_000).utf8))
    for place in whole.count / 2..<whole.count / 2 + 200 { whole[place] = 0xff }
    let inspection = try SensorFile.inspection(of: folder.write(whole, to: "walk.csv.gz"))
    #expect(inspection.sampleCount > 2000)
    #expect(inspection.remarks.contains { $0.kind == .truncated })
  }

  @Test(arguments: [5, 6, 7, 1000, 2999])
  func `one damaged stamp far ahead costs one sample`(row: Int) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      table(rows: 3000, stamp: { "\($0 == row ? 1e6 : Double($0) / 100)" }))
    let source = try open(path)
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    // At the very end nothing can tell a damaged stamp from a gap.
    let isLast = row == 2999
    #expect(block.seconds.count == (isLast ? 3000 : 2999))
    #expect(source.remarks.map(\.kind) == (isLast ? [] : [.outOfOrder]))
    #expect(abs(source.facts.samplingRateHertz - 100) < 0.05)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `a rate that the description gets wrong is remarked on`() throws {
    let folder = try ScratchFolder()
    _ = try folder.write("{\"sampling_rate_hz\": 50}", to: "walk.json")
    let source = try open(folder.write(table()))
    #expect(source.facts.samplingRateHertz == 100)
    #expect(source.remarks.map(\.kind) == [.inconsistent])
    _ = try folder.write("{\"sampling_rate_hz\": 104}", to: "walk.json")
    #expect(try open(folder.path + "/walk.csv").remarks == [])
  }

  @Test func `gaps stay gaps`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      table(rows: 1000, stamp: { "\(Double($0) / 100 + ($0 >= 500 ? 30 : 0))" }))
    let inspection = try SensorFile.inspection(of: path)
    #expect(inspection.sampleCount == 1000)
    #expect(inspection.gapCount == 1)
    #expect(abs(inspection.gapSeconds - 30.01) < 1e-6)
    #expect(inspection.facts.samplingRateHertz == 100)
  }

  @Test func `a rate that changes midway is said, and a gap is no change`() throws {
    let folder = try ScratchFolder()
    func said(_ seconds: @escaping (Int) -> Double) throws -> [String] {
      let path = try folder.write(table(rows: 4000, stamp: { "\(seconds($0))" }))
      return try SensorFile.inspection(of: path).remarks.map(\.message)
        .filter { $0.contains("not the same throughout") }
    }
    let changed = try said { $0 < 2000 ? Double($0) / 100 : 20 + Double($0 - 2000) / 50 }
    #expect(changed.count == 1 && changed[0].contains("from 50.0 to 100.0 Hz"), "\(changed)")
    #expect(try said { Double($0) / 100 + ($0 >= 1700 ? 30 : 0) } == [])
  }
}
