import GaitModel
import Signals

/// Searches an uninterrupted run of grid samples for gait sequences, and keeps what of it is still needed.
///
/// Everything up to the decision "gait or not" runs here on fixed frames of the sample grid with
/// filters of finite length, so that it does not matter how the input was cut.
struct GaitSequenceSearch {
  /// Seconds kept on each side of a group, so that the filters of later stages have settled.
  static let marginSeconds = 6.0

  private let judges: FrameJudges
  /// The grid's sample at the center of frame 0.
  private let runStart: SampleIndex
  /// The samples by channel.
  private var columns: [GridChunks<Float>]
  private var slow = SlowSamples()
  private var still = StillFrames()
  private var decimators: [Decimator]
  private var decimated: [Float] = []
  private let stepFrequency: StepFrequencyEvidence
  private var reading: FrameReading
  /// What the frames said.
  private var frames = GridSignal<GaitFrame>()
  /// The scores of the frames, one frame after the other; 0 where they were not read.
  private var scores = GridChunks<Double>()
  private static let noScores = [Double](
    repeating: 0, count: StepFrequencyEvidence.candidates.count)
  private var runDecoder: TwoStateDecoder
  private var walkDecoder: TwoStateDecoder
  /// What the decoders cannot call running and walking any more. The second does not know of runs, in which nobody walks.
  private var lead: (running: DecoderLead, walking: DecoderLead)
  private var runJudge = RunJudge()
  private var runGroups = GaitSequenceGroups()
  private var walkGroups = GaitSequenceGroups()
  /// Frames that move harder than this are searched for walking without rhythm, m/s²; `nil` where nobody looks.
  private let leastMotion: Double?
  private var movingGroups = GaitSequenceGroups()
  private var moving: [Range<FrameIndex>] = []
  private var waiting: [(group: GaitSequenceGroup, activity: Activity)] = []
  /// Whether the person runs, for each decided frame.
  private var isRunning = GridSignal<Bool>()
  private var nextFrame: FrameIndex = 0
  /// Frames that were decoded as running or not.
  private var decodedFrames: FrameIndex = 0
  private var decidedFrames: FrameIndex = 0
  private var isFinished = false

  /// - Parameters:
  ///   - start: the grid's index of the run's first sample.
  ///   - channelCount: 3, or 6 with a gyroscope.
  ///   - detector: says what a frame is.
  ///   - ground: says what ground a frame goes over.
  ///   - stepFrequency: says how well each step frequency explains a frame.
  ///   - leastMotion: what moves harder is searched for walking without rhythm, m/s²; `nil` for nothing.
  init(
    from start: SampleIndex, channelCount: Int, detector: any GaitSequenceDetector,
    ground: any FrameGroundReader, stepFrequency: StepFrequencyEvidence, leastMotion: Double? = nil
  ) {
    runStart = start
    judges = FrameJudges(detector: detector, ground: ground)
    self.leastMotion = leastMotion
    columns = Array(repeating: GridChunks(from: start), count: channelCount)
    decimators = (0..<3).map { _ in
      Decimator(filter: SlowAcceleration.filter, factor: SlowAcceleration.factor)
    }
    self.stepFrequency = stepFrequency
    reading = FrameReading(stepFrequency: stepFrequency)
    let decoding = detector.decoding
    walkDecoder = TwoStateDecoder(
      switchCost: decoding.walkingSwitchCost, largestEvidence: decoding.largestEvidence)
    runDecoder = TwoStateDecoder(
      switchCost: decoding.runningSwitchCost, largestEvidence: decoding.largestEvidence)
    lead = (DecoderLead(runDecoder), DecoderLead(walkDecoder))
  }

  private var samplesEnd: SampleIndex { columns[0].endIndex }
  /// Seconds of the recording from which on samples are kept: no later group begins before.
  var keptSeconds: Double { SampleGrid.seconds(at: Double(columns[0].startIndex)) }

  /// Takes the next samples.
  mutating func append(_ new: [[Float]]) {
    for c in columns.indices { columns[c].append(contentsOf: new[c]) }
    for c in 0..<3 {
      new[c].withUnsafeBufferPointer { decimators[c].append($0, into: &decimated) }
      takeDecimated(axis: c)
    }
    decideFrames()
  }

