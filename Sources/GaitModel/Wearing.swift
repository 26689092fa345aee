/// How a device was worn for some time, until it was put on another way.
///
/// ```swift
/// for wearing in analysis.wearings where wearing.source == .recognized {
///   print(wearing.seconds, wearing.isPelvis, wearing.confidence ?? 0)
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
  /// What the walks looked like to the recognition; `nil` where it was not asked.
  public var evidence: WearingEvidence?
  /// Up in the sensor's axes while walking, a unit vector.
  public var up: SIMD3<Double>
  /// How steadily up kept its direction from walk to walk, 0 to 1.
  public var upConfidence: Double
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
    upConfidence: Double, forward: SIMD3<Double>? = nil, forwardConfidence: Double = 0,
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

/// How strongly a device turns with each step and sways with each stride: what tells a trunk from a limb.
/// Geometric means over the walks.
public struct WearingEvidence: Hashable, Sendable {
  /// Amplitude of the turning rate about any axis at step frequency, rad/s: limbs are jerked.
  public var stepTurning: Double
  /// Amplitude of the level acceleration at stride frequency, m/s²: limbs swing once a stride.
  public var strideSway: Double
  /// How much walking it comes from, seconds.
  public var seconds: Double

  /// Makes evidence; see the properties for units.
  public init(stepTurning: Double, strideSway: Double, seconds: Double) {
    self.stepTurning = stepTurning
    self.strideSway = strideSway
    self.seconds = seconds
  }
}
