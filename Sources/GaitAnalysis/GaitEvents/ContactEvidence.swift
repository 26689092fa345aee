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
  /// Reads some samples of an excerpt.
  ///
  /// - Parameters:
  ///   - motion: where the signals come from.
  ///   - wavePositions: contacts by the phase of the wave, samples, rising.
  ///   - samples: where contacts are sought; beyond them all evidence is that of no contact.
  ///   - model: what the witnesses are worth.
  init(
    of motion: StepMotion, wavePositions: [Double], samples: Range<Int>,
    model: ContactEvidenceModel
  ) {
    let stepHertz = motion.wave.stepHertz
    let signals = StepSignals(of: motion, model: model)
    level = signals.level
    rise = signals.rise
    shape = Self.logOdds(signals, samples: samples, stepHertz: stepHertz, model: model)
    timing = shape
    guard !wavePositions.isEmpty else { return }
    var next = 0
    for i in samples {
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
    _ signals: StepSignals, samples: Range<Int>, stepHertz: [Double], model: ContactEvidenceModel
  ) -> [Double] {
    var utility = [Double](repeating: 0, count: stepHertz.count)
    let force = PointWeights(weights: model.forceWeights, offsets: model.forceOffsets)
    let jolt = PointWeights(weights: model.joltWeights, offsets: model.joltOffsets)
    force.add(signals.force, over: samples, stepHertz: stepHertz, to: &utility)
    jolt.add(signals.jolt, over: samples, stepHertz: stepHertz, to: &utility)
    let top = utility[samples].max() ?? 0
    var odds = [Double](repeating: -.infinity, count: utility.count)
    for i in samples { odds[i] = utility[i] - top }
    let grid = signals.grid
    let around =
      FiniteImpulseResponse
      .gaussian(sigmaSamples: model.choiceSteps * signals.stepSamples / Double(grid.stride))
      .convolved(grid.means(of: odds.map { exp($0) }), edge: .constant)
    let usual = grid.everySample(of: around.map { log(max(0, $0) + 1e-12) })
    for i in samples { odds[i] -= usual[i] }
    return odds
  }
}
