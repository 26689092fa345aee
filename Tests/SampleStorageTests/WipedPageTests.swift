import Foundation
import GaitModel
import SampleStorage
import Testing

/// Stores of which a part of a page was wiped out: a search in it finds nothing, or less, and SQLite says nothing.
struct WipedPageTests {
  private let folder: StoreFolder
  private static let pageBytes = 8192

  init() throws { folder = try StoreFolder() }

  /// The file with the end of one page wiped out, where its first entries lie; each page with something there in turn.
  private func wiped() async throws -> [Data] {
    try await folder.filledStore().close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    return stride(from: Self.pageBytes * 3 / 2, to: whole.count, by: Self.pageBytes).compactMap {
      let end = $0..<$0 + Self.pageBytes / 2
      guard whole[end].contains(where: { $0 != 0 }) else { return nil }
      var damaged = whole
      damaged.replaceSubrange(end, with: Data(count: end.count))
      return damaged
    }
  }

  @Test func `a small store is looked at whole when it is opened`() async throws {
    let wiped = try await wiped()
    #expect(wiped.count > 10)
    for damaged in wiped {
      try damaged.write(to: URL(fileURLWithPath: folder.path))
      for mode in [StoreSettings.Mode.read, .update] {
        let error = #expect(throws: StoreError.self) {
          try folder.store(StoreSettings(mode: mode))
        }
        #expect(error?.description.contains("damaged") == true, "\(String(describing: error))")
      }
    }
  }

  @Test
  func `a large store is, before samples are deleted, merged, exported, copied or written anew`()
    async throws
  {
    let everything = SampleQuery(includesLeftOut: true)
    let (other, output) = (folder.path + ".other", folder.path + ".out")
    let changes: [@Sendable (SampleStore) async throws -> Void] = [
      { _ = try await $0.delete(matching: everything) },
      { _ = try await $0.deleteEverything(of: "P01") },
      { _ = try await $0.deleteSuperseded(matching: everything) },
      { try await $0.scrub() },
      { try await $0.copy(to: output) },
      { try await $0.export(everything, to: output, ExportSettings(seal: nil, code: nil)) },
      { _ = try await SampleStore.open(other, access: .everything).merge($0) },
      { _ = try await $0.merge(SampleStore.open(other, access: .everything)) },
    ]
    var opened = 0
    let wiped = try await wiped()
    for damaged in wiped {
      for change in changes {
        try damaged.write(to: URL(fileURLWithPath: folder.path))
        // The names are looked at whatever the size: what is wiped out there is refused at once.
        guard let store = try? folder.store(StoreSettings(checkedBytes: 0)) else { continue }
        opened += 1
        let error = await #expect(throws: StoreError.self) { try await change(store) }
        #expect(error?.description.contains("damaged") == true, "\(String(describing: error))")
        try store.close()
        // The header counts that somebody opened it for writing.
        let after = try Data(contentsOf: URL(fileURLWithPath: folder.path))
        #expect(after.dropFirst(100) == damaged.dropFirst(100))
        #expect(!FileManager.default.fileExists(atPath: output))
      }
    }
    #expect(opened > 0 && opened < wiped.count * changes.count)
  }
}
