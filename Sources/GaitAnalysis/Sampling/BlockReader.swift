import Dispatch
import GaitModel
import Synchronization

/// Reads a recording on a thread of its own, a few blocks ahead of what takes them, as they are or as they are conditioned.
///
/// The blocks are the same and come in the same order, and what the recording throws is thrown in its place.
final class BlockReader<Block: Sendable>: Sendable {
  /// So many blocks wait at most: one has up to 1.5 MB (a table of text), and what reads is rarely behind.
  private let blocksAhead = 3
  private let room = DispatchSemaphore(value: 0)
  private let ready = DispatchSemaphore(value: 0)
  private let waiting = Mutex<[Result<Block?, any Error>]>([])
  private let isStopped = Mutex(false)

  private init() { for _ in 0..<blocksAhead { room.signal() } }

  /// Reads on while something takes the blocks.
  ///
  /// - Parameters:
  ///   - next: the next block, `nil` at the end; called on another thread, and no more once `body` has returned.
  ///   - body: gets what hands out the next block, and is not to ask on after the end.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  static func reading<Found>(
    _ next: () throws -> Block?,
    _ body: (() throws -> Block?) throws -> Found
  ) throws -> Found {
    try withoutActuallyEscaping(next) { next in
      let reader = BlockReader()
      let queue = DispatchQueue(label: "gait.reading")
      // One thread at a time: this one has no more to do with it until the other is done.
      nonisolated(unsafe) let next = next
      queue.async { reader.readOn(next) }
      defer {
        reader.stop()
        queue.sync {}
      }
      return try body(reader.take)
    }
  }

  private func readOn(_ next: () throws -> Block?) {
    while true {
      room.wait()
      if isStopped.withLock({ $0 }) { return }
      let block = Result { try next() }
      waiting.withLock { $0.append(block) }
      ready.signal()
      guard case .success(.some) = block else { return }
    }
  }

  private func take() throws -> Block? {
    ready.wait()
    let block = waiting.withLock { $0.removeFirst() }
    room.signal()
    return try block.get()
  }

  private func stop() {
    isStopped.withLock { $0 = true }
    room.signal()
  }
}
