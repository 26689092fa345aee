/// What one person's pairs add up to: every statistic of agreement comes from these sums, so that people can
/// be drawn again and again without going back to the pairs.
struct AgreementSums: Sendable, Hashable {
  /// Pairs.
  var count = 0.0
  /// Σ(found − true), and its squares and absolute values.
  var difference = 0.0
  var squaredDifference = 0.0
  var absoluteDifference = 0.0
  /// Σ of |found − true| in percent of true, and how many have a true value that is not 0.
  var relativePercent = 0.0
  var relativeCount = 0.0
  /// Sums, squares and products of true (x) and found (y) values, counted from a middle.
  var (x, y, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
  /// Pairs with a standard error, and how many lie within one and within 1.96 of it; of a count its covered part.
  var judged = 0.0
  var within68 = 0.0
  var within95 = 0.0

  /// Nothing yet.
  init() {}

  /// Adds up one person's pairs.
  ///
  /// - Parameters:
  ///   - pairs: the pairs.
  ///   - middle: the mean of all people's values, so that squares do not lose digits.
  init(_ pairs: [AgreementPair], middle: Double) {
    for pair in pairs { add(pair, middle: middle) }
  }

  private mutating func add(_ pair: AgreementPair, middle: Double) {
    let error = pair.error
    count += 1
    difference += error
    squaredDifference += error * error
    absoluteDifference += abs(error)
    if pair.truth != 0 {
      relativePercent += 100 * abs(error / pair.truth)
      relativeCount += 1
    }
    let (a, b) = (pair.truth - middle, pair.found - middle)
    x += a
    y += b
    xx += a * a
    yy += b * b
    xy += a * b
    guard let standardError = pair.standardError, standardError > 0 else { return }
    judged += 1
    within68 += pair.covered(within: standardError)
    within95 += pair.covered(within: normalReach95 * standardError)
  }

  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.count += b.count
    sum.difference += b.difference
    sum.squaredDifference += b.squaredDifference
    sum.absoluteDifference += b.absoluteDifference
    sum.relativePercent += b.relativePercent
    sum.relativeCount += b.relativeCount
    (sum.x, sum.y, sum.xx) = (a.x + b.x, a.y + b.y, a.xx + b.xx)
    (sum.yy, sum.xy) = (a.yy + b.yy, a.xy + b.xy)
    (sum.judged, sum.within68) = (a.judged + b.judged, a.within68 + b.within68)
    sum.within95 += b.within95
    return sum
  }
}

extension AgreementPair {
  /// How much of the truth lies within `reach` of the found value: all or nothing.
  ///
  /// A count of 33 stands for everything from 32.5 to 33.5, and any part of that may lie within (C. Czado, T. Gneiting,
  /// L. Held, Biometrics 65:1254, 2009). Means of days and persons are no whole numbers.
  fileprivate func covered(within reach: Double) -> Double {
    guard measure == .stepCount, level == .bout || level == .recording else {
      return abs(error) <= reach ? 1 : 0
    }
    return max(0, min(error + 0.5, reach) - max(error - 0.5, -reach))
  }
}

/// The statistics of agreement of some people, without intervals; what cannot be had is `nil`.
struct AgreementStatistics: Sendable, Hashable {
  var bias: Double
  /// Of a new difference of a new person; where people have several pairs, between and within people together.
  var deviation: Double?
  /// Of differences of one person about the person's own mean; `nil` without repetition.
  var withinDeviation: Double?
  var lowerLimit: Double?
  var upperLimit: Double?
  var meanAbsolute: Double
  var relativePercent: Double?
  var rootMeanSquare: Double
  var iccAgreement: Double?
  var iccConsistency: Double?
  var correlation: Double?
  var coverage68: Double?
  var coverage95: Double?
  /// The mean squares behind the coefficients; `nil` for fewer than three pairs.
  var squares: MeanSquares?

  /// Mean squares of the two-way analysis of variance of n targets seen by two.
  struct MeanSquares: Sendable, Hashable {
    var rows, columns, error, count: Double
  }

