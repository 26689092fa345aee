import GaitModel

/// A score of walking steadiness as far as a trend needs it.
struct ScoredWeek {
  /// The last day of its week.
  let lastDay: LocalDay
  /// From 0 to 1.
  let score: Double
  /// What it was made of, in words that differ where its components do.
  let components: [String?]
  /// Whom its norm is of: the person as they were on that day.
  let participant: Participant

  /// Heights that differ by no more are one: so much lies between two measurements, or a child's at both ends of a trend, and
  /// moves the norm's usual speed by .04 m/s at most. Meters.
  private static let sameHeightMeters = 0.02
  /// Usual speeds of the norm that differ by no more are one: a fifth of how much people differ (``GaitNorms``). Two
  /// centimeters of height move a man's by .037 m/s, as 8.6 kg of a man and 6.6 kg of a woman do (Enright and Sherrill's
  /// slopes), so that the limit lies at 9 and 7 kg. A step of so much in the middle of six weeks moves the score by 2.2 points
  /// of 100 at most and turns their line by .6 points a week; a decline has 5 (``TrendRule``). m/s.
  private static let sameSpeed = 0.04

  /// Whether its score can be held against that of another week: the same components, and a norm of the same sex and height.
  /// Who loses mass and steadiness together must not lose the trend, so a mass only adds a word
  /// (``hasOtherMass(than:)``).
  func isMade(as other: ScoredWeek) -> Bool {
    let (own, its) = (participant, other.participant)
    return components == other.components && own.sex == its.sex
      && Self.isNear(own.height?.meters, its.height?.meters, within: Self.sameHeightMeters)
  }

  /// Whether its norm is of another mass than that of another week, which moves the norm's usual speed, and the score with it,
  /// though nobody walks otherwise.
  func hasOtherMass(than other: ScoredWeek) -> Bool {
    guard participant.mass != other.participant.mass else { return false }
    return !Self.isNear(
      GaitNorms.usualSpeed(of: participant).mean, GaitNorms.usualSpeed(of: other.participant).mean,
      within: Self.sameSpeed)
  }

  /// Whether two values differ by no more than that, or are both not known.
  private static func isNear(_ a: Double?, _ b: Double?, within reach: Double) -> Bool {
    guard let a, let b else { return a == b }
    return abs(a - b) <= reach + 1e-9
  }
}
