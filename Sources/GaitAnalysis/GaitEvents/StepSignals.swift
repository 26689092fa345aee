import Foundation
import Signals

/// The signals that the evidence for contacts is read from.
///
/// What is sharp, force and impact, has one value per sample. What is smoothed over a part of a step or more
/// is made on a coarse grid: that is exact to a hundredth, and costs a quarter.
struct StepSignals: Sendable {
  /// Magnitude of the force without posture and ringing, over its local root mean square.
  var force: GridSignal<Double>
  /// Strength of the impact, over its local mean.
  var impact: GridSignal<Double>
  /// See `ContactEvidence.level`.
  var level: GridSignal<Double>
  /// See `ContactEvidence.rise`.
  var rise: GridSignal<Double>
  /// Median step of the gait sequences, samples.
  var stepSamples: Double
  /// The grid of what is smooth.
  let grid: CoarseGrid

  /// Below this a impact is the noise of a sensor, m/s².
  private static let impactNoise = 0.01
  /// Below this a motion is the noise of a sensor, (m/s²)².
  private static let motionNoise = 1e-3

  init(of recording: SequenceRecording, cycle: StepCycle, model: ContactEvidenceModel) {
    let grid = cycle.grid
    let usual = UsualValues(of: recording, grid: grid)
    let step = SampleGrid.rateHertz / usual.median(cycle.stepHertz)
    (stepSamples, self.grid) = (step, grid)
    func smoothed(_ values: [Double], _ sigmaSteps: Double) -> [Double] {
      FiniteImpulseResponse.gaussian(sigmaSamples: sigmaSteps * step / Double(grid.stride))
        .convolved(values, edge: .constant).map { max(0, $0) }
    }
    /// Divides by the size around, which is never far below the usual one.
    func scaled(_ x: [Double], by size: [Double], noise: Double) -> GridSignal<Double> {
      let usually = usual.coarse(size)
      let divisor = grid.everySample(
        of: size.indices.map { k in
          let least = model.scaleFloor * usually[k]
          return (size[k] * size[k] + least * least + noise * noise).squareRoot()
        })
      let ratio = x.withUnsafeBufferPointer { x in
        divisor.withUnsafeBufferPointer { size in
          [Double](count: x.count) { x[$0] / (size[$0] + 1e-6) }
        }
      }
      return cycle.stepHertz.with(ratio)
    }
    func logRatio(_ values: [Double]) -> GridSignal<Double> {
      let logs = values.map { log($0) }
      let usually = usual.coarse(logs)
      return cycle.stepHertz.with(
        grid.everySample(of: logs.indices.map { logs[$0] - usually[$0] }))
    }
    let loading = cycle.loading.values
    force = scaled(
      loading,
      by: smoothed(grid.means(of: loading.map { $0 * $0 }), model.scaleSteps)
        .map { $0.squareRoot() }, noise: 0)
    let impacts = Self.impacts(in: recording.acceleration.values, model: model)
    impact = scaled(
      impacts, by: smoothed(grid.means(of: impacts), model.scaleSteps), noise: Self.impactNoise)
    level = logRatio(
      smoothed(Self.energy(in: recording.acceleration.values, grid: grid), model.levelSteps)
        .map { ($0 + Self.motionNoise).squareRoot() })
    let amplitude = grid.means(of: cycle.phase.amplitude.values)
    let usually = usual.coarse(amplitude)
    rise = cycle.stepHertz.with(
      grid.everySample(
        of: amplitude.indices.map { log(amplitude[$0] / max(usually[$0], 1e-6) + 1e-3) }))
  }

  /// How strongly the body impacts at each sample, m/s².
  private static func impacts(in force: [SIMD3<Double>], model: ContactEvidenceModel) -> [Double] {
    let rate = SampleGrid.rateHertz
    let quick = KeptFilters.highPass(order: 2, cutoffHertz: model.impactCutoffHertz)
      .filteredForwardBackward(force, padding: Int(rate / 2))
    return FiniteImpulseResponse.gaussian(sigmaSamples: model.impactSeconds * rate)
      .convolved(squares(quick), edge: .constant).map { max(0, $0).squareRoot() }
  }

  /// Energy of all that moves faster than posture, (m/s²)², on the coarse grid.
  private static func energy(in force: [SIMD3<Double>], grid: CoarseGrid) -> [Double] {
    let rate = SampleGrid.rateHertz / Double(grid.stride)
    let moving = KeptFilters.highPass(
      order: 2, cutoffHertz: StepWave.slowestContentHertz, rateHertz: rate
    ).filteredForwardBackward(grid.means(of: force), padding: Int(3 * rate))
    return squares(moving)
  }

  private static func squares(_ x: [SIMD3<Double>]) -> [Double] {
    x.withUnsafeBufferPointer { x in
      [Double](count: x.count) { x[$0].x * x[$0].x + x[$0].y * x[$0].y + x[$0].z * x[$0].z }
    }
  }
}

/// Medians over the gait sequences: what is usual for this walk.
private struct UsualValues {
  /// The samples of each sequence.
  private let sequences: [Range<SampleIndex>]
  private let grid: CoarseGrid

  init(of recording: SequenceRecording, grid: CoarseGrid) {
    sequences = recording.sequences.map { recording.indices($0) }
    self.grid = grid
  }

  /// The median over all sequences of a value that has one per sample; every fourth is as good.
  func median(_ x: GridSignal<Double>) -> Double {
    let values = sequences.flatMap { Self.values(x, over: $0, every: grid.stride) }
    return Statistics.median(values) ?? x.values[0]
  }

  /// The median over the nearest sequence, for each value of the coarse grid: a turn on the spot is not
  /// measured by the walk that follows.
  func coarse(_ values: [Double]) -> [Double] {
    let x = GridSignal(values)
    var out: [Double] = []
    out.reserveCapacity(values.count)
    for (n, sequence) in sequences.enumerated() {
      let isLast = n == sequences.count - 1
      let end =
        isLast
        ? values.count : grid.place(between: sequence.upperBound, and: sequences[n + 1].lowerBound)
      let there = grid.place(of: sequence.lowerBound)..<grid.place(of: sequence.upperBound)
      let median = Statistics.median(Self.values(x, over: there, every: 1)) ?? values[0]
      while out.count < end { out.append(median) }
    }
    return out
  }

  private static func values(
    _ x: GridSignal<Double>, over range: Range<Int>, every: Int
  ) -> [Double] {
    stride(from: range.lowerBound, to: max(range.upperBound, range.lowerBound + 1), by: every)
      .map { x[min($0, x.endIndex - 1)] }
  }
}
