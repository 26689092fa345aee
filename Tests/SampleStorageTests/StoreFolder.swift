import Foundation
import GaitModel
import SampleStorage

/// A folder for a test's store, gone with the test.
final class StoreFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.appendingPathComponent("samples.gait").path }

  /// A handle that may do everything.
  func store(_ settings: StoreSettings = StoreSettings()) throws -> SampleStore {
    try SampleStore.open(path, access: .everything, settings: settings)
  }

  /// A store with the samples of all recordings.
  func filledStore() async throws -> SampleStore {
    let store = try store()
    try await store.save(AnalyzedSamples.all)
    return store
  }

  /// Whether a word or number stands anywhere in the store's files.
  func contains(_ bytes: Data) throws -> Bool {
    try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .contains { try Data(contentsOf: $0).range(of: bytes) != nil }
  }
}
