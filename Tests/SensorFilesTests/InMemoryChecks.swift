import Foundation
import Testing

@testable import SensorFiles

/// What tables are refused for, asked of a program's samples.
struct InMemoryChecks {
  /// What is wrong with a column of words, each for so many rows.
  private func trouble(_ name: String, _ words: [(String, Int)]) throws -> (String?, note: String?)
  {
    var check = try #require(OwnerCheck(column: name, firstWord: words.first?.0 ?? ""))
    var trouble: String?
    for (word, count) in words {
      for _ in 0..<count {
        Array(word.utf8).withUnsafeBufferPointer { trouble = trouble ?? check.trouble($0) }
      }
    }
    return (trouble, check.note)
  }

  @Test func `a column that names two people is refused, and one with an empty cell is not`() throws
  {
    let (two, _) = try trouble("participant", [("A", 2000), ("B", 1)])
    #expect(two?.contains("the table holds several people") == true)
    #expect(try trouble("participant", [("A", 10), ("", 5), ("nan", 5), ("A", 10)]).0 == nil)
  }

  @Test func `sessions one after the other are said`() throws {
    let (refused, note) = try trouble("session", [("1", 1500), ("2", 1500)])
    #expect(refused == nil)
    #expect(note?.contains("has 2 values, one after the other (1, 2)") == true)
  }

  @Test func `a column of numbers says nothing of whose the rows are`() {
    #expect(OwnerCheck(column: "battery", firstWord: "98.5") == nil)
  }

  /// What is wrong with 10 s at 100 Hz of steps at 1.9 Hz and of swaying, with so much of gravity, times a factor.
  private func trouble(gravity: Double, times factor: Double = 1) -> String? {
    let seconds = (0..<1000).map { Double($0) / 100 }
    return SampleCheck.accelerationTrouble(
      x: seconds.map { factor * 0.8 * sin(2 * .pi * 0.23 * $0) },
      y: seconds.map { factor * 1.2 * sin(2 * .pi * 0.95 * $0) },
      z: seconds.map { factor * (9.81 * gravity + 2.5 * sin(2 * .pi * 1.9 * $0)) },
      samplingRateHertz: 100)
  }

  @Test func `only what has gravity is advised to be multiplied`() throws {
    #expect(trouble(gravity: 1) == nil)
    let inGravities = try #require(trouble(gravity: 1, times: 1 / 9.81))
    #expect(inGravities.contains("multiply them by 9.80665"))
    // Means over a second of 0.5 to 2.5 m/s², as a phone's linear acceleration has.
    for factor in [0.5, 1, 2, 3] {
      let leftOver = try #require(trouble(gravity: 0, times: factor))
      #expect(leftOver.contains(GravityLevel.leftOverQuestion) && !leftOver.contains("multiply"))
    }
    let inThousandths = try #require(trouble(gravity: 1, times: 1000 / 9.81))
    #expect(inThousandths.hasSuffix("with gravity, in m/s²"))
  }

  /// Times that go on from 0 behind others to 40 s, so many samples.
  private func begin(count: Int, from start: Double) -> String? {
    var check = RestartCheck()
    for number in 0..<count {
      let trouble = check.trouble(start + Double(number) / 100, after: 40, sample: 4000 + number)
      if let trouble { return trouble }
    }
    return nil
  }

  @Test func `times begin again where a hundred samples go back to the first`() {
    #expect(
      begin(count: 100, from: 0)?.hasPrefix(
        "sample 4000: the time begins again: it went from 0 to 40.00 s")
        == true)
    #expect(begin(count: 99, from: 0) == nil)
    #expect(begin(count: 1000, from: 5) == nil)
  }
}
