import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// What is said of devices' files that are so long that stretches of them are looked at.
struct LongDeviceFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Eighteen hours of one sample a second, with a heart rate every five.
  private func longFile(_ info: [String]) -> ActiGraphFile {
    var file = ActiGraphFile()
    file.info += info
    for second in 0..<64_800 {
      file.records.append(ActiGraphFile.motion(second, count: 1))
      if second.isMultiple(of: 5) {
        let rate: [UInt8] = [UInt8(60 + second / 5 % 40)]
        file.records.append(
          ActiGraphFile.record(4, at: ActiGraphFile.start + UInt32(second), rate))
      }
    }
    return file
  }

  /// Ticks of a time so many seconds after the start.
  private static func ticks(_ seconds: Int) -> Int {
    (Int(ActiGraphFile.start) + seconds + 62_135_596_800) * 10_000_000
  }

  @Test func `heart rates are counted in the minutes that are looked at`() throws {
    let path = try longFile(["Last Sample Time: \(Self.ticks(64_800))"]).write(to: folder)
    let found = try SensorFile.inspection(of: path, isComplete: false)
    #expect(found.isThinned)
    let rate = try #require(found.samplingRateHertz(of: .heartRate))
    #expect((0.19...0.22).contains(rate), "\(rate)")
    let whole = try SensorFile.inspection(of: path)
    #expect(whole.sideSampleCounts[.heartRate] == 12_960)
  }

  @Test func `when a device was read out does not tell how long it recorded`() throws {
    let readOut = Self.ticks(64_800 + 60 * 86_400)
    let path = try longFile(["Download Date: \(readOut)"]).write(to: folder)
    let found = try SensorFile.inspection(of: path, isComplete: false)
    #expect(!found.isThinned)
    #expect(found.sampleCount == 64_800)
  }

  @Test func `taps and presses in stretches are said to be those of stretches`() {
    let taps = AxivityDetails.sentences(last: nil, tapCounts: (3, 1), isThinned: true)
    #expect(
      taps == ["taps on the device: 3 single, 1 double in the stretches that were looked at"])
    let presses = GENEActivDetails.sentences(last: nil, pressCount: 86, isThinned: true)
    #expect(presses == ["presses of the button: 86 in the stretches that were looked at"])
    let all = GENEActivDetails.sentences(last: nil, pressCount: 220, isThinned: false)
    #expect(all == ["presses of the button: 220"])
  }
}
