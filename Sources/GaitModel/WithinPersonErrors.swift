/// How far a bout's values scatter about those of the same person's other bouts, with the same device at
/// the same site: standard errors against the person's own past.
///
/// What a method gets wrong in a person every time is not in them, so they are smaller than the errors
/// against the truth, and they shrink with the root of the number of bouts.
public struct WithinPersonErrors: Hashable, Sendable {
  /// Of walking speed; `nil` where it is not known.
  public var walkingSpeed: Speed?
  /// Of step length; `nil` where it is not known.
  public var stepLength: Length?
  /// Of cadence; `nil` where it is not known.
  public var cadence: Cadence?
  /// Of double support, a fraction of the stride; `nil` where it is not known.
  public var doubleSupportFraction: Double?
  /// Of step-time asymmetry, a logarithm; `nil` where it is not known.
  public var stepTimeAsymmetry: Double?

  /// Makes the errors; everything is optional.
  public init(
    walkingSpeed: Speed? = nil, stepLength: Length? = nil, cadence: Cadence? = nil,
    doubleSupportFraction: Double? = nil, stepTimeAsymmetry: Double? = nil
  ) {
    self.walkingSpeed = walkingSpeed
    self.stepLength = stepLength
    self.cadence = cadence
    self.doubleSupportFraction = doubleSupportFraction
    self.stepTimeAsymmetry = stepTimeAsymmetry
  }

  /// The smallest difference between two means that is more than chance in 95 of 100 cases: 1.96 · √2 · SE,
  /// each mean over so many bouts.
  ///
  /// ```swift
  /// bout.withinPersonErrors.minimalDetectableChanges(overBouts: 20).walkingSpeed
  /// ```
  ///
  /// - Parameter count: bouts in each of the two means, at least 1.
  /// - Returns: one change for each measure, in its unit; `nil` where the error is not known.
  public func minimalDetectableChanges(overBouts count: Int) -> WithinPersonErrors {
    let times = 1.96 * (2 / Double(max(1, count))).squareRoot()
    return WithinPersonErrors(
      walkingSpeed: walkingSpeed.map { Speed(metersPerSecond: times * $0.metersPerSecond) },
      stepLength: stepLength.map { Length(meters: times * $0.meters) },
      cadence: cadence.map { Cadence(stepsPerMinute: times * $0.stepsPerMinute) },
      doubleSupportFraction: doubleSupportFraction.map { times * $0 },
      stepTimeAsymmetry: stepTimeAsymmetry.map { times * $0 })
  }
}
