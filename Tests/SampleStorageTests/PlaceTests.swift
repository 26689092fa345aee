import Foundation
import GaitModel
import SampleStorage
import Testing

/// Places in a store's history, and stores that are put back.
struct PlaceTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  @Test func `a place is text that is read back`() async throws {
    let store = try await folder.filledStore()
    let place = try await store.currentAnchor()
    #expect(ChangeAnchor(place.description) == place && place.stored != nil)
    #expect(ChangeAnchor("12") == ChangeAnchor(rawValue: 12))
    for text in ["", "-", "12-", "-12", "1-2-3", "1.5", "x", "99999999999999999999", "１"] {
      #expect(ChangeAnchor(text) == nil, "\(text)")
    }
  }

  @Test func `an older copy does not have the places that came after it`() async throws {
    let copy = folder.url.appendingPathComponent("copy.gait").path
    var store = try folder.store()
    try await store.save([AnalyzedSamples.all[0]])
    let shared = try await store.currentAnchor()
    try await store.copy(to: copy)
    try await store.save([AnalyzedSamples.all[1]])
    let place = try await store.currentAnchor()
    try store.close()
    store = try SampleStore.open(copy, access: .everything)
    #expect(try await store.changes(since: shared).isEmpty)
    for asked in [place, ChangeAnchor(rawValue: place.rawValue)] {
      let error = await #expect(throws: StoreError.self) { try await store.changes(since: asked) }
      #expect("\(try #require(error))".contains("older copy"))
    }
    // The clocks of two histories differ; a millisecond is enough.
    try await Task.sleep(for: .milliseconds(5))
    try await store.save([AnalyzedSamples.all[2]])
    try await store.save([AnalyzedSamples.all[3]])
    await #expect(throws: StoreError.self) { try await store.changes(since: place) }
    #expect(try await !store.changes(since: shared).added.isEmpty)
    var feed = store.changes(after: place, every: .milliseconds(5)).makeAsyncIterator()
    await #expect(throws: StoreError.self) { try await feed.next() }
  }
}
