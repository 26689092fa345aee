import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Device files with the samples that another program read from them.
enum PublishedSamples {
  static let folder: URL? = RealRecordings.folder.flatMap {
    let place = $0.appendingPathComponent("formats/skdh")
    return FileManager.default.fileExists(atPath: place.path) ? place : nil
  }
}

@Suite(.enabled(if: PublishedSamples.folder != nil, "\(RealRecordings.absence), formats"))
struct AxivityReferenceTests {
  @Test(arguments: ["ax3", "ax6"])
  func `a real file decodes to the published samples`(device: String) throws {
    let folder = try #require(PublishedSamples.folder)
    let path = folder.appendingPathComponent("\(device)_sample.cwa").path
    let archive = try #require(NumpyArchive(folder.appendingPathComponent("\(device)_data.npz")))
    let block = try #require(try RecordingSourceContract.allSamples(of: open(path)))
    let times = try #require(archive.doubles("time"))
    let accelerations = try #require(archive.doubles("accel"))
    #expect(block.seconds.count == times.count)
    let axes = [block.acceleration.x, block.acceleration.y, block.acceleration.z]
    for sample in times.indices {
      for axis in 0..<3 {
        // The published values are rounded to a millionth of g.
        let expected = accelerations[sample * 3 + axis] * standardGravity
        #expect(abs(Double(axes[axis][sample]) - expected) < 1e-5)
      }
    }
    try expectTimes(block, times, path: path, periodSeconds: device == "ax3" ? 0.005 : 0.01)
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    #expect(try open(path).facts.hasAngularRate == (device == "ax6"))
    guard let published = archive.doubles("gyro") else { return }
    let rates = try #require(block.angularRate)
    let columns = [rates.x, rates.y, rates.z]
    for sample in times.indices {
      for axis in 0..<3 {
        let expected = published[sample * 3 + axis] * .pi / 180
        #expect(abs(Double(columns[axis][sample]) - expected) < 1e-5)
      }
    }
  }

  private func expectTimes(
    _ block: RecordingBlock, _ times: [Double], path: String, periodSeconds: Double
  ) throws {
    let start = try #require(try open(path).facts.start).secondsSince1970
    var (least, most) = (0.0, 0.0)
    for sample in times.indices {
      let error = block.seconds[sample] - (times[sample] - times[0])
      (least, most) = (min(least, error), max(most, error))
    }
    // The published times leave the fraction of the stamps out and are rounded to 0.1 ms.
    #expect(least > -periodSeconds, "\(least)")
    #expect(most < periodSeconds, "\(most)")
    #expect(abs(start - times[0]) < periodSeconds)
  }
}
