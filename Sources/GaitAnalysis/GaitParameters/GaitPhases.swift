import Foundation
import GaitModel
import Signals

/// How long both feet are on the ground, from the push-off of the trailing leg.
///
/// After a contact the trailing leg still pushes; the late peak of the upward force marks it. The
/// earlier that peak comes in the step, the longer both feet share the ground. One value for a whole
/// walk: a single sensor at the pelvis cannot see a single step's double support.
///
/// The estimate is drawn half way to the mean of the people it was fitted on, because it is only
/// half as sure as it looks; both parts are kept apart in `DoubleSupport`.
///
/// Source: own; the meaning of the force's peaks after D. A. Winter, Biomechanics and Motor Control
/// of Human Gait (1991). Constants: `Tools/fit/parameters`.
struct PushOffDoubleSupport: GaitMethod {
  /// Fraction of the stride at a late peak at time 0 of the step.
  var intercept = 0.4207
  /// Change of the fraction when the peak comes a whole step later.
  var slope = -0.6337
  /// Where in the step the late peak is sought, in steps after contact.
  var searchSteps = 0.20...0.65
  /// Mean of the people fitted on.
  var priorFraction = 0.249
  /// Weight of the event against the prior.
  var eventWeight = 0.5
  /// Standard error of the fraction, between people.
  var standardError = 0.03
  /// Fewer steps than this do not make a median.
  var leastSteps = 6

  var provenance: Provenance {
    Provenance(
      method: "PushOffDoubleSupport", question: "double support and final contacts",
      citation: "Winter 1991, Biomechanics and Motor Control of Human Gait",
      deviations: ["timing of the late vertical peak, shrunk to the population"], revision: 1)
  }

  /// Double support of a walk as a fraction of the stride, or why there is none.
  ///
  /// - Parameters:
  ///   - contacts: sample positions, rising.
  ///   - vertical: upward acceleration of the excerpt, m/s².
  func fraction(ofWalkWith contacts: [Double], vertical: [Double]) -> Measured<Double> {
    guard contacts.count > leastSteps else { return .missing(.tooFewSteps) }
    let rate = UniformSampling.rateHertz
    let low = Butterworth.lowPass(order: 4, cutoffHertz: 10, samplingRateHertz: rate)
      .filteredForwardBackward(vertical, padding: min(vertical.count - 2, Int(2 * rate)))
    let lift = Butterworth.highPass(order: 2, cutoffHertz: 0.3, samplingRateHertz: rate)
      .filteredForwardBackward(low, padding: min(vertical.count - 2, Int(3 * rate)))
    let places = zip(contacts, contacts.dropFirst()).compactMap { peakPlace(lift, $0, $1) }
    guard places.count >= leastSteps, let place = Statistics.median(places) else {
      return .missing(.eventNotFound)
    }
    let event = intercept + slope * place
    let fused = eventWeight * event + (1 - eventWeight) * priorFraction
    return .known(fused, standardError: standardError)
  }

  /// Where the highest point lies between the search limits, as a share of the step.
  private func peakPlace(_ x: [Double], _ from: Double, _ to: Double) -> Double? {
    let step = to - from
    let low = Int((from + searchSteps.lowerBound * step).rounded(.up))
    let high = Int(from + searchSteps.upperBound * step)
    guard step > 0, low >= 0, high > low, high < x.count else { return nil }
    guard let top = (low...high).max(by: { x[$0] < x[$1] }) else { return nil }
    return (Double(top) - from) / step
  }
}