  /// Ends the run: what was held back is decided.
  mutating func finish() {
    for c in 0..<3 {
      decimators[c].finish(into: &decimated)
      takeDecimated(axis: c)
    }
    isFinished = true
    decideFrames()
    for isRun in runDecoder.finish() { judge(isRunning: isRun) }
    for isRun in runJudge.finish(by: judges.detector) { take(isRunning: isRun) }
    for isWalk in walkDecoder.finish() { take(isWalking: isWalk) }
    if let group = runGroups.finish() { waiting.append((group, .running)) }
    if let group = walkGroups.finish() { waiting.append((group, .walking)) }
    if let group = movingGroups.finish() { moving.append(group.frames) }
  }

  /// The next group whose surroundings are there, cut out for the later stages.
  mutating func nextSequences() -> ClosedSequences? {
    guard let (group, activity) = waiting.first else {
      forget()
      return nil
    }
    let margin = Int(Self.marginSeconds * SampleGrid.rateHertz)
    let end = sample(atFrame: group.frames.upperBound) + margin
    guard isFinished || end <= samplesEnd else { return nil }
    waiting.removeFirst()
    let start = max(runStart, sample(atFrame: group.frames.lowerBound) - margin)
    return cut(group, activity: activity, samples: start..<min(end, samplesEnd))
  }

  /// The next stretch in which something moves, once no walk in it is still to be looked at.
  mutating func nextMoving() -> MovingStretch? {
    guard let frames = moving.first else { return nil }
    let margin = Int(Self.marginSeconds * SampleGrid.rateHertz)
    let firstOpen = min(
      runGroups.firstNeeded, walkGroups.firstNeeded,
      waiting.map(\.group.frames.lowerBound).min() ?? .max)
    let isComplete =
      sample(atFrame: frames.upperBound) + margin <= samplesEnd && firstOpen >= frames.upperBound
    guard isFinished || isComplete else { return nil }
    moving.removeFirst()
    let seconds = seconds(ofFrames: frames).clamped(to: extent)
    let first = Int(SampleGrid.position(atSeconds: seconds.lowerBound)) - margin
    let last = Int(SampleGrid.position(atSeconds: seconds.upperBound)) + margin
    let samples = (first..<last).clamped(to: columns[0].startIndex..<samplesEnd)
    return MovingStretch(seconds: seconds, columns: columns.map { $0[samples] })
  }

  // MARK: Frames

  private mutating func takeDecimated(axis: Int) {
    slow.axes[axis].append(contentsOf: decimated)
    decimated.removeAll(keepingCapacity: true)
  }

  private mutating func decideFrames() {
    let slowEnd = slow.endIndex
    guard slowEnd > 1 else { return }
    still.append(slow)
    let hop = SlowAcceleration.hop
    let half = SlowAcceleration.frameLength / 2
    while isFinished ? nextFrame * hop < slowEnd : max(nextFrame * hop + half, half + 1) <= slowEnd
    {
      let frame = readFrame()
      frames.append(frame)
      lead.running.append(logOdds: frame.gait.running)
      lead.walking.append(logOdds: frame.gait.walking)
      for isRun in runDecoder.append(logOdds: frame.gait.running) { judge(isRunning: isRun) }
      nextFrame += 1
    }
  }

  /// Looks at the next frame.
  private mutating func readFrame() -> GaitFrame {
    guard !still.isStill(nextFrame), readSamples() else {
      scores.append(contentsOf: Self.noScores)
      return .still
    }
    let lead = lead
    var frame = judges.frame(of: &reading) {
      lead.walking.isOff(atMost: $0.walking) && lead.running.isOff(atMost: $0.running)
    }
    frame.isMoving = leastMotion.map { reading.isMoving(above: $0) } ?? false
    scores.append(contentsOf: reading.knownScores ?? Self.noScores)
    return frame
  }

  /// Reads the samples of the next frame.
  ///
  /// - Returns: whether anything moves.
  private mutating func readSamples() -> Bool {
    slow.read(nextFrame, into: &reading.slow)
    reading.seconds = seconds(ofFrame: nextFrame)
    return reading.readSamples()
  }

  /// A run whose steps do not push is none.
  private mutating func judge(isRunning isRun: Bool) {
    guard judges.detector.judgesRuns else { return take(isRunning: isRun) }
    let push = frames[decodedFrames].gait.push
    decodedFrames += 1
    for isRun in runJudge.append(isRun: isRun, push: push, by: judges.detector) {
      take(isRunning: isRun)
    }
  }

