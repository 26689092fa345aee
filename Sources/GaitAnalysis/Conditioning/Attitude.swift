import GaitModel
import Signals

/// Where up is, sample by sample, in the sensor's own axes.
///
/// With a gyroscope: a complementary filter. The last estimate is carried along by the angular rate
/// and drawn towards the measured specific force with a time constant; it runs forwards and
/// backwards and the two are averaged, so that neither lags. Without a gyroscope: the specific
/// force, low-passed without delay.
///
/// Source: R. Mahony, T. Hamel, J.-M. Pflimlin, IEEE Trans. Automat. Contr. 53:1203 (2008), reduced
/// to the direction of gravity; deviation: both directions of time, since the stretch is closed.
struct Attitude: Hashable, Sendable {
  /// How long the accelerometer takes to win over the gyroscope, seconds: several strides, so that
  /// the accelerations of walking average out, yet short against gyroscope drift.
  var timeConstantSeconds = 4.0
  /// Below this frequency the specific force is taken for gravity when there is no gyroscope, Hz:
  /// well under half of a slow stride.
  var gravityCutoffHertz = 0.25

  /// The unit vector that points up, one per sample.
  func up(in excerpt: GaitExcerpt) -> [SIMD3<Double>] {
    guard let rate = excerpt.angularRate else { return lowPassed(excerpt.acceleration) }
    let forward = complementary(excerpt.acceleration, rate, sign: 1)
    let backward = complementary(excerpt.acceleration.reversed(), rate.reversed(), sign: -1)
    let last = forward.count - 1
    return forward.indices.map { (forward[$0] + backward[last - $0]).unit }
  }

  private func complementary(
    _ force: [SIMD3<Double>], _ rate: [SIMD3<Double>], sign: Double
  ) -> [SIMD3<Double>] {
    let step = 1 / UniformSampling.rateHertz
    let gain = step / timeConstantSeconds
    let settling = force.prefix(Int(2 * UniformSampling.rateHertz))
    var up = settling.reduce(SIMD3<Double>.zero, +).unit
    var out: [SIMD3<Double>] = []
    out.reserveCapacity(force.count)
    for i in force.indices {
      up = up - (sign * step) * rate[i].cross(up)
      up = (up + gain * (force[i] / standardGravity - up)).unit
      out.append(up)
    }
    return out
  }

  private func lowPassed(_ force: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let filter = Butterworth.lowPass(
      order: 2, cutoffHertz: gravityCutoffHertz, samplingRateHertz: UniformSampling.rateHertz)
    let x = filter.filteredForwardBackward(force.map(\.x), edge: .even, padding: force.count - 1)
    let y = filter.filteredForwardBackward(force.map(\.y), edge: .even, padding: force.count - 1)
    let z = filter.filteredForwardBackward(force.map(\.z), edge: .even, padding: force.count - 1)
    return x.indices.map { SIMD3(x[$0], y[$0], z[$0]).unit }
  }
}
