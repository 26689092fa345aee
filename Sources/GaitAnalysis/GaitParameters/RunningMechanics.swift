import Foundation
import GaitModel
import Signals

/// How a run bounces: contact time and vertical oscillation at the pelvis.
///
/// ```
/// force    /‾\           /‾\       a foot pushes as half a sine (spring and mass)
///         /   \         /   \
///        |-----|-------|           contact, flight
/// ```
///
/// The time in which the vertical force exceeds half of the body's weight is measured; half a sine of the
/// measured height tells how much longer the foot was down. The oscillation is the vertical acceleration
/// integrated twice without what is slower than the steps.
///
/// Source: T. A. McMahon, G. C. Cheng, J. Biomech. 23:65 (1990); half a sine for the force,
/// J.-B. Morin et al., J. Appl. Biomech. 21:167 (2005).
struct RunningMechanics: GaitMethod {
  /// Force above which a foot is surely down, as a share of standing: soft tissue rings below it.
  var leastForceShare = 0.5
  /// What is faster than this is ringing, Hz.
  var cutoffHertz = 10.0
  /// What is slower than this share of the step frequency is no bounce.
  var slowestShare = 0.6
  /// Fewer steps are no mean.
  var leastSteps = 6
  /// How well half a sine tells contact time, standard deviation as a share of it: a judgment, no
  /// recording at hand has force plates.
  var contactError = 0.12
  /// The same of the oscillation.
  var oscillationError = 0.10

  var provenance: Provenance {
    Provenance(
      method: "RunningMechanics", question: "contact time and vertical oscillation of a run",
      citation: "Morin et al. 2005, J. Appl. Biomech. 21:167", doi: "10.1123/jab.21.2.167",
      deviations: ["force read from the pelvis's acceleration; not validated on people"],
      revision: 1)
  }

  /// The measures of a run.
  ///
  /// - Parameters:
  ///   - vertical: upward acceleration, gravity removed, m/s².
  ///   - contacts: sample positions of the contacts in it, rising.
  /// - Returns: both missing where there are too few steps.
  func measures(of vertical: [Double], contacts: [Double]) -> RunningMeasures {
    let steps = zip(contacts, contacts.dropFirst()).map {
      Int($0)..<min(vertical.count, Int($1) + 1)
    }.filter { $0.count > 4 }
    guard steps.count >= leastSteps, let first = contacts.first, let last = contacts.last else {
      return RunningMeasures(
        contactSeconds: .missing(.tooFewSteps), verticalOscillation: .missing(.tooFewSteps))
    }
    let rate = UniformSampling.rateHertz
    let stepHertz = Double(contacts.count - 1) / (last - first) * rate
    let smooth = Butterworth.lowPass(order: 4, cutoffHertz: cutoffHertz, samplingRateHertz: rate)
      .filteredForwardBackward(vertical, padding: Int(rate))
    let downs = steps.compactMap { contactSeconds(smooth[$0]) }
    let height = oscillation(smooth, stepHertz: stepHertz, steps: steps)
    return RunningMeasures(
      contactSeconds: downs.count < leastSteps
        ? .missing(.eventNotFound) : measured(Statistics.median(downs), contactError) { $0 },
      verticalOscillation: measured(height, oscillationError) { Length(meters: $0) })
  }

  private func measured<Value>(
    _ value: Double?, _ share: Double, _ make: (Double) -> Value
  ) -> Measured<Value> {
    guard let value else { return .missing(.eventNotFound) }
    return .known(make(value), standardError: make(share * value))
  }

  /// Seconds that a foot is down in one step, or `nil` where no flight is seen.
  private func contactSeconds(_ step: ArraySlice<Double>) -> Double? {
    let least = (leastForceShare - 1) * standardGravity
    guard let top = step.max(), let bottom = step.min(), bottom < least else { return nil }
    let above = step.reduce(0) { $0 + ($1 > least ? 1 : 0) }
    let share = leastForceShare * standardGravity / (top + standardGravity)
    return Double(above) / UniformSampling.rateHertz / (1 - 2 / .pi * asin(min(0.9, share)))
  }

  /// Median over the steps of how far the pelvis moves up and down, meters.
  private func oscillation(
    _ vertical: [Double], stepHertz: Double, steps: [Range<Int>]
  ) -> Double? {
    let rate = UniformSampling.rateHertz
    let high = Butterworth.highPass(
      order: 2, cutoffHertz: slowestShare * stepHertz, samplingRateHertz: rate)
    func bounce(_ x: [Double]) -> [Double] {
      high.filteredForwardBackward(x, padding: Int(3 * rate / stepHertz))
    }
    let velocity = Integration.cumulativeTrapezoid(bounce(vertical), samplingRateHertz: rate)
    let place = bounce(
      Integration.cumulativeTrapezoid(bounce(velocity), samplingRateHertz: rate))
    return Statistics.median(
      steps.compactMap { step -> Double? in
        guard let top = place[step].max(), let bottom = place[step].min() else { return nil }
        return top - bottom
      })
  }
}

extension GaitPipeline {
  /// How a run bounces; `nil` for a walk.
  func runningMeasures(of walk: Walk, in context: ExcerptContext) -> RunningMeasures? {
    guard context.excerpt.activity == .running else { return nil }
    guard context.facts.isAtPelvis else {
      return RunningMeasures(
        contactSeconds: .missing(.siteNotSupported),
        verticalOscillation: .missing(.siteNotSupported))
    }
    return runningMechanics.measures(of: context.body.vertical, contacts: walk.positions)
  }
}
