import GaitModel
import GaitSimulation
import Signals
import Testing

@testable import GaitAnalysis

/// When nobody wore the device.
struct NonWearTests {
  /// The method in small: blocks of half a minute instead of a quarter of an hour.
  private static let small: NonWear = {
    var method = NonWear()
    method.blockMinutes = 0.5
    method.islands = method.islands.map {
      NonWear.IslandRule(longestHours: $0.longestHours / 30, largestShare: $0.largestShare)
    }
    return method
  }()

  /// A drawing of a recording, one character per 10 s: `w` worn, `.` at rest, `x` moving on one axis
  /// only, `d` at rest but drifting further than at rest, `-` no samples.
  private func grid(_ drawing: String) -> [(start: Int, columns: [[Float]])] {
    drawing.enumerated().compactMap { place, letter in
      Self.letters[letter].map { (place * 1000, $0) }
    }
  }

  private static let letters: [Character: [[Float]]] = {
    var dice = SplitMix64(seed: 1)
    func columns(_ wave: (_ axis: Int, _ second: Double) -> Double) -> [[Float]] {
      (0..<3).map { axis in
        (0..<1000).map { i in
          let force = wave(axis, Double(i) / 100) + 0.003 * dice.normal() + (axis == 2 ? 1 : 0)
          return Float(force * standardGravity)
        }
      }
    }
    return [
      ".": columns { _, _ in 0 },
      "w": columns { _, second in Int(second) % 2 == 0 ? 0.1 : -0.1 },
      "x": columns { axis, second in axis == 0 && Int(second) % 2 == 0 ? 0.1 : 0 },
      "d": columns { _, second in (second - 5) * 0.008 },
    ]
  }()

  private func quality(_ drawing: String, _ method: NonWear, cutEvery length: Int = 1000)
    -> RecordingQuality
  {
    var monitor = QualityMonitor(samplingRateHertz: 100, nonWear: method)
    for (start, columns) in grid(drawing) {
      for from in stride(from: 0, to: 1000, by: length) {
        let part = from..<min(1000, from + length)
        monitor.append(grid: columns.map { Array($0[part]) }, start: start + from)
      }
      let last = Double(start + 1000) / 100
      monitor.append(
        RecordingBlock(
          seconds: [last], acceleration: Axes(x: [0], y: [0], z: [9.81])))
    }
    monitor.finish()
    return monitor.quality
  }

  private func blocks(_ quality: RecordingQuality) -> [Range<Int>] {
    quality.nonWear.map { Int($0.lowerBound / 30)..<Int(($0.upperBound / 30).rounded(.up)) }
  }

  @Test func `a device that lies on a table for an hour is not worn`() {
    // Blocks are three characters, windows twelve.
    let found = quality("wwwwwwwwwwww............wwwwwwwwwwww", Self.small)
    #expect(found.nonWear == [120..<240])
    #expect(found.nonWearSeconds == 120)
  }

  @Test(arguments: [
    "wwwwwwwwwwwwwwwwwwwwwwww", "www.........wwwwwwwww", "............", "xxxxxxxxxxxx",
    "dddddddddddd", "w...w...w...w...w...w...", "........", "", "......--......", "---.........---",
  ])
  func `it is the obvious slow way`(drawing: String) {
    #expect(blocks(quality(drawing, Self.small)) == SlowNonWear(grid(drawing)).stretches)
  }

  @Test(arguments: 0..<12)
  func `it is the obvious slow way for any recording`(seed: Int) {
    var dice = SplitMix64(seed: UInt64(seed))
    var drawing = ""
    while drawing.count < 150 {
      let letter = ["w", ".", ".", "x", "d", "-"][Int(dice.uniform() * 6)]
      drawing += String(repeating: letter, count: 1 + Int(dice.uniform() * dice.uniform() * 60))
    }
    let found = quality(drawing, Self.small)
    #expect(blocks(found) == SlowNonWear(grid(drawing)).stretches)
    let samples = grid(drawing).filter { block in
      found.nonWear.contains { $0.contains(Double(block.start) / 100) }
    }
    #expect(found.nonWearSeconds == Double(samples.count) * 10)
    #expect(quality(drawing, Self.small, cutEvery: 7).nonWear == found.nonWear)
  }

