import Foundation
import GaitModel

/// A week's walking steadiness, from how far each component lies from its norm.
///
/// Each component adds its weight times its deviations to the logarithm of a relative rate of falls;
/// a logistic curve makes a score of that. The article <doc:WalkingSteadiness> gives the sources.
public struct SteadinessModel: GaitMethod {
  /// What one deviation of a component adds to the logarithm of the rate of falls.
  ///
  /// Speed: a risk ratio of 1.069 for each 10 cm/s slower (Verghese 2009, 597 people, doi
  /// 10.1093/gerona/glp033), times a deviation of 20 cm/s. The study's other markers have ratios for
  /// units that its summary does not state, so that step length, asymmetry and variability weigh as
  /// much as speed by choice, and double support half as much, because one sensor measures it poorly.
  public var weights: [SteadinessComponent: Double] = [
    .speed: 2 * 0.0667, .stepLength: 2 * 0.0667, .doubleSupport: 0.0667,
    .asymmetry: 2 * 0.0667, .variability: 2 * 0.0667,
  ]
  /// Fewer days with walking make no week, and fewer with a component do not tell it.
  public var fewestDays = 3
  /// Fewer measured components make no score: the others would have to be guessed.
  public var fewestComponents = 3
  /// How uncertain the weights are, as a share: the published interval of the risk ratio of speed, 1.001 to
  /// 1.142 for each 10 cm/s (Verghese 2009), is half of the ratio's logarithm to either side and more.
  public var weightErrorShare = 0.5
  /// Deviations beyond these say nothing more: one measure alone is not to decide.
  public var possibleDeviations = -1.0...4.0
  /// Daily life's 95th percentile over usual speed in the laboratory (its 91st; Van Ancum 2019).
  public var fastOverUsual = 1.04

  /// The model with its published numbers.
  public init() {}

  /// Where the model comes from.
  public var provenance: Provenance {
    Provenance(
      method: "NormDeviationSteadiness", question: "walking steadiness",
      citation: """
        Verghese et al., J Gerontol A 64:896 (2009); Hausdorff et al., Arch Phys Med Rehabil \
        82:1050 (2001); Callisaya et al., Age Ageing 40:481 (2011); Bohannon and Williams \
        Andrews, Physiotherapy 97:182 (2011); Bogen et al., Gait & Posture (2018)
        """,
      doi: "10.1093/gerona/glp033",
      deviations: [
        "without stride times, variability from walk to walk stands for that from stride to stride",
        "weights of all components but speed are chosen, not published",
      ],
      revision: 7)
  }

  /// The score of a week.
  /// - Returns: The score, or why there is none yet: nothing is guessed.
  public func score(
    of week: WalkingWeek, participant: Participant
  ) throws(SteadinessDelay) -> SteadinessScore {
    guard let height = participant.height else { throw .heightUnknown }
    if let reason = GaitNorms.absence(for: participant) { throw .noNorm(because: reason) }
    guard week.dayCount >= fewestDays else {
      throw .tooFewDays(
        week.dayCount, needed: fewestDays, withoutSpeed: week.daysWithoutSpeed)
    }
    let placed = parts(of: week, height: height, participant: participant)
    if placed.parts.count < fewestComponents, let days = week.daysWithSteps, days < fewestDays {
      throw .tooFewMeasuredDays(days, needed: fewestDays)
    }
    guard placed.parts.count >= fewestComponents else {
      throw .tooFewComponents(
        placed.parts.map(\.component), needed: fewestComponents,
        stepsAreAssumed: week.stepLength == nil, isElsewhere: week.isMeasuredElsewhere)
    }
    let logRate = placed.parts.reduce(0) { $0 + $1.logRate }
    let slope = SteadinessScale.slope(logRate: logRate)
    return SteadinessScore(
      value: SteadinessScale.score(logRate: logRate),
      standardError: slope * placed.truthVariance.squareRoot(),
      errorWithinPerson: slope * placed.chanceVariance.squareRoot(),
      logRate: logRate, logRateError: rateError(logRate, placed),
      parts: placed.parts.map { part in
        var part = part
        part.scoreLost =
          SteadinessScale.score(logRate: logRate - part.logRate)
          - SteadinessScale.score(logRate: logRate)
        return part
      },
      missing: SteadinessComponent.allCases.filter { component in
        !placed.parts.contains { $0.component == component }
      }, hasStrideTimes: week.strideTimeVariation != nil)
  }

  /// What is not known of the logarithm of the rate: the measurement, and the weights themselves.
  private func rateError(_ logRate: Double, _ placed: Placed) -> Double {
    let weights = weightErrorShare * logRate
    return (placed.truthVariance + weights * weights).squareRoot()
  }

  /// A figure beside its norm; `sign` is 1 where more is worse.
  private struct Placed {
    var parts: [SteadinessPart] = []
    var truthVariance = 0.0
    var chanceVariance = 0.0
  }

  private func parts(
    of week: WalkingWeek, height: Length, participant: Participant
  ) -> Placed {
    var placed = Placed()
    let usual = week.fastSpeed.map { fast in
      WalkingWeek.Figure(
        mean: fast.mean / fastOverUsual, chanceError: fast.chanceError,
        deviceError: fast.deviceError)
    }
    place(usual, .speed, GaitNorms.usualSpeed(of: participant), sign: -1, in: &placed)
    // What belongs to a speed has no norm without one.
    let pace = week.meanSpeed?.mean ?? usual?.mean
    place(
      pace == nil ? nil : week.stepLength, .stepLength,
      GaitNorms.stepLength(atSpeed: pace ?? 1, height: height), sign: -1, in: &placed)
    place(
      pace == nil ? nil : week.doubleSupport, .doubleSupport,
      GaitNorms.doubleSupport(atSpeed: pace ?? 1), sign: 1, in: &placed)
    place(week.asymmetry, .asymmetry, GaitNorms.asymmetry, sign: 1, in: &placed)
    let (variation, variationNorm) =
      week.strideTimeVariation.map { ($0, GaitNorms.strideTimeVariation) }
      ?? (week.stepLengthVariation, GaitNorms.stepLengthVariation)
    place(variation, .variability, variationNorm, sign: 1, in: &placed)
    return placed
  }

