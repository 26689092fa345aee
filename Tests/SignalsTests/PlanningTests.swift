import Foundation
import Testing

@testable import Signals

struct PlanningTests {
  private let key = FFTWPlanner.Key(kind: .complexFloat, count: 64, isHot: true)

  private func withCache(_ body: (WisdomCache, URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("signals-\(UUID().uuidString)/a/b")
    defer {
      let root = folder.deletingLastPathComponent().deletingLastPathComponent()
      try? FileManager.default.removeItem(at: root)
    }
    try body(
      WisdomCache(folder: folder.path), folder.appendingPathComponent("c2cf-64.wisdom"))
  }

  @Test func `a measured plan is remembered and recalled`() throws {
    try withCache { cache, file in
      #expect(FFTWPlanner.remembered(key, in: cache) != nil)
      let first = try String(contentsOf: file, encoding: .utf8)
      #expect(first.contains("fftw"))
      let written = try modified(file)
      #expect(FFTWPlanner.remembered(key, in: cache) != nil)
      #expect(try String(contentsOf: file, encoding: .utf8) == first)
      #expect(try modified(file) == written, "recalled, not measured again")
    }
  }

  private func modified(_ file: URL) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
  }

  @Test(arguments: ["", "rubbish", "(fftw-3.3.10 fftwf_wisdom #x0 #x0 #x0 #x0", "\u{0}\u{1}", "("])
  func `a spoiled cache is replaced`(content: String) throws {
    try withCache { cache, file in
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: file, atomically: false, encoding: .utf8)
      #expect(FFTWPlanner.remembered(key, in: cache) != nil)
      let now = try String(contentsOf: file, encoding: .utf8)
      #expect(now != content)
      #expect(now.hasSuffix(")\n"))
    }
  }

  @Test func `wisdom about another transform is replaced`() throws {
    try withCache { cache, file in
      let other = FFTWPlanner.Key(kind: .complexFloat, count: 32, isHot: true)
      #expect(FFTWPlanner.remembered(other, in: cache) != nil)
      let foreign = file.deletingLastPathComponent().appendingPathComponent("c2cf-32.wisdom")
      try FileManager.default.copyItem(at: foreign, to: file)
      let before = try String(contentsOf: file, encoding: .utf8)
      #expect(FFTWPlanner.remembered(key, in: cache) != nil)
      #expect(try String(contentsOf: file, encoding: .utf8) != before)
    }
  }

  @Test func `without a place to remember nothing is measured`() {
    #expect(FFTWPlanner.remembered(key, in: WisdomCache(folder: "/proc/nowhere")) == nil)
  }

  @Test func `many tasks may ask for plans at once`() async {
    let x = Noise.doubles(97)
    let expected = FourierTransform.planned(count: 97).powerSpectrum(x)
    let answers = await withTaskGroup(of: [Double].self) { group in
      for task in 0..<200 {
        group.addTask {
          _ = FourierTransform.planned(count: 1 + task % 41).powerSpectrum([1])
          _ = OverlapSave.convolved(Noise.doubles(300 + task), taps: [1, 2, 3])
          _ = PairSpectrum(count: 16)
          return FourierTransform.planned(count: 97).powerSpectrum(x)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 200)
    #expect(answers.allSatisfy { $0 == expected })
  }

  @Test func `the processor's name makes a file name and does not change`() {
    #expect(!Processor.name.isEmpty)
    #expect(Processor.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
  }
}
