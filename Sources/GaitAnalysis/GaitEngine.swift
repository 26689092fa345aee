import GaitModel
import Signals

/// Takes a recording block by block and hands out the bouts that have closed.
///
/// ```swift
/// var engine = GaitPipeline().engine(for: facts)
/// while let block = stream.next() {
///   for bout in engine.append(block) { print(bout.walkingSpeed) }
/// }
/// let analysis = engine.finish()
/// ```
///
/// A week never sits in memory: only what may still belong to a walk is kept, half an hour at most.
/// However the input is cut, the results are the same to the last bit, also where slower sensors lag behind, by less than 2 s.
public struct GaitEngine {
  private let pipeline: GaitPipeline
  private let facts: RecordingFacts
  private let calibration: AccelerometerCalibration?
  /// Why stairs are not known where nobody looks for them.
  private let reasonWithoutStairs: MissingReason
  private var blocks: BlockPath
  private var walks: WalkPath
  /// What ``finish()`` found; `nil` while the recording goes on.
  private var finished: RecordingAnalysis?

  /// Told which stage the engine enters, for those who measure its cost; `nil` costs nothing.
  public var stageObserver: ((GaitStage) -> Void)?

  /// Makes an engine that has seen nothing yet. With a folder the bouts of a long recording are kept in a file there.
  init(
    pipeline: GaitPipeline, facts: RecordingFacts, calibration: AccelerometerCalibration?,
    keepingBoutsIn folder: String? = nil
  ) {
    reasonWithoutStairs =
      pipeline.presets[facts.place].terrain.looksForStairs ? .samplingTooSlow : .siteNotSupported
    let pipeline = pipeline.suited(to: facts)
    self.pipeline = pipeline
    self.facts = facts
    self.calibration = calibration
    blocks = BlockPath(pipeline: pipeline, facts: facts, calibration: calibration)
    walks = WalkPath(pipeline: pipeline, facts: facts, keepingBoutsIn: folder)
  }

  /// Takes the next block and returns the bouts that have closed since the last one.
  ///
  /// - Parameter block: samples later than all before, less than a century after the first; of any
  ///   length, also empty. With an angular rate exactly when the facts say so. What slower sensors gave may also come in an
  ///   empty block, before the motion of its time or less than 2 s of motion behind it; air pressure and speed over ground
  ///   that come later are counted in a remark and not used. What a sensor still delivers after ``finish()`` is dropped.
  /// - Returns: bouts in the order in which they closed; empty while a walk goes on.
  public mutating func append(_ block: RecordingBlock) -> [WalkingBout] {
    guard finished == nil else { return [] }
    var closed: [WalkingBout] = []
    blocks.append(block, observer: stageObserver) {
      closed += walks.take($0, observer: stageObserver)
    }
    return closed
  }

  /// Ends the recording.
  ///
  /// - Returns: everything that was found from the first block on, closed bouts included; the same when it is called again.
  public mutating func finish() -> RecordingAnalysis {
    if let finished { return finished }
    blocks.finish(observer: stageObserver) { _ = walks.take($0, observer: stageObserver) }
    stageObserver?(.finished)
    let analysis = takeAnalysis()
    finished = analysis
    return analysis
  }

  /// Takes a whole recording.
  ///
  /// - Parameters:
  ///   - onThreads: whether the recording is read and conditioned, steps are found and walks measured on threads of their own. Blocks
  ///     and pieces are taken in their order, so that the results are those of one thread to the last bit.
  ///   - progress: called with the seconds of recording taken so far.
  ///   - next: the next block; `nil` at the end.
  /// - Returns: everything that was found.
  /// - Throws: what `next` throws; `KeptBoutsError` where there is no room for the bouts.
  mutating func analyze(
    onThreads: Bool, progress: ((Double) -> Void)? = nil, _ next: () throws -> RecordingBlock?
  ) throws -> RecordingAnalysis {
    if onThreads {
      let worker = WalkWorker(walks)
      var conditioning = blocks.conditioning
      try BlockReader.reading({ try next().map { conditioning.append($0) } }) { next in
        while let piece = try next() {
          if piece.last.isFinite { progress?(piece.last) }
          blocks.take(piece, observer: nil, closed: worker.take)
          if let failure = worker.failure { throw failure }
        }
      }
      blocks.conditioning = conditioning
      endBlocks(walks: worker)
      walks = worker.finish()
    } else {
      while let block = try next() {
        if let last = block.seconds.last { progress?(last) }
        blocks.append(block, observer: nil) { _ = walks.take($0, observer: nil) }
        if let failure = walks.failure { throw failure }
      }
      blocks.finish(observer: nil) { _ = walks.take($0, observer: nil) }
    }
    if let failure = walks.failure { throw failure }
    return takeAnalysis()
  }

