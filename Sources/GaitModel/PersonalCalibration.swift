/// How much longer or shorter a person's steps are than the population's model says.
///
/// It comes from distances that were known, and multiplies every length and speed of recordings of
/// the same person worn in the same way: at the pelvis, or anywhere else. Nothing needs one: without it the
/// factor is 1 and the error is the population's.
///
/// ```swift
/// var pipeline = GaitPipeline()
/// pipeline.personalCalibration = try pipeline.personalCalibration(from: walks)
/// ```
public struct PersonalCalibration: Hashable, Sendable {
  /// Where it holds: each way of wearing has a model of its own.
  public var placement: Placement
  /// Cadence of the known walks away from the pelvis, where a person's steps are known to grow with
  /// cadence from there; `nil` at the pelvis.
  public var cadence: Cadence?
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
    knownDistances: [KnownDistance], method: Provenance, placement: Placement = .pelvis,
    cadence: Cadence? = nil
  ) {
    precondition(
      Self.possibleFactors.contains(factor) && standardErrorShare >= 0, "a factor with its error")
    self.factor = factor
    self.standardErrorShare = standardErrorShare
    self.height = height
    self.date = date
    self.knownDistances = knownDistances
    self.method = method
    self.placement = placement
    self.cadence = cadence
  }

  /// The ways of wearing that have a step length model of their own. The raw value is written to files.
  public enum Placement: String, Hashable, Sendable, CaseIterable {
    /// At the lower back or hip: the sensor moves with the pelvis.
    case pelvis
    /// Pocket, bag, wrist and all others: only the steps are known.
    case elsewhere
  }

  /// Whether it is to be used on a recording: the same way of wearing, and no recalibration since.
  ///
  /// ```swift
  /// pipeline.personalCalibration = kept.holds(after: recalibrated) ? kept : nil
  /// ```
  ///
  /// - Parameter recalibration: the date from which the person starts again; `nil` for never. A
  ///   calibration without a date of its own does not outlive one.
  /// - Returns: `true` when it may be used.
  public func holds(after recalibration: WallClock?) -> Bool {
    guard let recalibration else { return true }
    guard let date else { return false }
    return date.secondsSince1970 >= recalibration.secondsSince1970
  }
}

extension WearingSite {
  /// The step length model that belongs to the site.
  public var placement: PersonalCalibration.Placement { isPelvis ? .pelvis : .elsewhere }
}
