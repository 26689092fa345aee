import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

@Suite(.enabled(if: PublishedSamples.folder != nil, "\(RealRecordings.absence), formats"))
struct GENEActivReferenceTests {
  private func path() throws -> String {
    try #require(PublishedSamples.folder).appendingPathComponent("gnactv_sample.bin").path
  }

  @Test func `a real file decodes to the published samples`() throws {
    let folder = try #require(PublishedSamples.folder)
    let archive = try #require(NumpyArchive(folder.appendingPathComponent("gnactv_data.npz")))
    let block = try #require(try RecordingSourceContract.allSamples(of: open(path())))
    let times = try #require(archive.doubles("time"))
    let accelerations = try #require(archive.doubles("accel"))
    #expect(block.seconds.count == times.count)
    let axes = [block.acceleration.x, block.acceleration.y, block.acceleration.z]
    for sample in times.indices {
      for axis in 0..<3 {
        // The published values are rounded to a ten-thousandth of g.
        let value = Double(axes[axis][sample]) / standardGravity
        #expect(abs(value - accelerations[sample * 3 + axis]) <= 0.5e-4 + 1e-6)
      }
      #expect(abs(block.seconds[sample] - (times[sample] - times[0])) < 0.001)
    }
    let temperatures = try #require(archive.doubles("temperature"))
    let read = try #require(block.side[.temperature])
    #expect(read.values == [0, 300, 600].map { Float(temperatures[$0]) })
    #expect(read.seconds == [0, 300, 600].map { block.seconds[$0] })
  }

  @Test func `a real file tells its device, its wall clock and where it was worn`() throws {
    let facts = try open(path()).facts
    #expect(facts.device == "GENEActiv 1.1, device 051386")
    #expect(facts.site == .lowerBack)
    #expect(facts.participant.identifier == "0001")
    #expect(facts.participant.ageYears == nil)
    #expect(facts.samplingRateHertz == 50)
    // 16:16:43.5, four hours behind UTC.
    #expect(facts.start == WallClock(secondsSince1970: 1_558_469_803.5, utcOffsetSeconds: -14_400))
  }

  @Test func `a real file keeps the promises of a source`() throws {
    let path = try path()
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    let remarks = try SensorFile.inspection(of: path).remarks
    #expect(remarks.allSatisfy { $0.kind == .converted })
  }

  @Test func `a real file may be cut anywhere and have any bit flipped`() throws {
    let folder = try ScratchFolder()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path())))
    var random = SystemSeed(state: 7)
    for _ in 0..<150 {
      var damaged = Array(bytes[..<Int(random.next() % UInt64(bytes.count))])
      guard damaged.count > 2000 else { continue }
      for _ in 0..<8 {
        damaged[Int(random.next() % UInt64(damaged.count))] ^= UInt8(1 << (random.next() % 8))
      }
      let file = try folder.write(damaged, to: "walk.bin")
      guard (try? SensorFile.open(file)) != nil else { continue }
      let breaches = try RecordingSourceContract.breaches { try open(file, blockSampleCount: $0) }
      #expect(breaches == [])
    }
  }
}
