/// What an engine says of a recording, as a scorer sees it: plain events and bouts, nothing more.
///
/// It comes from an analysis in memory or from the files that an engine has written; both give the
/// same figures.
struct EngineOutput: Sendable, Hashable {
  /// Why there is no output, or `nil` when there is. Without output nothing was found.
  var failure: String?
  /// Walking and running bouts, in the order in which they came.
  var bouts: [Bout] = []
  /// Where gait was detected before bouts were made, or `nil` when the engine does not say.
  var sequences: [Range<Double>]?
  /// Initial contacts, in the order in which they came.
  var initialContacts: [TimedFoot] = []
  /// Final contacts, in the order in which they came.
  var finalContacts: [TimedFoot] = []
  /// Strides, in the order in which they came.
  var strides: [Stride] = []
  /// Turns, or `nil` when the engine does not say.
  var turns: [Turn]?

  /// A bout.
  struct Bout: Sendable, Hashable {
    var seconds: Range<Double>
    var kind: Kind = .walking
    var direction: Direction = .none
    var values = BoutValues()
    var doubleSupportFraction: Double?
    var stanceFraction: Double?
    var strideSeconds: Double?
    var stepCount: Double?
  }

  /// How a bout is labelled.
  enum Kind: Sendable, Hashable { case walking, running, stairs }

  /// Which way a bout goes on stairs.
  enum Direction: Sendable, Hashable { case up, down, none }

  /// A stride.
  struct Stride: Sendable, Hashable {
    var startSeconds: Double
    var endSeconds: Double
    var speedMetersPerSecond: Double?
    var lengthMeters: Double?
  }

  /// A change of walking direction.
  struct Turn: Sendable, Hashable {
    var seconds: Range<Double>
    var angleDegrees: Double
  }

  /// The bouts that are not running, as stretches of time.
  var walking: [Range<Double>] { bouts.filter { $0.kind != .running }.map(\.seconds) }
}

extension [EngineOutput.Bout] {
  /// The mean of a value over the bouts, each weighted by how long it overlaps `limits`.
  ///
  /// `nil` when no bout that has the value overlaps.
  func mean(
    of value: (EngineOutput.Bout) -> Double?, in limits: ClosedRange<Double>
  ) -> Double? {
    overlapWeightedMean(map { ($0.seconds, value($0)) }, in: limits)
  }
}

/// The mean of the values, each weighted by how long its stretch overlaps `limits`; `nil` for none.
func overlapWeightedMean(
  _ values: [(seconds: Range<Double>, value: Double?)], in limits: ClosedRange<Double>
) -> Double? {
  var weight = 0.0
  var sum = 0.0
  for (seconds, value) in values {
    guard let value else { continue }
    let overlap = seconds.overlap(with: limits)
    weight += overlap
    sum += overlap * value
  }
  return weight > 0 ? sum / weight : nil
}

extension Range<Double> {
  /// How long two stretches lie over each other, seconds.
  func overlap(with limits: ClosedRange<Double>) -> Double {
    Swift.max(
      0, Swift.min(upperBound, limits.upperBound) - Swift.max(lowerBound, limits.lowerBound))
  }
}
