import GaitModel
import SignalKernels
import Signals

/// Where up is, sample by sample, in the sensor's own axes.
///
/// With a gyroscope: a complementary filter. The last estimate is carried along by the angular rate
/// and drawn towards the measured specific force with a time constant; it runs forwards and
/// backwards and the two are averaged, so that neither lags. Without a gyroscope: the specific
/// force, low-passed without delay; the same where the gyroscope leads away from gravity, because its axes are not those
/// of the accelerometer (some browsers exchange them) or its unit is wrong.
///
/// Source: R. Mahony, T. Hamel, J.-M. Pflimlin, IEEE Trans. Automat. Contr. 53:1203 (2008), reduced
/// to the direction of gravity; deviation: both directions of time, since the sequences are closed.
public struct Attitude: ConfigurableMethod {
  /// How long the accelerometer takes to win over the gyroscope, seconds: several strides, so that
  /// the accelerations of walking average out, yet short against gyroscope drift.
  public var timeConstantSeconds = 4.0
  /// The gyroscope is not used where less than this share of gravity is left along up. A right one leaves .97 and more
  /// in walks, one with exchanged axes less than .8 where somebody has turned.
  public var leastGravityShare = 0.9
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
      deviations: [
        "reduced to the direction of gravity", "both directions of time, averaged",
        "the accelerometer alone where the gyroscope leads away from gravity",
      ],
      revision: 3)
  }

  /// The unit vector that points up, one per sample.
  func up(in recording: SequenceRecording) -> [SIMD3<Double>] {
    let force = recording.acceleration.values
    guard let rate = recording.angularRate else { return lowPassed(force) }
    let up = complementary(force, rate.values)
    return gravityShare(of: force, along: up) < leastGravityShare ? lowPassed(force) : up
  }

  /// How much of gravity lies along up: the force along it over the length of the mean force of each second, in which
  /// the steps average out.
  private func gravityShare(of force: [SIMD3<Double>], along up: [SIMD3<Double>]) -> Double {
    let second = Int(SampleGrid.rateHertz)
    var (along, whole) = (0.0, 0.0)
    for first in stride(from: 0, to: force.count, by: second) {
      var sum = SIMD3<Double>.zero
      for i in first..<min(first + second, force.count) {
        sum += force[i]
        along += force[i].dot(up[i])
      }
      whole += sum.norm
    }
    return whole > 0 ? along / whole : 1
  }

  /// Both directions side by side: each waits for its own last estimate, and not for the other's.
  private func complementary(
    _ force: [SIMD3<Double>], _ rate: [SIMD3<Double>]
  ) -> [SIMD3<Double>] {
    let settling = Int(2 * SampleGrid.rateHertz)
    let ends = [force.prefix(settling), force.suffix(settling)].map { $0.reduce(.zero, +).unit }
    let step = 1 / SampleGrid.rateHertz
    var up = [SIMD3<Double>](repeating: .zero, count: force.count)
    signal_kernels_up(
      force, rate, force.count, ends, step, step / timeConstantSeconds, standardGravity, &up)
    signal_kernels_units(&up, up.count)
    return up
  }

  private func lowPassed(_ force: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let filter = KeptFilters.lowPass(order: 2, cutoffHertz: gravityCutoffHertz)
    return filter.filteredForwardBackward(force, edge: .even, padding: force.count - 1)
      .map { $0.unit }
  }
}
