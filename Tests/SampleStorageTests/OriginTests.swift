import Foundation
import GRDB
import GaitModel
import TestSupport
import Testing

import SampleStorage

/// What is said of samples stays with each of them, however many origins and kinds take turns in one save.
struct OriginTests {
  /// Around what a save remembers at once: 8 origins and 32 kinds.
  @Test(arguments: [1, 2, 7, 8, 9, 20], [1, 8, 31, 32, 33, 40])
  func `samples come back with their own words and kind`(
    _ origins: Int, _ kinds: Int
  ) async throws {
    let folder = try StoreFolder()
    let store = try folder.store()
    let inTurn = (0..<400).map { Self.sample($0, origin: $0 % origins, kind: $0 % kinds) }
    // 7919 is prime to 400: another order, in which no origin follows the one before it.
    let mixed = (400..<800).map {
      Self.sample($0, origin: $0 * 7919 % 400 % origins, kind: $0 * 7919 % 400 / 7 % kinds)
    }
    try await store.save(inTurn + mixed)
    let found = try await store.samples(matching: SampleQuery())
    #expect(Set(found) == Set(inTurn + mixed))
    #expect(try await store.keep(mixed + inTurn).unchanged == 800)
  }

  /// Programs before kept the empty settings of a heart rate, and the unit of a plain number as an export says it.
  @Test func `details with empty words are those without`() async throws {
    let folder = try StoreFolder()
    let samples = (0..<3).map { number in
      let start = AnalyzedSamples.instant(day: number)
      return Sample(
        kind: AnySampleKind(number == 0 ? "heart-rate" : "some-other-kind"), value: 70,
        start: start, end: start + 60, participant: "P", source: SampleSource(name: "Phone"),
        metadata: SampleMetadata(method: "M\(number)", revision: 1))
    }
    let first = try folder.store()
    try await first.save(samples)
    try first.close()
    let queue = try DatabaseQueue(path: folder.path)
    try await queue.write { database in
      for (method, column, word) in [
        ("M0", "settings", ""), ("M1", "unit", "1"), ("M2", "device", ""),
      ] {
        var values = DetailRow.values(SampleMetadata(method: method, revision: 1), device: nil)
        values[try #require(DetailRow.columns.firstIndex(of: column))] = word.databaseValue
        try database.execute(
          sql: "UPDATE detail SET \(column) = ?, digest = ? WHERE method = ?",
          arguments: [word, DetailRow.digest(values), method])
        #expect(database.changesCount == 1)
      }
    }
    try queue.close()
    let store = try folder.store()
    let everything = SampleQuery(includesLeftOut: true)
    #expect(Set(try await store.samples(matching: everything)) == Set(samples))
    #expect(try await store.keep(samples).unchanged == 3)
    // One more of each: no row of words is made beside that which says the same.
    let later = samples.map { sample in
      Sample(
        kind: sample.kind, value: 71, start: sample.end, end: sample.end + 60, origin: sample.origin
      )
    }
    try await store.save(later)
    let other = try SampleStore.open(
      folder.url.appendingPathComponent("other.gait").path, access: .everything)
    try await other.save(samples)
    let merged = try await store.merge(other)
    #expect(merged.saved.written == 0 && merged.saved.superseded == 0, "\(merged)")
    #expect(try await store.superseded(matching: everything).isEmpty)
    #expect(try await other.merge(store).saved.superseded == 0)
    #expect(try await other.superseded(matching: everything).isEmpty)
    try store.close()
    let details = try await DatabaseQueue(path: folder.path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM detail")
    }
    #expect(details == 3)
  }

  /// Words that an encoder leaves as they are are written without it.
  @Test(arguments: [
    [:], ["b": "2", "a": "1", "a b": "", "B": "~", "a_": "x/y", "10": "{}", "9": "[,:]"],
    ["quote": "\""], ["back\\slash": ""], ["end": "\u{7f}"], ["line": "\n"], ["umlaut": "ä"],
    ["": "\0"],
  ])
  func `words are written as an encoder writes them`(words: [String: String]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(words), as: UTF8.self)
    #expect(DetailRow.json(words) == (words.isEmpty ? nil : json))
    #expect(DetailRow.words(DetailRow.json(words)) == words && DetailRow.words(json) == words)
    encoder.outputFormatting = [.prettyPrinted]
    let spaced = String(decoding: try encoder.encode(words), as: UTF8.self)
    #expect(DetailRow.words(spaced) == words)
  }

  /// What damage or somebody's hand leaves is read as no words, as a decoder reads it.
  @Test(arguments: [
    "", "{", "}", "{}", "{{", #"{""#, #"{"a"}"#, #"{"a":}"#, #"{"a":"}"#, #"{"a":"b"}"#,
    #"{"a":"b",}"#,
    #"{"a":"b""#, #"{"a":"b"}}"#, #"{"a":1}"#, #"{"a":"b" }"#, #"{"a":"b","a2":"c"}"#, #"{,}"#,
    #"["a"]"#,
    #"{"a":"b"c}"#, "{\"a\":\"\u{1}\"}", "null",
  ])
  func `words are read as a decoder reads them`(json: String) {
    let decoded = try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))
    #expect(DetailRow.words(json) == decoded ?? [:])
  }

  /// One of 800; an origin is another person, program, device or method than the one before it.
  private static func sample(_ number: Int, origin: Int, kind: Int) -> Sample {
    let start = AnalyzedSamples.instant(day: 1) + Double(number)
    return Sample(
      kind: AnySampleKind("kind-\(kind)"), value: Double(number), start: start, end: start + 1,
      participant: "P\(origin % 3)",
      source: SampleSource(name: "program-\(origin % 2)", device: "device-\(origin / 4)"),
      metadata: SampleMetadata(
        method: "method-\(origin)", revision: origin,
        other: ["of": "origin \(origin)"]))
  }
}
