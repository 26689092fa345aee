import Dispatch
import GaitModel
import Synchronization

/// Runs the walk path beside the block path, on a thread of its own, one piece after the other.
final class WalkWorker: Sendable {
  private let path: Mutex<WalkPath>
  private let found: @Sendable ([WalkingBout]) -> Void
  private let queue = DispatchQueue(label: "gait.walks")
  /// The block path waits when it is so many pieces ahead, so that they do not pile up in memory.
  private let room = DispatchSemaphore(value: 16)
  private let obstacle = Mutex<KeptBoutsError?>(nil)

  /// Begins where the path stands. `found` is called on the worker's thread with the bouts of each piece that has some, in
  /// order.
  init(_ path: WalkPath, found: @escaping @Sendable ([WalkingBout]) -> Void = { _ in }) {
    self.path = Mutex(path)
    self.found = found
  }

  /// Takes the next piece; returns at once while there is room.
  func take(_ gait: ClosedGait) {
    room.wait()
    queue.async { [self] in
      let (bouts, failure) = path.withLock { path in
        (path.take(gait, observer: nil), path.failure)
      }
      if let failure { obstacle.withLock { $0 = failure } }
      room.signal()
      if !bouts.isEmpty { found(bouts) }
    }
  }

  /// Why bouts are in memory that should lie in a folder; `nil` where none are so far.
  var failure: KeptBoutsError? { obstacle.withLock { $0 } }

  /// Does something on the worker's thread after all pieces so far.
  func afterwards(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Waits until all pieces so far are done.
  func wait() { queue.sync {} }

  /// The path after the last piece.
  func finish() -> WalkPath {
    wait()
    return takePath()
  }

  /// The path, after all pieces are done.
  func takePath() -> WalkPath {
    path.withLock { path in
      defer { path.forgetFindings() }
      return path
    }
  }
}
