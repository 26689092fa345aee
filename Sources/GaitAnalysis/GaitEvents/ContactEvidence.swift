import Foundation
import SignalKernels
import Signals

/// How much speaks for a foot touching the ground at each sample.
///
/// Three witnesses, none of which needs an axis: the shape of the force around the sample, the impact
/// that runs through the body when a foot lands, and the phase of the step wave. The first two are
/// exact where steps are crisp; the phase holds where they are not. In a turn steps are short, and
/// uneven in time: there the force half a step before or after says little, and the shape is weighed
/// otherwise.
struct ContactEvidence: Sendable {
  /// Log-odds of this sample against the others of the same step, from shape and impact.
  var shape: GridSignal<Double>
  /// The same with the phase of the step wave.
  var timing: GridSignal<Double>
  /// ln of the motion's local root mean square over its median in the nearest gait sequence: 0 in a
  /// usual step, far below where the person stands.
  var level: GridSignal<Double>
  /// ln of the amplitude of the step wave over its median there: how much the body rises and falls.
  var rise: GridSignal<Double>

  /// Samples at which the evidence has a crest, with the phase of the wave or without: where contacts can be.
  var crests: [SampleIndex] {
    func isCrest(_ x: GridSignal<Double>, _ i: SampleIndex) -> Bool {
      x[i] >= x[i - 1] && x[i] > x[i + 1]
    }
    guard timing.count > 2 else { return [] }
    return ((timing.startIndex + 1)..<(timing.endIndex - 1))
      .filter { isCrest(timing, $0) || isCrest(shape, $0) }
  }
}

extension ContactEvidence {
  /// Reads some samples.
  ///
  /// - Parameters:
  ///   - recording: where the signals come from.
  ///   - cycle: the cycle of the steps.
  ///   - wavePositions: contacts by the phase of the wave, rising.
  ///   - samples: where contacts are searched; outside, all evidence is against a contact.
  ///   - model: what the witnesses are worth.
  init(
    of recording: SequenceRecording, cycle: StepCycle, wavePositions: [SamplePosition],
    samples: Range<SampleIndex>, model: ContactEvidenceModel
  ) {
    let signals = StepSignals(of: recording, cycle: cycle, model: model)
    let turning = model.turning.share(in: recording.angularRate, over: samples)
    level = signals.level
    rise = signals.rise
    shape = Self.logOdds(
      signals, turning: turning, samples: samples, stepHertz: cycle.stepHertz, model: model)
    timing = shape
    guard !wavePositions.isEmpty else { return }
    var next = 0
    for i in samples {
      while next < wavePositions.count, wavePositions[next] < Double(i) { next += 1 }
      let before = next > 0 ? Double(i) - wavePositions[next - 1] : .infinity
      let after = next < wavePositions.count ? wavePositions[next] - Double(i) : .infinity
      let steps = min(before, after) * cycle.stepHertz[i] / SampleGrid.rateHertz
      let distance = steps / model.waveWidthSteps
      timing[i] -= min(model.largestWaveDoubt, 0.5 * distance * distance)
    }
  }

  /// The weighted sum of both windows, relative to the mean over the step around.
  private static func logOdds(
    _ signals: StepSignals, turning: [TurningShare.Turn], samples: Range<SampleIndex>,
    stepHertz: GridSignal<Double>, model: ContactEvidenceModel
  ) -> GridSignal<Double> {
    var utility = stepHertz.with([Double](repeating: 0, count: stepHertz.count))
    let force = PointWeights(weights: model.fitted.forceWeights, offsets: model.forceOffsets)
    let impact = PointWeights(weights: model.fitted.impactWeights, offsets: model.impactOffsets)
    force.add(signals.force, over: samples, stepHertz: stepHertz, to: &utility)
    impact.add(signals.impact, over: samples, stepHertz: stepHertz, to: &utility)
    if !turning.isEmpty {
      let weights = PointWeights(weights: model.fitted.turningWeights, offsets: model.forceOffsets)
      var more = utility.with([Double](repeating: 0, count: utility.count))
      for turn in turning {
        weights.add(signals.force, over: turn.samples, stepHertz: stepHertz, to: &more)
        for (i, share) in zip(turn.samples, turn.shares) { utility[i] += share * more[i] }
      }
    }
    let top = utility.values(in: samples).max() ?? 0
    var odds = utility.with([Double](repeating: -.infinity, count: utility.count))
    for i in samples { odds[i] = utility[i] - top }
    let grid = signals.grid
    let around =
      FiniteImpulseResponse
      .gaussian(sigmaSamples: model.choiceSteps * signals.stepSamples / Double(grid.stride))
      .convolved(grid.means(of: odds.values.map { exp($0) }), edge: .constant)
    let usual = odds.with(grid.everySample(of: around.map { log(max(0, $0) + 1e-12) }))
    for i in samples { odds[i] -= usual[i] }
    return odds
  }
}

