import Foundation
import GaitModel
import Signals

/// A person's own factor from distances that were known.
///
/// The logarithm of estimated over known distance is the person's own, with spread `personShare`
/// between people, plus a part that differs from walk to walk, with spread `walkShare`. After `k`
/// walks with mean `m` the best guess of the person's part is `λ m`, `λ = k / (k + walkShare² /
/// personShare²)`; the spread that remains is `personShare √(1 - λ)`. One walk therefore has a
/// weight below a half, and an error in one of them does little harm. Distances that a phone at the
/// pelvis estimated have errors of their own: one of the person, which no number of walks averages
/// away, and one of each walk; both make `λ` smaller.
///
/// Source: own; shrinkage after C. Stein and W. James (Proc. 4th Berkeley Symp. 1:361, 1961).
/// Constants: `Tools/fit/parameters/personal_factor.py`.
public struct KnownDistanceCalibration: ConfigurableMethod {
  /// Spread of the model's error between people, as a logarithm (10 people, 115 legs of 10 m).
  public var personShare = 0.045
  /// Spread from walk to walk of a person, truth's own noise included (the same).
  public var walkShare = 0.050
  /// Spread between people where only steps, cadence and stature are known (10 people, 116 legs).
  public var personShareElsewhere = 0.110
  /// The same from walk to walk of a person.
  public var walkShareElsewhere = 0.075
  /// Estimated over known distance beyond these is another path or a missed walk: four spreads of a
  /// person and a walk together are 1.31.
  public var possibleRatios = 0.7...1.4
  /// The same where only steps, cadence and stature are known: 1.70.
  public var possibleRatiosElsewhere = 0.58...1.7
  /// Shorter paths are mostly starting and stopping, meters.
  public var leastMeters = 4.0
  /// A receiver smooths its speed over some seconds: a shorter bout is mostly its edges, seconds.
  public var leastGroundSeconds = 20.0
  /// The same beside a phone at the pelvis, whose strides have no lag: some eight steps, seconds.
  public var leastPhoneSeconds = 5.0
  /// Receivers give a speed each second, strides one each half; a longer silence is a loss of sight, or a
  /// walk that the phone did not find, seconds.
  public var longestGapSeconds = 3.0

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "KnownDistanceCalibration", question: "personal factor of step length",
      citation: "James and Stein 1961, Proc. 4th Berkeley Symp. 1:361", revision: 2)
  }

  /// Spread of the model's error between people, and from walk to walk.
  func shares(at placement: PersonalCalibration.Placement) -> (person: Double, walk: Double) {
    switch placement {
    case .pelvis: (personShare, walkShare)
    case .elsewhere: (personShareElsewhere, walkShareElsewhere)
    }
  }

  /// Estimated over known distance beyond these is no calibration.
  func possibleRatios(at placement: PersonalCalibration.Placement) -> ClosedRange<Double> {
    placement == .pelvis ? possibleRatios : possibleRatiosElsewhere
  }

  /// The weight of the mean of so many walks, 0-1.
  ///
  /// - Parameters:
  ///   - count: how many walks.
  ///   - placement: which model estimated them.
  ///   - known: the error of the known distances themselves, as shares: what all of them share, and what
  ///     differs from walk to walk. A tape has none worth counting.
  /// - Returns: 0 without any walk, less than 1 with any number.
  func shrinkageWeight(
    inWalks count: Int, at placement: PersonalCalibration.Placement = .pelvis,
    known: (shared: Double, walk: Double) = (0, 0)
  ) -> Double {
    guard count > 0 else { return 0 }
    let shares = shares(at: placement)
    let person = shares.person * shares.person
    let chance = (shares.walk * shares.walk + known.walk * known.walk) / Double(count)
    return person / (person + chance + known.shared * known.shared)
  }

  /// The logarithm by which lengths are to be changed, and its standard error.
  ///
  /// - Parameters:
  ///   - ratios: estimated over known distance, one for each walk, all positive.
  ///   - placement: which model estimated them.
  ///   - known: the error of the known distances, as in `shrinkageWeight`.
  /// - Returns: 0 and the population's spread without any walk.
  func logFactor(
    ratios: [Double], at placement: PersonalCalibration.Placement = .pelvis,
    known: (shared: Double, walk: Double) = (0, 0)
  ) -> (value: Double, standardError: Double) {
    let weight = shrinkageWeight(inWalks: ratios.count, at: placement, known: known)
    let mean = Statistics.mean(ratios.map { log($0) }) ?? 0
    return (-weight * mean, shares(at: placement).person * (1 - weight).squareRoot())
  }
}
