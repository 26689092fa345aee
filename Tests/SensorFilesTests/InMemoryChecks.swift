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