  /// Takes the next block; what closes goes to another thread.
  mutating func append(_ block: RecordingBlock, walks worker: WalkWorker) {
    blocks.append(block, observer: nil, closed: worker.take)
  }

  /// Ends the block path; what closes goes to another thread.
  mutating func endBlocks(walks worker: WalkWorker) {
    blocks.finish(observer: nil, closed: worker.take)
  }

  /// Hands out everything that was found, with the walks that another thread has taken.
  mutating func takeAnalysis(of walks: WalkPath) -> RecordingAnalysis {
    self.walks = walks
    return takeAnalysis()
  }

  /// Hands out everything that was found; both paths have come to their end.
  private mutating func takeAnalysis() -> RecordingAnalysis {
    let assumptions = walks.assumptions
    let found = walks.takeFindings()
    let stairs = stairs(found)
    var quality = blocks.quality
    quality.calibration = calibration
    quality.upWhileWalking = walks.upWhileWalking
    let known = walks.known
    var analysis = RecordingAnalysis(
      facts: facts, quality: quality, gaitSequences: found.sequences, bouts: [],
      turns: known.turns.provenance.leavesOpen
        ? .missing(.noMethod)
        : walks.seesTurns
          ? .known(found.turns, by: known.turns.identity) : .missing(.noGyroscope),
      stairFlights: stairs.flights, jumps: found.jumps, makers: makers,
      remarks: assumptions + blocks.remarks(walks: found.spans) + walks.deadSensors.remarks
        + [stairs.remark].compactMap(\.self),
      wearings: walks.wearings, heartRates: blocks.heartRateMeans)
    analysis.boutList = found.bouts
    analysis.personalCalibration = pipeline.personalCalibration
    analysis.obstacle = blocks.obstacle
    return analysis
  }

  /// The flights, or why they are not known, and in which walks nothing tells them.
  private func stairs(
    _ found: WalkPath.Findings
  ) -> (flights: Measured<[StairFlight]>, remark: RecordingRemark?) {
    if readsStairs { return (.known(found.flights), walks.ground.remarkBesideMotion) }
    guard blocks.hasPressure, !walks.deadSensors.pressures.isDeadThroughout else {
      return (.missing(reasonWithoutStairs), nil)
    }
    // Nobody climbed where nobody walked.
    return (
      walks.ground.isUnknown ? .missing(reasonWithoutStairs) : .known(found.flights),
      walks.ground.remark
    )
  }

  /// Whether stairs were looked for by the motion anywhere.
  private var readsStairs: Bool {
    walks.known.terrain.looksForStairs
      || walks.recognized.contains { pipeline.presets[$0].terrain.looksForStairs }
  }

  /// The methods that looked at the whole recording.
  private var makers: RecordingMakers {
    var makers = RecordingMakers()
    if wasCalibrationSought { makers.calibration = pipeline.calibration.identity }
    makers.nonWear = pipeline.nonWear.identity
    makers.gaitSequences = walks.known.gaitSequences.identity
    if blocks.hasHeartRate { makers.heartRate = HeartRateMeans.method }
    return makers
  }

  /// Whether the calibration came out of a recording: one that was given has no still epochs and no
  /// obstacle.
  private var wasCalibrationSought: Bool {
    calibration.map { $0.stillEpochCount > 0 || !$0.isApplied } ?? false
  }
}

/// The stages of the pipeline, as they are measured.
public enum GaitStage: String, Sendable, CaseIterable {
  /// Onto the even grid; quality.
  case conditioning
  /// Frames, features, gait or not.
  case gaitSequences = "gait_sequences"
  /// Step frequency.
  case stepFrequency = "step_frequency"
  /// Phase of the steps, initial contacts, walks.
  case initialContacts = "initial_contacts"
  /// Attitude, turns, heading.
  case alignment
  /// Feet, phases, lengths, bouts.
  case parameters
  /// Nothing more to do.
  case finished
}
