import Foundation
import GaitModel
import SampleStorage

/// What a damaged store may do: answer, or say that it is damaged, which is a `StoreError`. `Tools/fuzz` links this
/// file.
enum DamagedStore {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let everything = SampleQuery(includesLeftOut: true)

  /// Opens bytes as a store and asks everything of it; where the last byte is odd, writes and deletes, too.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - folder: a folder for it.
  /// - Returns: which promise was broken; `nil` when all were kept.
  static func breach(_ bytes: [UInt8], in folder: String) async -> String? {
    let path = folder + "/damaged.gait"
    for name in ["", "-wal", "-shm", "-journal", ".out"] { unlink(path + name) }
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    let isWritten = bytes.last.map { $0 % 2 == 1 } ?? false
    let settings = StoreSettings(
      mode: isWritten ? .update : .read, busyTimeout: .zero, pageCacheBytes: 1 << 20,
      // What is read of a file that is not looked at whole.
      checkedBytes: 0)
    do {
      let store = try SampleStore.open(
        path, access: .everything, settings: settings, clock: { now })
      defer { try? store.close() }
      for question in questions(to: path + ".out") + (isWritten ? changes : []) {
        do { try await question(store) } catch {
          if let words = breach(by: error) { return words }
        }
      }
      return nil
    } catch { return breach(by: error) }
  }

  /// One refusal does not keep from asking the next.
  private typealias Question = @Sendable (SampleStore) async throws -> Void

  private static func questions(to output: String) -> [Question] {
    [
      { try await $0.check() },
      { _ = try await $0.holdings() },
      { _ = try await $0.samples(matching: everything) },
      { _ = try await $0.rows(matching: SampleQuery(includesLeftOut: true, countsOnce: true)) },
      { _ = try await $0.superseded(matching: everything) },
      { _ = try await $0.keptRecordings() },
      { _ = try await $0.changes(since: .beginning) },
      { _ = try await $0.setAside() },
      { _ = try await $0.span(of: [SampleKind.stepCount.erased]) },
      { store in
        let days = StatisticsQuery(
          .stepCount, every: .days(1), in: Calendar(identifier: .gregorian))
        _ = try await store.statistics(days)
      },
      { try await $0.export(everything, to: output, ExportSettings(seal: nil, code: nil)) },
    ]
  }

  private static let changes: [Question] = [
    { store in
      guard let sample = try await store.samples(matching: everything).first else { return }
      try await store.replace([sample], with: [], because: "damaged", at: now)
    },
    { store in
      for kept in try await store.keptRecordings() {
        try await store.giveUp(kept.recording, of: kept.participant, because: "damaged")
      }
    },
    { _ = try await $0.delete(matching: everything) },
    { _ = try await $0.deleteSuperseded(matching: everything) },
  ]

  private static func breach(by error: any Error) -> String? {
    error is StoreError && "\(error)".count > 10 ? nil : "an error of another kind: \(error)"
  }
}
