import GaitModel
import Signals

/// An uninterrupted stretch of grid samples, with what of it is still needed.
///
/// Everything up to the decision "gait or not" runs here on fixed frames of the sample grid with
/// filters of finite length, so that it does not matter how the input was cut.
struct GaitStretch {
  /// Seconds kept on each side of a region, so that the filters of later stages have settled.
  static let marginSeconds = 6.0

  /// Grid index of the stretch's first sample.
  let gridStart: Int
  /// 100 Hz samples by channel, from grid index `keptFrom` on.
  private var columns: [[Float]]
  private var keptFrom: Int
  /// Slow samples by axis, from slow index `slowKeptFrom` on.
  private var slow: [[Float]] = [[], [], []]
  private var slowKeptFrom = 0
  private var decimators: [Decimator]
  private var reader: GaitFrameReader
  private var window = SlowAcceleration()
  /// What the frames said, from frame `framesKeptFrom` on.
  private var frames: [GaitFrame] = []
  private var framesKeptFrom = 0
  private var runDecoder: TwoStateDecoder
  private var walkDecoder: TwoStateDecoder
  private var runRegions = GaitRegions()
  private var walkRegions = GaitRegions()
  private var waiting: [(region: GaitRegion, activity: Activity)] = []
  /// Whether the person runs, for each decided frame from `framesKeptFrom` on.
  private var isRunning: [Bool] = []
  private var nextFrame = 0
  private var isFinished = false

  init(gridStart: Int, channelCount: Int, pipeline: GaitPipeline, site: WearingSite?) {
    self.gridStart = gridStart
    keptFrom = gridStart
    columns = Array(repeating: [], count: channelCount)
    decimators = (0..<3).map { _ in
      Decimator(filter: SlowAcceleration.filter, factor: SlowAcceleration.factor)
    }
    let detector = pipeline.sequences
    reader = GaitFrameReader(pipeline: pipeline, site: site)
    walkDecoder = TwoStateDecoder(
      switchCost: detector.switchCost, largestEvidence: detector.largestEvidence)
    runDecoder = TwoStateDecoder(
      switchCost: pipeline.running.switchCost, largestEvidence: detector.largestEvidence)
  }

  private var gridEnd: Int { keptFrom + columns[0].count }
  /// Seconds of the recording from which on samples are kept: no later excerpt begins before.
  var keptSeconds: Double { Double(keptFrom) / UniformSampling.rateHertz }
  private var slowEnd: Int { slowKeptFrom + slow[0].count }

  /// Takes the next samples.
  mutating func append(_ new: [[Float]]) {
    for c in columns.indices { columns[c].append(contentsOf: new[c]) }
    for c in 0..<3 {
      new[c].withUnsafeBufferPointer { decimators[c].append($0, into: &slow[c]) }
    }
    decideFrames()
  }

  /// Ends the stretch: what was held back is decided.
  mutating func finish() {
    for c in 0..<3 { decimators[c].finish(into: &slow[c]) }
    isFinished = true
    decideFrames()
    for isRun in runDecoder.finish() { take(isRunning: isRun) }
    for isWalk in walkDecoder.finish() { take(isWalking: isWalk) }
    if let region = runRegions.finish() { waiting.append((region, .running)) }
    if let region = walkRegions.finish() { waiting.append((region, .walking)) }
  }

  /// The next region whose surroundings are there, cut out for the later stages.
  mutating func nextExcerpt() -> GaitExcerpt? {
    guard let (region, activity) = waiting.first else {
      forget()
      return nil
    }
    let margin = Int(Self.marginSeconds * UniformSampling.rateHertz)
    let end = gridIndex(ofFrame: region.frames.upperBound) + margin
    guard isFinished || end <= gridEnd else { return nil }
    waiting.removeFirst()
    let start = max(gridStart, gridIndex(ofFrame: region.frames.lowerBound) - margin)
    return excerpt(of: region, activity: activity, grid: start..<min(end, gridEnd))
  }

  // MARK: Frames

  private mutating func decideFrames() {
    guard slowEnd > 1 else { return }
    let hop = SlowAcceleration.hop
    let half = SlowAcceleration.frameLength / 2
    while isFinished ? nextFrame * hop < slowEnd : max(nextFrame * hop + half, half + 1) <= slowEnd
    {
      readWindow(ofFrame: nextFrame)
      let frame = reader.read(window)
      frames.append(frame)
      for isRun in runDecoder.append(logOdds: frame.logOddsOfRunning) { take(isRunning: isRun) }
      nextFrame += 1
    }
  }

  /// Where the person runs, nobody walks; what is left is asked for walking.
  private mutating func take(isRunning isRun: Bool) {
    let frame = frames[isRunning.count]
    isRunning.append(isRun)
    if let region = runRegions.append(isGait: isRun) { waiting.append((region, .running)) }
    let odds = isRun ? -Double.infinity : frame.logOddsOfWalking
    for isWalk in walkDecoder.append(logOdds: odds) { take(isWalking: isWalk) }
  }

