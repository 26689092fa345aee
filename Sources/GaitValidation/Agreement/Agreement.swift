import Foundation

/// How well found values agree with true ones, by the statistics that the field uses.
///
/// - **Bias and limits of agreement**: J. M. Bland, D. G. Altman, Lancet 327:307 (1986); their intervals, and the
///   limits for several pairs of one person: Stat. Methods Med. Res. 8:135 (1999).
/// - **ICC(A,1) and ICC(C,1)**: two-way, single measurement, absolute agreement and consistency: K. O. McGraw, S. P.
///   Wong, Psychol. Methods 1:30 (1996), intervals included.
/// - **Correlation**: Pearson's, with the interval of R. A. Fisher, Metron 1:3 (1921).
/// - **Minimal detectable change**: 1.96·√2·SEM with SEM = √(error mean square): J. P. Weir, J. Strength Cond. Res.
///   19:231 (2005).
/// - **Coverage**: how many errors lie within our own standard error and within 1.96 of it; 68 % and 95 % are right.
///
/// People with several pairs are not so many people: then every interval is a bootstrap over people, and of one
/// pair per person those of bias, limits and coefficients are the classical ones; see ``intervals``.
public struct Agreement: Sendable, Hashable, Codable {
  /// Pairs of a found and a true value.
  public var pairCount: Int
  /// People that they come from.
  public var peopleCount: Int
  /// Mean of the true values, in the measure's unit.
  public var truthMean: Double
  /// Mean of found − true.
  public var bias: Estimate
  /// Standard deviation of found − true: of a new pair of a new person. `nil` for a single pair.
  public var differenceSD: Double?
  /// The same within a person, about the person's own mean; `nil` where nobody has two pairs.
  public var withinPersonSD: Double?
  /// Bias − 1.96 SD.
  public var lowerLimit: Estimate?
  /// Bias + 1.96 SD.
  public var upperLimit: Estimate?
  /// Mean of |found − true|.
  public var meanAbsoluteError: Estimate
  /// Mean of |found − true| in percent of true.
  public var relativeErrorPercent: Estimate?
  /// Root mean square of found − true.
  public var rootMeanSquareError: Estimate
  /// ICC(A,1), absolute agreement; `nil` for fewer than three pairs or when the truth does not vary.
  public var iccAgreement: Estimate?
  /// ICC(C,1), consistency.
  public var iccConsistency: Estimate?
  /// Pearson's correlation; `nil` for fewer than four pairs.
  public var correlation: Estimate?
  /// The smallest change between two measurements that is more than error, at 95 %.
  public var minimalDetectableChange: Double?
  /// Pairs whose found value has a standard error.
  public var coveredCount: Int
  /// Share of these within one standard error, 0-1; 0.68 is right.
  public var coverage68: Estimate?
  /// Share within 1.96 standard errors, 0-1; 0.95 is right.
  public var coverage95: Estimate?
  /// Where the intervals of bias, limits, coefficients and correlation come from. All others are bootstrapped over
  /// people.
  public var intervals: IntervalSource

  enum CodingKeys: String, CodingKey {
    case bias, intervals
    case pairCount = "n_pairs"
    case peopleCount = "n_people"
    case truthMean = "true_mean"
    case differenceSD = "sd"
    case withinPersonSD = "within_person_sd"
    case lowerLimit = "lower_limit"
    case upperLimit = "upper_limit"
    case meanAbsoluteError = "mae"
    case relativeErrorPercent = "relative_error_percent"
    case rootMeanSquareError = "rmse"
    case iccAgreement = "icc_a1"
    case iccConsistency = "icc_c1"
    case correlation = "r"
    case minimalDetectableChange = "mdc"
    case coveredCount = "n_covered"
    case coverage68 = "coverage_68"
    case coverage95 = "coverage_95"
  }

  /// A value with its 95 % interval.
  public struct Estimate: Sendable, Hashable, Codable {
    /// The value.
    public var value: Double
    /// The interval's lower end; `nil` where there is none.
    public var low: Double?
    /// Its upper end.
    public var high: Double?

    /// Makes a value with its interval; `nil` where there is none.
    public init(_ value: Double, _ interval: ClosedRange<Double>? = nil) {
      (self.value, low, high) = (value, interval?.lowerBound, interval?.upperBound)
    }
  }

  /// Where an interval comes from.
  public enum IntervalSource: String, Sendable, Hashable, Codable {
    /// The formulas of the sources: one pair per person.
    case classical
    /// People drawn with replacement, 2000 times, the same draws on every run (B. Efron, Ann. Stat. 7:1, 1979).
    case people
    /// None: people have several pairs, and fewer than three people are too few to draw from.
    case none
  }
}

