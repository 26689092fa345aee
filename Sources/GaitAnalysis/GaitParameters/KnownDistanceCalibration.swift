import Foundation
import GaitModel
import Signals

/// A person's own factor from distances that were known.
///
/// The logarithm of estimated over known distance is the person's own, with spread `personShare`
/// between people, plus a part that differs from walk to walk, with spread `walkShare`. After `k`
/// walks with mean `m` the best guess of the person's part is `λ m`, `λ = k / (k + walkShare² /
/// personShare²)`; what is left of its spread is `personShare √(1 - λ)`. So one walk is believed by
/// less than a half, and a slip in one of them does no great harm.
///
/// Source: own; shrinkage after C. Stein and W. James (Proc. 4th Berkeley Symp. 1:361, 1961).
/// Constants: `Tools/fit/parameters/personal_factor.py`.
struct KnownDistanceCalibration: GaitMethod {
  /// Spread of the model's error between people, as a logarithm (10 people, 115 legs of 10 m).
  var personShare = 0.045
  /// Spread from walk to walk of a person, truth's own noise included (the same).
  var walkShare = 0.050
  /// Estimated over known distance beyond these is another path or a missed walk: four spreads of a
  /// person and a walk together are 1.31.
  var possibleRatios = 0.7...1.4
  /// Shorter paths are mostly starting and stopping, meters.
  var leastMeters = 4.0

  var provenance: Provenance {
    Provenance(
      method: "KnownDistanceCalibration", question: "personal factor of step length",
      citation: "James and Stein 1961, Proc. 4th Berkeley Symp. 1:361", revision: 1)
  }

  /// How far the mean of so many walks is believed, 0-1.
  func trust(inWalks count: Int) -> Double {
    let ratio = walkShare / personShare
    return Double(count) / (Double(count) + ratio * ratio)
  }

  /// The logarithm by which lengths are to be changed, and its standard error.
  ///
  /// - Parameter ratios: estimated over known distance, one for each walk, all positive.
  /// - Returns: 0 and the population's spread without any walk.
  func logFactor(ratios: [Double]) -> (value: Double, standardError: Double) {
    let trust = trust(inWalks: ratios.count)
    let mean = Statistics.mean(ratios.map { log($0) }) ?? 0
    return (-trust * mean, personShare * (1 - trust).squareRoot())
  }
}
