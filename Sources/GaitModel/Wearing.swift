/// How a device was worn for some time, until it was put on another way.
///
/// ```swift
/// for wearing in analysis.wearings where wearing.source == .recognized {
///   print(wearing.seconds, wearing.place, wearing.placeProbabilities)
/// }
/// ```
public struct Wearing: Hashable, Sendable {
  /// From the start of the first walk to the end of the last, seconds of the recording.
  public var seconds: Range<Double>
  /// Where the site comes from.
  public var source: Source
  /// The site that was given; `nil` when none was.
  public var site: WearingSite?
  /// Whether the device moved with the pelvis, as given or recognized; `nil` when it is not known.
  public var isPelvis: Bool?
  /// How likely that is, 0.5 to 1, by the walks; `nil` for a given site and where there was too little
  /// to go by.
  public var confidence: Double?
  /// The place that was likely enough for the walks to be measured by its methods; `nil` for a given site and where none
  /// was.
  public var place: WornPlace?
  /// How likely each place is by the walks, the most likely first; empty for a given site and where there was too little
  /// to go by.
  public var placeProbabilities: [PlaceProbability] = []
  /// What the walks looked like to the recognition; `nil` where it was not asked.
  public var evidence: WearingEvidence?
  /// Up in the sensor's axes while walking, a unit vector.
  public var up: SIMD3<Double>
  /// How steadily up kept its direction from one group of walks to the next, 0 to 1; `nil` where there is one group, which
  /// nothing can be held against.
  public var upConfidence: Double?
  /// Forward in the sensor's axes, a unit vector at right angles to up; `nil` where it is not known, as
  /// away from the pelvis.
  public var forward: SIMD3<Double>?
  /// How far the walks agree on which way along its line is forward, 0 not at all to 1; 0 where forward is
  /// not known.
  public var forwardConfidence: Double
  /// The leg that carries the device, by the walks; `unknown` where it is worn on none, or that cannot be told.
  public var leg = Foot.unknown
  /// How far the steps agree on the leg, 0 not at all to 1; 0 where it is not known.
  public var legConfidence = 0.0
  /// The method that recognized the site, or could not; `nil` where it was given.
  public var method: MethodIdentity?

  /// Where a site comes from. The raw value is the word written to `summary.json`.
  public enum Source: String, Hashable, Sendable {
    /// Somebody said it; what the walks look like is not asked.
    case given
    /// The walks say it.
    case recognized
    /// No site was given, and the walks do not show it clearly.
    case unknown
  }

  /// Makes a wearing; see the properties for units.
  public init(
    seconds: Range<Double>, source: Source, site: WearingSite? = nil, isPelvis: Bool? = nil,
    confidence: Double? = nil, evidence: WearingEvidence? = nil, up: SIMD3<Double>,
    upConfidence: Double?, forward: SIMD3<Double>? = nil, forwardConfidence: Double = 0,
    method: MethodIdentity? = nil
  ) {
    self.seconds = seconds
    self.source = source
    self.site = site
    self.isPelvis = isPelvis
    self.confidence = confidence
    self.evidence = evidence
    self.up = up
    self.upConfidence = upConfidence
    self.forward = forward
    self.forwardConfidence = forwardConfidence
    self.method = method
  }
}

/// Where on the body a device is, as far as walking tells. The raw value is the word used in files.
public enum WornPlace: String, Hashable, Sendable, CaseIterable {
  /// The lower back or the hip, which walking does not tell apart.
  case pelvis
  /// A trouser or jacket pocket.
  case pocket
  /// Held in the hand.
  case hand
  /// On the wrist.
  case wrist
}

/// How likely a device is at a place.
public struct PlaceProbability: Hashable, Sendable {
  /// The place.
  public var place: WornPlace
  /// How likely it is there, 0 to 1; those of all places add up to 1.
  public var probability: Double

  /// Makes a probability; see the properties.
  public init(_ place: WornPlace, probability: Double) {
    (self.place, self.probability) = (place, probability)
  }
}

/// How strongly a device turns and sways with steps and strides: what tells a trunk from a leg and an arm. Geometric
/// means over the walks.
public struct WearingEvidence: Hashable, Sendable {
  /// How strong each motion is, in the unit of its name; those of turning are absent without a gyroscope.
  public var amplitudes: [WearingAmplitude: Double]
  /// How much walking it comes from, seconds.
  public var seconds: Double

  /// Makes evidence; see the properties for units.
  public init(amplitudes: [WearingAmplitude: Double], seconds: Double) {
    (self.amplitudes, self.seconds) = (amplitudes, seconds)
  }
}

/// A motion whose strength tells where a device is worn. The raw value is the key in `summary.json`, with its unit.
public enum WearingAmplitude: String, Hashable, Sendable, CaseIterable {
  /// The turning rate about any axis at step frequency, rad/s: limbs are jerked.
  case stepTurning = "step_turning_rad_s"
  /// The level acceleration at stride frequency, m/s²: limbs swing once a stride.
  case strideSway = "stride_sway_mps2"
  /// The turning rate about level axes at stride frequency, rad/s: a leg swings, a phone that is looked at does not.
  case strideTilting = "stride_tilting_rad_s"
  /// The same at three halves of the step frequency, rad/s: a leg swings fast and stands long.
  case unevenTilting = "uneven_tilting_rad_s"
  /// The same at step frequency, rad/s: a hand nods with every step.
  case stepTilting = "step_tilting_rad_s"
  /// The size of the acceleration at three halves of the step frequency, m/s²: how differently two steps knock.
  case unevenBounce = "uneven_bounce_mps2"
  /// The vertical acceleration at step frequency, m/s².
  case stepBounce = "step_bounce_mps2"
  /// The level acceleration at twice the step frequency, m/s²: how hard a foot's landing arrives.
  case landingSway = "landing_sway_mps2"
  /// How far the acceleration without its steps leans from its mean, root mean square of the sine, rad: an arm swings.
  case tilt = "tilt_rad"
}
