import Foundation
import Testing

/// Killed at any moment and run again, a study is what it would have been.
struct BatchKillTests {
  @Test func `resume equals an uninterrupted run, wherever it was killed`() throws {
    let kills = ProcessInfo.processInfo.environment["GAITKIT_BATCH_KILLS"].flatMap { Int($0) } ?? 12
    let study = try StudyOfWalks(people: 2, walks: 4)
    let begin = ContinuousClock.now
    #expect(try study.batch().code == 0)
    let whole = ContinuousClock.now - begin
    let expected = try study.contents()
    var random = SeededMoments(seed: 7)
    var done = 0
    var trial = 0
    while done < kills {
      trial += 1
      let (output, store) = ("out\(trial)", "s\(trial).gait")
      var ended = false
      for _ in 0..<3 where done < kills && !ended {
        let process = try study.gait.start(
          ["batch", "recordings", "--store", store, "--output", output])
        usleep(UInt32(random.next() * whole.microseconds))
        ended = !process.isRunning
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        done += 1
      }
      let last = try study.batch(output: output, store: store)
      #expect(last.code == 0, "\(last.message)")
      let contents = try study.contents(output: output, store: store)
      #expect(contents.keys.sorted() == expected.keys.sorted(), "trial \(trial)")
      for (name, content) in expected {
        #expect(contents[name] == content, "\(name), trial \(trial)")
      }
      try FileManager.default.removeItem(atPath: study.gait.path(output))
    }
  }
}

extension Duration {
  fileprivate var microseconds: Double {
    1e6 * (Double(components.seconds) + Double(components.attoseconds) * 1e-18)
  }
}

/// Moments that are the same in every run (linear congruential, Knuth's constants).
private struct SeededMoments {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A share of the time, 0-1.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 33) / Double(1 << 31)
  }
}
