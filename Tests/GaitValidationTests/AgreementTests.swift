import Foundation
import Testing

@testable import GaitValidation

/// Statistics of agreement beside those of pingouin and SciPy (`Tools/goldens/agreement.py`).
@Suite struct `Agreement of found and true values` {
  @Test func `equals pingouin and SciPy`() throws {
    let golden = try AgreementGolden.read()
    #expect(golden.cases.count == 5)
    for known in golden.cases {
      let own = try #require(Agreement(known.agreementPairs))
      expect(own.bias.value, known.bias, known.name)
      expect(own.meanAbsoluteError.value, known.mae, known.name)
      expect(own.rootMeanSquareError.value, known.rmse, known.name)
      expect(own.relativeErrorPercent?.value, known.relativePercent, known.name)
      expect(own.differenceSD, known.sd, known.name)
      expect(own.minimalDetectableChange, known.mdc, known.name)
      expect(own.coverage68?.value, known.coverage68, known.name)
      expect(own.coverage95?.value, known.coverage95, known.name)
      expect(own.iccAgreement?.value, known.iccAgreement[0], known.name)
      expect(own.iccConsistency?.value, known.iccConsistency[0], known.name)
      expect(own.correlation?.value, known.correlation[0], known.name)
      expect(own.lowerLimit?.value, known.lowerLimit[0], known.name)
      expect(own.upperLimit?.value, known.upperLimit[0], known.name)
      if let within = known.withinSD { expect(own.withinPersonSD, within, known.name) }
    }
  }

  @Test func `intervals of one pair per person equal pingouin's and SciPy's`() throws {
    let singles = try AgreementGolden.read().cases.filter { $0.withinSD == nil }
    #expect(singles.count == 3)
    for known in singles {
      let own = try #require(Agreement(known.agreementPairs))
      #expect(own.intervals == .classical)
      expect(own.bias, known.biasInterval ?? [], known.name)
      expect(own.lowerLimit, Array(known.lowerLimit.dropFirst()), known.name)
      expect(own.upperLimit, Array(known.upperLimit.dropFirst()), known.name)
      expect(own.iccAgreement, Array(known.iccAgreement.dropFirst()), known.name)
      expect(own.iccConsistency, Array(known.iccConsistency.dropFirst()), known.name)
      // pingouin rounds this one to six digits.
      expect(own.correlation, Array(known.correlation.dropFirst()), known.name, within: 1e-6)
    }
  }

  /// Other draws give other intervals: a twentieth of the width is what 2000 draws leave open.
  @Test func `the bootstrap over people equals SciPy's`() throws {
    let golden = try AgreementGolden.read()
    let known = try #require(golden.cases.first { $0.name == golden.bootstrap.case })
    let own = try #require(Agreement(known.agreementPairs))
    #expect(own.intervals == .people)
    let (low, high) = (golden.bootstrap.mae[0], golden.bootstrap.mae[1])
    let slack = (high - low) / 20
    #expect(abs((own.meanAbsoluteError.low ?? .nan) - low) < slack)
    #expect(abs((own.meanAbsoluteError.high ?? .nan) - high) < slack)
    #expect(Agreement(known.agreementPairs) == own)
  }

  @Test func `quantiles of F equal SciPy's`() throws {
    for point in try AgreementGolden.read().fQuantiles {
      let own = FDistribution.quantile(point[0], point[1], point[2])
      #expect(abs(own - point[3]) <= 1e-9 * point[3], "\(point)")
    }
  }

