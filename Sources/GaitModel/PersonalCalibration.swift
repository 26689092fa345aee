/// How much longer or shorter a person's steps are than the population's model says.
///
/// It comes from distances that were known, and multiplies every length and speed of recordings of
/// the same person worn in the same way (``Placement``). Nothing needs one: without it the
/// factor is 1 and the error is the population's.
///
/// ```swift
/// var pipeline = GaitPipeline()
/// pipeline.personalCalibration = try pipeline.personalCalibration(from: walks)
/// ```
public struct PersonalCalibration: Hashable, Sendable {
  /// Where it holds: each way of wearing has a model of its own.
  public var placement: Placement
  /// Cadence of the known walks, where a step is a share of the stature and a person's steps are known to grow with
  /// cadence from there; `nil` where steps are measured.
  public var cadence: Cadence?
  /// Multiplies step lengths, distances and speeds; 1 changes nothing.
  public var factor: Double
  /// Standard error of the factor, as a share of it.
  public var standardErrorShare: Double
  /// The study's name for the person; `nil` where the recordings do not say it.
  public var participant: String?
  /// Stature that the model was given, or `nil` when it was assumed. The factor belongs to it.
  public var height: Length?
  /// Wall clock at the start of the latest recording, or `nil` when none had a clock. A calibration
  /// older than the date of a recalibration is to be dropped.
  public var date: WallClock?
  /// The distances it came from, in the order given.
  public var knownDistances: [KnownDistance]
  /// Walks that were covered, too, and whose two lengths differ more than people do: they are left out. Empty where none is.
  public var distancesAtOdds: [KnownDistance]
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
    cadence: Cadence? = nil, participant: String? = nil, distancesAtOdds: [KnownDistance] = []
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
    self.participant = participant
    self.distancesAtOdds = distancesAtOdds
  }

  /// The ways of wearing that have a step length model of their own. The raw value is written to files.
  public enum Placement: String, Hashable, Sendable, CaseIterable {
    /// At the lower back or hip: the sensor moves with the pelvis.
    case pelvis
    /// Pocket, hand and upper arm: a step is read from how far the sensor rises and falls.
    case thighOrHand = "thigh_or_hand"
    /// Wrist, bag, neck and all others: only the steps are known.
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
  public var placement: PersonalCalibration.Placement {
    switch self {
    case .lowerBack, .hip: .pelvis
    case .pocket, .hand, .arm: .thighOrHand
    case .bag, .neck, .wrist: .elsewhere
    }
  }
}

/// A walk whose length somebody measured, beside what the model said of it.
public struct KnownDistance: Hashable, Sendable {
  /// The recording's name.
  public var recording: String
  /// The length of the path.
  public var known: Length
  /// What the model of the population said.
  public var estimated: Length

  /// Makes a known distance.
  public init(recording: String, known: Length, estimated: Length) {
    self.recording = recording
    self.known = known
    self.estimated = estimated
  }
}

/// Why the speed of a bout is not its step length times its cadence.
///
/// Speed and step length are means over every step with a length; cadence is that of
/// the strides without those of pauses and slow ends. Where these are many, the
/// three do not multiply.
public enum SpeedDifference: String, Hashable, Sendable, CaseIterable {
  /// Pauses, or steps that were not found, lie between the contacts.
  case pauses
  /// Steps in turns are slower than the others.
  case turns
  /// The steps at both ends, or between, are slower or faster than the usual ones.
  case unevenSteps = "uneven_steps"
}

extension WalkingBout {
  /// Why speed and step length times cadence differ; `nil` where they agree to 3 %, which is half of the
  /// error of a speed, or one of them is missing.
  public var speedDifference: SpeedDifference? {
    guard let speed = walkingSpeed.value?.metersPerSecond, speed > 0,
      let length = stepLength.value?.meters, let cadence = cadence.value?.stepsPerMinute,
      abs(length * cadence / 60 / speed - 1) > 0.03
    else { return nil }
    let steps = zip(initialContacts.dropFirst(), initialContacts).map { $0.seconds - $1.seconds }
    // One and a half times the usual step hides a missed contact or a pause.
    if steps.contains(where: { $0 > 1.5 * 60 / cadence }) { return .pauses }
    return strides.contains(where: \.isTurning) ? .turns : .unevenSteps
  }
}
