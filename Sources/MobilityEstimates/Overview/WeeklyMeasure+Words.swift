import GaitModel

extension WeeklyMeasure {
  /// The measure in plain words.
  package var words: String {
    switch self {
    case .fastSpeed: "fastest comfortable speed"
    case .meanSpeed: "walking speed"
    case .stepLength: "step length"
    case .cadence: "cadence"
    case .doubleSupport: "double support"
    case .asymmetry: "uneven steps"
    case .strideTimeVariation: "irregularity of strides"
    case .steps: "steps a day"
    }
  }

  /// A value with its unit.
  package func text(_ value: Double) -> String {
    func decimal(_ value: Double, _ decimals: Int) -> String {
      DecimalText.text(value, decimals: decimals) ?? ""
    }
    switch self {
    case .fastSpeed, .meanSpeed: return "\(decimal(value, 2)) m/s"
    case .stepLength: return "\(decimal(value, 2)) m"
    case .cadence: return "\(decimal(value, 0)) steps a minute"
    case .doubleSupport, .asymmetry: return "\(decimal(value * 100, 0)) %"
    case .strideTimeVariation: return "\(decimal(value * 100, 1)) %"
    case .steps: return decimal(value, 0)
    }
  }
}
