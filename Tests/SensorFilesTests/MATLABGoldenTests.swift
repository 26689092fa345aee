import Foundation
import GaitModel
import TestSupport
import Testing

import MATLABFiles
@testable import SensorFiles

/// Files that other programs wrote: `Tools/goldens/matlab.py`.
struct MATLABGoldenTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens")

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".mat") && !$0.hasPrefix("refused") }.sorted()

  @Test(arguments: names)
  func `what other programs wrote is read exactly`(name: String) throws {
    let samples = StandingSamples()
    let path = Self.path(name)
    let block = try #require(try RecordingSourceContract.allSamples(of: open(path)))
    var z = samples.acceleration[2]
    if name.contains("holes") { z.replaceSubrange(200..<250, with: repeatElement(0.5, count: 50)) }
    #expect(block.acceleration.z == z.map { Float($0 * standardGravity) })
    #expect(block.angularRate?.y == samples.angularRate[1].map { Float($0 * (.pi / 180)) })
    #expect(block.seconds.count == 400)
    #expect(try open(path).facts.samplingRateHertz == 100)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    let container = try MATLABFormat.variables(of: RecordingFile(path: path))
    #expect(container.variables.count == 15)
    #expect(container.variables.first { $0.name == "number11" }?.matrix?.scalar == 11)
    #expect(container.faults == [])
  }

  @Test func `all files are there`() {
    #expect(Self.names.count == 14)
  }

  @Test func `a matrix that may still grow is refused, never read in another order`() throws {
    let path = Self.path("refused-h5py-room-to-grow.mat")
    let error = try #require(throws: SensorFileError.self) { try SensorFile.inspection(of: path) }
    #expect(error.message.contains("room for more chunks"))
  }

  @Test func `chunks that were never written are filled, and that is said`() throws {
    let found = try SensorFile.inspection(of: Self.path("h5py-with-holes.mat"))
    #expect(found.sampleCount == 400)
    #expect(found.remarks.contains { $0.message.contains("\"acc\" has only 7 of 8 chunks") })
  }

  @Test func `a flipped bit in a chunk with a checksum is noticed`() throws {
    let scratch = try ScratchFolder()
    let path = Self.path("h5py-checksums-alone.mat")
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // Two numbers of the second chunk, which begins in row 65.
    let numbers = MATLABWriter.stored(
      Array(StandingSamples().acceleration[1][100...101]), as: .double)
    let place = try #require(
      bytes.indices.dropLast(16).first { bytes[$0...].starts(with: numbers) })
    bytes[place] ^= 1
    let found = try SensorFile.inspection(of: scratch.write(bytes, to: "flipped.mat"))
    #expect(found.sampleCount == 64)
    #expect(
      found.remarks.contains {
        $0.kind == .truncated
          && $0.message.contains("variable \"acc\" has a chunk whose checksum does not fit")
      })
  }
}
