import Foundation
import GaitModel
import SampleStorage
import Testing

/// What was made of samples is kept only beside those that it was made from.
struct RevisionTests {
  private let folder: StoreFolder
  private let kind = SampleKind.dailyStepCount.erased

  init() throws { folder = try StoreFolder() }

  private func sample(
    _ kind: AnySampleKind, _ value: Double, day: Int = 0, of person: String = "P01"
  ) -> Sample {
    let start = AnalyzedSamples.instant(day: day)
    return Sample(
      kind: kind, value: value, start: start, end: start + 60, participant: person,
      source: .estimates)
  }

  private func revision(_ place: ChangeAnchor, _ value: Double) -> SampleRevision {
    var revision = SampleRevision(of: "P01", madeFrom: place, kinds: [kind])
    revision.added = [sample(kind, value)]
    return revision
  }

  @Test func `of two that were made from one place, the first is kept`() async throws {
    let store = try await folder.filledStore()
    let other = try folder.store()
    let place = try await store.currentAnchor()
    #expect(try await other.keep(revision(place, 1), at: AnalyzedSamples.instant(day: 9)))
    #expect(try await !store.keep(revision(place, 2), at: AnalyzedSamples.instant(day: 9)))
    let query = SampleQuery(kinds: [kind])
    #expect(try await store.samples(matching: query).map(\.value) == [1])
    let now = try await store.currentAnchor()
    var later = SampleRevision(of: "P01", madeFrom: now, kinds: [kind])
    later.replacements = [
      SampleReplacement(
        of: [sample(kind, 1)], by: [sample(kind, 2)], because: "it was counted again")
    ]
    #expect(try await store.keep(later, at: AnalyzedSamples.instant(day: 9)))
    #expect(try await store.samples(matching: query).map(\.value) == [2])
    #expect(try await store.superseded(matching: query).map(\.sample.value) == [1])
    // What was deleted since counts as what was written.
    try await store.delete(matching: query)
    #expect(try await !other.keep(revision(now, 3), at: AnalyzedSamples.instant(day: 9)))
  }

  @Test func `the mark goes as far as is accounted for`() async throws {
    let store = try await folder.filledStore()
    let marks = SampleKind.event.erased
    func mark(_ place: ChangeAnchor) async throws -> Double? {
      let sample = sample(marks, 0, day: 1)
      let isKept = try await store.keep(
        revision(place, Double.random(in: 0...1)), at: AnalyzedSamples.instant(day: 9)
      ) { anchor in
        var marked = sample
        marked.value = Double(anchor.rawValue)
        return [marked]
      }
      return isKept
        ? try await store.samples(matching: SampleQuery(kinds: [marks])).first?.value : nil
    }
    let first = try await store.currentAnchor()
    #expect(try await mark(first) == Double(first.rawValue) + 1, "behind its own change")
    let second = try await store.currentAnchor()
    try await store.save([sample(SampleKind.stepCount.erased, 5, day: 2, of: "P02")])
    #expect(
      try await mark(second) == Double(second.rawValue) + 2, "another person's does not matter")
    let third = try await store.currentAnchor()
    try await store.save([sample(SampleKind.stepCount.erased, 5, day: 2)])
    #expect(try await mark(third) == Double(third.rawValue), "others are not passed over")
  }

  /// A change that one expected to make and did not would be another program's by number.
  @Test func `what is not collected moves no mark`() async throws {
    let store = try await folder.filledStore()
    try await store.stopCollection(of: kind, for: "P01")
    let place = try await store.currentAnchor()
    try await store.save([sample(SampleKind.stepCount.erased, 5, day: 2)])
    let marked = sample(SampleKind.event.erased, 0)
    let isKept = try await store.keep(
      revision(place, 1), at: AnalyzedSamples.instant(day: 9)
    ) { anchor in
      #expect(anchor == place)
      return [marked]
    }
    #expect(isKept)
    #expect(try await store.samples(matching: SampleQuery(kinds: [kind])).isEmpty)
  }

  @Test func `a person who was deleted is not made again`() async throws {
    let store = try await folder.filledStore()
    let place = try await store.currentAnchor()
    try await store.deleteEverything(of: "P01")
    #expect(try await !store.keep(revision(place, 1), at: AnalyzedSamples.instant(day: 9)))
    #expect(try await store.everybody() == ["P02"])
  }

  @Test func `what was decided is decided again where somebody wrote meanwhile`() async throws {
    let store = try await folder.filledStore()
    let other = try folder.store()
    var turns = 0
    let known = try await store.settle("P01", holding: [kind], at: AnalyzedSamples.instant(day: 9))
    { draft in
      turns += 1
      let known = try await draft.samples(matching: SampleQuery(kinds: [kind]))
      if turns == 1 { try await other.save([sample(kind, 1)]) }
      draft.save([sample(kind, Double(known.count) + 2, day: 1)])
      return known.count
    }
    #expect(known == 1 && turns == 2)
    let query = SampleQuery(kinds: [kind])
    #expect(try await store.samples(matching: query).map(\.value) == [1, 3])
    // Another one may be new, and whoever is deleted meanwhile is decided on anew.
    var isKnown: [Bool] = []
    try await store.settle("P03", holding: [kind], at: AnalyzedSamples.instant(day: 9)) { draft in
      isKnown.append(try await draft.participants().contains("P03"))
      if isKnown.count == 1 { try await other.save([sample(kind, 1, of: "P03")]) }
      if isKnown.count == 2 { try await other.deleteEverything(of: "P03") }
      draft.save([sample(kind, 2, of: "P03")])
    }
    #expect(isKnown == [false, true, false])
    try await store.settle("P03", holding: [kind], at: AnalyzedSamples.instant(day: 9)) { draft in
      draft.delete([sample(kind, 2, of: "P03")])
    }
    #expect(try await store.samples(matching: query).map(\.participant) == ["P01", "P01"])
  }

  @Test func `kinds are granted here as everywhere`() async throws {
    let store = try await folder.filledStore()
    let place = try await store.currentAnchor()
    let reader = store.limited(to: SampleAccess(reading: .everything, writing: .nothing))
    await #expect(throws: SampleAccessError.self) {
      try await reader.keep(revision(place, 1), at: AnalyzedSamples.instant(day: 9))
    }
  }
}
