import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

struct ActiGraphDecodingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func samples(_ file: ActiGraphFile) throws -> RecordingBlock {
    try #require(try RecordingSourceContract.allSamples(of: open(file.write(to: folder))))
  }

  private func expected(_ seconds: [Int], axis: Int, scale: Double = 256) -> [Float] {
    seconds.flatMap { second in
      (0..<30).map { sample in
        Float(
          Double(ActiGraphFile.steps(second * 30 + sample)[axis]) * (standardGravity / scale))
      }
    }
  }

  private func expectSteps(_ block: RecordingBlock, _ seconds: [Int], scale: Double = 256) {
    let axes = [block.acceleration.x, block.acceleration.y, block.acceleration.z]
    for axis in 0..<3 { #expect(axes[axis] == expected(seconds, axis: axis, scale: scale)) }
  }

  @Test func `words of sixteen bits are x y z, evenly within their second`() throws {
    let block = try samples(.recording(40))
    expectSteps(block, Array(0..<40))
    for (place, second) in block.seconds.enumerated() {
      #expect(abs(second - Double(place) / 30) < 1e-9)
    }
  }

  @Test func `twelve bits are y x z, however many samples a record has`() throws {
    for count in [29, 30, 31] {
      var file = ActiGraphFile()
      let steps = (0..<count * 8).map { ActiGraphFile.steps($0) }
      file.records = (0..<8).map { second in
        let own = Array(steps[second * count..<(second + 1) * count])
        return ActiGraphFile.record(
          0, at: ActiGraphFile.start + UInt32(second), ActiGraphFile.bits(own))
      }
      let block = try samples(file)
      let unit = standardGravity / 256
      #expect(block.acceleration.x == steps.map { Float(Double($0[0]) * unit) })
      #expect(block.acceleration.y == steps.map { Float(Double($0[1]) * unit) })
      #expect(block.acceleration.z == steps.map { Float(Double($0[2]) * unit) })
    }
  }

  @Test func `twelve bits hold their least and their greatest value`() throws {
    var file = ActiGraphFile()
    let steps = (0..<30).map { $0 % 2 == 0 ? [-2048, 2047, -1] : [2047, -2048, 1] }
    file.records = (0..<3).map {
      ActiGraphFile.record(
        27, at: ActiGraphFile.start + $0, ActiGraphFile.bits(steps, order: [0, 1, 2]))
    }
    let block = try samples(file)
    #expect(block.acceleration.x[0] == Float(-2048 * (standardGravity / 256)))
    #expect(block.acceleration.y[0] == Float(2047 * (standardGravity / 256)))
    #expect(block.acceleration.z[0] == Float(-1 * (standardGravity / 256)))
  }

  @Test func `the maker's own example of packed samples is read`() throws {
    let bytes: [UInt8] = [
      0x00, 0x60, 0x08, 0xeb, 0xd0, 0x07, 0x00, 0x9e, 0xbf, 0x00, 0x70, 0x08, 0xeb, 0xf0,
    ]
    #expect(ActiGraphFile.bits([[8, 6, -323], [9, 7, -321], [8, 7, -321]]) == bytes)
    var file = ActiGraphFile()
    file.info = [
      "Serial Number: NEO1C16110020", "Sample Rate: 30", "Start Date: 634556532600000000",
    ]
    let path = folder.path + "/old.gt3x"
    try ZipWriter.write(
      [
        "info.txt": Array(file.info.joined(separator: "\n").utf8), "activity.bin": bytes,
        "lux.bin": [0, 0],
      ], to: path)
    let source = try open(path)
    #expect(source.facts.start?.secondsSince1970 == 1_320_056_460)
    #expect(source.facts.samplingRateHertz == 30)
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(block.acceleration.x == [8, 9, 8].map { Float($0 * (standardGravity / 341)) })
    #expect(block.acceleration.z == [-323, -321, -321].map { Float($0 * (standardGravity / 341)) })
    #expect(source.remarks.filter { $0.kind == .truncated } == [])
  }

  @Test func `an older file of many samples keeps every promise`() throws {
    let steps = (0..<9001).map { ActiGraphFile.steps($0) }
    let path = folder.path + "/old.gt3x"
    try ZipWriter.write(
      [
        "INFO.TXT": Array("Serial Number: MRA1\nSample Rate: 40".utf8),
        "activity.bin": ActiGraphFile.bits(steps),
      ], to: path)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    let block = try #require(try RecordingSourceContract.allSamples(of: open(path)))
    #expect(block.acceleration.y == steps.map { Float(Double($0[1]) * (standardGravity / 341)) })
    #expect(block.seconds.last == 225)
  }

  @Test func `sleep holds the last sample until the device wakes`() throws {
    var file = ActiGraphFile.recording([0, 1, 2])
    file.records += [ActiGraphFile.event(8, at: 4), ActiGraphFile.event(9, at: 9)]
    file.records += (11...40).map { ActiGraphFile.motion($0) }
    let block = try samples(file)
    // Held from second 3, in which nothing was written, to 9; second 10 is a gap.
    #expect(block.seconds.count == (3 + 6 + 30) * 30)
    #expect(Set(block.acceleration.x[90..<270]) == [block.acceleration.x[89]])
    #expect(abs(block.seconds[269] - (9 - 1.0 / 30)) < 1e-9)
    #expect(block.seconds[270] == 11)
    let remarks = try SensorFile.inspection(of: file.write(to: folder)).remarks
    #expect(remarks.filter { $0.kind == .assumed }.map(\.sampleCount) == [180])
    let path = try file.write(to: folder)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `missing seconds without sleep, and those in the dock, stay gaps`() throws {
    var file = ActiGraphFile.recording(Array(0..<20) + Array(25..<40))
    file.records.append(ActiGraphFile.record(26, at: ActiGraphFile.start + 45, [0x5a]))
    file.records += (50..<60).map { ActiGraphFile.motion($0) }
    let inspection = try SensorFile.inspection(of: file.write(to: folder))
    #expect(inspection.sampleCount == 45 * 30)
    #expect(inspection.gapCount == 2)
  }

  @Test func `sleep of more than a day stays a gap`() throws {
    var file = ActiGraphFile.recording(20)
    file.records += [ActiGraphFile.event(8, at: 20), ActiGraphFile.event(9, at: 200_000)]
    file.records += (200_000..<200_020).map { ActiGraphFile.motion($0) }
    let inspection = try SensorFile.inspection(of: file.write(to: folder))
    #expect(inspection.sampleCount == 40 * 30)
    #expect(inspection.remarks.contains { $0.message.contains("more than a day") })
  }

  @Test func `sleep at the end is held to the last record`() throws {
    var file = ActiGraphFile.recording(20)
    file.records += [
      ActiGraphFile.event(8, at: 22),
      ActiGraphFile.record(2, at: ActiGraphFile.start + 39, [0, 16]),
    ]
    #expect(try samples(file).seconds.count == 40 * 30)
  }

  @Test func `the device's scale wins, then that of info txt, then that of its kind`() throws {
    var file = ActiGraphFile.recording(5)
    // 0x0940_0000 is 256 in the device's own kind of number, 0x0a40_0000 is 512.
    #expect(ActiGraphParameters.decimal(0x0940_0000) == 256)
    #expect(abs(ActiGraphParameters.decimal(0x0541_8937) - 16.384) < 1e-5)
    let parameters =
      ActiGraphFile.littleEndian(UInt32(55 << 16))
      + ActiGraphFile.littleEndian(UInt32(0x0a40_0000))
    file.records.insert(ActiGraphFile.record(21, at: ActiGraphFile.start, parameters), at: 0)
    expectSteps(try samples(file), Array(0..<5), scale: 512)
    let source = try open(file.write(to: folder))
    #expect(source.layout.contradictions.count == 1)
    file = .recording(5)
    file.info = ["Serial Number: CLE2B21130054", "Sample Rate: 30", "Acceleration Scale: 300,5"]
    expectSteps(try samples(file), Array(0..<5), scale: 300.5)
    file.info.removeLast()
    expectSteps(try samples(file), Array(0..<5), scale: 341)
  }

  @Test func `without info txt the records still tell all that is needed`() throws {
    var file = ActiGraphFile.recording(20)
    file.info = []
    let source = try open(file.write(to: folder))
    #expect(source.facts.samplingRateHertz == 30)
    #expect(source.facts.start?.secondsSince1970 == Double(ActiGraphFile.start))
    #expect(source.remarks.contains { $0.message.contains("info.txt: it is not there") })
  }

  @Test func `the person of info txt is known unless the description says otherwise`() throws {
    var file = ActiGraphFile.recording(5)
    file.info += [
      "Sex: Female", "Height: 168,5", "Mass: 61.2", "Age: 67", "Limb: Wrist", "Side: Left",
    ]
    let path = try file.write(to: folder)
    let facts = try SensorFile.open(path).facts
    #expect(facts.participant.sex == .female)
    #expect(facts.participant.height == Length(meters: 1.685))
    #expect(facts.participant.mass == Mass(kilograms: 61.2))
    #expect(facts.participant.ageYears == 67)
    #expect(facts.participant.identifier == "P07")
    #expect(facts.site == .wrist)
    _ = try folder.write("{\"height_m\": 1.7, \"site\": \"hip\"}", to: "walk.json")
    let described = try SensorFile.open(path, options: RecordingOptions(ageYears: 68)).facts
    #expect(described.participant.height == Length(meters: 1.7))
    #expect(described.site == .hip)
    #expect(described.participant.ageYears == 68)
  }

  @Test func `a clock in UTC is told by the metadata`() throws {
    var file = ActiGraphFile.recording(5)
    let local = "{\"MetadataType\":\"LocalTimeLog\",\"UsedUtc\":true}"
    let subject = "{\"MetadataType\":\"SubjectTimeLog\",\"UtcOffset\":\"-06:00:00\"}"
    for text in [subject, local] {
      file.records.insert(
        ActiGraphFile.record(6, at: ActiGraphFile.start, Array(text.utf8)), at: 0)
    }
    let start = try open(file.write(to: folder)).facts.start
    #expect(start?.secondsSince1970 == Double(ActiGraphFile.start))
    #expect(start?.utcOffsetSeconds == -6 * 3600)
  }

  @Test func `heart rates keep their own clock`() throws {
    var file = ActiGraphFile()
    for second in 0..<60 {
      file.records.append(ActiGraphFile.motion(second))
      let time = ActiGraphFile.start + UInt32(second)
      if second % 5 == 0 {
        file.records.append(ActiGraphFile.record(4, at: time, [UInt8(60 + second)]))
      }
      if second == 57 { file.records.append(ActiGraphFile.record(14, at: time, [1, 0x2c, 1])) }
    }
    let path = try file.write(to: folder)
    let heart = try #require(samples(file).side[.heartRate])
    let seconds = stride(from: 0.0, to: 60, by: 5) + [57]
    #expect(heart.seconds == seconds)
    #expect(heart.values.first == 60 && heart.values.last == 300)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `a clock without an offset from UTC is said to be a local one`() throws {
    var file = ActiGraphFile.recording(12)
    file.info.removeAll { $0.hasPrefix("TimeZone") }
    let local = try open(file.write(to: folder))
    #expect(local.facts.start?.isLocal == true)
    #expect(local.layout.conversions.contains(BlockClock.localTimes))
    let utc = #"{"MetadataType": "LocalTimeLog", "UsedUtc": true}"#
    file.records.insert(
      ActiGraphFile.record(6, at: ActiGraphFile.start, Array(utc.utf8)), at: 0)
    let source = try open(file.write(to: folder, name: "utc.gt3x"))
    #expect(source.facts.start?.isLocal == false)
    #expect(source.layout.conversions.contains { $0.hasSuffix("given as +00:00") })
  }

  @Test func `the IMU's records give acceleration and angular rate by their schema`() throws {
    var file = ActiGraphFile.recording(12)
    let names = [
      "Discard", "Accelerometer X", "Accelerometer Y", "Accelerometer Z", "Temperature",
      "Gyroscope X", "Gyroscope Y", "Gyroscope Z",
    ]
    var schema: [UInt8] = [3, 0] + ActiGraphFile.littleEndian(UInt16(names.count)) + [50, 0]
    for (place, name) in names.enumerated() {
      // Signed, high byte first, as the sensor writes them; 2048 steps for one g, 16.384 for 1 °/s.
      let scale: UInt32 = name.hasPrefix("G") ? 0x0541_8937 : 0x0c40_0000
      schema += [3, UInt8(place * 16), 16] + ActiGraphFile.littleEndian(scale)
      schema += Array(name.utf8) + [UInt8](repeating: 32, count: 16 - name.utf8.count)
    }
    func row(_ sample: Int) -> [Int16] {
      let values = [1, sample, 2048 - sample, -sample, 7, sample * 3, -sample * 5, 16]
      return values.map { Int16($0) }
    }
    file.records = file.records.enumerated().flatMap { second, record in
      let rows = (0..<50).flatMap {
        row(second * 50 + $0).flatMap {
          [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
        }
      }
      return [
        record, ActiGraphFile.record(25, at: ActiGraphFile.start + UInt32(second), [3, 0] + rows),
      ]
    }
    file.records.insert(ActiGraphFile.record(24, at: ActiGraphFile.start, schema), at: 0)
    let path = try file.write(to: folder)
    let block = try samples(file)
    let rates = try #require(block.angularRate)
    #expect(block.seconds.count == 600)
    #expect(try open(path).facts.samplingRateHertz == 50)
    for sample in 0..<600 {
      let steps = row(sample)
      #expect(
        abs(Double(block.acceleration.y[sample]) - Double(steps[2]) / 2048 * standardGravity) < 1e-5
      )
      #expect(abs(Double(rates.y[sample]) - Double(steps[6]) / 16.384 * .pi / 180) < 1e-4)
      #expect(abs(Double(rates.z[sample]) - 16 / 16.384 * .pi / 180) < 1e-6)
    }
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `a week in passing shows every twentieth minute and the end`() throws {
    let thinning = try #require(ActiGraphThinning(seconds: 7 * 86_400))
    let kept = (0..<7 * 86_400).filter { thinning.keeps($0) }.count
    #expect((500 * 60...560 * 60).contains(kept))
    #expect(ActiGraphThinning(seconds: 3600) == nil)
  }
}
