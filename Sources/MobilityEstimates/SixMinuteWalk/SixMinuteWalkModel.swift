import Foundation
import GaitModel

/// What a person would walk in the clinic's six-minute test, from how they walk every day.
///
/// Bayes' rule over the logarithm of the distance. Daily life is read twice, by speed and by cadence;
/// each reading may be wrong altogether, so that two that disagree widen the answer instead of meeting in
/// the middle. The healthy reference is one of two possibilities and has no weight far from it.
/// The article <doc:SixMinuteWalk> says where every number comes from.
public struct SixMinuteWalkModel: GaitMethod {
  /// Test speed over the fast end of daily life. Enright and Sherrill's distances for people of
  /// average build at 45-75 years are 1.13 times Bohannon and Williams Andrews's usual speeds; the
  /// usual speed is the 91st percentile of daily walking (Van Ancum 2019), the 95th is about 4 % faster.
  public var ratio = 1.09
  /// How much people differ in it, as a share: usual speed and the highest percentiles of daily walking
  /// correlate with .4 between people (Van Ancum 2019; deviations .21 and .23 m/s at 1.43 m/s).
  public var ratioDeviation = 0.14
  /// With so many minutes of sustained walking a day the fast end is half as good again as a
  /// witness as with none. Our choice: who hardly walks does not show what they can.
  public var halfInformedMinutes = 1.0
  /// What a device adds to or takes from every speed of a person, m/s, beside its share: slow walking
  /// is measured with a greater share of error. Our choice, a third of the pendulum's error of a leg.
  public var deviceOffset = 0.02
  /// A reading is wrong altogether so often, as a share; then its error is three times as large. Our choice.
  public var strayShare = 0.05
  /// Step length over cadence, m/(steps/min), of a person of `walkRatioHeight`: .0060, deviation
  /// .0007, on 70 people of 70-81 years (Bogen 2018).
  public var stepLengthPerCadence = 0.0060
  /// The share by which speeds from cadence alone miss in such people: .0007 of .0060.
  public var cadenceErrorShare = 0.12
  /// Cautious or ill people take shorter steps at the same cadence: so many of those who are estimated. Our
  /// choice.
  public var cautiousShare = 0.5
  /// By how much their speeds are lower than cadence says, as a logarithm. Our choice.
  public var cautiousLogarithm = -0.3
  /// How much they differ in it. Our choice.
  public var cautiousDeviation = 0.25
  /// The height that `stepLengthPerCadence` belongs to, m. Our choice: people of that age.
  public var walkRatioHeight = 1.68
  /// How likely a person is one of the healthy whom the reference describes; otherwise every
  /// logarithm of a distance is as likely. Our choice: low, because healthy people are not estimated.
  public var healthyShare = 0.06
  /// Who walked so far in six minutes of daily life can do so in a corridor with turns, but for this
  /// share.
  public var corridorShare = 0.92
  /// The doubt about that, as a share of the distance. Our choice.
  public var walkedErrorShare = 0.10
  /// How often it means nothing at all: no walk of six minutes, or not by this person. Our choice.
  public var walkedStrayShare = 0.75
  /// How well one test repeats, as a share of the distance: percent differences of 4-11 % on retest
  /// (Aging Clin Exp Res 12:274, 2000), taken as one test's deviation of 5 %.
  public var testErrorShare = 0.05
  /// Longer is not reported, m: the estimate is meant for people whose walking is limited.
  public var longestReported = 500.0

  /// The model with its published numbers.
  public init() {}

  /// Where the model comes from.
  public var provenance: Provenance {
    Provenance(
      method: "BayesianSixMinuteWalk", question: "six-minute-walk distance",
      citation: """
        Enright and Sherrill, Am J Respir Crit Care Med 158:1384 (1998); Gibbons et al., \
        J Cardiopulm Rehabil 21:87 (2001); Bohannon and Williams Andrews, Physiotherapy 97:182 \
        (2011); Van Ancum et al., Maturitas 121:28 (2019)
        """,
      doi: "10.1164/ajrccm.158.5.9710086",
      deviations: [
        "the reference is one of two possibilities, and not the answer",
        "no person with both a test and daily walking was at hand: the ratio is derived, not fitted",
      ],
      revision: 5)
  }

  /// The ratio of a person whose tests are not known.
  public var usualRatio: WalkRatio {
    WalkRatio(logarithm: log(ratio), deviation: ratioDeviation)
  }

  /// The estimate.
  /// - Parameters:
  ///   - evidence: What daily life said.
  ///   - participant: Age, sex, height and mass, as far as known.
  ///   - ratio: The person's own ratio, or ``usualRatio``.
  /// - Returns: The estimate; always there, as wide as its evidence is thin.
  public func estimate(
    from evidence: SixMinuteWalkEvidence, participant: Participant, ratio: WalkRatio
  ) -> SixMinuteWalkEstimate {
    estimate(
      of: posterior(from: evidence, participant: participant, ratio: ratio),
      errorWithinPerson: chanceError(evidence, ratio), participant: participant, ratio: ratio)
  }

  /// What a posterior says in numbers.
  func estimate(
    of posterior: DistancePosterior, errorWithinPerson: Double?, participant: Participant,
    ratio: WalkRatio
  ) -> SixMinuteWalkEstimate {
    let reference = WalkReference(for: participant)
    let median = posterior.median
    return SixMinuteWalkEstimate(
      meters: min(median, longestReported), uncappedMeters: median,
      interval68: posterior.interval(0.68), interval95: posterior.interval(0.95),
      errorWithinPerson: errorWithinPerson, isCapped: median > longestReported,
      reference: reference, predictedMeters: reference.predicted(for: participant),
      lowerLimitOfNormal: reference.lowerLimitOfNormal(for: participant),
      noReference: WalkReference.absence(for: participant),
      calibratingTests: ratio.testCount, testScatter: ratio.testScatter)
  }