extension Agreement {
  /// Compares found values with true ones.
  ///
  /// - Parameter pairs: of one measure in one unit; `nil` comes of none.
  public init?(_ pairs: [AgreementPair]) {
    guard !pairs.isEmpty else { return nil }
    let values = pairs.flatMap { [$0.found, $0.truth] }
    let middle = values.reduce(0, +) / Double(values.count)
    let people = Dictionary(grouping: pairs, by: \.participant).sorted { $0.key < $1.key }
      .map { AgreementSums($0.value, middle: middle) }
    let own = AgreementStatistics(people)
    let drawn = people.count >= 3 ? Bootstrap().intervals(of: people) : [:]
    let isSingle = people.count == pairs.count
    let formulas = isSingle ? ClassicalIntervals(own).all : [:]
    func estimate(_ statistic: AgreementStatistic) -> Estimate? {
      own[statistic].map { Estimate($0, formulas[statistic] ?? drawn[statistic]) }
    }
    pairCount = pairs.count
    peopleCount = people.count
    truthMean = pairs.reduce(0) { $0 + $1.truth } / Double(pairs.count)
    bias = estimate(.bias) ?? Estimate(own.bias)
    (differenceSD, withinPersonSD) = (own.deviation, own.withinDeviation)
    (lowerLimit, upperLimit) = (estimate(.lowerLimit), estimate(.upperLimit))
    meanAbsoluteError = estimate(.meanAbsolute) ?? Estimate(own.meanAbsolute)
    relativeErrorPercent = estimate(.relativePercent)
    rootMeanSquareError = estimate(.rootMeanSquare) ?? Estimate(own.rootMeanSquare)
    (iccAgreement, iccConsistency) = (estimate(.iccAgreement), estimate(.iccConsistency))
    correlation = estimate(.correlation)
    minimalDetectableChange = own.squares.map { normalReach95 * (2 * $0.error).squareRoot() }
    coveredCount = Int(people.reduce(0) { $0 + $1.judged })
    (coverage68, coverage95) = (estimate(.coverage68), estimate(.coverage95))
    intervals = isSingle ? .classical : people.count >= 3 ? .people : .none
  }
}

/// Intervals by formula, for one pair per person.
struct ClassicalIntervals {
  private let own: AgreementStatistics

  /// Of these statistics.
  init(_ own: AgreementStatistics) { self.own = own }

  /// Those that there are.
  var all: [AgreementStatistic: ClosedRange<Double>] {
    [
      .bias: around(own.bias, squares: 1), .lowerLimit: limit(own.lowerLimit),
      .upperLimit: limit(own.upperLimit), .iccAgreement: iccAgreement,
      .iccConsistency: iccConsistency, .correlation: correlation,
    ].compactMapValues(\.self)
  }

  /// The variance of a limit is that of the mean plus 1.96²/(2(n − 1)) times that of a difference.
  private func limit(_ value: Double?) -> ClosedRange<Double>? {
    guard let value, let n = own.squares?.count else { return nil }
    return around(value, squares: 1 + n * normalReach95 * normalReach95 / (2 * (n - 1)))
  }

  /// t times the standard error of a mean, whose variance is so many times that of the mean difference.
  private func around(_ value: Double, squares factor: Double) -> ClosedRange<Double>? {
    guard let n = own.squares?.count, let deviation = own.deviation else { return nil }
    let reach =
      StudentT.reach95(degreesOfFreedom: n - 1) * deviation * (factor / n).squareRoot()
    return (value - reach)...(value + reach)
  }

  /// McGraw and Wong's case 2A or 3A for two measurements: F = MSR / MSE on n − 1 and n − 1 degrees of freedom.
  private var iccConsistency: ClosedRange<Double>? {
    guard let squares = own.squares, squares.error > 0 else { return nil }
    let degrees = squares.count - 1
    let f = squares.rows / squares.error
    let q = FDistribution.quantile(0.975, degrees, degrees)
    return (f / q - 1) / (f / q + 1)...(f * q - 1) / (f * q + 1)
  }

  /// McGraw and Wong's interval of absolute agreement, with Satterthwaite's degrees of freedom.
  private var iccAgreement: ClosedRange<Double>? {
    guard let squares = own.squares, let icc = own.iccAgreement, squares.error > 0, icc < 1 else {
      return nil
    }
    let n = squares.count
    let a = 2 * icc / (n * (1 - icc))
    let b = 1 + 2 * icc * (n - 1) / (n * (1 - icc))
    let (left, right) = (a * squares.columns, b * squares.error)
    let degrees = (left + right) * (left + right) / (left * left + right * right / (n - 1))
    guard degrees > 0, degrees.isFinite else { return nil }
    let lower = FDistribution.quantile(0.975, n - 1, degrees)
    let upper = FDistribution.quantile(0.975, degrees, n - 1)
    let rest = 2 * squares.columns + (n - 2) * squares.error
    let low = n * (squares.rows - lower * squares.error) / (lower * rest + n * squares.rows)
    let high = n * (upper * squares.rows - squares.error) / (rest + n * upper * squares.rows)
    return low <= high ? low...high : nil
  }

  /// Fisher's z.
  private var correlation: ClosedRange<Double>? {
    guard let r = own.correlation, let n = own.squares?.count, n > 3, abs(r) < 1 else { return nil }
    let reach = normalReach95 / (n - 3).squareRoot()
    return tanh(atanh(r) - reach)...tanh(atanh(r) + reach)
  }
}
