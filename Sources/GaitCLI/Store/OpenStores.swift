import Foundation
import SampleStorage
import Synchronization

/// The stores that a command has opened. However it ends, each is left as one file with everything in
/// it.
enum OpenStores {
  private static let stores = Mutex<[SampleStore]>([])

  /// Opens a store; the command line may do everything.
  static func open(
    _ path: String, _ mode: StoreSettings.Mode = .create
  ) throws -> SampleStore {
    let store = try SampleStore.open(
      path, access: .everything, settings: StoreSettings(mode: mode))
    stores.withLock { $0.append(store) }
    return store
  }

  /// Closes all of them: the command is done.
  static func close() { for store in taken() { try? store.close() } }

  /// Closes all of them in the middle of whatever is being done: the command is being ended. What was not
  /// kept whole is not kept. Another program that holds a store for longer than this is not waited for:
  /// the log is folded in by the next command then.
  static func breakOff() {
    let stores = taken()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for store in stores { store.breakOff() }
      done.signal()
    }
    _ = done.wait(timeout: .now() + 5)
  }

  private static func taken() -> [SampleStore] {
    stores.withLock { stores in
      defer { stores = [] }
      return stores
    }
  }
}
