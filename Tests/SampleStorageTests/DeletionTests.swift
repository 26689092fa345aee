import Foundation
import GRDB
import GaitModel
import SampleStorage
import Testing

struct DeletionTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func bytes(of value: Double) -> Data {
    withUnsafeBytes(of: value.bitPattern.bigEndian) { Data($0) }
  }

  @Test func `deleted means deleted: the bytes are in none of the files`() async throws {
    let store = try folder.store()
    let walks = AnalyzedSamples.dailyLife.bouts.compactMap(\.walkingSpeed.value?.metersPerSecond)
    var someone = AnalyzedSamples.samples(AnalyzedSamples.dailyLife, of: "Ada-Lovelace", day: 0)
    let metadata = SampleMetadata(label: "walk with Charles", other: ["note": "left knee hurts"])
    for index in someone.samples.indices { someone.samples[index].metadata = metadata }
    try await store.save(AnalyzedSamples.all.filter { $0.recording.name != "daily-life" })
    try await store.save([someone])
    let secrets = ["Ada-Lovelace", "daily-life", "walk with Charles", "left knee"]
    for secret in secrets { #expect(try folder.contains(Data(secret.utf8))) }
    #expect(try folder.contains(bytes(of: walks[0])))

    #expect(try await store.deleteEverything(of: "Ada-Lovelace").valid == someone.samples.count)
    try await store.scrub()
    for secret in secrets { #expect(try !folder.contains(Data(secret.utf8))) }
    for walk in walks { #expect(try !folder.contains(bytes(of: walk))) }
    #expect(try await store.participants() == ["P01"])
    #expect(
      try await store.holdings(matching: SampleQuery(participant: "P01", includesLeftOut: true))
        .isEmpty == false)
  }

  @Test func `a day can be deleted and the rest stays`() async throws {
    let store = try await folder.filledStore()
    let monday = SampleQuery(
      participant: "P01", from: AnalyzedSamples.instant(day: 0),
      to: AnalyzedSamples.instant(day: 1))
    let gone = AnalyzedSamples.all[0].samples.count
    #expect(try await store.delete(matching: monday).valid == gone)
    let left = try await store.samples(matching: SampleQuery(includesLeftOut: true))
    #expect(left.count == AnalyzedSamples.list.samples.count - gone)
  }

  @Test func `samples are deleted by their identity`() async throws {
    let store = try await folder.filledStore()
    let samples = Array(AnalyzedSamples.all[0].samples.prefix(3))
    try await store.delete(samples)
    try await store.delete(samples)
    let left = try await store.samples(matching: SampleQuery(includesLeftOut: true))
    #expect(Set(left) == Set(AnalyzedSamples.list.samples).subtracting(samples))
  }

  /// Values that stood in one place one after the other, the last of which is valid.
  private func placed(_ values: [(Double, Terrain)]) async throws -> SampleStore {
    let store = try folder.store()
    let start = AnalyzedSamples.instant(day: 0)
    for (value, terrain) in values {
      let sample = Sample(
        kind: SampleKind.walkingSpeed.erased, value: value, start: start, end: start + 60,
        participant: "P01", source: SampleSource(name: "Walkway"),
        metadata: SampleMetadata(terrain: terrain))
      try await store.replace([], with: [sample], because: "measured again", at: start)
    }
    return store
  }

  @Test(arguments: [true, false])
  func `what is not asked for stays aside, also in the place of what is deleted`(isAside: Bool)
    async throws
  {
    let store = try await placed([(1.1, .level), (1.2, .incline), (1.3, .level)])
    var inclines = SampleQuery(participant: "P01")
    inclines.terrains = [.incline]
    let anchor = try await store.currentAnchor()
    let count =
      isAside
      ? try await store.deleteSuperseded(matching: inclines)
      : try await store.delete(matching: inclines).aside
    #expect(count == 1)
    let left = try await store.superseded(matching: SampleQuery(participant: "P01"))
    #expect(left.map(\.sample.value) == [1.1])
    #expect(try await store.samples(of: .walkingSpeed).map(\.value.metersPerSecond) == [1.3])
    #expect(try await store.changes(since: anchor).isEmpty)
  }

  @Test func `what is deleted can be saved again`() async throws {
    let store = try await folder.filledStore()
    try await store.deleteEverything(of: "P01")
    let outcome = try await store.save(AnalyzedSamples.all)
    #expect(outcome.written > 0 && outcome.unchanged == AnalyzedSamples.all[3].samples.count)
  }

  @Test func `a file that cannot be written anew is no deletion that failed`() async throws {
    let store = try await folder.filledStore()
    let impatient = try folder.store(StoreSettings(busyTimeout: .milliseconds(50)))
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: folder.path, configuration: configuration)
    try await reader.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN")
      _ = try Row.fetchOne(database, sql: "SELECT count(*) FROM sample")
    }
    try await impatient.deleteEverything(of: "P01")
    let error = await #expect(throws: StoreError.self) { try await impatient.scrub() }
    guard case .notScrubbed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(try #require(error))".contains("bytes of what is deleted may be left"))
    #expect(try await store.everybody() == ["P02"])
    try await reader.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await impatient.scrub()
  }
}
