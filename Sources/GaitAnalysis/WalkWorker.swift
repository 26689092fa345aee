import Dispatch
import GaitModel
import Synchronization

/// Runs the walk path beside the block path, each half on a thread of its own, one piece after the other.
final class WalkWorker: Sendable {
  private let steps: StepPath
  private let path: Mutex<WalkPath>
  private let found: @Sendable ([WalkingBout]) -> Void
  private let stepQueue = DispatchQueue(label: "gait.steps")
  private let walkQueue = DispatchQueue(label: "gait.walks")
  /// The block path waits when it is so many pieces ahead, so that they do not pile up in memory.
  private let room = DispatchSemaphore(value: 16)
  /// The first half waits when it is so many minutes of walking ahead, because what it makes of half an hour takes 30 MB:
  /// such a walk goes by itself, and short ones do not wait.
  private static let minutesAhead = 8
  private let minutes = DispatchSemaphore(value: minutesAhead)
  private let obstacle = Mutex<KeptBoutsError?>(nil)

  /// Begins where the path stands. `found` is called on the worker's thread with the bouts of each piece that has some, in
  /// order.
  init(_ path: WalkPath, found: @escaping @Sendable ([WalkingBout]) -> Void = { _ in }) {
    steps = path.steps
    self.path = Mutex(path)
    self.found = found
  }

  /// Takes the next piece; returns at once while there is room.
  func take(_ gait: ClosedGait) {
    room.wait()
    let length = min(Self.minutesAhead, 1 + Int(gait.durationSeconds / 60))
    stepQueue.async { [self] in
      for _ in 0..<length { minutes.wait() }
      let stepped = steps.take(gait, observer: nil)
      room.signal()
      walkQueue.async { [self] in
        let (bouts, failure) = path.withLock { path in
          (path.take(stepped, observer: nil), path.failure)
        }
        if let failure { obstacle.withLock { $0 = failure } }
        for _ in 0..<length { minutes.signal() }
        if !bouts.isEmpty { found(bouts) }
      }
    }
  }

  /// Why bouts are in memory that should lie in a folder; `nil` where none are so far.
  var failure: KeptBoutsError? { obstacle.withLock { $0 } }

  /// Does something on the thread of the second half after all pieces so far.
  func afterwards(_ work: @escaping @Sendable () -> Void) {
    stepQueue.async { [walkQueue] in walkQueue.async(execute: work) }
  }

  /// Waits until all pieces so far are done.
  func wait() {
    stepQueue.sync {}
    walkQueue.sync {}
  }

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
