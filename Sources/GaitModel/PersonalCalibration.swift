/// How much longer or shorter a person's steps are than the population's model says.
///
/// It comes from distances that were known, and multiplies every length and speed of recordings of
/// the same person. Nothing needs one: without it the factor is 1 and the error is the population's.
///
/// ```swift
/// var pipeline = GaitPipeline()
/// pipeline.personalCalibration = try pipeline.personalCalibration(from: walks)
/// ```
public struct PersonalCalibration: Hashable, Sendable {
  /// Multiplies step lengths, distances and speeds; 1 changes nothing.
  public var factor: Double
  /// Standard error of the factor, as a share of it.
  public var standardErrorShare: Double
  /// Stature that the model was given, or `nil` when it was assumed. The factor belongs to it.
  public var height: Length?
  /// Wall clock at the start of the latest recording, or `nil` when none had a clock. A calibration
  /// older than the date of a recalibration is to be dropped.
  public var date: WallClock?
  /// The distances it came from, in the order given.
  public var knownDistances: [KnownDistance]
  /// The method that found it.
  public var method: Provenance

  /// Factors beyond these are another unit, another person or another distance.
  public static let possibleFactors = 0.5...2.0

  /// Makes a calibration; see the properties for units.
  ///
  /// - Precondition: the factor lies in `possibleFactors`; the error is not negative.
  public init(
    factor: Double, standardErrorShare: Double, height: Length?, date: WallClock?,
    knownDistances: [KnownDistance], method: Provenance
  ) {
    precondition(
      Self.possibleFactors.contains(factor) && standardErrorShare >= 0, "a factor with its error")
    self.factor = factor
    self.standardErrorShare = standardErrorShare
    self.height = height
    self.date = date
    self.knownDistances = knownDistances
    self.method = method
  }
}
