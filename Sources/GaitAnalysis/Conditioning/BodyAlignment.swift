import Foundation
import GaitModel
import Signals

/// The body's axes in the sensor's own coordinates, for a straight piece of walking.
struct BodyAxes: Hashable, Sendable {
  /// Up.
  var vertical: SIMD3<Double>
  /// Forward, the way the person walks; only its line is known while `isForwardKnown` is false.
  var anteroposterior: SIMD3<Double>
  /// How clearly forward differs from sideways: 0 not at all, 2 perfectly.
  var quality: Double
  /// Evidence for the sign of forward: -1 against, +1 for; near 0 undecided.
  var forwardEvidence: Double

  /// To the right: forward times up.
  var mediolateral: SIMD3<Double> { anteroposterior.cross(vertical).unit }
}

/// Finds up, forward and sideways from the walking itself, however the sensor was put on.
///
/// Up is the mean specific force. In the horizontal plane the pelvis moves forward and back once a
/// step, and sideways once a stride: forward is the direction with the most step-locked and the
/// least stride-locked motion. Forward's sign comes from timing: the body is pushed forward before
/// it is lifted.
///
/// Source: own; the frequency rule follows R. Moe-Nilssen, J. L. Helbostad, J. Biomech. 37:121
/// (2004), who read step and stride from the same axes.
struct BodyAlignment: GaitMethod {
  /// Smoothing of the demodulated motion, seconds: about a stride.
  var smoothingSeconds = 1.2
  /// Smoothing of the step phase that strides are locked to, standard deviation in steps: rhythm, not
  /// single steps.
  var rhythmSmoothingSteps = 0.45
  /// Shorter pieces of walking are not aligned on, seconds: less than two strides.
  var leastSeconds = 2.0
  /// Below this quality forward and sideways are not told apart.
  var leastQuality = 0.2
  /// Slower motion is posture, Hz.
  var slowestContentHertz = 0.25

  var provenance: Provenance {
    Provenance(
      method: "BodyAlignment", question: "body axes",
      citation: "Moe-Nilssen and Helbostad 2004 (step and stride regularity by axis)",
      doi: "10.1016/S0021-9290(03)00233-1",
      deviations: ["axis by demodulated power at step and stride frequency, any orientation"],
      revision: 1)
  }

  /// The axes over some samples of an excerpt.
  func axes(
    in excerpt: GaitExcerpt, strideCarrier: Carrier, samples: Range<Int>
  ) -> BodyAxes {
    let force = Array(excerpt.acceleration[samples])
    let up = force.reduce(SIMD3<Double>.zero, +).unit
    let east = up.somePerpendicular
    let north = up.cross(east)
    let filter = Butterworth.highPass(
      order: 2, cutoffHertz: slowestContentHertz, samplingRateHertz: UniformSampling.rateHertz)
    let steady = filter.filteredForwardBackward(
      [east, north, up].map { axis in force.map { $0.dot(axis) } },
      padding: min(force.count - 2, Int(3 * UniformSampling.rateHertz)))
    let (horizontal, vertical) = (steady[0...1], steady[2])
    let stride = strideCarrier[samples]
    let twice = stride.times(stride)
    let carriers = [stride, twice, twice.times(stride), twice.times(twice)]
    let motion = (1...4).map { m in
      horizontal.map { Demodulation(of: $0, carrier: carriers[m - 1], sigma: sigma) }
    }
    let (line, quality) = principalLine(motion)
    let forward = (line.0 * east + line.1 * north).unit
    let lift = Demodulation(of: vertical, carrier: carriers[1], sigma: sigma)
    let push = motion[1][0].combined(line.0, motion[1][1], line.1)
    return BodyAxes(
      vertical: up, anteroposterior: forward, quality: quality,
      forwardEvidence: push.lead(over: lift))
  }

  private var sigma: Double { smoothingSeconds * UniformSampling.rateHertz }

  /// Largest eigenvector of (step-locked power) minus (stride-locked power), both as shares.
  private func principalLine(_ motion: [[Demodulation]]) -> ((Double, Double), Double) {
    func power(_ m: Int) -> (xx: Double, xy: Double, yy: Double) {
      let (a, b) = (motion[m - 1][0], motion[m - 1][1])
      return (a.power(with: a), a.power(with: b), b.power(with: b))
    }
    let (p1, p2, p3, p4) = (power(1), power(2), power(3), power(4))
    let step = (xx: p2.xx + p4.xx, xy: p2.xy + p4.xy, yy: p2.yy + p4.yy)
    let stride = (xx: p1.xx + p3.xx, xy: p1.xy + p3.xy, yy: p1.yy + p3.yy)
    let (s, t) = (step.xx + step.yy + 1e-12, stride.xx + stride.yy + 1e-12)
    let xx = step.xx / s - stride.xx / t
    let xy = step.xy / s - stride.xy / t
    let yy = step.yy / s - stride.yy / t
    let half = (xx - yy) / 2
    let spread = hypot(half, xy)
    let angle = 0.5 * atan2(2 * xy, xx - yy)
    return ((cos(angle), sin(angle)), 2 * spread)
  }
}
