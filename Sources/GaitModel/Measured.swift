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
  public var value: Value? {
    if case .known(let value, _, _) = self { value } else { nil }
  }

  /// The standard error against the truth, or `nil` when the value or its error is not known.
  public var standardError: Value? {
    if case .known(_, let error, _) = self { error } else { nil }
  }

  /// The method that gave the value; `nil` when there is no value, or it did not come from a method.
  public var method: MethodIdentity? {
    if case .known(_, _, let method) = self { method } else { nil }
  }

  /// Why there is no value, or `nil` when there is one.
  public var missingReason: MissingReason? {
    if case .missing(let reason) = self { reason } else { nil }
  }

  /// The same value as that method's; a value that has a maker keeps it, and a missing one has none.
  public func made(by method: MethodIdentity?) -> Measured {
    guard case .known(let value, let error, nil) = self else { return self }
    return .known(value, standardError: error, by: method)
  }

  /// The value and its error in other words, from the same method; what is missing stays missing.
  public func mapped<Other>(_ transform: (Value) -> Other) -> Measured<Other> {
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
  /// The value would lie outside what the method was validated for.
  case outOfRange = "out_of_range"
}
