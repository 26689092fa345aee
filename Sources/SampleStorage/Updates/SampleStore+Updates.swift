import GaitModel

extension SampleStore {
  /// The samples asked for, now and again after every change that concerns them, also by another
  /// process. The sequence ends when its task is cancelled, or with an error.
  ///
  /// ```swift
  /// for try await speeds in store.updates(of: query) { show(speeds) }
  /// ```
  ///
  /// - Parameters:
  ///   - query: which samples, in which order.
  ///   - pause: how often to look; a look reads one page of the file, mostly from memory.
  /// - Returns: the results, the first one at once. Changes between two looks come together, and
  ///   results that were not taken are replaced by later ones.
  public func updates(
    of query: SampleQuery, every pause: Duration = .milliseconds(250)
  ) -> AsyncThrowingStream<[Sample], any Error> {
    follow(query, pause) { try await samples(matching: query) }
  }

  /// Additions and deletions, as they come, from a place in the store's history on.
  ///
  /// - Parameters:
  ///   - anchor: the place from which to begin.
  ///   - query: which samples; its order and limit do not count.
  ///   - pause: how often to look.
  /// - Returns: changes that are not empty, in order, none lost.
  public func changes(
    after anchor: ChangeAnchor, matching query: SampleQuery = SampleQuery(includesLeftOut: true),
    every pause: Duration = .milliseconds(250)
  ) -> AsyncThrowingStream<SampleChanges, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        var anchor = anchor
        do {
          while !Task.isCancelled {
            let changes = try await changes(since: anchor, matching: query)
            anchor = changes.anchor
            if !changes.isEmpty { continuation.yield(changes) }
            try await Task.sleep(for: pause)
          }
          continuation.finish()
        } catch { continuation.finish(throwing: error is CancellationError ? nil : error) }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Waits until something was written after a place in the store's history, also by another process; a copy that was put
  /// back is another history.
  ///
  /// - Parameters:
  ///   - anchor: the place.
  ///   - pause: how often to look.
  /// - Throws: `CancellationError` when its task is cancelled; ``StoreError``.
  public func waitForChange(
    after anchor: ChangeAnchor, every pause: Duration = .milliseconds(250)
  ) async throws {
    repeat { try await Task.sleep(for: pause) } while try await currentAnchor() == anchor
  }

  /// Yields what the work gives, at first and whenever something asked for has changed.
  private func follow<Result: Sendable>(
    _ query: SampleQuery, _ pause: Duration,
    _ result: @escaping @Sendable () async throws -> Result
  ) -> AsyncThrowingStream<Result, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          var seen = try await currentAnchor()
          continuation.yield(try await result())
          while !Task.isCancelled {
            try await waitForChange(after: seen, every: pause)
            let changes = try await changes(since: seen, matching: query)
            seen = changes.anchor
            if !changes.isEmpty { continuation.yield(try await result()) }
          }
          continuation.finish()
        } catch { continuation.finish(throwing: error is CancellationError ? nil : error) }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
