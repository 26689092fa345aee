import GaitModel
import SignalKernels

/// Leaves out samples that no working sensor on a body gives: spikes, dropouts, frozen values.
///
/// What is left out is a pause between stamps: `UniformSampling` bridges a short one and ends the stretch at a
/// long one. Samples are judged by what lies around them in the recording, never by where a block ends, so
/// that any cutting of the input leaves out the same samples.
///
/// Limits are what sensors and bodies can do, not fits: no recording without a fault loses a sample.
struct BrokenSamples: Sendable {
  /// Beyond the range of every sensor that is worn, m/s²: 40 g.
  static let impossibleForce: Float = 40 * Float(standardGravity)
  /// Beyond the range of every gyroscope that is worn, rad/s: 4000 °/s is 70.
  static let impossibleRate: Float = 100
  /// A lone sample this far from both neighbors, m/s², is no impact: these ring over several samples. In 1,143 real recordings
  /// one is 5 g away at most where samples lie close, and 8.7 g at 20 Hz, by hips of runners and hands that clap.
  static let leastSpike = (close: 8 * Float(standardGravity), apart: 16 * Float(standardGravity))
  /// Samples lie close when a neighbor is no farther, seconds: 50 Hz, with a tenth for clocks that jitter.
  static let closeSeconds = 0.022
  /// So many zeros on all axes are a dropout wherever they are; a falling sensor is never so still.
  static let leastZeros = 3
  /// Fewer zeros are one where the samples around them are not those of a fall, m/s².
  static let leastForceAround: Float = 0.5 * Float(standardGravity)
  /// The same values for this long are frozen where they cannot be rest, seconds and samples.
  static let leastFrozen = (seconds: 0.5, count: 5)
  /// At rest |a| is gravity to within a sensor's worst error, m/s².
  static let largestRestError: Float = 3
  /// Motion just before and after the same values: they are not rest, either. Seconds, and m/s² that |a| moves.
  static let motionAround = (seconds: 0.25, force: Float(1.5))
  /// A gyroscope that turns by this while the accelerometer has the same values for so long shows that these are no
  /// rest, rad/s and seconds.
  static let turnInRest = (rate: Float(0.5), seconds: 2.0)
  /// A gyroscope that gives the same rate on all axes with the accelerometer, faster than this, did not turn so: whoever turns
  /// moves the accelerometer, and at rest there are zero and small offsets only, rad/s (6 °/s; none of the real recordings in
  /// which accuracy is measured repeats all six values for .3 s).
  static let leastHeldRate: Float = 0.1
  /// The same values for so long right beside motion may be a rest, and may be a sensor that stopped, seconds.
  static let leastStop = 10.0
  /// Longer than this nobody stands still between two steps: the same values for longer are a device that
  /// lies, seconds.
  static let longestHeld = 60.0
  /// Spikes closer than this are one stretch, seconds.
  static let oneStretch = 1.0
  /// More stretches than this are counted, not listed.
  static let mostStretches = 1000

  /// Samples under their stamps: three axes of acceleration, m/s², and perhaps three of angular rate, rad/s.
  struct Samples: Sendable, Equatable {
    /// Stamps, seconds.
    var seconds: [Double] = []
    /// An array for each axis.
    var columns: [[Float]]

    /// Samples of so many axes.
    init(seconds: [Double] = [], columns: [[Float]]) {
      (self.seconds, self.columns) = (seconds, columns)
    }

    /// The samples of a block.
    init(_ block: RecordingBlock) {
      let (force, rate) = (block.acceleration, block.angularRate)
      seconds = block.seconds
      columns = [force.x, force.y, force.z] + (rate.map { [$0.x, $0.y, $0.z] } ?? [])
    }

    mutating func append(_ other: Samples, _ range: Range<Int>) {
      seconds.append(contentsOf: other.seconds[range])
      for c in columns.indices { columns[c].append(contentsOf: other.columns[c][range]) }
    }

    mutating func removeLast(_ count: Int) {
      seconds.removeLast(count)
      for c in columns.indices { columns[c].removeLast(count) }
    }

    mutating func removeFirst(_ count: Int) {
      guard count > 0 else { return }
      seconds.removeFirst(count)
      for c in columns.indices { columns[c].removeFirst(count) }
    }
  }

