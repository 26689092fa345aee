import Foundation
import GaitModel
import Signals

/// Finds walking that has no rhythm: slow, in curves, around furniture, with pauses.
public protocol IrregularWalkDetector: ConfigurableMethod {
  /// Only what moves harder than this is looked at, RMS of the vector in m/s²; `nil` when nothing is.
  var leastMotion: Double? { get }
  /// Shorter stretches between bouts are not looked at, seconds.
  var shortestSeconds: Double { get }

  /// The walks between bouts where something moves.
  ///
  /// - Parameters:
  ///   - recording: the samples, with a margin; its sequences are the stretches between the bouts.
  ///   - bouts: what was found nearby already, seconds of the recording.
  /// - Returns: walks within the stretches, in time order; none when nobody walks there.
  func walks(in recording: SequenceRecording, beside bouts: [Range<Double>]) -> [Walk]
}

/// Walking without rhythm is not looked for.
public struct NoIrregularWalking: IrregularWalkDetector {
  /// The method; it has no settings.
  public init() {}

  /// None: this method leaves the question out.
  public var provenance: Provenance {
    .leftOut("NoIrregularWalking", question: "walking without rhythm")
  }

  /// Nothing is looked at.
  public var leastMotion: Double? { nil }
  /// Nothing is looked at.
  public var shortestSeconds: Double { .infinity }

  /// None.
  public func walks(in recording: SequenceRecording, beside bouts: [Range<Double>]) -> [Walk] { [] }
}

/// Finds irregular walking beside sure walks, at the lower back or hip, by how the trunk moves.
///
/// Who potters about keeps no rhythm for the 4 s that a frame lasts, but is seldom still, turns, and keeps upright: one
/// who bends and reaches is the other way round. Five such numbers make log-odds, and the most likely sequence decides. Steps
/// knock where they do not bounce: the contacts are the crests of what lies above 8 Hz. Only stretches that touch a
/// walk with rhythm count, because chores and car doors look alike when nobody walks.
///
/// Source: own; logistic regression, D. R. Cox, J. R. Stat. Soc. B 20:215 (1958). Fitted by
/// `Tools/fit/events/irregular.py`.
public struct IrregularWalking: IrregularWalkDetector {
  /// What was fitted.
  var model = Model.fitted
  /// Below this motion nobody walks: RMS of 0.5-9 Hz, m/s². A standing person who handles things has 0.2-0.5.
  public var leastMotionRMS = 0.5
  /// What a switch between walking and not walking costs, log-odds: a stop of .8 s is none.
  public var switchCost = 8.0
  /// A stretch lasts at least so long, seconds: a shorter one is a gesture.
  public var leastSeconds = 4.0
  /// Only stretches so near to a walk with rhythm count, seconds.
  public var reachSeconds = 2.0
  /// A crest of a step's knock stands out by at least this, m/s².
  public var leastKnock = 0.15
  /// Steps follow each other no faster, seconds.
  public var shortestStepSeconds = 0.35
  /// Fewer contacts are a fidget or the end of the walk beside them; with 4 a third of a second a minute of other
  /// activities is taken for walking, with 5 nothing.
  public var leastContacts = 5

