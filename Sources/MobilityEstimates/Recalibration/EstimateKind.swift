import GaitModel

/// The long-term estimates. The raw value is the word used on the command line and in files.
public enum EstimateKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// What a person would walk in the clinic's six-minute walk test.
  case sixMinuteWalkDistance = "six-minute-walk-distance"
  /// How steady a person's walking is, 0-1.
  case walkingSteadiness = "walking-steadiness"
  /// The greatest uptake of oxygen, from heart rate and speed.
  case cardioFitness = "vo2max"

  /// The kind of its samples.
  public var sampleKind: AnySampleKind { AnySampleKind(rawValue) }

  /// Whether it can be set to leave out data from before a date.
  ///
  /// Only the six-minute walk: its window of history is long enough for an operation to be blurred.
  /// Steadiness must not forget the decline it is there to notice.
  public var allowsRecalibration: Bool { sampleKind.allowsRecalibration }
}
