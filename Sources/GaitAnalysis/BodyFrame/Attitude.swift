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
/// to the direction of gravity; deviation: both directions of time, since the sequences are closed.
public struct Attitude: ConfigurableMethod {
  /// How long the accelerometer takes to win over the gyroscope, seconds: several strides, so that
  /// the accelerations of walking average out, yet short against gyroscope drift.
  public var timeConstantSeconds = 4.0
  /// Below this frequency the specific force counts as gravity when there is no gyroscope, Hz:
  /// well under half of a slow stride.
  public var gravityCutoffHertz = 0.25

  /// The method with its settings as they were chosen.
  public init() {}

  /// Where the method comes from, and how it departs from there.
  public var provenance: Provenance {
    Provenance(
      method: "Attitude", question: "where is up",
      citation: "Mahony, Hamel and Pflimlin 2008, IEEE Trans. Automat. Contr. 53:1203",
      doi: "10.1109/TAC.2008.923738",
      deviations: ["reduced to the direction of gravity", "both directions of time, averaged"],
      revision: 1)
  }

  /// The unit vector that points up, one per sample.
  func up(in recording: SequenceRecording) -> [SIMD3<Double>] {
    let force = recording.acceleration.values
    guard let rate = recording.angularRate else { return lowPassed(force) }
    return complementary(force, rate.values)
  }

  /// Both directions in one loop: each waits for its own last estimate, and not for the other's.
  private func complementary(
    _ force: [SIMD3<Double>], _ rate: [SIMD3<Double>]
  ) -> [SIMD3<Double>] {
    let settling = Int(2 * SampleGrid.rateHertz)
    var forward = force.prefix(settling).reduce(SIMD3<Double>.zero, +).unit
    var backward = force.suffix(settling).reduce(SIMD3<Double>.zero, +).unit
    var out = [SIMD3<Double>](repeating: .zero, count: force.count)
    for i in force.indices {
      let k = force.count - 1 - i
      forward = next(after: forward, force: force[i], rate: rate[i])
      backward = next(after: backward, force: force[k], rate: -rate[k])
      out[i] += forward
      out[k] += backward
    }
    for i in out.indices { out[i] = out[i].unit }
    return out
  }

  private func next(
    after up: SIMD3<Double>, force: SIMD3<Double>, rate: SIMD3<Double>
  ) -> SIMD3<Double> {
    let step = 1 / SampleGrid.rateHertz
    let carried = up - step * rate.cross(up)
    return (carried + step / timeConstantSeconds * (force / standardGravity - carried)).unit
  }

  private func lowPassed(_ force: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let filter = Butterworth.lowPass(
      order: 2, cutoffHertz: gravityCutoffHertz, samplingRateHertz: SampleGrid.rateHertz)
    let axes = filter.filteredForwardBackward(
      [force.map(\.x), force.map(\.y), force.map(\.z)], edge: .even, padding: force.count - 1)
    return force.indices.map { SIMD3(axes[0][$0], axes[1][$0], axes[2][$0]).unit }
  }
}