  @Test func `a short island of wear between long rests is no wear`() {
    // 4 blocks of rest, 2 of motion, 4 of rest: a quarter of what lies around them.
    let rest = String(repeating: ".", count: 12)
    #expect(blocks(quality(rest + "wwwwww" + rest, Self.small)) == [0..<10])
    // 7 blocks of motion are more than .8 of the 8 around them.
    let long = String(repeating: "w", count: 21)
    #expect(blocks(quality(rest + long + rest, Self.small)) == [0..<4, 11..<15])
  }

  @Test func `an hour is an hour with the settings of the paper`() {
    let hour = { (letter: String) in String(repeating: letter, count: 360) }
    let found = quality(hour("w") + hour(".") + hour("w"), NonWear())
    #expect(found.nonWear == [3600..<7200])
    #expect(found.nonWearSeconds == 3600)
    #expect(quality(hour("w") + String(repeating: ".", count: 260), NonWear()).nonWear.isEmpty)
  }

  @Test func `wear, non-wear and gaps make up the duration`() {
    let hour = { (letter: String) in String(repeating: letter, count: 360) }
    var found = quality(hour("w") + hour(".") + hour("-") + hour("w"), NonWear())
    // The monitor saw one stamp every 10 s; only the long pause is a gap.
    (found.gapCount, found.gapSeconds) = (1, 3600)
    #expect(abs(found.wearSeconds - 7200) < 1e-6)
    #expect(found.nonWearSeconds == 3600)
  }

  @Test func `a clock that leaps by decades does no harm`() {
    var monitor = QualityMonitor(samplingRateHertz: 100)
    for (start, columns) in grid("..") {
      monitor.append(grid: columns, start: start == 0 ? 0 : 300_000_000_000)
    }
    monitor.finish()
    #expect(monitor.quality.nonWear.isEmpty)
  }
}

/// The same question answered sample by sample.
private struct SlowNonWear {
  private var blocks: [Int: [[Double]]] = [:]
  private var last = -1

  init(_ grid: [(start: Int, columns: [[Float]])]) {
    for (start, columns) in grid {
      let index = start / 3000
      for c in 0..<3 {
        blocks[index, default: [[], [], []]][c] += columns[c].map { Double($0) / standardGravity }
      }
      last = index
    }
  }

  var stretches: [Range<Int>] {
    var isAtRest = [Bool](repeating: false, count: last + 5)
    for first in 0..<(last + 1) where blocks[first] != nil && isWindowAtRest(first) {
      let end = (first..<first + 4).last { blocks[$0] != nil } ?? first
      for index in first...end { isAtRest[index] = true }
    }
    for _ in 0..<3 { fillIslands(&isAtRest) }
    return runs(isAtRest)
  }

  private func isWindowAtRest(_ first: Int) -> Bool {
    var axes = 0
    for c in 0..<3 {
      let samples = (first..<first + 4).flatMap { blocks[$0]?[c] ?? [] }
      guard samples.count >= 9000, let least = samples.min(), let greatest = samples.max(),
        let deviation = Statistics.standardDeviation(samples)
      else { return false }
      if deviation < 0.013, greatest - least < 0.05 { axes += 1 }
    }
    return axes >= 2
  }

  private func fillIslands(_ isAtRest: inout [Bool]) {
    let rests = runs(isAtRest)
    for (before, after) in zip(rests, rests.dropFirst()) {
      let island = Double(after.lowerBound - before.upperBound)
      let around = Double(before.count + after.count)
      let isShort = (island < 24 && island < 0.3 * around) || (island < 12 && island < 0.8 * around)
      if isShort { for i in before.upperBound..<after.lowerBound { isAtRest[i] = true } }
    }
  }

  private func runs(_ flags: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for (i, flag) in (flags + [false]).enumerated() {
      if flag, start == nil { start = i }
      if !flag, let from = start {
        runs.append(from..<i)
        start = nil
      }
    }
    return runs
  }
}