/// What the evidence for a contact is made of. Fitted by `Tools/fit/events/sequence.py`: a conditional
/// logit over the samples of the step around each contact of 13 people.
public struct ContactEvidenceModel: Hashable, Sendable {
  /// What was fitted.
  var fitted = Weights.fitted
  /// A contact by the phase of the step wave is as good as this, standard deviation in steps.
  public var waveWidthSteps = 0.12
  /// The phase never speaks more strongly against a sample, log-odds: in a turn it slips.
  public var largestWaveDoubt = 3.0
  /// Samples are compared with those around them, standard deviation in steps: within one step.
  public var choiceSteps = 0.35
  /// Shape and impact are divided by their root mean square around, standard deviation in steps.
  public var scaleSteps = 0.6
  /// That divisor is never far below the usual one: a share of it, added in squares. What fades counts
  /// less.
  public var scaleFloor = 0.3
  /// Above this frequency, Hz, hardly anything moves on purpose: it is an impact.
  public var impactCutoffHertz = 8.0
  /// Smoothing of the impact's energy, standard deviation in seconds: that of a heel that lands.
  public var impactSeconds = 0.02
  /// When a person turns.
  public var turning = TurningShare()
  /// Smoothing of the motion's energy, standard deviation in steps: it keeps one step apart from
  /// the next.
  public var levelSteps = 0.25

  /// The fitted numbers.
  struct Weights: Hashable, Sendable {
    /// Log-odds per unit of the force at sixteenths of a step, half a step before to half a step after.
    var forceWeights: [Double]
    /// What a turn adds to those.
    var turningWeights: [Double]
    /// Log-odds per unit of the impact at eighths of a step, three before to four after.
    var impactWeights: [Double]
  }

  /// Where the force is read, in steps from the sample.
  var forceOffsets: [Double] { (-8...8).map { Double($0) / 16 } }
  /// Where the impact is read, in steps from the sample.
  var impactOffsets: [Double] { stride(from: -6, through: 8, by: 2).map { Double($0) / 16 } }
}

/// Weights for the values of a signal at some points around a sample, places that follow the step.
struct PointWeights: Hashable, Sendable {
  /// One weight per point.
  var weights: [Double]
  /// Where the points lie, in steps from the sample, rising.
  var offsets: [Double]

  /// Samples that are weighed at once: the step hardly changes over so short a time.
  private static let block = 8

  /// Adds the weighted values of a signal around each sample; straight lines between samples, the end
  /// values beyond the ends. By far the most work of a walk, so without checks inside.
  ///
  /// - Parameters:
  ///   - signal: one value per sample.
  ///   - samples: the samples to do.
  ///   - stepHertz: the tracked step frequency at each sample.
  ///   - sums: what the sums are added to; all three over the same samples.
  func add(
    _ signal: GridSignal<Double>, over samples: Range<SampleIndex>,
    stepHertz: GridSignal<Double>, to sums: inout GridSignal<Double>
  ) {
    let last = signal.count - 1
    let origin = signal.startIndex
    signal.values.withUnsafeBufferPointer { x in
      sums.withUnsafeMutableValues { sums in
        for first in stride(from: samples.lowerBound, to: samples.upperBound, by: Self.block) {
          let step =
            SampleGrid.rateHertz
            / stepHertz[(first + min(first + Self.block, samples.upperBound)) / 2]
          let (start, end) = (
            first - origin, min(first + Self.block, samples.upperBound) - origin
          )
          let reach = (
            start + Int(((offsets.first ?? 0) * step).rounded(.down)),
            end + Int(((offsets.last ?? 0) * step).rounded(.down))
          )
          if end - start == Self.block, reach.0 >= 0, reach.1 <= last,
            let sums = sums.baseAddress, let x = x.baseAddress
          {
            signal_kernels_add_points(
              sums + start, x + start, weights, offsets, weights.count, step)
            continue
          }
          for j in weights.indices {
            let shift = (offsets[j] * step).rounded(.down)
            let far = weights[j] * (offsets[j] * step - shift)
            let near = weights[j] - far
            let k = Int(shift)
            for i in start..<end {
              sums[i] += near * x[max(0, min(last, i + k))] + far * x[max(0, min(last, i + k + 1))]
            }
          }
        }
      }
    }
  }
}
