/// The answer of ``SixMinuteWalkModel``.
public struct SixMinuteWalkEstimate: Hashable, Sendable {
  /// The distance that is reported, m; never above the longest reported.
  public var meters: Double
  /// The distance without that limit, m.
  public var uncappedMeters: Double
  /// Standard error against what the person would walk in the test, m.
  public var standardError: Double
  /// Standard error against the same person's other weeks, m.
  public var errorWithinPerson: Double
  /// Whether the distance was cut off.
  public var isCapped: Bool
  /// The reference that the expectation came from.
  public var reference: WalkReference
  /// How many of the person's own clinic tests it is calibrated with; 0 when it is not.
  public var calibratingTests: Int

  /// Makes an estimate; see the properties for units.
  public init(
    meters: Double, uncappedMeters: Double, standardError: Double, errorWithinPerson: Double,
    isCapped: Bool, reference: WalkReference, calibratingTests: Int
  ) {
    self.meters = meters
    self.uncappedMeters = uncappedMeters
    self.standardError = standardError
    self.errorWithinPerson = errorWithinPerson
    self.isCapped = isCapped
    self.reference = reference
    self.calibratingTests = calibratingTests
  }

  /// Whether the person's own clinic tests are in it.
  public var isCalibrated: Bool { calibratingTests > 0 }
}
