import GaitModel
import Signals

/// A classic: the sign of the pelvis's turning rate at a contact says which foot it is.
///
/// The pelvis turns with the swinging leg; at a right contact the filtered rate about the vertical is still
/// positive, to the left, at a left contact negative.
///
/// Source: J. McCamley, M. Donati, E. Grimpampi, C. Mazzà, Gait Posture 36:316 (2012); band as in M. Ullrich et al.,
/// Proc. EMBC 6805 (2021).
public struct YawSignLaterality: LateralityClassifier {
  /// What is slower is turning, Hz, as published.
  public var slowestHertz = 0.5
  /// What is faster is not the stride's, Hz, as published.
  public var fastestHertz = 2.0

  /// The method with the published band.
  public init() {}

  /// Where the method comes from, and how it departs from there.
  public var provenance: Provenance {
    Provenance(
      method: "YawSignLaterality", question: "left and right",
      citation: "McCamley et al. 2012, Gait Posture 36:316", doi: "10.1016/j.gaitpost.2012.02.019",
      deviations: ["vertical by complementary filter in both directions of time"], revision: 1)
  }

  /// Right where the rate is positive, to the left; all unknown without a gyroscope.
  public func feet(of walk: Walk, axes: BodyAxes?, in context: SequenceContext) -> [Foot] {
    guard let yaw = context.body.yawRate else { return walk.contacts.map { _ in .unknown } }
    let rate = SampleGrid.rateHertz
    let band = Butterworth.bandPass(
      order: 2, fromHertz: slowestHertz, toHertz: fastestHertz, samplingRateHertz: rate)
    let wave = yaw.with(
      band.filteredForwardBackward(yaw.values, padding: min(yaw.count - 2, Int(3 * rate))))
    return walk.positions.map { wave.value(at: $0) > 0 ? .right : .left }
  }
}