  /// How likely each distance is.
  func posterior(
    from evidence: SixMinuteWalkEvidence, participant: Participant, ratio: WalkRatio
  ) -> DistancePosterior {
    let readings = readings(of: evidence, participant: participant, ratio: ratio)
    let places = places(of: readings)
    let daily = places.map { density(DistancePosterior.logarithm($0), readings) }
    let thin = halfInformedMinutes / (halfInformedMinutes + evidence.sustainedMinutesPerDay)
    let effort = ratio.deviation * (1 + thin).squareRoot()
    let tested = DistancePosterior.convolved(daily, deviation: effort)
    let reference = WalkReference(for: participant)
    let healthy = reference == .adults ? nil : reference.expectation(for: participant)
    let longest = evidence.longestSixMinutes.map { log(corridorShare * $0) }
    let error = hypot(walkedErrorShare, evidence.deviceErrorShare)
    return DistancePosterior(
      densities: zip(places, tested).map { place, density in
        let errors = longest.map { (DistancePosterior.logarithm(place) - $0) / error }
        return density * prior(DistancePosterior.meters(place), healthy) * walked(errors)
      }, from: places.lowerBound)
  }

  /// What daily life reads, as logarithms of 360 s of the fast speed times the ratio.
  private struct Readings {
    /// By speed, with its error; `nil` where no speed was measured.
    var speed: (logarithm: Double, deviation: Double)?
    /// By cadence, of somebody who takes the usual steps; `nil` where it is not known or adds nothing.
    var cadence: Double?
  }

  private func readings(
    of evidence: SixMinuteWalkEvidence, participant: Participant, ratio: WalkRatio
  ) -> Readings {
    let speed = evidence.fastSpeed.map { fast in
      let chance = hypot(evidence.fastSpeedChanceError, evidence.drift) / fast
      // A ratio from the person's own tests holds what the device gets wrong about them.
      let device =
        ratio.testCount > 0 ? 0 : hypot(evidence.deviceErrorShare, deviceOffset / fast)
      return (logarithm: log(360 * fast) + ratio.logarithm, deviation: hypot(device, chance))
    }
    let isKnown = ratio.testCount > 0 && speed != nil
    let cadence =
      isKnown
      ? nil
      : evidence.fastCadence.map { cadence in
        let scale = (participant.height?.meters ?? walkRatioHeight) / walkRatioHeight
        return log(6 * cadence * cadence * stepLengthPerCadence * scale) + ratio.logarithm
      }
    return Readings(speed: speed, cadence: cadence)
  }

  /// The distances that may be walked where daily life reads so.
  private func places(of readings: Readings) -> Range<Int> {
    let cautious = readings.cadence.map { $0 + cautiousLogarithm }
    return DistancePosterior.places(
      reading: [readings.speed?.logarithm, cautious].compactMap(\.self).min())
  }

  private func density(_ logarithm: Double, _ readings: Readings) -> Double {
    (readings.speed.map { bySpeed(logarithm, $0.logarithm, $0.deviation) } ?? 1)
      * (readings.cadence.map { byCadence(logarithm - $0) } ?? 1)
  }

  private func bySpeed(_ logarithm: Double, _ read: Double, _ deviation: Double) -> Double {
    let error = max(deviation, DistancePosterior.step)
    let miss = (logarithm - read) / error
    return (1 - strayShare) * NormalDistribution.density(miss) / error
      + strayShare * NormalDistribution.density(miss / 3) / (3 * error)
  }

  /// Of those who step so often, some take the usual steps and some shorter ones.
  private func byCadence(_ miss: Double) -> Double {
    let usual = NormalDistribution.density(miss / cadenceErrorShare) / cadenceErrorShare
    let short = NormalDistribution.density((miss - cautiousLogarithm) / cautiousDeviation)
    return (1 - cautiousShare) * usual + cautiousShare * short / cautiousDeviation
  }

  /// A healthy person, of whom so much is expected, or anybody: every logarithm from 30 to 1200 m is as likely, and lower
  /// ones, where daily life or a clinic test reads them, no less.
  private func prior(
    _ meters: Double, _ expected: (meters: Double, deviation: Double)?
  ) -> Double {
    let anybody = (1 - healthyShare) / (Double(DistancePosterior.count) * DistancePosterior.step)
    guard let expected else { return anybody }
    let density =
      NormalDistribution.density((meters - expected.meters) / expected.deviation)
      / expected.deviation
    return anybody + healthyShare * density * meters
  }

  /// Who walked so far can do so, with a doubt of its own: so many errors beyond what was walked, `nil` where nothing was.
  private func walked(_ errors: Double?) -> Double {
    guard let errors else { return 1 }
    return walkedStrayShare + (1 - walkedStrayShare) * NormalDistribution.share(below: errors)
  }

  /// What is left, m, when everything that is the same every week is left out; `nil` without a speed.
  func chanceError(_ evidence: SixMinuteWalkEvidence, _ ratio: WalkRatio) -> Double? {
    guard evidence.fastSpeed != nil else { return nil }
    let chance = hypot(evidence.fastSpeedChanceError, evidence.drift)
    return 360 * exp(ratio.logarithm) * chance
  }
}