  /// The fitted numbers: log-odds with every feature at 0, and for each unit of a feature.
  struct Model: Hashable, Sendable {
    var intercept: Double
    /// Share of 4 s in which the motion of 1 s lies below `leastMotionRMS`.
    var still: Double
    /// ln of the mean absolute rate about the vertical in 3 s, rad/s, within -3 and 0.3.
    var yaw: Double
    /// ln RMS of the rates about horizontal axes in 3 s, 0.5-4 Hz, rad/s.
    var tilting: Double
    /// ln of 1 + the largest change of posture within 4 s, degrees, within 1.5 and 4.2.
    var leaning: Double
    /// ln of the motion of 2 s above 1, the motion in m/s².
    var hard: Double
  }

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "IrregularWalking", question: "walking without rhythm",
      citation: "Cox 1958 (logistic regression)", doi: "10.1111/j.2517-6161.1958.tb00292.x",
      deviations: ["own features; contacts from the knock of the steps"], revision: 2)
  }

  /// What a frame must move with.
  public var leastMotion: Double? { leastMotionRMS }
  /// The contacts need this time, and a step's to each bout.
  public var shortestSeconds: Double { Double(leastContacts + 1) * shortestStepSeconds }

  /// The walks beside the bouts.
  public func walks(in recording: SequenceRecording, beside bouts: [Range<Double>]) -> [Walk] {
    guard let rate = recording.angularRate else { return [] }
    let motion = TrunkMotion(of: recording, rate: rate)
    let found = recording.sequences.map { part in
      stretches(motion, of: part, in: recording).filter { stretch in
        bouts.contains {
          $0.lowerBound - reachSeconds <= stretch.upperBound
            && stretch.lowerBound <= $0.upperBound + reachSeconds
        }
      }
    }
    let all = found.flatMap(\.self)
    guard let first = all.map(\.lowerBound).min(), let last = all.map(\.upperBound).max() else {
      return []
    }
    let knocks = knocks(
      in: recording, over: recording.indices((first - Self.settling)..<(last + Self.settling)))
    let others = bouts.map { $0.grown(by: shortestStepSeconds) }
    return zip(recording.sequences, found).flatMap { part, stretches in
      stretches.flatMap { stretch in
        let time = stretch.clamped(to: part)
        return walks(
          of: knocks.filter { knock in
            time.contains(knock.seconds) && !others.contains { $0.contains(knock.seconds) }
          })
      }
    }
  }

  /// Contacts that follow each other without a pause.
  private func walks(of contacts: [DetectedContact]) -> [Walk] {
    var walks: [Walk] = []
    for contact in contacts {
      if let last = walks.last?.contacts.last,
        contact.seconds - last.seconds <= Walk.longestPauseSeconds
      {
        walks[walks.count - 1].contacts.append(contact)
      } else {
        walks.append(Walk(contacts: [contact]))
      }
    }
    return walks.filter { $0.contacts.count >= leastContacts }
  }

  // MARK: Where

  /// Every so many seconds the motion is looked at.
  private static let hopSeconds = 0.4
  /// Log-odds beyond these count as these.
  private static let largestEvidence = 4.0

  private func stretches(
    _ motion: TrunkMotion, of part: Range<Double>, in recording: SequenceRecording
  ) -> [Range<Double>] {
    let hop = Int(Self.hopSeconds * SampleGrid.rateHertz)
    let looks = Array(
      stride(
        from: recording.index(atSeconds: part.lowerBound - leastSeconds),
        to: recording.index(atSeconds: part.upperBound + leastSeconds), by: hop))
    var decoder = TwoStateDecoder(switchCost: switchCost, largestEvidence: Self.largestEvidence)
    let isWalking =
      looks.flatMap {
        decoder.append(logOdds: logOdds(motion, at: motion.place(of: $0)))
      } + decoder.finish()
    var found: [Range<Double>] = []
    var start: Int?
    for i in 0...isWalking.count {
      if i < isWalking.count, isWalking[i] {
        start = start ?? i
      } else if let first = start {
        let low = SampleGrid.seconds(at: Double(looks[first])) - Self.hopSeconds / 2
        let high = SampleGrid.seconds(at: Double(looks[i - 1])) + Self.hopSeconds / 2
        if high - low >= leastSeconds { found.append(low..<high) }
        start = nil
      }
    }
    return found
  }

  private func logOdds(_ motion: TrunkMotion, at i: Int) -> Double {
    let level = motion.level(at: i, seconds: 2)
    guard level > leastMotionRMS else { return -.infinity }
    let m = model
    return m.intercept + m.still * motion.stillShare(at: i, below: leastMotionRMS)
      + m.yaw * max(-3, min(0.3, log(0.02 + motion.yaw.mean(at: i, seconds: 3))))
      + m.tilting * 0.5 * log(0.02 * 0.02 + motion.tilting.mean(at: i, seconds: 3))
      + m.leaning * max(1.5, min(4.2, log1p(motion.leaningDegrees(at: i))))
      + m.hard * max(0, log(level) - 1)
  }

  // MARK: Steps

  private static let high = Butterworth.highPass(
    order: 2, cutoffHertz: 8, samplingRateHertz: SampleGrid.rateHertz)
  private static let low = Butterworth.lowPass(
    order: 2, cutoffHertz: 3, samplingRateHertz: SampleGrid.rateHertz)

  /// Around the steps so much is looked at, seconds: the filters settle in less.
  private static let settling = 2.0

  /// Crests of what lies above 8 Hz: a foot knocks when it is put down.
  private func knocks(
    in recording: SequenceRecording, over samples: Range<SampleIndex>
  ) -> [DetectedContact] {
    let force = Self.high.filteredForwardBackward(
      recording.acceleration[samples].values, edge: .even)
    let sum = force.map { abs($0.x) + abs($0.y) + abs($0.z) }
    let knock = Self.low.filteredForwardBackward(sum, edge: .even)
    let peaks = Peaks.maxima(
      in: knock, minimumProminence: leastKnock,
      minimumDistance: Int(shortestStepSeconds * SampleGrid.rateHertz))
    return peaks.map { peak in
      DetectedContact(
        position: Double(samples.lowerBound) + peak.position, amplitude: peak.prominence,
        stepHertz: 0)
    }
  }
}

/// How the trunk moves about each place of a recording, on a grid of 25 values a second: nothing that is read here is faster
/// than 9 Hz. Means are of what there is of a window.
private struct TrunkMotion {
  /// The force without posture and noise, squared, (m/s²)².
  private let energy: WindowMeans
  /// Absolute rate about the vertical, rad/s.
  let yaw: WindowMeans
  /// Rates about horizontal axes, 0.5-4 Hz, squared, (rad/s)².
  let tilting: WindowMeans
  /// Up, along the sensor's axes.
  private let up: [WindowMeans]
  private let start: SampleIndex

