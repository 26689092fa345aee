/// A figure by which engines are compared: what it is called and how it is had from scores.
///
/// The same closure serves a dataset, a wearing site and a single person.
struct Figure: Sendable {
  /// Takes a figure from the scores of some recordings; `nil` when they do not have it.
  typealias Measure = @Sendable ([RecordingScore]) -> Double?

  var stage: ValidationStage
  var name: String
  var unit: String
  var worst: Worst
  /// Whether the short table shows it.
  var isHeadline = false
  /// The figure of a group of recordings.
  var measure: Measure
  /// The figure of one person, where it is not the same closure.
  var personMeasure: Measure?
  /// Whether a recording contributes.
  var isContributing: @Sendable (RecordingScore) -> Bool

  /// Which person is the worst.
  enum Worst: Sendable, Hashable {
    /// The one with the lowest figure.
    case lowest
    /// The one with the highest.
    case highest
    /// The one farthest from zero.
    case farthest
    /// A count has no worst person.
    case none
  }

  init(
    _ stage: ValidationStage, _ name: String, _ unit: String, worst: Worst,
    isHeadline: Bool = false, isContributing: (@Sendable (RecordingScore) -> Bool)? = nil,
    personMeasure: Measure? = nil, measure: @escaping Measure
  ) {
    self.stage = stage
    self.name = name
    self.unit = unit
    self.worst = worst
    self.isHeadline = isHeadline
    self.measure = measure
    self.personMeasure = personMeasure
    self.isContributing = isContributing ?? { measure([$0]) != nil }
  }
}

extension Figure {
  /// The worst of several persons' figures.
  func worst(of persons: [Double]) -> Double? {
    switch worst {
    case .lowest: persons.min()
    case .highest: persons.max()
    case .farthest: persons.max { abs($0) < abs($1) }
    case .none: nil
    }
  }
}

/// What is compared with the truth, in the order in which an analysis finds it.
public enum ValidationStage: String, Sendable, Hashable, CaseIterable {
  /// How many recordings there are, and how many analyses failed.
  case recordings
  /// Where gait was detected, before bouts were made.
  case gaitSequences = "gait sequences"
  /// Where walking was found.
  case walkingBouts = "walking bouts"
  /// Feet touching the ground.
  case initialContacts = "initial contacts"
  /// Feet leaving the ground.
  case finalContacts = "final contacts"
  /// Left and right.
  case laterality
  /// Step counts.
  case steps
  /// Cadence.
  case cadence
  /// Stride time, stance and double support.
  case phases
  /// Stride time and length, stride by stride.
  case strides
  /// Walking speed and stride length of bouts and trials.
  case speed
  /// Changes of walking direction.
  case turns
  /// Whole recordings taken for walking, running, stairs or none of these.
  case activity
  /// What ground, and running, by time.
  case terrain
  /// Walks over known distances and other tasks that the truth marks.
  case trials
}
