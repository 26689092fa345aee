/// A value with its standard error and the method that gave it, or the reason why there is none.
///
/// ```swift
/// let speed: Measured<Speed> = .missing(.heightUnknown)
/// print(speed.value ?? "none", speed.missingReason ?? "")
/// ```
public enum Measured<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value; where it is known, its standard error against the truth, in the value's unit; and who gave it.
  case known(Value, standardError: Value? = nil, by: MethodIdentity? = nil)
  /// There is no value, and this is why.
  case missing(MissingReason)

  /// The value, or `nil` when it is missing.
  @inlinable public var value: Value? {
    if case .known(let value, _, _) = self { value } else { nil }
  }

  /// The standard error against the truth, or `nil` when the value or its error is not known.
  @inlinable public var standardError: Value? {
    if case .known(_, let error, _) = self { error } else { nil }
  }

  /// The method that gave the value; `nil` when there is no value, or it did not come from a method.
  @inlinable public var method: MethodIdentity? {
    if case .known(_, _, let method) = self { method } else { nil }
  }

  /// Why there is no value, or `nil` when there is one.
  @inlinable public var missingReason: MissingReason? {
    if case .missing(let reason) = self { reason } else { nil }
  }

  /// The same value as that method's; a value that has a maker keeps it, and a missing one has none.
  @inlinable public func made(by method: MethodIdentity?) -> Measured {
    guard case .known(let value, let error, nil) = self else { return self }
    return .known(value, standardError: error, by: method)
  }

  /// The value and its error in other words, from the same method; what is missing stays missing.
  @inlinable public func mapped<Other>(_ transform: (Value) -> Other) -> Measured<Other> {
    switch self {
    case .known(let value, let error, let method):
      .known(transform(value), standardError: error.map(transform), by: method)
    case .missing(let reason): .missing(reason)
    }
  }
}
/// Why a value is not there. The raw value is the word written to `summary.json`.
public enum MissingReason: String, Sendable, Hashable, CaseIterable, Codable {
  /// The person's height was not given; step length and speed scale with it.
  case heightUnknown = "height_unknown"
  /// Too few steps or strides to support the value.
  case tooFewSteps = "too_few_steps"
  /// The method holds at the lower back or waist; the sensor was worn elsewhere or the site is not known.
  case siteNotSupported = "site_not_supported"
  /// The value needs a gyroscope and the recording has none.
  case noGyroscope = "no_gyroscope"
  /// Forward and sideways could not be told apart in this stretch.
  case headingUnknown = "heading_unknown"
  /// The event that the value is made of was not found.
  case eventNotFound = "event_not_found"
  /// The stretch is running; the walking model does not hold.
  case running = "running"
  /// This version has no method for it.
  case noMethod = "no_method"
  /// The walk has no rhythm that the value could be read from.
  case irregular = "irregular"
  /// The value would lie outside what the method was validated for.
  case outOfRange = "out_of_range"
  /// The recording has too few samples a second for it.
  case samplingTooSlow = "sampling_too_slow"
}

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
  /// Of step-time asymmetry, in a pocket of `pocketStepTimeAsymmetry`, a logarithm; `nil` where it is not known.
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
