import GaitModel
import Synchronization

/// Of how many people a run has kept the estimates, for whoever interrupts it: each person's are kept at once, and several
/// people are at work side by side.
final class KeptPeople: Sendable {
  private let count = Mutex(0)
  private let all: Int
  private let store: String

  /// Begins with none.
  ///
  /// - Parameters:
  ///   - all: how many are to be estimated.
  ///   - store: where they are kept.
  init(of all: Int, in store: String) {
    (self.all, self.store) = (all, store)
    Interruption.says("no estimates of this run were kept")
  }

  /// Takes note that one more person is done.
  func addOne() {
    count.withLock { count in
      count += 1
      Interruption.says(
        "the estimates of \(count) of \(all == 1 ? "1 person" : "\(all) people") are kept in \(store); the same command "
          + "goes on from here")
    }
  }
}
