import Foundation
import GaitModel
import SampleStorage
import Synchronization

/// Somebody who is writing into a store, until told to end: others read and wait.
final class HeldStore: Sendable {
  private let isHeld = Mutex(false)
  private let isFree = Mutex(false)

  /// Does something while the store is held, by whoever keeps some samples then.
  static func holding<Result>(
    _ store: SampleStore, keeping samples: [Sample] = [], _ work: () async throws -> Result
  ) async throws -> Result {
    let held = HeldStore()
    var rest = [samples].filter { !$0.isEmpty }[...]
    async let writing = store.keep(
      SampleFeed {
        held.wait()
        return rest.popFirst()
      })
    while !held.isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
    let result = try await work()
    held.isFree.withLock { $0 = true }
    _ = try await writing
    return result
  }

  private func wait() {
    isHeld.withLock { $0 = true }
    while !isFree.withLock({ $0 }) { usleep(10_000) }
  }
}