  @Test func `little data gives few statistics and no invented ones`() throws {
    #expect(Agreement([]) == nil)
    let one = try #require(Agreement([pair("A", 1, 1.1)]))
    #expect(one.differenceSD == nil && one.lowerLimit == nil && one.iccAgreement == nil)
    let constant = try #require(
      Agreement([
        pair("A", 180, 176), pair("B", 180, 183), pair("C", 180, 181), pair("D", 180, 178),
      ]))
    #expect(constant.iccAgreement == nil && constant.correlation == nil)
    #expect(constant.lowerLimit != nil)
    // Two people with many pairs: no interval could be trusted.
    let two = try #require(
      Agreement((0..<10).map { pair($0 < 5 ? "A" : "B", 1 + 0.1 * Double($0), 1.05) }))
    #expect(two.intervals == .none && two.bias.low == nil && two.iccAgreement?.low == nil)
  }

  @Test func `of a count the part within the error is covered`() throws {
    func coverage(_ level: AgreementLevel) throws -> [Double] {
      var own = pair("A", 33, 34)
      (own.measure, own.level, own.standardError) = (.stepCount, level, 1.2)
      let agreement = try #require(Agreement([own]))
      return [agreement.coverage68, agreement.coverage95].compactMap { $0?.value }
    }
    // Of 32.5 to 33.5 what is above 32.8; a person's mean is no whole number.
    let one = try coverage(.recording)
    #expect(abs(one[0] - 0.7) < 1e-12 && one[1] == 1)
    #expect(try coverage(.person) == [1, 1])
  }

  private func pair(_ person: String, _ truth: Double, _ found: Double) -> AgreementPair {
    AgreementPair(
      dataset: "lab", measure: .walkingSpeed, level: .bout, participant: person, site: "",
      found: found, truth: truth)
  }

  /// Sums of a few dozen numbers, added up in another order.
  private func expect(_ own: Double?, _ known: Double, _ name: String, _ slack: Double = 1e-8) {
    #expect(abs((own ?? .nan) - known) <= slack * max(1, abs(known)), "\(name)")
  }

  private func expect(
    _ own: Agreement.Estimate?, _ interval: [Double], _ name: String, within slack: Double = 1e-8
  ) {
    #expect(interval.count == 2)
    expect(own?.low, interval.first ?? .nan, name, slack)
    expect(own?.high, interval.last ?? .nan, name, slack)
  }
}

/// The file that the script writes.
struct AgreementGolden: Decodable {
  var cases: [Case]
  var bootstrap: Bootstrap
  var fQuantiles: [[Double]]

  struct Bootstrap: Decodable {
    var `case`: String
    var mae: [Double]
  }

  struct Pair: Decodable {
    var participant: String
    var truth, found, error: Double
  }

  struct Case: Decodable {
    var name: String
    var pairs: [Pair]
    var bias, mae, rmse, relativePercent, mdc, coverage68, coverage95, sd: Double
    var withinSD: Double?
    var biasInterval: [Double]?
    var lowerLimit, upperLimit, iccAgreement, iccConsistency, correlation: [Double]

    enum CodingKeys: String, CodingKey {
      case name, pairs, bias, mae, rmse, mdc, sd, correlation
      case relativePercent = "relative_percent"
      case coverage68 = "coverage_68"
      case coverage95 = "coverage_95"
      case withinSD = "within_sd"
      case biasInterval = "bias_interval"
      case lowerLimit = "lower_limit"
      case upperLimit = "upper_limit"
      case iccAgreement = "icc_agreement"
      case iccConsistency = "icc_consistency"
    }

    var agreementPairs: [AgreementPair] {
      pairs.map {
        AgreementPair(
          dataset: "golden", measure: .walkingSpeed, level: .bout, participant: $0.participant,
          site: "", found: $0.found, truth: $0.truth, standardError: $0.error)
      }
    }
  }

  enum CodingKeys: String, CodingKey {
    case cases, bootstrap
    case fQuantiles = "f_quantiles"
  }

  static func read() throws -> AgreementGolden {
    let folder = try #require(Bundle.module.url(forResource: "Goldens", withExtension: nil))
    return try JSONDecoder().decode(
      AgreementGolden.self, from: Data(contentsOf: folder.appending(path: "agreement.json")))
  }
}