  /// Samples of the recording's grid in a value.
  private static let stride = 4
  static let rateHertz = SampleGrid.rateHertz / Double(stride)
  private static let posture = Butterworth.lowPass(
    order: 2, cutoffHertz: 0.25, samplingRateHertz: rateHertz)
  private static let motion = Butterworth.bandPass(
    order: 2, fromHertz: 0.5, toHertz: 9, samplingRateHertz: rateHertz)
  private static let rocking = Butterworth.bandPass(
    order: 2, fromHertz: 0.5, toHertz: 4, samplingRateHertz: rateHertz)

  init(of recording: SequenceRecording, rate: GridSignal<SIMD3<Double>>) {
    let padding = Int(5 * Self.rateHertz)
    func passed(_ filter: FilterCascade, _ x: [SIMD3<Double>]) -> [SIMD3<Double>] {
      filter.filteredForwardBackward(x, edge: .even, padding: padding)
    }
    start = recording.samples.lowerBound
    let force = Self.means(of: recording.acceleration.values)
    let rate = Self.means(of: rate.values)
    let up = passed(Self.posture, force).map(\.unit)
    let moved = passed(Self.motion, force)
    let turning = [Double](count: up.count) { rate[$0].dot(up[$0]) }
    let tilt = [SIMD3<Double>](count: up.count) { rate[$0] - turning[$0] * up[$0] }
    let rocking = passed(Self.rocking, tilt)
    energy = WindowMeans(moved) { $0.dot($0) }
    yaw = WindowMeans(turning) { abs($0) }
    tilting = WindowMeans(rocking) { $0.dot($0) }
    self.up = (0..<3).map { axis in WindowMeans(up) { $0[axis] } }
  }

  /// The mean of each few samples.
  private static func means(of x: [SIMD3<Double>]) -> [SIMD3<Double>] {
    x.withUnsafeBufferPointer { x in
      [SIMD3<Double>](count: (x.count + stride - 1) / stride) { k in
        let end = min(x.count, (k + 1) * stride)
        var sum = SIMD3<Double>.zero
        for i in (k * stride)..<end { sum += x[i] }
        return sum / Double(end - k * stride)
      }
    }
  }

  /// The value that stands for a sample of the recording.
  func place(of sample: SampleIndex) -> Int {
    min(energy.samples.upperBound - 1, (sample - start) / Self.stride)
  }

  /// RMS of the motion about a sample, m/s².
  func level(at i: Int, seconds: Double) -> Double {
    energy.mean(at: i, seconds: seconds).squareRoot()
  }

  /// Share of the 4 s about a value in which the motion of 1 s lies below a level; looked at every 0.08 s.
  func stillShare(at i: Int, below least: Double) -> Double {
    var (looks, still) = (0, 0)
    for k in Swift.stride(from: i - 50, to: i + 50, by: 2) where energy.samples.contains(k) {
      looks += 1
      if energy.mean(at: k, seconds: 1) < least * least { still += 1 }
    }
    return Double(still) / Double(max(1, looks))
  }

  /// The largest angle between two postures of 2 s within 2 s on both sides of a value.
  func leaningDegrees(at i: Int) -> Double {
    let postures = Swift.stride(from: i - 48, through: i + 48, by: 12).map { k in
      let at = max(0, min(energy.samples.upperBound - 1, k))
      return SIMD3(
        up[0].mean(at: at, seconds: 2), up[1].mean(at: at, seconds: 2),
        up[2].mean(at: at, seconds: 2)
      ).unit
    }
    var least = 1.0
    for a in postures.indices {
      for b in postures[..<a].indices { least = min(least, postures[a].dot(postures[b])) }
    }
    return acos(max(-1, min(1, least))) * 180 / .pi
  }
}

/// Means over windows of any length, from running sums.
private struct WindowMeans {
  private let sums: [Double]
  /// The samples there are.
  var samples: Range<Int> { 0..<(sums.count - 1) }

  @inline(__always)
  init<Value>(_ x: [Value], value: (Value) -> Double) {
    sums = x.withUnsafeBufferPointer { x in
      var sum = 0.0
      return [Double](count: x.count + 1) { i in
        if i > 0 { sum += value(x[i - 1]) }
        return sum
      }
    }
  }

  /// The mean of what there is of a window about a sample.
  func mean(at i: Int, seconds: Double) -> Double {
    let half = Int(seconds * TrunkMotion.rateHertz / 2)
    let window = ((i - half)..<(i + half)).clamped(to: samples)
    return window.isEmpty
      ? 0 : (sums[window.upperBound] - sums[window.lowerBound]) / Double(window.count)
  }
}

extension Range<Double> {
  /// What others leave of the range.
  ///
  /// - Parameter others: in order of their beginning; they may overlap.
  /// - Returns: the parts that none covers, in order; none when they cover it all.
  func without(_ others: [Range]) -> [Range] {
    var (rest, start): ([Range], Double) = ([], lowerBound)
    for other in others where other.upperBound > start {
      if other.lowerBound > start { rest.append(start..<Swift.min(other.lowerBound, upperBound)) }
      start = Swift.min(other.upperBound, upperBound)
    }
    if start < upperBound { rest.append(start..<upperBound) }
    return rest
  }

  /// The range with something added at both ends.
  func grown(by margin: Double) -> Range<Double> {
    (lowerBound - margin)..<(upperBound + margin)
  }
}
