import GaitModel

extension SpeedDifference {
  /// The reason in words.
  var words: String {
    switch self {
    case .pauses: "pauses or missed steps lie between, which cadence leaves out"
    case .turns: "steps in turns are slower, which cadence leaves out"
    case .unevenSteps: "slow or quick steps lie at the ends, which cadence leaves out"
    }
  }
}
