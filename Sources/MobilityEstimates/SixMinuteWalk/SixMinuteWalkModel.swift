import Foundation
import GaitModel

/// What a person would walk in the clinic's six-minute test, from how they walk every day.
///
/// Bayes' rule on a grid of distances: what healthy people like this one walk, times what the fast
/// end of daily walking says, times that somebody who walked so far in six minutes can do so.
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
  public var halfInformedMinutes = 10.0
  /// Ill people walk less than healthy ones: added in square to the reference's own spread, m.
  /// Our choice, as large as what patients in clinics lack: the healthy spread alone would draw a
  /// person at 300 m upward.
  public var illnessDeviation = 150.0
  /// Step length over cadence, m/(steps/min), of a person of `walkRatioHeight`: .0060, deviation
  /// .0007, on 70 people of 70-81 years (Bogen 2018).
  public var stepLengthPerCadence = 0.0060
  /// The share by which speeds from cadence alone miss: .0007 of .0060.
  public var cadenceErrorShare = 0.12
  /// The height that `stepLengthPerCadence` belongs to, m. Our choice: people of that age.
  public var walkRatioHeight = 1.68
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
        "the reference is an expectation with its spread, not the answer",
        "no person with both a test and daily walking was at hand: the ratio is derived, not fitted",
      ],
      revision: 1)
  }

  /// The ratio of somebody whose tests are not known.
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
    let reference = WalkReference(for: participant)
    let expected = reference.expectation(for: participant)
    let spread = hypot(expected.deviation, illnessDeviation)
    let speed = fastSpeed(of: evidence, participant: participant)
    let daily = speed.map { dailyDistance(of: $0, evidence: evidence, ratio: ratio) }
    let posterior = DistanceGrid { meters in
      var sum = NormalDistribution.logDensity(meters, mean: expected.meters, deviation: spread)
      if let daily {
        sum += NormalDistribution.logDensity(meters, mean: daily.meters, deviation: daily.deviation)
      }
      if let walked = evidence.longestSixMinutes {
        let error = walked * hypot(evidence.deviceErrorShare, testErrorShare)
        sum += log(max(NormalDistribution.share(below: (meters - walked) / error), 1e-300))
      }
      return sum
    }
    return SixMinuteWalkEstimate(
      meters: min(posterior.mean, longestReported), uncappedMeters: posterior.mean,
      standardError: posterior.deviation,
      errorWithinPerson: chanceError(evidence, ratio, daily: daily, spread: spread),
      isCapped: posterior.mean > longestReported, reference: reference,
      calibratingTests: ratio.testCount)
  }

  /// The fast speed from step length and from cadence alone, each weighed by its error; the second
  /// counts a little beside the first and stands in when there is no height for it.
  private func fastSpeed(
    of evidence: SixMinuteWalkEvidence, participant: Participant
  ) -> (value: Double, errorShare: Double)? {
    let fromCadence = evidence.fastCadence.map { cadence in
      let scale = (participant.height?.meters ?? walkRatioHeight) / walkRatioHeight
      return cadence * cadence * stepLengthPerCadence * scale / 60
    }
    let own = evidence.deviceErrorShare
    guard let fromSteps = evidence.fastSpeed else {
      return fromCadence.map { ($0, cadenceErrorShare) }
    }
    guard let fromCadence else { return (fromSteps, own) }
    let weights = (1 / (own * own), 1 / (cadenceErrorShare * cadenceErrorShare))
    let sum = weights.0 + weights.1
    return ((fromSteps * weights.0 + fromCadence * weights.1) / sum, (1 / sum).squareRoot())
  }

  /// What the fast speed says of the distance, m. A ratio from the person's own tests holds what the
  /// device gets wrong about them; then that error does not count again.
  private func dailyDistance(
    of speed: (value: Double, errorShare: Double), evidence: SixMinuteWalkEvidence,
    ratio: WalkRatio
  ) -> (meters: Double, deviation: Double) {
    let meters = 360 * speed.value * exp(ratio.logarithm)
    let thin = halfInformedMinutes / (halfInformedMinutes + evidence.sustainedMinutesPerDay)
    let effort = ratio.deviation * (1 + thin).squareRoot()
    let device = ratio.testCount == 0 ? speed.errorShare : 0
    let chance = hypot(evidence.fastSpeedChanceError, evidence.drift) / speed.value
    return (meters, meters * hypot(hypot(effort, device), chance))
  }

  /// What is left when everything that is the same every week is left out.
  private func chanceError(
    _ evidence: SixMinuteWalkEvidence, _ ratio: WalkRatio,
    daily: (meters: Double, deviation: Double)?, spread: Double
  ) -> Double {
    guard let daily else { return 0 }
    let (prior, seen) = (1 / (spread * spread), 1 / (daily.deviation * daily.deviation))
    let chance = hypot(evidence.fastSpeedChanceError, evidence.drift)
    return 360 * exp(ratio.logarithm) * chance * seen / (prior + seen)
  }
}
