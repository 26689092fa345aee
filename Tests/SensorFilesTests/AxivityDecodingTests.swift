import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

struct AxivityDecodingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func samples(_ bytes: [UInt8], _ name: String = "walk.cwa") throws -> RecordingBlock {
    let path = try folder.write(bytes, to: name)
    return try #require(try RecordingSourceContract.allSamples(of: open(path)))
  }

  private func expectContract(_ bytes: [UInt8]) throws {
    let path = try folder.write(bytes, to: "contract.cwa")
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  /// The plain twin of the unpacking: sign by subtraction, exponent by multiplication.
  private func packedValue(_ block: AxivityFile.Block, _ sample: Int, _ axis: Int) -> Float {
    let bits = block.steps(sample, axis) & 0x3ff
    let signed = bits >= 512 ? bits - 1024 : bits
    let scaled = signed * [1, 2, 4, 8][block.exponent(sample)]
    return Float(Double(scaled) * standardGravity / 256)
  }

  @Test func `packed samples are read with sign and exponent`() throws {
    var block = AxivityFile.Block()
    block.steps = { (($0 * 7919 + $1 * 263) % 1024) - 512 }
    let bytes = AxivityFile.recording(3, like: block)
    let read = try samples(bytes)
    #expect(read.acceleration.count == 360)
    for sample in 0..<360 {
      #expect(read.acceleration.x[sample] == packedValue(block, sample % 120, 0))
      #expect(read.acceleration.y[sample] == packedValue(block, sample % 120, 1))
      #expect(read.acceleration.z[sample] == packedValue(block, sample % 120, 2))
    }
    try expectContract(bytes)
  }

  @Test(arguments: [(UInt16(0), 256.0), (3, 2048), (4, 4096), (5, 8192), (6, 16_384)])
  func `unpacked samples are read in the unit of the block`(code: UInt16, steps: Double) throws {
    var block = AxivityFile.Block(packing: .threeAxes)
    block.scaleBits = code << 13
    block.steps = { (($0 * 7919 + $1 * 26_003) % 65_536) - 32_768 }
    let read = try samples(AxivityFile.recording(2, like: block))
    #expect(read.angularRate == nil)
    for sample in 0..<160 {
      let expected = Float(Double(block.steps(sample % 80, 2)) * standardGravity / steps)
      #expect(read.acceleration.z[sample] == expected)
    }
  }

  @Test(arguments: [AxivityBlock.Packing.sixAxes, .nineAxes], [(UInt16(2), 2000.0), (5, 250)])
  func `angular rate comes first, then acceleration`(
    packing: AxivityBlock.Packing, range: (code: UInt16, degrees: Double)
  ) throws {
    var block = AxivityFile.Block(packing: packing)
    block.scaleBits = 4 << 13 | range.code << 10
    block.steps = { (($0 * 7919 + $1 * 26_003) % 65_536) - 32_768 }
    let bytes = AxivityFile.recording(4, like: block)
    let read = try samples(bytes)
    let rates = try #require(read.angularRate)
    let unit = range.degrees / 32_768 * .pi / 180
    for sample in 0..<read.seconds.count {
      let place = sample % packing.capacity
      #expect(rates.y[sample] == Float(Double(block.steps(place, 1)) * unit))
      let steps = Double(block.steps(place, 3))
      #expect(read.acceleration.x[sample] == Float(steps * standardGravity / 4096))
    }
    try expectContract(bytes)
  }

  @Test(arguments: [0.01, 0.0098, 0.0102], [true, false])
  func `times follow the clock and not the rate code`(period: Double, hasFraction: Bool) throws {
    var block = AxivityFile.Block(period: period)
    block.hasFraction = hasFraction
    let read = try samples(AxivityFile.recording(60, like: block))
    #expect(read.seconds.count == 7200)
    // The first second may lie a few samples off: nothing is known of the true rate yet.
    let offset = read.seconds[1200] - 1200 * period
    // Readings belong to whole samples; without fractions, blocks end up to a second after them.
    let allowed = (hasFraction ? 1.5 : 2.5) * period
    let errors = (1200..<7200).map { read.seconds[$0] - offset - Double($0) * period }
    #expect(errors.allSatisfy { abs($0) < allowed })
  }

  @Test func `a pause stays a gap, a change of rate is read and reported`() throws {
    let bytes = AxivityFile.recording(20) { place, block in
      if place == 10 { block.start += 3600 }
      if place >= 15 {
        block.rateCode = 0x49
        block.period = 0.02
      }
    }
    let path = try folder.write(bytes, to: "walk.cwa")
    let inspection = try SensorFile.inspection(of: path)
    #expect(inspection.gapCount == 1)
    #expect(abs(inspection.gapSeconds - 3600) < 0.1)
    #expect(abs(inspection.durationSeconds - 3600 - 15 * 1.2 - 5 * 2.4) < 0.1)
    #expect(inspection.remarks.contains { $0.message.contains("100.0 to 50.0 Hz") })
    try expectContract(bytes)
  }

  @Test func `the header names device, session and annotations`() throws {
    var bytes = AxivityFile.recording(3)
    bytes.replaceSubrange(
      0..<1024, with: AxivityFile.header(annotation: "_c=Clinic%20A&_sc=P+07%1b"))
    let inspection = try SensorFile.inspection(of: folder.write(bytes, to: "walk.cwa"))
    #expect(inspection.facts.device == "Axivity AX3, device 12345, session 7")
    #expect(inspection.layout.details.contains("_c: Clinic A"))
    #expect(inspection.layout.details.contains("_sc: P 07"))
    #expect(inspection.layout.details.contains("accelerometer range ±8 g"))
    #expect(inspection.layout.details.contains { $0.contains("battery 4.17 V") })
    let start = try #require(inspection.facts.start)
    #expect(abs(start.secondsSince1970 - Double(AxivityFile.second)) < 0.02)
  }

  @Test func `begin and end of logging are listed, and steps of 0 are no values`() throws {
    var bytes = AxivityFile.header()
    for (place, seconds) in [(13, AxivityFile.second), (17, AxivityFile.second + 7 * 86_400)] {
      let stamp = AxivityFile.stamp(seconds)
      for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: stamp >> (8 * byte)) }
    }
    let blocks = Array(AxivityFile.recording(3).dropFirst(AxivityHeader.byteCount))
    for place in stride(from: 0, to: blocks.count, by: 512) {
      var sector = Array(blocks[place..<place + 512])
      (sector[20], sector[21], sector[23]) = (0, 0, 0)
      AxivityFile.seal(&sector)
      bytes += sector
    }
    let found = try SensorFile.inspection(of: folder.write(bytes, to: "walk.cwa"))
    #expect(found.sideSampleCounts == [:])
    let details = found.layout.details
    #expect(details.contains("set to start: 2023-11-14T22:13:20.000"), "\(details)")
    #expect(details.contains("set to end: 2023-11-21T22:13:20.000"))
    #expect(details.contains("at the start: light 100 of 1023"))
    #expect(details.contains("at the end: light 100 of 1023"))
  }

  @Test func `the description beside it and the options win`() throws {
    let path = try folder.write(AxivityFile.recording(3), to: "walk.cwa")
    _ = try folder.write(
      #"{"site": "wrist", "height_m": 1.7, "start_datetime": "2024-05-01T09:30:00+02:00"}"#,
      to: "walk.json")
    let facts = try SensorFile.open(path, options: RecordingOptions(site: .hip)).facts
    #expect(facts.site == .hip)
    #expect(facts.participant.height?.meters == 1.7)
    #expect(facts.start?.utcOffsetSeconds == 7200)
  }

  @Test func `a compressed file is the same recording`() throws {
    let bytes = AxivityFile.recording(700)
    let packed = try samples(ScratchFolder.gzip(bytes), "walk.cwa.gz")
    #expect(try packed == samples(bytes))
  }

  @Test func `dates are those of the calendar`() {
    for day in stride(from: 10_957, to: 10_957 + 64 * 365, by: 1) {
      let seconds = day * 86_400 + (day * 7919) % 86_400
      let stamp = UInt32(AxivityFile.stamp(seconds))
      #expect(AxivityStamp.secondsSince1970(stamp) == seconds)
    }
    #expect(AxivityStamp.secondsSince1970(0) == nil)
    #expect(AxivityStamp.secondsSince1970(.max) == nil)
  }
}
