import Foundation
import GaitModel
import Signals

/// Says how a run bounces.
public protocol RunningEstimator: ConfigurableMethod {
  /// The measures of a run.
  ///
  /// - Parameters:
  ///   - run: the contacts.
  ///   - context: what the runs share.
  /// - Returns: each value, or why it is missing.
  func measures(of run: Walk, in context: SequenceContext) -> RunningMeasures
}

/// How a run bounces is left open.
public struct NoRunningMechanics: RunningEstimator {
  /// The method; it has no settings.
  public init() {}

  /// None: this method leaves the question out.
  public var provenance: Provenance { .leftOut("NoRunningMechanics", question: "running") }

  /// Missing, because no method holds where the device is worn.
  public func measures(of run: Walk, in context: SequenceContext) -> RunningMeasures {
    RunningMeasures(
      contactSeconds: .missing(.siteNotSupported), verticalOscillation: .missing(.siteNotSupported))
  }
}

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
public struct RunningMechanics: RunningEstimator {
  /// Force above which a foot is surely down, as a share of standing: soft tissue rings below it.
  public var leastForceShare = 0.5
  /// What is faster than this is ringing, Hz.
  public var cutoffHertz = 10.0
  /// What is slower than this share of the step frequency is no bounce.
  public var slowestShare = 0.6
  /// Fewer steps are no mean.
  public var leastSteps = 6
  /// How well half a sine tells contact time, standard deviation as a share of it: a judgment, no
  /// recording at hand has force plates.
  public var contactErrorShare = 0.12
  /// The same of the oscillation.
  public var oscillationErrorShare = 0.10

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "RunningMechanics", question: "running",
      citation: "Morin et al. 2005, J. Appl. Biomech. 21:167", doi: "10.1123/jab.21.2.167",
      deviations: ["force read from the pelvis's acceleration; not validated on people"],
      revision: 1)
  }

  /// Both measures from the vertical acceleration of the pelvis.
  public func measures(of run: Walk, in context: SequenceContext) -> RunningMeasures {
    measures(of: context.body.vertical, contacts: run.positions)
  }

  /// The measures of a run.
  ///
  /// - Parameters:
  ///   - vertical: upward acceleration, gravity removed, m/s².
  ///   - contacts: where the contacts are on the recording's grid, rising.
  /// - Returns: both missing where there are too few steps.
  func measures(
    of vertical: GridSignal<Double>, contacts: [SamplePosition]
  ) -> RunningMeasures {
    let steps = zip(contacts, contacts.dropFirst()).map {
      Int($0)..<min(vertical.endIndex, Int($1) + 1)
    }.filter { $0.count > 4 }
    guard steps.count >= leastSteps, let first = contacts.first, let last = contacts.last else {
      return RunningMeasures(
        contactSeconds: .missing(.tooFewSteps), verticalOscillation: .missing(.tooFewSteps))
    }
    let rate = SampleGrid.rateHertz
    let stepHertz = Double(contacts.count - 1) / (last - first) * rate
    let smooth = vertical.with(
      KeptFilters.lowPass(order: 4, cutoffHertz: cutoffHertz)
        .filteredForwardBackward(vertical.values, padding: Int(rate)))
    let downs = steps.compactMap { contactSeconds(smooth.values(in: $0)) }
    let height = oscillation(smooth, stepHertz: stepHertz, steps: steps)
    return RunningMeasures(
      contactSeconds: downs.count < leastSteps
        ? .missing(.eventNotFound) : measured(Statistics.median(downs), contactErrorShare) { $0 },
      verticalOscillation: measured(height, oscillationErrorShare) { Length(meters: $0) })
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
    return Double(above) / SampleGrid.rateHertz / (1 - 2 / .pi * asin(min(0.9, share)))
  }

  /// Median over the steps of how far the pelvis moves up and down, meters.
  private func oscillation(
    _ vertical: GridSignal<Double>, stepHertz: Double, steps: [Range<SampleIndex>]
  ) -> Double? {
    let rate = SampleGrid.rateHertz
    let high = Butterworth.highPass(
      order: 2, cutoffHertz: slowestShare * stepHertz, samplingRateHertz: rate)
    func bounce(_ x: [Double]) -> [Double] {
      high.filteredForwardBackward(x, padding: Int(3 * rate / stepHertz))
    }
    let velocity = Integration.cumulativeTrapezoid(bounce(vertical.values), samplingRateHertz: rate)
    let place = vertical.with(
      bounce(Integration.cumulativeTrapezoid(bounce(velocity), samplingRateHertz: rate)))
    return Statistics.median(
      steps.compactMap { step -> Double? in
        let inside = place.values(in: step)
        guard let top = inside.max(), let bottom = inside.min() else { return nil }
        return top - bottom
      })
  }
}
