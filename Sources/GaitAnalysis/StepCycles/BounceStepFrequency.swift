import Foundation
import GaitModel
import Signals

/// Follows the step frequency where the stride may show more than the step: at a wrist and in a hand, where the arm's swing
/// may hide every second step, where nobody said, and in a pocket, where one leg's steps are felt far more than the other's.
///
/// The ridge of the frames may follow the stride instead of the step. How far the sensor would have to go up and down
/// tells the two apart: if the magnitude varied by `s` at the rate `f` of the steps, the body would bounce by
/// `2 √2 s / (2 π f)²` at every step. No walker's body goes up and down by a hand's breadth, but an arm's swing does.
/// Each frame whose rate may be a stride's says how likely that is, and the most likely sequence of "step" and
/// "stride" is taken, at the cost that the ridge asks for a change of the rate.
///
/// How likely the other answer is, given all frames, goes with the steps: their number, cadence, speed and distance have
/// a wider standard error where it is likely.
///
/// Source: the bounce of the body in walking, 3 cm at 0.7 m/s to 5 cm at 1.6 m/s, M. S. Orendurff et al., J. Rehabil.
/// Res. Dev. 41:829 (2004); path search, A. Viterbi, IEEE Trans. Inf. Theory 13:260 (1967); probabilities of
/// the states, L. E. Baum et al., Ann. Math. Stat. 41:164 (1970). On eleven counted walks
/// the steps are 4.2 % off for any even bounce from .08 to .12 m and any slope from 2 to 5: no number is tuned.
public struct BounceStepFrequency: StepFrequencyTracker {
  /// Follows the rate that is a step's or a stride's.
  public var ridge = StepFrequencyRidge()
  /// A bounce at which step and stride are as likely, meters: more than walkers' bodies do.
  public var evenBounceMeters = 0.09
  /// Log-odds of the stride per unit of the logarithm of the bounce: half or twice the even bounce says 1 to 9.
  public var slope = 3.1
  /// A single frame never counts for more than this, log-odds.
  public var largestEvidence = 4.0
  /// Frames overlap: they are not that many witnesses. One lasting 0.4 s counts like 0.14 independent ones, so
  /// that one witness speaks about every 3 s.
  public var weight = 0.14
  /// A faster rate is a step's, Hz: nobody steps at more than twice of it while walking.
  public var fastestStrideHertz = 1.5
  /// Strides for a shorter time are left as they are, seconds: a gesture is over sooner than a walk, and two waves of
  /// the hand are not four steps.
  public var leastStrideSeconds = 5.0
  /// The magnitude is looked at over so many seconds: several strides.
  public var windowSeconds = 5.0
  /// Whether every second step may be hidden, so that the stride's wave is followed and such steps are put midway. In a pocket
  /// both legs' steps are felt, and the step's own wave is followed at twice the stride's rate.
  public var hidesSteps = true

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "BounceStepFrequency", question: "step frequency",
      citation: "Orendurff et al. 2004, J. Rehabil. Res. Dev. 41:829",
      deviations: ["the bounce that a rate would ask for tells step from stride"], revision: 2)
  }

  /// The ridge that it corrects.
  public var parts: [any GaitMethod] { [ridge] }

  /// The rate of the ridge, doubled where it is the stride's, Hz.
  public func stepHertz(in recording: SequenceRecording) -> GridSignal<Double> {
    cycle(of: recording).stepHertz
  }

  /// The cycle of the wave that shows: of the stride where the arm hides every second step, which is then put midway. How likely
  /// the other answer is goes with it where steps may be hidden.
  public func cycle(of recording: SequenceRecording) -> StepCycle {
    let hertz = ridge.frameHertz(in: recording)
    let magnitude = recording.magnitude
    let (strides, doubts, steady) = strides(hertz, magnitude: magnitude, in: recording)
    let steps = strides.map { $0 ? 2.0 : 1.0 }
    func line(_ values: [Double]) -> FrameLine { FrameLine(values, of: recording.frames) }
    let waveHertz = line(hertz).over(recording.samples)
    let perWave = strides.contains(true) ? line(steps).over(recording.samples).values : nil
    let stepHertz =
      perWave.map { waveHertz.with(zip(waveHertz.values, $0).map { $0 * $1 }) } ?? waveHertz
    var cycle = StepCycle(
      of: magnitude, stepHertz: stepHertz, stepsPerWave: hidesSteps ? perWave : nil,
      steady: steady)
    guard hidesSteps else { return cycle }
    cycle.rateDoubt = StepRateDoubt(
      probability: line(doubts),
      // A step taken for a stride counts twice: half are too many. A stride taken for a step: as many are missing.
      error: line(zip(doubts, steps).map { $0.squareRoot() / $1 }), samples: recording.samples)
    return cycle
  }

  /// Whether each frame's rate is the stride's, and how likely the other answer is, 0-1; that is left out where no step is
  /// hidden. Where the magnitude was looked at, also what is left of it without posture.
  private func strides(
    _ hertz: [Double], magnitude: GridSignal<Double>, in recording: SequenceRecording
  ) -> (chosen: [Bool], doubts: [Double], steady: [Double]?) {
    // Where no step is hidden the doubt is not asked for, and shorter stretches are no strides.
    let mayBeStride = hertz.map { $0 <= fastestStrideHertz }
    guard recording.activity == .walking, mayBeStride.contains(true),
      hidesSteps || withoutShort(mayBeStride).contains(true)
    else {
      return (hertz.map { _ in false }, hertz.map { _ in 0 }, nil)
    }
    let frames = hertz.indices.filter { mayBeStride[$0] }
    let (steady, wave) = FilterCascade.filteredForwardBackward(
      magnitude.values, by: (StepWave.steadying, .odd), and: (Self.bounceFilter, .even),
      padding: StepWave.steadyingPadding)
    let deviations = deviations(of: wave, about: frames, in: recording)
    var worths = [SIMD2<Double>](repeating: SIMD2(0, -.infinity), count: hertz.count)
    for (frame, deviation) in zip(frames, deviations) {
      let turning = 2 * Double.pi * hertz[frame]
      let bounce = 2 * 2.0.squareRoot() * deviation / (turning * turning)
      let odds = slope * log(max(bounce, 1e-4) / evenBounceMeters)
      let half = weight * max(-largestEvidence, min(largestEvidence, odds)) / 2
      worths[frame] = SIMD2(-half, half)
    }
    let costs = changeCosts(hertz)
    var path = MostLikelyPath(scores: [worths[0][0], worths[0][1]])
    for i in worths.indices.dropFirst() {
      path.append(worth: { worths[i][$0] }, from: { (first: $0, others: 0..<2) }) {
        costs[i].cost($0, $1)
      }
    }
    let chosen = withoutShort(path.states.map { $0 == 1 })
    guard hidesSteps else { return (chosen, [], steady) }
    let stride = Self.secondStateProbabilities(worths) { costs[$0].cost($1, $2) }
    return (chosen, zip(chosen, stride).map { $0 ? 1 - $1 : $1 }, steady)
  }

  /// What the change of the step frequency from the frame before costs.
  private struct ChangeCost {
    /// Where both rates are the step's, or both the stride's; where the step's becomes the stride's; the other way round.
    var same = 0.0
    var toStride = 0.0
    var toStep = 0.0

    /// From one state to another: 0 for the step, 1 for the stride.
    func cost(_ from: Int, _ to: Int) -> Double {
      from == to ? same : from < to ? toStride : toStep
    }
  }

  /// What the changes to each frame cost; nothing to the first.
  private func changeCosts(_ hertz: [Double]) -> [ChangeCost] {
    func cost(_ before: Double, _ after: Double) -> Double {
      min(ridge.changeCost * abs(log(after / before)), ridge.largestChangeCost)
    }
    return hertz.indices.map { i in
      guard i > 0 else { return ChangeCost() }
      let (before, after) = (hertz[i - 1], hertz[i])
      return ChangeCost(
        same: cost(before, after), toStride: cost(before, 2 * after),
        toStep: cost(2 * before, after))
    }
  }

  /// How likely the second of two states is at each place, given all places (forward and backward sums).
  ///
  /// - Parameters:
  ///   - worths: what each state is worth at each place, a logarithm; the second may be impossible.
  ///   - cost: what the change from one state to another costs on the way to a place, a logarithm.
  /// - Returns: 0-1 for each place.
  static func secondStateProbabilities(
    _ worths: [SIMD2<Double>], cost: (_ place: Int, _ from: Int, _ to: Int) -> Double
  ) -> [Double] {
    func sum(_ a: Double, _ b: Double) -> Double {
      let gap = abs(a - b)
      return max(a, b) + (gap < .infinity ? log1p(exp(-gap)) : 0)
    }
    // No path goes through what is impossible, so no sum of it counts.
    func isPossible(_ place: Int, _ state: Int) -> Bool { worths[place][state] > -.infinity }
    var before = worths
    for i in worths.indices.dropFirst() {
      for to in 0...1 where isPossible(i, to) {
        before[i][to] +=
          sum(before[i - 1][0] - cost(i, 0, to), before[i - 1][1] - cost(i, 1, to))
      }
    }
    var after = [SIMD2<Double>](repeating: .zero, count: worths.count)
    for i in worths.indices.dropFirst().reversed() {
      let next = after[i] + worths[i]
      for from in 0...1 where isPossible(i - 1, from) {
        after[i - 1][from] = sum(next[0] - cost(i, from, 0), next[1] - cost(i, from, 1))
      }
    }
    return zip(before, after).map { before, after in
      1 / (1 + exp(before[0] + after[0] - before[1] - after[1]))
    }
  }

  private func withoutShort(_ strides: [Bool]) -> [Bool] {
    var (out, start) = (strides, 0)
    for i in 1...strides.count where i == strides.count || strides[i] != strides[start] {
      if Double(i - start) * SlowAcceleration.hopSeconds < leastStrideSeconds {
        for k in start..<i { out[k] = false }
      }
      start = i
    }
    return out
  }

  /// Standard deviation about the centers of some frames, m/s², of the magnitude without posture and ringing.
  private func deviations(
    of wave: [Double], about frames: [Int], in recording: SequenceRecording
  ) -> [Double] {
    let half = Int(windowSeconds * SampleGrid.rateHertz / 2)
    let (samples, first) = (recording.samples, recording.frames.indices.lowerBound)
    let windows = frames.map { frame in
      let center = recording.frames.sample(at: first + frame) - samples.lowerBound
      return ((center - half)..<(center + half)).clamped(to: 0..<samples.count)
    }
    return Statistics.standardDeviations(wave, over: windows).map { $0 ?? 0 }
  }

  private static let bounceFilter = Butterworth.bandPass(
    order: 2, fromHertz: 0.3, toHertz: 8, samplingRateHertz: SampleGrid.rateHertz)
}

/// Whether the rate of the steps might be the stride's where it was taken as the step's, or the other way round.
struct StepRateDoubt: Sendable {
  /// How likely that is, 0-1.
  var probability: FrameLine
  /// Root mean square of the share of the steps that are missing or too many.
  var error: FrameLine
  /// The samples of which it is known.
  var samples: Range<SampleIndex>

  /// Over some samples: how likely the rate is the right one, 0-1, and the root mean square of the share by which the
  /// number of steps may be off: that of a sum is at most the sum of its parts' (H. Minkowski), as if all erred together.
  func over(_ part: Range<SampleIndex>) -> (confidence: Double, errorShare: Double) {
    let inside = part.clamped(to: samples)
    return (1 - probability.mean(over: inside), error.mean(over: inside))
  }
}
