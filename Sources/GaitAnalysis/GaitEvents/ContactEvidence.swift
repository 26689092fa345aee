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
    let (first, end) = (offsets.min() ?? 0, offsets.max() ?? 0)
    signal.withUnsafeBufferPointer { x in
      weights.withUnsafeBufferPointer { weights in
        offsets.withUnsafeBufferPointer { offsets in
          for i in x.indices {
            let step = UniformSampling.rateHertz / stepHertz[i]
            let place = Double(i)
            var sum = 0.0
            if place + first * step >= 0, place + end * step < Double(last) {
              for j in weights.indices {
                let position = place + offsets[j] * step
                let k = Int(position)
                sum += weights[j] * (x[k] + (x[k + 1] - x[k]) * (position - Double(k)))
              }
            } else {
              for j in weights.indices {
                let position = max(0, min(Double(last), place + offsets[j] * step))
                let k = min(last - 1, Int(position))
                sum += weights[j] * (x[k] + (x[k + 1] - x[k]) * (position - Double(k)))
              }
            }
            sums[i] += sum
          }
        }
      }
    }
  }
}
