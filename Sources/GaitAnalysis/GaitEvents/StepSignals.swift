import Foundation
import Signals

/// The signals that the evidence is read from, one value per sample.
struct StepSignals: Sendable {
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
    let usualThere = typical(usual)
    jolt = jolts.indices.map { i in
      let least = model.scaleFloor * usualThere[i]
      let noise = Self.joltNoise
      return jolts[i] / (usual[i] * usual[i] + least * least + noise * noise).squareRoot()
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
