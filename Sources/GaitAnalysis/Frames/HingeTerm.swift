/// What a feature adds to the log-odds of a frame: a straight line between two limits with one hinge.
///
/// The limits clip values outside those of the fit; with the hinge both "too little" and "too much"
/// count against gait.
public struct HingeTerm: Hashable, Sendable {
  /// Values below count as this.
  public var low: Double
  /// Where the slope changes.
  public var hinge: Double
  /// Values above count as this.
  public var high: Double
  /// Log-odds per unit.
  public var slope: Double
  /// Change of the slope above the hinge.
  public var bend: Double

  /// Makes a term with a hinge.
  public init(low: Double, hinge: Double, high: Double, slope: Double, bend: Double) {
    (self.low, self.hinge, self.high) = (low, hinge, high)
    (self.slope, self.bend) = (slope, bend)
  }

  /// Makes a term without a hinge.
  public init(low: Double, high: Double, slope: Double) {
    self.init(low: low, hinge: high, high: high, slope: slope, bend: 0)
  }

  /// Log-odds for a value, 0 at the lower limit.
  public func callAsFunction(_ value: Double) -> Double {
    let held = max(low, min(high, value))
    return slope * (held - low) + bend * max(0, held - hinge)
  }
}
