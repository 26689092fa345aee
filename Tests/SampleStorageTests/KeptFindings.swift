import Foundation
import GRDB
import GaitModel
import SampleStorage
import TestSupport
import Testing

/// What fuzzing starts from and what it once found: every file keeps the promises.
@Suite struct KeptFindings {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  @Test(arguments: KeptFile.all(of: "HealthExport"))
  func `a health export is read or refused`(kept: KeptFile) throws {
    #expect(DamagedDoors.healthBreach(try kept.bytes) == nil)
  }

  @Test(arguments: KeptFile.all(of: "SampleExport"))
  func `an export is read or refused`(kept: KeptFile) throws {
    #expect(DamagedDoors.exportBreach(try kept.bytes, in: folder.url.path) == nil)
  }

  @Test(arguments: KeptFile.all(of: "Store"))
  func `a store answers or says that it is damaged`(kept: KeptFile) async throws {
    for change in [UInt8(0), 1] {
      // Read only, and written to as well.
      let bytes = try kept.bytes + [change]
      #expect(await DamagedStore.breach(bytes, in: folder.url.path) == nil)
    }
  }

  @Test func `the seed of a store is one that answers`() async throws {
    let url = try #require(KeptFile.all(of: "Store").first { $0.url.path.contains("/Seeds/") }).url
    if ProcessInfo.processInfo.environment["GAITKIT_REMAKE_SEEDS"] != nil {
      try await makeSeed().write(to: url)
    }
    try Data(contentsOf: url).write(to: URL(fileURLWithPath: folder.path))
    let store = try folder.store()
    defer { try? store.close() }
    try await store.check()
    #expect(try await store.samples(matching: SampleQuery(includesLeftOut: true)).count > 10)
    #expect(try await !store.superseded(matching: SampleQuery(includesLeftOut: true)).isEmpty)
    let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
    #expect(try #require(size) < 65536)
  }

  /// A small store in small pages, so that a damaged byte is more likely to be one that counts.
  private func makeSeed() async throws -> Data {
    let store = try folder.store()
    try await store.save([AnalyzedSamples.samples(AnalyzedSamples.straight, of: "P01", day: 2)])
    let old = try await store.samples(matching: SampleQuery(kinds: [.init(.stepCount)]))
    var changed = old[0]
    changed.value += 1
    try await store.replace(
      old, with: [changed], because: "height", at: AnalyzedSamples.instant(day: 9))
    _ = try await store.delete(matching: SampleQuery(kinds: [.init(.cadence)]))
    try store.close()
    let queue = try DatabaseQueue(path: folder.path)
    try await queue.writeWithoutTransaction { database in
      for step in ["journal_mode = DELETE", "page_size = 512"] {
        _ = try Row.fetchAll(database, sql: "PRAGMA \(step)")
      }
      try database.execute(sql: "VACUUM")
      _ = try Row.fetchAll(database, sql: "PRAGMA journal_mode = WAL")
    }
    try queue.close()
    return try Data(contentsOf: URL(fileURLWithPath: folder.path))
  }
}
