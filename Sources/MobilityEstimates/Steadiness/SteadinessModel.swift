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
  /// Fewer days with walking make no week.
  public var fewestDays = 3
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
      revision: 2)
  }

  /// The score of a week.
  /// - Returns: The score, or why there is none yet: nothing is guessed.
  public func score(
    of week: WalkingWeek, participant: Participant
  ) throws(SteadinessDelay) -> SteadinessScore {
    guard let height = participant.height else { throw .heightUnknown }
    guard week.dayCount >= fewestDays else {
      throw .tooFewDays(week.dayCount, needed: fewestDays)
    }
    guard let speed = week.fastSpeed, week.stepLength != nil else { throw .speedUnknown }
    let placed = parts(of: week, fastSpeed: speed, height: height, participant: participant)
    let logRate = placed.parts.reduce(0) { $0 + $1.logRate }
    let slope = SteadinessScale.slope(logRate: logRate)
    return SteadinessScore(
      value: SteadinessScale.score(logRate: logRate),
      standardError: slope * placed.truthVariance.squareRoot(),
      errorWithinPerson: slope * placed.chanceVariance.squareRoot(),
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

  /// A figure beside its norm; `sign` is 1 where more is worse.
  private struct Placed {
    var parts: [SteadinessPart] = []
    var truthVariance = 0.0
    var chanceVariance = 0.0
  }

  private func parts(
    of week: WalkingWeek, fastSpeed: WalkingWeek.Figure, height: Length, participant: Participant
  ) -> Placed {
    var usual = fastSpeed
    usual.mean /= fastOverUsual
    let paceForSteps = week.meanSpeed?.mean ?? usual.mean
    let stepNorm = GaitNorms.stepLength(atSpeed: paceForSteps, height: height)
    var placed = Placed()
    place(usual, .speed, GaitNorms.usualSpeed(of: participant), sign: -1, in: &placed)
    place(week.stepLength, .stepLength, stepNorm, sign: -1, in: &placed)
    place(
      week.doubleSupport, .doubleSupport, GaitNorms.doubleSupport(atSpeed: paceForSteps), sign: 1,
      in: &placed)
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
  /// Standard error against the same person's other weeks.
  public var errorWithinPerson: Double
  /// What each known component contributed.
  public var parts: [SteadinessPart]
  /// The components that were not known.
  public var missing: [SteadinessComponent]
  /// Whether variability is that of stride times; else that of step lengths from walk to walk.
  public var hasStrideTimes: Bool

  /// Makes a score; see the properties for units.
  public init(
    value: Double, standardError: Double, errorWithinPerson: Double, parts: [SteadinessPart],
    missing: [SteadinessComponent], hasStrideTimes: Bool
  ) {
    self.value = value
    self.standardError = standardError
    self.errorWithinPerson = errorWithinPerson
    self.parts = parts
    self.missing = missing
    self.hasStrideTimes = hasStrideTimes
  }
}

/// Why a week has no steadiness.
public enum SteadinessDelay: Error, Hashable, Sendable, CustomStringConvertible {
  /// Norms and step length need the person's height.
  case heightUnknown
  /// Too few days with enough walking.
  case tooFewDays(Int, needed: Int)
  /// No speed or step length was measured.
  case speedUnknown

  /// The reason in words.
  public var description: String {
    switch self {
    case .heightUnknown: "the person's height is not known"
    case .tooFewDays(let days, let needed):
      "\(days) of the \(needed) days with enough walking that it takes"
    case .speedUnknown: "neither speed nor step length was measured"
    }
  }
}