  /// Running excludes walking; walking is searched in the remaining frames.
  private mutating func take(isRunning isRun: Bool) {
    let frame = frames[isRunning.endIndex]
    isRunning.append(isRun)
    if let group = runGroups.append(isGait: isRun) { waiting.append((group, .running)) }
    let odds = isRun ? -Double.infinity : frame.gait.walking
    for isWalk in walkDecoder.append(logOdds: odds) { take(isWalking: isWalk) }
  }

  private mutating func take(isWalking isWalk: Bool) {
    defer { decidedFrames += 1 }
    if let group = walkGroups.append(isGait: isWalk) { waiting.append((group, .walking)) }
    guard leastMotion != nil else { return }
    let isMoving = isWalk || frames[decidedFrames].isMoving
    if let group = movingGroups.append(isGait: isMoving) { moving.append(group.frames) }
  }

  // MARK: Sequences

  private func sample(atFrame frame: FrameIndex) -> SampleIndex {
    runStart + frame * SlowAcceleration.hop * SlowAcceleration.factor
  }

  private func cut(
    _ group: GaitSequenceGroup, activity: Activity, samples: Range<SampleIndex>
  ) -> ClosedSequences {
    let places =
      StepFrequencyEvidence.places(of: group.frames.lowerBound)
      .lowerBound..<StepFrequencyEvidence.places(of: group.frames.upperBound).lowerBound
    return ClosedSequences(
      activity: activity,
      sequences: group.sequences.map { seconds(ofFrames: $0).clamped(to: extent) },
      runs: activity == .walking ? runs(around: group.frames) : [], isCut: group.isCut,
      columns: columns.map { $0[samples] }, runStart: runStart, frames: frames[group.frames],
      scores: scores[places], slow: slow.around(group.frames), judges: judges,
      stepFrequency: stepFrequency)
  }

  /// Where the person runs, among the decided frames near a group. A pause that does not end a run belongs to it, or a
  /// walk could lie inside the run.
  private func runs(around frames: Range<FrameIndex>) -> [Range<Double>] {
    let near = max(frames.lowerBound - GaitSequenceGroups.mergeFrames, isRunning.startIndex)
    let end = min(frames.upperBound + GaitSequenceGroups.mergeFrames, isRunning.endIndex)
    var runs: [Range<Double>] = []
    for frame in near..<max(near, end) where isRunning[frame] {
      let time = seconds(ofFrames: frame..<(frame + 1))
      if let last = runs.last,
        time.lowerBound - last.upperBound <= GaitSequenceGroups.longestPauseSeconds
      {
        runs[runs.count - 1] = last.lowerBound..<time.upperBound
      } else {
        runs.append(time)
      }
    }
    return runs
  }

  /// The time that some frames stand for: half a hop on each side of their centers.
  private func seconds(ofFrames frames: Range<FrameIndex>) -> Range<Double> {
    let half = SlowAcceleration.hopSeconds / 2
    return
      (seconds(ofFrame: frames.lowerBound) - half)..<(seconds(ofFrame: frames.upperBound - 1) + half)
  }

  /// From the first sample to the last so far; half a hop before the first there is nothing.
  private var extent: Range<Double> {
    SampleGrid.seconds(at: Double(runStart))..<SampleGrid.seconds(at: Double(samplesEnd - 1))
  }

  private func seconds(ofFrame frame: FrameIndex) -> Double {
    SampleGrid.seconds(at: Double(sample(atFrame: frame)))
  }

  /// Drops samples that no later group can need; many at once, because dropping moves the rest.
  private mutating func forget() {
    let margin = Int(Self.marginSeconds * SampleGrid.rateHertz)
    let spare = 2 * SlowAcceleration.frameLength * SlowAcceleration.factor
    let moved = leastMotion == nil ? .max : moving.first?.lowerBound ?? movingGroups.firstNeeded
    let needed = min(runGroups.firstNeeded, walkGroups.firstNeeded, moved)
    let first = sample(atFrame: needed) - margin - spare
    guard first - columns[0].startIndex > 60 * Int(SampleGrid.rateHertz) else { return }
    for c in columns.indices { columns[c].forget(before: first) }
    let firstFrame = (first - runStart) / (SlowAcceleration.hop * SlowAcceleration.factor)
    frames.forget(before: firstFrame)
    scores.forget(before: StepFrequencyEvidence.places(of: firstFrame).lowerBound)
    isRunning.forget(before: firstFrame)
    let slowFirst = (first - runStart) / SlowAcceleration.factor - SlowAcceleration.frameLength
    slow.forget(before: slowFirst)
    still.forget(before: slowFirst)
  }
}
