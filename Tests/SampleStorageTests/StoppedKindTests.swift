import Foundation
import GaitModel
import SampleStorage
import Testing

/// What was kept of a kind before its collection was stopped stays, whatever becomes of the recording that it was found in.
struct StoppedKindTests {
  private let folder: StoreFolder
  private static let kind = SampleKind.stepCount.erased

  init() throws { folder = try StoreFolder() }

  private func walk(
    _ name: String, later: Double = 0, steps: Double = 50, of person: String = "P01"
  ) -> RecordingSamples {
    let start = Date(timeIntervalSince1970: 1_777_879_800 + later)
    let recording = RecordingReference(name: name, start: start, content: "one walk")
    let source = SampleSource(name: SampleSource.analysisName, recording: recording)
    let samples = [(Self.kind, steps), (AnySampleKind(.cadence), 60 + steps)].map {
      Sample(
        kind: $0, value: $1, start: start + 10, end: start + 40, participant: person,
        source: source)
    }
    return RecordingSamples(
      participant: person, recording: recording, revisions: ["M": 1], samples: samples)
  }

  private func samples(_ kind: AnySampleKind, in store: SampleStore) async throws -> [Sample] {
    try await store.samples(matching: SampleQuery(kinds: [kind]))
  }

  private func steps(in store: SampleStore) async throws -> [Double] {
    try await samples(Self.kind, in: store).map(\.value)
  }

  @Test(arguments: ["walk", "renamed"], [0.0, 3600])
  func `a recording that is renamed or begins at another time keeps what is not collected any more`(
    name: String, later: Double
  ) async throws {
    let store = try folder.store()
    try await store.save([walk("walk")])
    try await store.copy(to: folder.path + ".old")
    try await store.stopCollection(of: Self.kind, for: "P01")
    let again = walk(name, later: later, steps: 60)
    #expect(try await store.save([again]).stopped == [Self.kind: 1])
    let kept = try await samples(Self.kind, in: store)
    #expect(kept.map(\.value) == [50])
    #expect(kept.map(\.source.recording) == [again.recording])
    #expect(kept.map(\.start) == [again.samples[0].start])
    #expect(try await samples(AnySampleKind(.cadence), in: store).map(\.value) == [120])
    // The same again changes nothing, and nor does an older copy.
    #expect(try await store.save([again]).written == 0)
    let old = try SampleStore.open(folder.path + ".old", access: .everything)
    for _ in 1...2 {
      _ = try await store.merge(old)
      #expect(try await steps(in: store) == [50])
      _ = try await old.merge(store)
      #expect(try await steps(in: old) == [50])
    }
    try await store.resumeCollection(of: Self.kind, for: "P01")
    try await store.save([again])
    #expect(try await steps(in: store) == [60])
    // Deleted, it is gone under both names.
    try await store.delete(matching: SampleQuery(kinds: [Self.kind], participant: "P01"))
    #expect(try await steps(in: store).isEmpty)
    #expect(try await store.superseded(matching: SampleQuery(kinds: [Self.kind])).isEmpty)
  }

  @Test func `what was another person's stays aside`() async throws {
    let store = try folder.store()
    try await store.save([walk("walk")])
    for person in ["P01", "P02"] { try await store.stopCollection(of: Self.kind, for: person) }
    try await store.save([walk("walk", steps: 60, of: "P02")], movingFromOthers: true)
    #expect(try await steps(in: store).isEmpty)
  }

  @Test func `of a kind that is not collected nothing gives way`() async throws {
    let store = try folder.store()
    func value(_ value: Double, later: Double = 0) -> Sample {
      let start = Date(timeIntervalSince1970: 1_777_879_800 + later)
      return Sample(
        kind: Self.kind, value: value, start: start, end: start + 60, participant: "P01",
        source: SampleSource(name: "Watch"))
    }
    try await store.save([value(50)])
    try await store.stopCollection(of: Self.kind, for: "P01")
    try await store.replace(
      [value(50)], with: [value(60, later: 3600)], because: "another", at: Date())
    #expect(try await steps(in: store) == [50])
    #expect(try await store.superseded(matching: SampleQuery()).isEmpty)
  }
}