  /// What was left out, in time order: the first `mostStretches` of them, and as many in which an axis was dead.
  var stretches: [BrokenStretch] {
    let sorted = dead.joined().sorted { $0.seconds.lowerBound < $1.seconds.lowerBound }
    let merged = sorted.reduce(into: []) { Self.add($1, to: &$0) }
    return (ordinary + merged).sorted { $0.seconds.lowerBound < $1.seconds.lowerBound }
  }
  /// Samples that were left out, all together.
  var count: Int { ordinaryCount + deadAxes.count }
  /// Whether an axis was dead and has never given another value.
  var isAxisDeadThroughout: Bool { deadAxes.isAxisDeadThroughout }
  private var ordinary: [BrokenStretch] = []
  private var ordinaryCount = 0
  /// Those in which an axis was dead, axis by axis.
  private var dead: [[BrokenStretch]] = [[], [], []]
  /// Samples that are not decided yet, behind those that were and are looked back at.
  private var held: Samples
  /// The first that is not decided.
  private var next = 0
  /// Finds axes that stay at a large value.
  private var stuckAxis = StuckAxis()
  /// Leaves out what has an axis that does not move.
  private var deadAxes: DeadAxes
  /// Where the same values began, right after motion or before it, that count as rest; the first such place, seconds.
  private(set) var stop: Double?
  /// How an endless run of equal samples was decided while it went on.
  private var endless: (isBroken: Bool, kind: BrokenStretch.Kind)?

  /// Makes a filter that has seen nothing.
  ///
  /// - Parameter channelCount: 3, or 6 with angular rate.
  init(channelCount: Int) {
    deadAxes = DeadAxes(channelCount: channelCount)
    held = Samples(columns: Array(repeating: [], count: channelCount))
  }

  /// Takes samples and returns those that are decided and whole.
  mutating func append(_ new: Samples) -> Samples {
    take(deadAxes.append(new))
    return decided(atEnd: false)
  }

  /// Ends the recording and returns what was held back and is whole.
  mutating func finish() -> Samples {
    take(deadAxes.finish())
    return decided(atEnd: true)
  }

  /// Takes what no dead axis spoils, and what was left out of it.
  private mutating func take(_ alive: Samples) {
    held.append(alive, alive.seconds.indices)
    for finding in deadAxes.takeFindings() {
      Self.add(finding.stretch, to: &dead[finding.axis])
    }
  }

  private mutating func decided(atEnd: Bool) -> Samples {
    var whole = Samples(columns: Array(repeating: [], count: held.columns.count))
    var keptFrom = next
    while next < held.seconds.count {
      if endless == nil { next = endOfOrdinary(from: next) }
      guard next < held.seconds.count else { break }
      if endless == nil {
        let finding = stuckAxis.look(at: next, in: held, atEnd: atEnd)
        if finding == .open { break }
        if case .stuck(let run) = finding {
          whole.append(held, keptFrom..<next)
          note(.frozen, run)
          (keptFrom, next) = (run.upperBound, run.upperBound)
          continue
        }
      }
      let run = self.run(from: next)
      guard let verdict = verdict(on: run, atEnd: atEnd) else { break }
      if let kind = verdict.kind {
        whole.append(held, keptFrom..<next)
        note(kind, run)
        keptFrom = run.upperBound
      }
      if verdict.mayBeStop { stop = stop ?? held.seconds[run.lowerBound] }
      endless = verdict.goesOn ? (verdict.kind != nil, verdict.kind ?? .frozen) : nil
      next = run.upperBound
    }
    whole.append(held, keptFrom..<next)
    forget()
    return whole
  }

  /// The first sample from one on that needs a closer look: it is larger than walking makes it, leaves its
  /// neighbor by far, is repeated by the next, or is the last so far.
  private func endOfOrdinary(from first: Int) -> Int {
    let last = held.seconds.count - 1
    var end = last
    for column in held.columns[3...] {
      let part = column[first..<max(first, end)]
      // As a rule no rate is impossible, and the largest says so at a glance.
      let largest = part.withUnsafeBufferPointer {
        signal_kernels_largest($0.baseAddress, $0.count)
      }
      guard largest > Self.impossibleRate else { continue }
      end = part.firstIndex { abs($0) > Self.impossibleRate } ?? end
    }
    guard first < end else { return first }
    let axes = held.columns[0..<3].map { $0[first...end] }
    return axes[0].withUnsafeBufferPointer { x in
      axes[1].withUnsafeBufferPointer { y in
        axes[2].withUnsafeBufferPointer { z in
          first
            + signal_kernels_ordinary(
              x.baseAddress, y.baseAddress, z.baseAddress, end - first, StuckAxis.leastForce,
              Self.leastSpike.close)
        }
      }
    }
  }

