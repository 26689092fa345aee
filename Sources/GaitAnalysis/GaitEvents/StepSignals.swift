import Foundation
import Signals

/// The signals that the evidence is read from.
///
/// What is sharp, force and jolt, has one value per sample. What is smoothed over a part of a step or more
/// is made on a coarse grid: that is exact to a hundredth, and costs a quarter.
struct StepSignals: Sendable {
  /// Magnitude of the force without posture and ringing, over its local root mean square.
  var force: [Double]
  /// Strength of the jolt, over its local mean.
  var jolt: [Double]
  /// See `ContactEvidence.level`.
  var level: [Double]
  /// See `ContactEvidence.rise`.
  var rise: [Double]
  /// Median step of the detected stretches, samples.
  var stepSamples: Double
  /// The grid of what is smooth.
  let grid: CoarseGrid

  /// Below this a jolt is the noise of a sensor, m/s².
  private static let joltNoise = 0.01
  /// Below this a motion is the noise of a sensor, (m/s²)².
  private static let motionNoise = 1e-3

  init(of motion: StepMotion, model: ContactEvidenceModel) {
    let usual = UsualValues(of: motion.excerpt)
    let grid = motion.wave.grid
    let step = UniformSampling.rateHertz / usual.median(motion.wave.stepHertz)
    (stepSamples, self.grid) = (step, grid)
    func smoothed(_ values: [Double], _ sigmaSteps: Double) -> [Double] {
      FiniteImpulseResponse.gaussian(sigmaSamples: sigmaSteps * step / Double(grid.stride))
        .convolved(values, edge: .constant).map { max(0, $0) }
    }
    /// Divides by the size around, which is never far below the usual one.
    func scaled(_ x: [Double], by size: [Double], noise: Double) -> [Double] {
      let usually = usual.coarse(size)
      let divisor = grid.everySample(
        of: size.indices.map { k in
          let least = model.scaleFloor * usually[k]
          return (size[k] * size[k] + least * least + noise * noise).squareRoot()
        })
      return x.indices.map { x[$0] / (divisor[$0] + 1e-6) }
    }
    func logRatio(_ values: [Double]) -> [Double] {
      let logs = values.map { log($0) }
      let usually = usual.coarse(logs)
      return grid.everySample(of: logs.indices.map { logs[$0] - usually[$0] })
    }
    let loading = motion.loading
    force = scaled(
      loading,
      by: smoothed(grid.means(of: loading.map { $0 * $0 }), model.scaleSteps)
        .map { $0.squareRoot() }, noise: 0)
    let axes = Self.axes(of: motion.excerpt)
    let jolts = Self.jolts(in: axes, model: model)
    jolt = scaled(
      jolts, by: smoothed(grid.means(of: jolts), model.scaleSteps), noise: Self.joltNoise)
    level = logRatio(
      smoothed(Self.energy(in: axes, grid: grid), model.levelSteps)
        .map { ($0 + Self.motionNoise).squareRoot() })
    let amplitude = grid.means(of: motion.phase.amplitude)
    let usually = usual.coarse(amplitude)
    rise = grid.everySample(
      of: amplitude.indices.map { log(amplitude[$0] / max(usually[$0], 1e-6) + 1e-3) })
  }

  /// How strongly the body jolts at each sample, m/s².
  private static func jolts(in axes: [[Double]], model: ContactEvidenceModel) -> [Double] {
    let rate = UniformSampling.rateHertz
    let quick = Butterworth.highPass(
      order: 2, cutoffHertz: model.joltCutoffHertz, samplingRateHertz: rate
    ).filteredForwardBackward(axes, padding: Int(3 * rate))
    return FiniteImpulseResponse.gaussian(sigmaSamples: model.joltSeconds * rate)
      .convolved(squares(quick), edge: .constant).map { max(0, $0).squareRoot() }
  }

  /// Energy of all that moves faster than posture, (m/s²)², on the coarse grid.
  private static func energy(in axes: [[Double]], grid: CoarseGrid) -> [Double] {
    let rate = UniformSampling.rateHertz / Double(grid.stride)
    let moving = Butterworth.highPass(
      order: 2, cutoffHertz: StepWave.slowestContentHertz, samplingRateHertz: rate
    ).filteredForwardBackward(
      axes.map { grid.means(of: $0) }, padding: Int(3 * rate))
    return squares(moving)
  }

  private static func axes(of excerpt: GaitExcerpt) -> [[Double]] {
    [
      excerpt.acceleration.map { $0.x }, excerpt.acceleration.map { $0.y },
      excerpt.acceleration.map { $0.z },
    ]
  }

  private static func squares(_ x: [[Double]]) -> [Double] {
    x[0].indices.map { x[0][$0] * x[0][$0] + x[1][$0] * x[1][$0] + x[2][$0] * x[2][$0] }
  }
}

/// Medians over the detected stretches: what is usual for this walk.
private struct UsualValues {
  /// The samples of each detected stretch.
  private let cores: [Range<Int>]

  init(of excerpt: GaitExcerpt) {
    cores = excerpt.cores.map { excerpt.indices($0) }
  }

  /// The median over all stretches of a value that has one per sample; every fourth is as good.
  func median(_ x: [Double]) -> Double {
    Self.median(x, over: cores, every: StepWave.stride)
  }

  /// The median over the nearest stretch, for each value of the coarse grid: a turn on the spot is not
  /// measured by the walk that follows.
  func coarse(_ values: [Double]) -> [Double] {
    var out: [Double] = []
    out.reserveCapacity(values.count)
    for (n, core) in cores.enumerated() {
      let isLast = n == cores.count - 1
      let end =
        isLast ? values.count : (core.upperBound + cores[n + 1].lowerBound) / 2 / StepWave.stride
      let there = (core.lowerBound / StepWave.stride)..<(core.upperBound / StepWave.stride)
      let median = Self.median(values, over: [there], every: 1)
      while out.count < end { out.append(median) }
    }
    return out
  }

  private static func median(_ x: [Double], over ranges: [Range<Int>], every: Int) -> Double {
    let values = ranges.flatMap { range in
      stride(from: range.lowerBound, to: max(range.upperBound, range.lowerBound + 1), by: every)
        .map { x[min($0, x.count - 1)] }
    }
    return Statistics.median(values) ?? x[0]
  }
}
