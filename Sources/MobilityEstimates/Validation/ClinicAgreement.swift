import GaitModel
import Signals

/// How far estimates of the six-minute walk lie from clinic tests of the same people, and how often their
/// intervals hold them.
public struct ClinicAgreement: Hashable, Sendable {
  /// An estimate beside a test.
  public struct Pair: Hashable, Sendable {
    /// The estimate without the limit of what is reported, m.
    public var estimate: Double
    /// The ends, m, of the interval that is to hold 68 of 100 tests.
    public var interval68: ClosedRange<Double>
    /// The ends, m, of the interval that is to hold 95 of 100 tests.
    public var interval95: ClosedRange<Double>
    /// The test, m.
    public var test: Double

    /// Makes a pair.
    public init(
      estimate: Double, interval68: ClosedRange<Double>, interval95: ClosedRange<Double>,
      test: Double
    ) {
      self.estimate = estimate
      self.interval68 = interval68
      self.interval95 = interval95
      self.test = test
    }
  }

  /// How many pairs.
  public var count: Int
  /// Mean of estimate minus test, m.
  public var bias: Double
  /// Bias ± 1.96 standard deviations of the differences (Bland and Altman 1986, Lancet 327:307); `nil` for
  /// fewer than two pairs.
  public var limits: ClosedRange<Double>?
  /// The share of tests within the 68 % interval.
  public var within68: Double
  /// The share of tests within the 95 % interval.
  public var within95: Double

  /// The agreement of pairs; `nil` when there are none.
  public init?(_ pairs: [Pair]) {
    let differences = pairs.map { $0.estimate - $0.test }
    guard let mean = Statistics.mean(differences) else { return nil }
    count = pairs.count
    bias = mean
    limits = Statistics.sampleStandardDeviation(differences).map {
      mean - NormalDistribution.reach95 * $0...mean + NormalDistribution.reach95 * $0
    }
    func share(_ holds: (Pair) -> Bool) -> Double {
      Double(pairs.count(where: holds)) / Double(pairs.count)
    }
    within68 = share { $0.interval68.contains($0.test) }
    within95 = share { $0.interval95.contains($0.test) }
  }
}

/// Whether people who fell have lower scores of steadiness than those who did not.
public struct FallSeparation: Hashable, Sendable {
  /// People who fell.
  public var fallers: Int
  /// People who did not.
  public var others: Int
  /// Mean score of those who fell.
  public var fallerScore: Double
  /// Mean score of the others.
  public var otherScore: Double
  /// How often somebody who fell has the lower score of a pair, one of each; a tie counts half. It is the area
  /// under the receiver's curve: 0.5 is chance.
  public var area: Double
  /// Its standard error (Hanley and McNeil, Radiology 143:29, 1982); `nil` where the sorts do not overlap, of which the formula
  /// makes 0 however few the people are.
  public var areaError: Double?

  /// The separation; `nil` without people of both sorts.
  public init?(scores: [(score: Double, fell: Bool)]) {
    let fell = scores.filter(\.fell).map(\.score)
    let stood = scores.filter { !$0.fell }.map(\.score)
    guard let faller = Statistics.mean(fell), let other = Statistics.mean(stood) else { return nil }
    (fallers, others) = (fell.count, stood.count)
    (fallerScore, otherScore) = (faller, other)
    let wins = fell.reduce(0.0) { sum, score in
      sum + stood.reduce(0.0) { $0 + (score < $1 ? 1 : score == $1 ? 0.5 : 0) }
    }
    area = wins / Double(fell.count * stood.count)
    let (one, two) = (area / (2 - area), 2 * area * area / (1 + area))
    let (n, m) = (Double(fell.count), Double(stood.count))
    let variance =
      (area * (1 - area) + (n - 1) * (one - area * area) + (m - 1) * (two - area * area)) / (n * m)
    areaError = area > 0 && area < 1 ? max(variance, 0).squareRoot() : nil
  }
}
