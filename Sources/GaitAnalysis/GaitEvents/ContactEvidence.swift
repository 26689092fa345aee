import Foundation
import Signals

/// How much speaks for a foot touching the ground at each sample of an excerpt.
///
/// Three witnesses, none of which needs an axis: the shape of the force around the sample, the jolt
/// that runs through the body when a foot lands, and the phase of the step wave. The first two are
/// exact where steps are crisp; the phase holds where they are not.
struct ContactEvidence: Sendable {
  /// Log-odds of this sample against the others of the same step, from shape and jolt.
  var shape: [Double]
  /// The same with the phase of the step wave.
  var timing: [Double]
  /// ln of the motion's local root mean square over its median in the nearest detected stretch: 0 in a
  /// usual step, far below where the person stands.
  var level: [Double]
  /// ln of the amplitude of the step wave over its median there: how much the body rises and falls.
  var rise: [Double]

  /// Samples at which the evidence has a crest, with the phase of the wave or without: where contacts can be.
  var crests: [Int] {
    func isCrest(_ x: [Double], _ i: Int) -> Bool { x[i] >= x[i - 1] && x[i] > x[i + 1] }
    guard timing.count > 2 else { return [] }
    return (1..<(timing.count - 1)).filter { isCrest(timing, $0) || isCrest(shape, $0) }
  }
}

extension ContactEvidence {
  /// Reads an excerpt.
  ///
  /// - Parameters:
  ///   - excerpt: where the signals come from.
  ///   - phase: phase of the steps in the excerpt.
  ///   - wavePositions: contacts by that phase, samples, rising.
  ///   - model: what the witnesses are worth.
  init(
    of excerpt: GaitExcerpt, phase: StepPhase, wavePositions: [Double],
    model: ContactEvidenceModel
  ) {
    let stepHertz = phase.stepHertz
    let signals = StepSignals(of: excerpt, stepHertz: stepHertz, model: model)
    level = signals.level
    rise = zip(phase.amplitude, signals.typical(phase.amplitude)).map {
      log($0 / max($1, 1e-6) + 1e-3)
    }
    shape = Self.logOdds(signals, stepHertz: stepHertz, model: model)
    timing = shape
    guard !wavePositions.isEmpty else { return }
    var next = 0
    for i in timing.indices {
      while next < wavePositions.count, wavePositions[next] < Double(i) { next += 1 }
      let before = next > 0 ? Double(i) - wavePositions[next - 1] : .infinity
      let after = next < wavePositions.count ? wavePositions[next] - Double(i) : .infinity
      let steps = min(before, after) * stepHertz[i] / UniformSampling.rateHertz
      let distance = steps / model.waveWidthSteps
      timing[i] -= min(model.largestWaveDoubt, 0.5 * distance * distance)
    }
  }

  /// The weighted sum of both windows, relative to the mean over the step around.
  private static func logOdds(
    _ signals: StepSignals, stepHertz: [Double], model: ContactEvidenceModel
  ) -> [Double] {
    var utility = [Double](repeating: 0, count: stepHertz.count)
    add(signals.force, model.forceWeights, model.forceOffsets, stepHertz, to: &utility)
    add(signals.jolt, model.joltWeights, model.joltOffsets, stepHertz, to: &utility)
    let top = utility.max() ?? 0
    let around =
      FiniteImpulseResponse
      .gaussian(sigmaSamples: model.choiceSteps * signals.stepSamples)
      .convolved(utility.map { exp($0 - top) }, edge: .constant)
    return utility.indices.map { utility[$0] - top - log(max(0, around[$0]) + 1e-12) }
  }
}

extension ContactEvidence {
  /// Adds the weighted values of a signal around each sample; straight lines between samples, the end
  /// values beyond the ends. By far the most work of a walk, so without checks inside.
  private static func add(
    _ signal: [Double], _ weights: [Double], _ offsets: [Double], _ stepHertz: [Double],
    to sums: inout [Double]
  ) {
    let last = signal.count - 1
    signal.withUnsafeBufferPointer { x in
      sums.withUnsafeMutableBufferPointer { sums in
        for i in x.indices {
          let step = UniformSampling.rateHertz / stepHertz[i]
          var sum = 0.0
          for j in weights.indices {
            let position = max(0, min(Double(last), Double(i) + offsets[j] * step))
            let k = min(last - 1, Int(position))
            sum += weights[j] * (x[k] + (x[k + 1] - x[k]) * (position - Double(k)))
          }
          sums[i] += sum
        }
      }
    }
  }
}

