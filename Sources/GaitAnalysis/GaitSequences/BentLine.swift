/// What a feature adds to the log-odds of a frame: a straight line between two limits with one bend.
///
/// The limits hold back values that nobody was fitted on; the bend lets "too little" and "too much"
/// both speak against gait.
struct BentLine: Hashable, Sendable {
  /// Values below count as this.
  var low: Double
  /// Where the slope changes.
  var knee: Double
  /// Values above count as this.
  var high: Double
  /// Log-odds per unit.
  var slope: Double
  /// Change of the slope above the knee.
  var bend: Double

  /// Log-odds for a value, 0 at the lower limit.
  func callAsFunction(_ value: Double) -> Double {
    let held = max(low, min(high, value))
    return slope * (held - low) + bend * max(0, held - knee)
  }
}
