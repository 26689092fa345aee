import Foundation
import GaitModel
import SampleStorage
import TestSupport
import Testing

/// What is said of samples stays with each of them, however many origins and kinds take turns in one save.
struct OriginTests {
  /// Around what a save remembers at once: 8 origins and 16 kinds.
  @Test(arguments: [1, 2, 7, 8, 9, 20], [1, 8, 15, 16, 17, 40])
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