  /// A component that is not known is taken to be at its norm, and the error grows by as much as
  /// people differ in it.
  private func place(
    _ figure: WalkingWeek.Figure?, _ component: SteadinessComponent,
    _ norm: (mean: Double, deviation: Double), sign: Double, in placed: inout Placed
  ) {
    let weight = weights[component] ?? 0
    guard let figure else {
      placed.truthVariance += weight * weight
      placed.chanceVariance += weight * weight
      return
    }
    let raw = sign * (figure.mean - norm.mean) / norm.deviation
    let worse = min(max(raw, possibleDeviations.lowerBound), possibleDeviations.upperBound)
    let chance = weight * figure.chanceError / norm.deviation
    let device = weight * figure.deviceError / norm.deviation
    placed.chanceVariance += chance * chance
    placed.truthVariance += chance * chance + device * device
    placed.parts.append(
      SteadinessPart(
        component: component, measured: figure.mean, norm: norm.mean, deviationsWorse: worse,
        logRate: weight * worse))
  }
}

/// A week's walking steadiness.
public struct SteadinessScore: Hashable, Sendable {
  /// The score, 0-1.
  public var value: Double
  /// Standard error against what a faultless device would give.
  public var standardError: Double
  /// Standard error against the same person's other weeks, which may have the components that this one lacks.
  public var errorWithinPerson: Double
  /// Logarithm of the rate of falls that the score stands for, over that of people at every norm.
  public var logRate: Double
  /// Standard error of that logarithm: the measurement's and that of the published weights.
  public var logRateError: Double
  /// What each known component contributed.
  public var parts: [SteadinessPart]
  /// The components that were not known.
  public var missing: [SteadinessComponent]
  /// Whether variability is that of stride times; else that of step lengths from walk to walk.
  public var hasStrideTimes: Bool

  /// The rate of falls over that of people of the same age, sex and height who walk at every norm.
  public var relativeRate: Double { exp(logRate) }

  /// The ends between which that rate lies in 95 of 100 cases.
  public var relativeRateInterval: ClosedRange<Double> {
    let reach = NormalDistribution.reach95 * logRateError
    return exp(logRate - reach)...exp(logRate + reach)
  }

  /// Makes a score; see the properties for units.
  public init(
    value: Double, standardError: Double, errorWithinPerson: Double, logRate: Double,
    logRateError: Double, parts: [SteadinessPart], missing: [SteadinessComponent],
    hasStrideTimes: Bool
  ) {
    self.value = value
    self.standardError = standardError
    self.errorWithinPerson = errorWithinPerson
    self.logRate = logRate
    self.logRateError = logRateError
    self.parts = parts
    self.missing = missing
    self.hasStrideTimes = hasStrideTimes
  }
}

/// Why a week has no steadiness.
public enum SteadinessDelay: Error, Hashable, Sendable, CustomStringConvertible {
  /// Norms and step length need the person's height.
  case heightUnknown
  /// The person is none of those whom the norms are of, and why not.
  case noNorm(because: String)
  /// Too few days with enough walking of known speed, and on how many days longer walks have a cadence and no speed.
  case tooFewDays(Int, needed: Int, withoutSpeed: Int = 0)
  /// Too few of the days have enough walking of measured step length, as where the device was in a pocket on the others.
  case tooFewMeasuredDays(Int, needed: Int)
  /// Too few components were measured; speed and step length are not where the device is worn in a pocket or
  /// on the wrist, and a step is a share of the height, nor where step lengths were deleted. Of another program's walks nothing
  /// shows that they are.
  case tooFewComponents(
    [SteadinessComponent], needed: Int, stepsAreAssumed: Bool, isElsewhere: Bool = false)

  /// The reason in words.
  public var description: String {
    switch self {
    case .heightUnknown: "the person's height is not known"
    case .noNorm(let reason): reason
    case .tooFewMeasuredDays(let days, let needed):
      "\(days) of the \(needed) days with enough walking of measured step length that it takes; in a pocket and on the wrist none is"
    case .tooFewDays(let days, let needed, let withoutSpeed):
      "\(days) of the \(needed) days with enough walking of known speed that it takes"
        + (withoutSpeed == 0
          ? ""
          : "; on \(withoutSpeed) of the days the walks have no speed, as where step length is not measured")
    case .tooFewComponents(let known, let needed, let stepsAreAssumed, let isElsewhere):
      (stepsAreAssumed
        ? isElsewhere
          ? "nothing shows that the step lengths of this source were measured, which takes cadences beside them (a phone gives none): "
          : "the walks have no measured step length, as in a pocket or on the wrist: "
        : "")
        + "\(known.count) of the \(needed) components that it takes were measured"
        + (known.isEmpty
          ? "" : " (\(known.map { $0.words }.joined(separator: ", ")))")
        + (stepsAreAssumed
          ? "; \(isElsewhere ? "recordings at " : "")the hip and the lower back measure all" : "")
    }
  }
}