  /// Samples from one on that are equal on all axes of the acceleration; one with an impossible angular
  /// rate stands by itself.
  private func run(from first: Int) -> Range<Int> {
    var end = first + 1
    guard !hasImpossibleRate(first) else { return first..<end }
    while end < held.seconds.count, isRepeated(end - 1), !hasImpossibleRate(end) { end += 1 }
    return first..<end
  }

  /// Whether the next sample is the same on all axes of the acceleration.
  private func isRepeated(_ i: Int) -> Bool {
    held.columns[0..<3].allSatisfy { $0[i] == $0[i + 1] }
  }

  /// What is wrong with a run, and whether it may go on in what is not there yet.
  private struct Verdict {
    var kind: BrokenStretch.Kind?
    var goesOn = false
    /// Whether what counts as a rest begins or ends with motion.
    var mayBeStop = false
  }

  /// - Returns: `nil` where later samples decide.
  private func verdict(on run: Range<Int>, atEnd: Bool) -> Verdict? {
    let isOpen = run.upperBound == held.seconds.count && !atEnd
    if isImpossible(run.lowerBound) || hasImpossibleRate(run.lowerBound) {
      return Verdict(kind: .spike)
    }
    if let endless, continues(run) {
      return Verdict(kind: endless.isBroken ? endless.kind : nil, goesOn: isOpen)
    }
    if run.count == 1 {
      if isOpen { return nil }
      if isSpike(run.lowerBound) { return Verdict(kind: .spike) }
    }
    let force = norm(run.lowerBound)
    if force == 0 { return dropout(run, isOpen: isOpen) }
    let seconds = held.seconds[run.upperBound - 1] - held.seconds[run.lowerBound]
    if isOpen, seconds < Self.longestHeld { return nil }
    guard seconds >= Self.leastFrozen.seconds, run.count >= Self.leastFrozen.count else {
      return Verdict(kind: nil)
    }
    if abs(force - Float(standardGravity)) > Self.largestRestError || isTurning(in: run)
      || isHeldTurning(in: run)
    {
      return Verdict(kind: .frozen, goesOn: isOpen)
    }
    if seconds >= Self.longestHeld {
      return Verdict(kind: nil, goesOn: isOpen, mayBeStop: isMoving(before: run))
    }
    guard atEnd || held.seconds[held.seconds.count - 1] > end(of: run) else { return nil }
    let (before, after) = (isMoving(before: run), isMoving(after: run))
    return Verdict(
      kind: before && after ? .frozen : nil,
      mayBeStop: seconds >= Self.leastStop && before != after)
  }

  /// Whether the gyroscope turns in a run, as far as it is looked at before a long one is decided.
  private func isTurning(in run: Range<Int>) -> Bool {
    let first = held.seconds[run.lowerBound]
    guard held.columns.count > 3,
      held.seconds[run.upperBound - 1] - first >= Self.turnInRest.seconds
    else { return false }
    let part = run.prefix { held.seconds[$0] - first < Self.longestHeld }
    return held.columns[3...].contains { column in
      let rates = column[part.startIndex..<part.endIndex]
      guard let least = rates.min(), let greatest = rates.max() else { return false }
      return greatest - least > Self.turnInRest.rate
    }
  }

  /// Whether the gyroscope, too, gives the same values from the run's beginning on, and those of a turn.
  private func isHeldTurning(in run: Range<Int>) -> Bool {
    let rates = held.columns[3...]
    guard
      rates.reduce(0, { $0 + $1[run.lowerBound] * $1[run.lowerBound] })
        > Self.leastHeldRate * Self.leastHeldRate
    else { return false }
    let first = held.seconds[run.lowerBound]
    let part = run.prefix { held.seconds[$0] - first < Self.longestHeld }
    return rates.allSatisfy { column in part.allSatisfy { column[$0] == column[run.lowerBound] } }
  }

