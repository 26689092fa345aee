import Foundation
import GRDB
import GaitModel
import SampleStorage
import Testing

struct OpeningTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func change(_ place: UInt64, to bytes: [UInt8]) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path))
    try file.seek(toOffset: place)
    try file.write(contentsOf: bytes)
    try file.close()
  }

  @Test func `a file that is not ours is refused and left as it is`() async throws {
    let texts = [Data(), Data("time_s,acc_x\n0,1\n".utf8), Data(repeating: 7, count: 5000)]
    for bytes in texts {
      try bytes.write(to: URL(fileURLWithPath: folder.path))
      let error = #expect(throws: StoreError.self) { try folder.store() }
      #expect(error?.description.contains("left as it is") == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path)) == bytes)
    }
  }

  @Test func `another program's SQLite file is refused and left as it is`() async throws {
    try await folder.filledStore().close()
    try change(68, to: [0, 0, 0, 0])
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    #expect(
      throws: StoreError.notAStore(path: folder.path, found: "another program's SQLite file")
    ) { try folder.store() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path)) == before)
  }

  @Test func `a newer schema is refused and left as it is`() async throws {
    try await folder.filledStore().close()
    try change(60, to: [0, 0, 0, 99])
    let error = #expect(throws: StoreError.self) { try folder.store() }
    #expect(error?.description.contains("schema 99") == true)
  }

  @Test func `a missing file is made only when asked for`() throws {
    #expect(throws: StoreError.noSuchFile(path: folder.path)) {
      try folder.store(StoreSettings(mode: .read))
    }
    #expect(throws: StoreError.noSuchFile(path: folder.path)) {
      try folder.store(StoreSettings(mode: .update))
    }
    #expect(throws: StoreError.self) {
      try SampleStore.open("/no/such/folder/s.gait", access: .everything)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test(arguments: 1...6) func `a store of every older schema opens with all its samples`(
    schema: Int
  ) async throws {
    let old = try #require(
      Bundle.module.url(
        forResource: "schema-\(schema)", withExtension: "gait", subdirectory: "Stores"))
    try FileManager.default.copyItem(at: old, to: URL(fileURLWithPath: folder.path))
    let store = try folder.store()
    try await store.check()
    #expect(try await store.participants() == ["P01", "P02"])
    let kept = try await store.samples(matching: SampleQuery(includesLeftOut: true))
    #expect(kept.count == 480)
    #expect(try await store.collectionStops().isEmpty)
  }

  @Test(arguments: [StoreSettings.Mode.read, .update])
  func `what a journal says is half done is undone, whoever opens`(mode: StoreSettings.Mode)
    async throws
  {
    try await folder.filledStore().close()
    let whole = try await dump()
    // A program that was killed while it wrote the store's own pages.
    let places = ["", "-journal"].map { URL(fileURLWithPath: folder.path + $0) }
    let killed = try await DatabaseQueue(path: folder.path).writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1")
      try database.execute(
        sql: "BEGIN; CREATE TABLE other AS SELECT * FROM sample; DROP TABLE sample")
      let left = try places.map { try Data(contentsOf: $0) }
      try database.execute(sql: "ROLLBACK")
      return left
    }
    #expect(try Data(contentsOf: places[0]) != killed[0])
    for (place, left) in zip(places, killed) { try left.write(to: place) }
    let store = try folder.store(StoreSettings(mode: mode))
    #expect(try await store.samples(matching: SampleQuery(includesLeftOut: true)) == whole)
    try store.close()
    #expect(!FileManager.default.fileExists(atPath: places[1].path))
  }

  private func dump() async throws -> [Sample] {
    let store = try folder.store(StoreSettings(mode: .read))
    defer { try? store.close() }
    return try await store.samples(matching: SampleQuery(includesLeftOut: true))
  }

  @Test func `a handle that only reads writes nothing`() async throws {
    try await folder.filledStore().close()
    let reader = try folder.store(StoreSettings(mode: .read))
    #expect(try await reader.participants() == ["P01", "P02"])
    await #expect(throws: StoreError.readOnly(path: folder.path)) {
      try await reader.deleteEverything(of: "P01")
    }
  }

  @Test func `a file that may only be read is read, and a save says why it cannot be`() async throws
  {
    try await folder.filledStore().close()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
    }
    let options = geteuid() == 0 ? ["--nobody"] : []
    let (lines, code) = try WriterProcess(folder.path, "P01", first: 0, count: 1, options).finish()
    #expect(code == 1)
    #expect(lines.last?.contains("can only be read") == true, "\(lines)")
  }

  @Test func `a path with odd letters is a path`() async throws {
    let path = folder.url.appendingPathComponent("a b?c#d%20é.gait").path
    let store = try SampleStore.open(path, access: .everything)
    try await store.save([AnalyzedSamples.all[0]])
    try store.close()
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
