/// What becomes of many samples of a kind when they are put together.
public enum SampleAggregation: String, Hashable, Sendable, CaseIterable {
  /// Each value stands for itself: speeds have a mean, not a sum.
  case discrete
  /// Values add up: steps, distance, time.
  case cumulative
  /// Values are words: a state or an event, counted and timed, never averaged.
  case category
}