/// What the evidence for a contact is made of. Fitted by `Tools/fit/events/sequence.py`: a conditional
/// logit over the samples of the step around each contact of 13 people.
struct ContactEvidenceModel: Hashable, Sendable {
  /// Log-odds per unit of the force at sixteenths of a step, half a step before to half a step after.
  var forceWeights: [Double] = [
    -0.3248, -0.2154, -0.2362, -0.1717, -0.1492, -0.0991, -0.0073, -0.0282, 0.1296, 0.4899, 0.353,
    0.1518, 0.0274, 0.1234, 0.0266, -0.2651, -0.2619,
  ]
  /// Log-odds per unit of the jolt at eighths of a step, three before to four after.
  var joltWeights: [Double] = [
    -0.3947, -0.3226, -0.5165, 0.3891, 0.3923, 0.1179, 0.1368, -0.2504,
  ]
  /// A contact by the phase of the step wave is as good as this, standard deviation in steps.
  var waveWidthSteps = 0.12
  /// The phase never speaks more strongly against a sample, log-odds: in a turn it slips.
  var largestWaveDoubt = 3.0
  /// Samples are compared with those around them, standard deviation in steps: within one step.
  var choiceSteps = 0.35
  /// Shape and jolt are divided by their root mean square around, standard deviation in steps.
  var scaleSteps = 0.6
  /// That divisor is never far below the usual one: a share of it, added in squares. What fades counts
  /// less.
  var scaleFloor = 0.3
  /// Force below this frequency, Hz, holds the step's shape.
  var forceCutoffHertz = 8.0
  /// Above this frequency, Hz, hardly anything moves on purpose: it is a jolt.
  var joltCutoffHertz = 8.0
  /// Smoothing of the jolt's energy, standard deviation in seconds: that of a heel strike.
  var joltSeconds = 0.02
  /// Smoothing of the motion's energy, standard deviation in steps: one step is told from the next.
  var levelSteps = 0.25

  /// Where the force is read, in steps from the sample.
  var forceOffsets: [Double] { (-8...8).map { Double($0) / 16 } }
  /// Where the jolt is read, in steps from the sample.
  var joltOffsets: [Double] { stride(from: -6, through: 8, by: 2).map { Double($0) / 16 } }
}

/// The signals that the evidence is read from, one value per sample.
private struct StepSignals {
  /// Magnitude of the force without posture and ringing, over its local root mean square.
  var force: [Double]
  /// Strength of the jolt, over its local mean.
  var jolt: [Double]
  /// See `ContactEvidence.level`.
  var level: [Double]
  /// Median step of the detected stretches, samples.
  var stepSamples: Double
  /// The samples of each detected stretch.
  private let cores: [Range<Int>]

  /// Below this a jolt is the noise of a sensor, m/s².
  private static let joltNoise = 0.01
  /// Below this a motion is the noise of a sensor, (m/s²)².
  private static let motionNoise = 1e-3

  init(of excerpt: GaitExcerpt, stepHertz: [Double], model: ContactEvidenceModel) {
    let rate = UniformSampling.rateHertz
    let cores = excerpt.cores.map { excerpt.indices($0) }
    self.cores = cores
    func typical(_ x: [Double]) -> [Double] { Self.typical(x, cores: cores) }
    let step = rate / (Self.median(stepHertz, over: cores) ?? stepHertz[0])
    stepSamples = step
    let axes = [
      excerpt.acceleration.map { $0.x }, excerpt.acceleration.map { $0.y },
      excerpt.acceleration.map { $0.z },
    ]
    func smoothed(_ x: [Double], _ sigma: Double) -> [Double] {
      FiniteImpulseResponse.gaussian(sigmaSamples: sigma).convolved(x, edge: .constant)
        .map { max(0, $0) }
    }
    func energy(above hertz: Double) -> [Double] {
      let moving = Butterworth.highPass(order: 2, cutoffHertz: hertz, samplingRateHertz: rate)
        .filteredForwardBackward(axes, padding: Int(3 * rate))
      return moving[0].indices.map { i in
        moving[0][i] * moving[0][i] + moving[1][i] * moving[1][i] + moving[2][i] * moving[2][i]
      }
    }
    let loading = excerpt.loading(below: model.forceCutoffHertz)
    let strength = smoothed(loading.map { $0 * $0 }, model.scaleSteps * step)
      .map { $0.squareRoot() }
    let leastStrength = typical(strength).map { model.scaleFloor * $0 }
    force = loading.indices.map {
      loading[$0]
        / ((strength[$0] * strength[$0] + leastStrength[$0] * leastStrength[$0]).squareRoot() + 1e-6)
    }
    let jolts = smoothed(energy(above: model.joltCutoffHertz), model.joltSeconds * rate)
      .map { $0.squareRoot() }
    let usual = smoothed(jolts, model.scaleSteps * step)
    let leastJolt = typical(usual).map { hypot(model.scaleFloor * $0, Self.joltNoise) }
    jolt = jolts.indices.map {
      jolts[$0] / (usual[$0] * usual[$0] + leastJolt[$0] * leastJolt[$0]).squareRoot()
    }
    let motion = smoothed(energy(above: StepWave.slowestContentHertz), model.levelSteps * step)
      .map { 0.5 * log($0 + Self.motionNoise) }
    level = zip(motion, typical(motion)).map { $0 - $1 }
  }

  /// The median over the nearest detected stretch, for each sample: a turn on the spot is not measured
  /// by the walk that follows.
  func typical(_ x: [Double]) -> [Double] { Self.typical(x, cores: cores) }

  private static func typical(_ x: [Double], cores: [Range<Int>]) -> [Double] {
    var out: [Double] = []
    out.reserveCapacity(x.count)
    for (k, core) in cores.enumerated() {
      let isLast = k == cores.count - 1
      let end = isLast ? x.count : (core.upperBound + cores[k + 1].lowerBound) / 2
      let median = median(x, over: [core]) ?? 0
      while out.count < end { out.append(median) }
    }
    return out
  }

  /// The median of every fourth sample: as good, and samples are many.
  private static func median(_ x: [Double], over cores: [Range<Int>]) -> Double? {
    Statistics.median(
      cores.flatMap { core in
        stride(from: core.lowerBound, to: max(core.upperBound, core.lowerBound + 1), by: 4)
          .map { x[$0] }
      })
  }
}
