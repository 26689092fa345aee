/// What walking steadiness is made of. The raw value is the word used in files.
public enum SteadinessComponent: String, CaseIterable, Hashable, Sendable, Codable {
  /// Slower than people of that age, sex and height.
  case speed
  /// Steps shorter than belong to the speed.
  case stepLength = "step_length"
  /// Both feet down for longer than belongs to the speed.
  case doubleSupport = "double_support"
  /// Uneven steps.
  case asymmetry
  /// Strides whose times differ within walks; where that is not known, steps whose lengths differ
  /// from walk to walk.
  case variability

  /// The component in plain words.
  public var words: String {
    switch self {
    case .speed: "slow walking"
    case .stepLength: "short steps"
    case .doubleSupport: "long double support"
    case .asymmetry: "uneven steps"
    case .variability: "irregular steps"
    }
  }
}

/// One component in a week's score.
public struct SteadinessPart: Hashable, Sendable {
  /// Which one.
  public var component: SteadinessComponent
  /// What was measured, in the component's unit (m/s, m, or a share).
  public var measured: Double
  /// The norm, in the same unit.
  public var norm: Double
  /// How many deviations worse than the norm; negative when better.
  public var deviationsWorse: Double
  /// What it adds to the logarithm of the relative rate of falls.
  public var logRate: Double
  /// By how much the score is lower, 0-1, than if this component were at its norm and the others stayed. Where several
  /// are bad the score is near 0 with and without any of them, and each costs next to nothing: ``logRate`` ranks them.
  public var scoreLost: Double

  /// Makes a part; see the properties for units.
  public init(
    component: SteadinessComponent, measured: Double, norm: Double, deviationsWorse: Double,
    logRate: Double, scoreLost: Double = 0
  ) {
    self.component = component
    self.measured = measured
    self.norm = norm
    self.deviationsWorse = deviationsWorse
    self.logRate = logRate
    self.scoreLost = scoreLost
  }

  /// Whether a component is worth telling: alone, it would cost somebody at every norm a twentieth of the score. Our
  /// choice. How low the score is has no say, so that the worst scores are explained as the others are.
  package static func isWorthTelling(logRate: Double) -> Bool {
    SteadinessScale.score(logRate: 0) - SteadinessScale.score(logRate: logRate) >= 0.05
  }
}