  /// Whether a run goes on one that was decided before it ended.
  private func continues(_ run: Range<Int>) -> Bool {
    run.lowerBound > 0 && isRepeated(run.lowerBound - 1)
  }

  private func dropout(_ run: Range<Int>, isOpen: Bool) -> Verdict? {
    if run.count >= Self.leastZeros { return Verdict(kind: .dropout, goesOn: isOpen) }
    if isOpen { return nil }
    let around = [run.lowerBound - 1, run.upperBound]
    let isFall = around.contains {
      !held.seconds.indices.contains($0) || norm($0) < Self.leastForceAround
    }
    return Verdict(kind: isFall ? nil : .dropout)
  }

  private func isImpossible(_ i: Int) -> Bool {
    for c in 0..<3 where abs(held.columns[c][i]) > Self.impossibleForce { return true }
    return false
  }

  private func hasImpossibleRate(_ i: Int) -> Bool {
    for c in 3..<max(3, held.columns.count) where abs(held.columns[c][i]) > Self.impossibleRate {
      return true
    }
    return false
  }

  private func isSpike(_ i: Int) -> Bool {
    guard i > 0, i + 1 < held.seconds.count, !isImpossible(i - 1), !isImpossible(i + 1) else {
      return false
    }
    let isClose =
      max(held.seconds[i] - held.seconds[i - 1], held.seconds[i + 1] - held.seconds[i])
      <= Self.closeSeconds
    let least = isClose ? Self.leastSpike.close : Self.leastSpike.apart
    for c in 0..<3 {
      let (before, after) = (
        held.columns[c][i] - held.columns[c][i - 1], held.columns[c][i] - held.columns[c][i + 1]
      )
      if min(before, after) > least || max(before, after) < -least { return true }
    }
    return false
  }

  private func norm(_ i: Int) -> Float {
    let (x, y, z) = (held.columns[0][i], held.columns[1][i], held.columns[2][i])
    return (x * x + y * y + z * z).squareRoot()
  }

  /// Until when the samples after a run are looked at.
  private func end(of run: Range<Int>) -> Double {
    held.seconds[run.upperBound - 1] + Self.motionAround.seconds
  }

  private func isMoving(before run: Range<Int>) -> Bool {
    let from = held.seconds[run.lowerBound] - Self.motionAround.seconds
    var first = run.lowerBound
    while first > 0, held.seconds[first - 1] >= from { first -= 1 }
    return isMoving(first...run.lowerBound)
  }

  private func isMoving(after run: Range<Int>) -> Bool {
    var last = run.upperBound - 1
    let end = end(of: run)
    while last + 1 < held.seconds.count, held.seconds[last + 1] <= end { last += 1 }
    return isMoving(run.upperBound - 1...last)
  }

  private func isMoving(_ range: ClosedRange<Int>) -> Bool {
    let forces = range.lazy.filter { !isImpossible($0) }.map(norm)
    guard let least = forces.min(), let greatest = forces.max() else { return false }
    return greatest - least > Self.motionAround.force
  }

  private mutating func note(_ kind: BrokenStretch.Kind, _ run: Range<Int>) {
    let seconds = held.seconds[run.lowerBound]...held.seconds[run.upperBound - 1]
    ordinaryCount += run.count
    Self.add(BrokenStretch(kind: kind, seconds: seconds, sampleCount: run.count), to: &ordinary)
  }

  /// Goes on with the last stretch where it is of the same kind and ends shortly before.
  private static func add(_ new: BrokenStretch, to stretches: inout [BrokenStretch]) {
    if var last = stretches.last, last.kind == new.kind,
      new.seconds.lowerBound - last.seconds.upperBound <= oneStretch
    {
      last.seconds =
        min(
          last.seconds.lowerBound, new.seconds.lowerBound)...max(
          last.seconds.upperBound, new.seconds.upperBound)
      last.sampleCount += new.sampleCount
      stretches[stretches.count - 1] = last
    } else if stretches.count < mostStretches {
      stretches.append(new)
    }
  }

  /// Keeps what later samples look back at.
  private mutating func forget() {
    guard next > 0 else { return }
    let from = held.seconds[next - 1] - Self.motionAround.seconds
    var first = next - 1
    while first > 0, held.seconds[first - 1] >= from { first -= 1 }
    held.removeFirst(first)
    next -= first
  }
}