  /// The figures of some people; at least one pair.
  init(_ people: [AgreementSums]) {
    let all = people.reduce(AgreementSums(), +)
    let n = all.count
    bias = all.difference / n
    meanAbsolute = all.absoluteDifference / n
    relativePercent = ratio(all.relativePercent, all.relativeCount)
    rootMeanSquare = (all.squaredDifference / n).squareRoot()
    (coverage68, coverage95) = (ratio(all.within68, all.judged), ratio(all.within95, all.judged))
    setDeviations(people, all)
    if let deviation {
      lowerLimit = bias - normalReach95 * deviation
      upperLimit = bias + normalReach95 * deviation
    }
    setCoefficients(all)
  }

  /// Repeated measurements: J. M. Bland, D. G. Altman, Stat. Methods Med. Res. 8:135 (1999), section 5, and J.
  /// Biopharm. Stat. 17:571 (2007): the variance of a difference is that between people and that within.
  private mutating func setDeviations(_ people: [AgreementSums], _ all: AgreementSums) {
    let (n, k) = (all.count, Double(people.count))
    guard n > 1 else { return }
    let total = all.squaredDifference - all.difference * all.difference / n
    let isRepeated = n > k
    guard isRepeated, k > 1 else {
      deviation = max(0, total / (n - 1)).squareRoot()
      if isRepeated { withinDeviation = deviation }
      return
    }
    let between =
      people.reduce(0) { $0 + $1.difference * $1.difference / $1.count } - all.difference
      * all.difference / n
    let within = max(0, total - between) / (n - k)
    let perPerson = (n - people.reduce(0) { $0 + $1.count * $1.count } / n) / (k - 1)
    let variance = max(0, (between / (k - 1) - within) / perPerson)
    withinDeviation = within.squareRoot()
    deviation = (variance + within).squareRoot()
  }

  private mutating func setCoefficients(_ all: AgreementSums) {
    let n = all.count
    guard n > 2 else { return }
    let (sum, squares) = (all.x + all.y, all.xx + all.yy)
    let correction = sum * sum / (2 * n)
    let rows = (all.xx + 2 * all.xy + all.yy) / 2 - correction
    let columns = (all.x * all.x + all.y * all.y) / n - correction
    let error = max(0, squares - correction - rows - columns)
    let mean = MeanSquares(
      rows: rows / (n - 1), columns: columns, error: error / (n - 1), count: n)
    self.squares = mean
    iccConsistency = ratio(mean.rows - mean.error, mean.rows + mean.error)
    iccAgreement = ratio(
      mean.rows - mean.error, mean.rows + mean.error + 2 / n * (mean.columns - mean.error))
    let (sx, sy) = (all.xx - all.x * all.x / n, all.yy - all.y * all.y / n)
    // Through three points or fewer a high correlation says nothing; nor where the truth hardly varies.
    guard n > 3, sx > 1e-12 * all.xx, sy > 1e-12 * all.yy else {
      if sx <= 1e-12 * max(all.xx, 1e-300) { (iccConsistency, iccAgreement) = (nil, nil) }
      return
    }
    correlation = (all.xy - all.x * all.y / n) / (sx * sy).squareRoot()
  }
}

/// The statistics that have an interval.
enum AgreementStatistic: CaseIterable {
  case bias, lowerLimit, upperLimit, meanAbsolute, relativePercent, rootMeanSquare
  case iccAgreement, iccConsistency, correlation, coverage68, coverage95
}

extension AgreementStatistics {
  /// A statistic by its name; `nil` where it cannot be had.
  subscript(statistic: AgreementStatistic) -> Double? {
    switch statistic {
    case .bias: bias
    case .lowerLimit: lowerLimit
    case .upperLimit: upperLimit
    case .meanAbsolute: meanAbsolute
    case .relativePercent: relativePercent
    case .rootMeanSquare: rootMeanSquare
    case .iccAgreement: iccAgreement
    case .iccConsistency: iccConsistency
    case .correlation: correlation
    case .coverage68: coverage68
    case .coverage95: coverage95
    }
  }
}
