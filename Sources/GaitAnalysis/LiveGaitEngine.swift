import GaitModel
import Synchronization

/// Takes a recording while it goes on, and never keeps the sensor waiting: walks are analyzed on a thread of their own.
///
/// ```swift
/// let engine = try GaitPipeline().liveEngine(for: facts)
/// Task { for await bout in engine.bouts { show(bout) } }
/// sensor.onBlock = { engine.append($0) }
/// // when the person stops:
/// let analysis = try await engine.finish()
/// ```
///
/// Bouts and analysis are those of ``GaitEngine``, to the last bit and in the same order, however the input is cut. An engine
/// that is let go without `finish()` still hands out what has closed, and then ends ``bouts``.
public final class LiveGaitEngine: Sendable {
  /// The bouts, each as soon as it is analyzed, in the order in which they closed; ends after `finish()`. For one reader; what
  /// nobody reads is kept.
  public let bouts: AsyncStream<WalkingBout>

  private let state: Mutex<State>
  private let worker: WalkWorker
  private let ending: @Sendable () -> Void

  private struct State {
    var engine: GaitEngine
    var isEnded = false
    var analysis: RecordingAnalysis?
  }

  /// Makes an engine that has seen nothing yet. `found` is called on the thread of the walks with bouts as they come, before
  /// they stand in `bouts`.
  init(
    pipeline: GaitPipeline, facts: RecordingFacts, calibration: AccelerometerCalibration?,
    found: @escaping @Sendable ([WalkingBout]) -> Void
  ) {
    let (bouts, stream) = AsyncStream.makeStream(of: WalkingBout.self)
    self.bouts = bouts
    ending = { stream.finish() }
    worker = WalkWorker(WalkPath(pipeline: pipeline.suited(to: facts), facts: facts)) {
      found($0)
      for bout in $0 { stream.yield(bout) }
    }
    state = Mutex(
      State(engine: pipeline.engine(for: facts, calibration: calibration)))
  }

  deinit { worker.afterwards(ending) }

  /// Takes the next block.
  ///
  /// It waits for no walk. Only when a program feeds faster than walks are analyzed, hours at once, and sixteen of them lie
  /// waiting, does it wait for the first.
  ///
  /// - Parameter block: samples later than all before, less than a century after the first; of any
  ///   length, also empty. With an angular rate exactly when the facts say so, and slower sensors as ``GaitEngine`` takes
  ///   them. From one thread at a time, because their order counts; what a sensor still delivers after `finish()` is dropped.
  public func append(_ block: RecordingBlock) {
    state.withLock {
      guard !$0.isEnded else { return }
      $0.engine.append(block, walks: worker)
    }
  }

  /// Ends the recording, and waits until its last walk is analyzed.
  ///
  /// - Returns: everything that was found from the first block on, all bouts included; the same when it is called again.
  /// - Throws: `SearchObstacle` when whether anybody walked cannot be told.
  public func finish() async throws -> RecordingAnalysis {
    endInput()
    let analysis = await withCheckedContinuation { continuation in
      worker.afterwards { [self] in continuation.resume(returning: takeAnalysis()) }
    }
    if let obstacle = analysis.obstacle { throw obstacle }
    return analysis
  }

  /// Waits until everything that has closed is analyzed; for those who measure.
  package func waitForWalks() { worker.wait() }

  private func endInput() {
    state.withLock {
      guard !$0.isEnded else { return }
      $0.isEnded = true
      $0.engine.endBlocks(walks: worker)
    }
  }

  /// On the worker's thread, after all walks.
  private func takeAnalysis() -> RecordingAnalysis {
    ending()
    return state.withLock {
      let analysis = $0.analysis ?? $0.engine.takeAnalysis(of: worker.takePath())
      $0.analysis = analysis
      return analysis
    }
  }
}

extension GaitPipeline {
  /// An engine that takes a recording while it goes on, with walks analyzed on a thread of their own.
  ///
  /// - Parameters:
  ///   - facts: what is known of the recording.
  ///   - calibration: as in `engine(for:calibration:keepingBoutsIn:)`.
  /// - Returns: an engine that has seen nothing yet.
  /// - Throws: `SearchObstacle` when the rate is too low to tell whether anybody walks.
  public func liveEngine(
    for facts: RecordingFacts, calibration: AccelerometerCalibration? = nil
  ) throws -> LiveGaitEngine {
    try liveEngine(for: facts, calibration: calibration) { _ in }
  }

  /// The same, and `found` is called on the thread of the walks as soon as bouts are there; for those who measure.
  package func liveEngine(
    for facts: RecordingFacts, calibration: AccelerometerCalibration? = nil,
    found: @escaping @Sendable ([WalkingBout]) -> Void
  ) throws -> LiveGaitEngine {
    if let obstacle = LowestSamplingRates(rateHertz: facts.samplingRateHertz).obstacle {
      throw obstacle
    }
    return LiveGaitEngine(
      pipeline: self, facts: facts, calibration: calibration, found: found)
  }
}