  private mutating func take(isWalking isWalk: Bool) {
    if let region = walkRegions.append(isGait: isWalk) { waiting.append((region, .walking)) }
  }

  private mutating func readWindow(ofFrame frame: Int) {
    let length = SlowAcceleration.frameLength
    let first = frame * SlowAcceleration.hop - length / 2
    if first >= slowKeptFrom, first + length <= slowEnd {
      let kept = (first - slowKeptFrom)..<(first - slowKeptFrom + length)
      window.x.replaceSubrange(0..<length, with: slow[0][kept])
      window.y.replaceSubrange(0..<length, with: slow[1][kept])
      window.z.replaceSubrange(0..<length, with: slow[2][kept])
      return
    }
    for i in 0..<length {
      let k = mirrored(first + i) - slowKeptFrom
      window.x[i] = slow[0][k]
      window.y[i] = slow[1][k]
      window.z[i] = slow[2][k]
    }
  }

  /// An index beyond an end of the stretch, mirrored back into it.
  private func mirrored(_ index: Int) -> Int {
    guard index < 0 || index >= slowEnd else { return index }
    guard slowEnd > 1 else { return 0 }
    let period = 2 * (slowEnd - 1)
    let folded = ((index % period) + period) % period
    return folded < slowEnd ? folded : period - folded
  }

  // MARK: Excerpts

  private func gridIndex(ofFrame frame: Int) -> Int {
    gridStart + frame * SlowAcceleration.hop * SlowAcceleration.factor
  }

  private func excerpt(
    of region: GaitRegion, activity: Activity, grid: Range<Int>
  ) -> GaitExcerpt {
    let range = (grid.lowerBound - keptFrom)..<(grid.upperBound - keptFrom)
    func vectors(_ c: Int) -> [SIMD3<Double>] {
      let (x, y, z) = (columns[c][range], columns[c + 1][range], columns[c + 2][range])
      return zip(zip(x, y), z).map { SIMD3(Double($0.0), Double($0.1), Double($1)) }
    }
    let kept = frames[
      (region.frames.lowerBound - framesKeptFrom)..<(region.frames.upperBound - framesKeptFrom)]
    return GaitExcerpt(
      start: grid.lowerBound, acceleration: vectors(0),
      angularRate: columns.count >= 6 ? vectors(3) : nil, activity: activity,
      frames: GaitFrames(
        first: region.frames.lowerBound, gridStart: gridStart, frames: Array(kept)),
      cores: region.cores.map { seconds(ofFrames: $0).clamped(to: extent) },
      runs: activity == .walking ? runs(around: region.frames) : [], isCut: region.isCut)
  }

  /// Stretches of running among the decided frames near a region.
  private func runs(around frames: Range<Int>) -> [Range<Double>] {
    let near = max(frames.lowerBound - GaitRegions.mergeFrames, framesKeptFrom)
    let end = min(frames.upperBound + GaitRegions.mergeFrames, framesKeptFrom + isRunning.count)
    return (near..<max(near, end)).filter { isRunning[$0 - framesKeptFrom] }.map {
      seconds(ofFrames: $0..<($0 + 1))
    }
  }

  /// The time that some frames stand for: half a hop on each side of their centers.
  private func seconds(ofFrames frames: Range<Int>) -> Range<Double> {
    let half = SlowAcceleration.hopSeconds / 2
    return
      (seconds(ofFrame: frames.lowerBound) - half)..<(seconds(ofFrame: frames.upperBound - 1) + half)
  }

  /// From the first sample to the last so far; half a hop before the first there is nothing.
  private var extent: Range<Double> {
    Double(gridStart) / UniformSampling.rateHertz..<Double(gridEnd - 1) / UniformSampling.rateHertz
  }

  private func seconds(ofFrame frame: Int) -> Double {
    Double(gridIndex(ofFrame: frame)) / UniformSampling.rateHertz
  }

  /// Drops samples that no later region can need; in large pieces, because dropping moves the rest.
  private mutating func forget() {
    let margin = Int(Self.marginSeconds * UniformSampling.rateHertz)
    let spare = 2 * SlowAcceleration.frameLength * SlowAcceleration.factor
    let needed = min(runRegions.firstNeeded, walkRegions.firstNeeded)
    let first = gridIndex(ofFrame: needed) - margin - spare
    guard first - keptFrom > 60 * Int(UniformSampling.rateHertz) else { return }
    let dropped = first - keptFrom
    for c in columns.indices { columns[c].removeFirst(dropped) }
    keptFrom = first
    let firstFrame = (first - gridStart) / (SlowAcceleration.hop * SlowAcceleration.factor)
    frames.removeFirst(firstFrame - framesKeptFrom)
    isRunning.removeFirst(firstFrame - framesKeptFrom)
    framesKeptFrom = firstFrame
    let slowFirst = (first - gridStart) / SlowAcceleration.factor - SlowAcceleration.frameLength
    guard slowFirst > slowKeptFrom else { return }
    for c in 0..<3 { slow[c].removeFirst(slowFirst - slowKeptFrom) }
    slowKeptFrom = slowFirst
  }
}
