/// Strides that follow each other without a break: one walk, or one run.
public struct WalkingBout: Hashable, Sendable {
  /// From first to last initial contact, seconds from the first sample of the recording.
  public var seconds: Range<Double>
  /// Walking or running.
  public var activity: Activity
  /// What kind of ground.
  public var terrain: Terrain
  /// The initial contacts, in time order.
  public var initialContacts: [InitialContact]
  /// The final contacts, in time order.
  public var finalContacts: [FinalContact]
  /// The strides, in order of their start.
  public var strides: [Stride]
  /// How many turns begin inside the bout, or why that is not known.
  public var turnCount: Measured<Int>
  /// Mean speed over ground.
  public var walkingSpeed: Measured<Speed>
  /// Mean step length.
  public var stepLength: Measured<Length>
  /// Mean stride length.
  public var strideLength: Measured<Length>
  /// Whether ``stepLength`` and ``strideLength`` are a share of the person's height, the same in every walk, and were not
  /// measured. They carry speed and distance, with the error that they bring, and are no samples of a length.
  public var isStepLengthAssumed = false
  /// Mean cadence.
  public var cadence: Measured<Cadence>
  /// Share of the gait cycle with both feet down, 0-1.
  public var doubleSupportFraction: Measured<Double>
  /// Share of steps that take longer or shorter than the other foot's, 0-1.
  public var asymmetryFraction: Measured<Double>
  /// |ln(time of one foot's steps / time of the other's)|, 0 when both are equal.
  public var stepTimeAsymmetry: Measured<Double>
  /// Distance covered.
  public var distance: Measured<Length>
  /// Why the bout is not flat steady walking, or `nil` when it is.
  public var leftOutReason: LeftOutReason?
  /// Standard errors of the values against other bouts of the same person with the same device and site:
  /// without what the method gets wrong in this person every time.
  public var withinPersonErrors: WithinPersonErrors
  /// What double support was put together from; `nil` where it is missing.
  public var doubleSupportParts: DoubleSupportParts?
  /// |ln(length of one foot's steps / length of the other's)|, 0 when both are equal. No method of this
  /// version knows it from one sensor: it is missing with that reason.
  public var stepLengthAsymmetry: Measured<Double>
  /// How steadily, evenly and smoothly the walk goes.
  public var quality: GaitQuality
  /// What only a run has; `nil` for a walk.
  public var running: RunningMeasures?

  /// The leg that carries the device; `unknown` where it is worn on none, or that cannot be told.
  public var carryingLeg = Foot.unknown
  /// How far the contacts agree on that leg, 0 not at all to 1.
  public var carryingLegAgreement = 0.0
  /// ln(time of the left foot's steps / time of the right's) by a phone on one thigh. Its level is the pocket's and says
  /// nothing; a change against the person's other walks with the same ``carryingLeg`` does. Missing elsewhere.
  public var pocketStepTimeAsymmetry: Measured<Double>
  /// Standard error of `stepCount` against the truth; `nil` where it is not known, as for a run and for walking without
  /// rhythm.
  public var stepCountError: Double?
  /// How likely the rate of the steps is neither that of the strides nor twice that of the steps, 0-1; `nil` where the
  /// site leaves no doubt and no method asked. Steps, cadence, speed and distance have a wider error where it is low.
  public var stepRateConfidence: Double?

  /// The methods behind what has no `Measured` of its own.
  public var makers: BoutMakers

  /// Makes a bout of which only its contacts are known: every value is missing for one reason until it is set.
  ///
  /// - Parameters:
  ///   - seconds: from first to last contact, seconds from the first sample of the recording.
  ///   - activity: walking or running.
  ///   - initialContacts: in time order.
  ///   - reason: why nothing was measured yet.
  public init(
    seconds: Range<Double>, activity: Activity = .walking, initialContacts: [InitialContact] = [],
    missing reason: MissingReason = .noMethod
  ) {
    self.seconds = seconds
    self.activity = activity
    self.initialContacts = initialContacts
    (terrain, finalContacts, strides) = (.unknown, [], [])
    (turnCount, walkingSpeed) = (.missing(reason), .missing(reason))
    (stepLength, strideLength) = (.missing(reason), .missing(reason))
    (cadence, distance) = (.missing(reason), .missing(reason))
    (doubleSupportFraction, asymmetryFraction) = (.missing(reason), .missing(reason))
    (stepTimeAsymmetry, stepLengthAsymmetry) = (.missing(reason), .missing(.noMethod))
    pocketStepTimeAsymmetry = .missing(reason)
    (quality, withinPersonErrors, makers) = (.missing(reason), WithinPersonErrors(), BoutMakers())
  }

  /// Standard error of `walkingSpeed` against the person's other bouts; `nil` where it is not known.
  public var speedErrorWithinPerson: Speed? { withinPersonErrors.walkingSpeed }
  /// Standard error of a distance in the bout against the person's other bouts: that of the speed, as a share; `nil` where
  /// it is not known.
  package func errorWithinPerson(of distance: Length) -> Length? {
    guard let error = speedErrorWithinPerson, let speed = walkingSpeed.value else { return nil }
    return Length(meters: distance.meters * error.metersPerSecond / speed.metersPerSecond)
  }
  /// Steps taken: one for every initial contact.
  public var stepCount: Int { initialContacts.count }
  /// Whether it is flat, steady walking.
  public var isSteady: Bool { leftOutReason == nil }

  /// The same bout with so many turns, if turns can be told in it at all.
  public func withTurns(_ count: Int) -> WalkingBout {
    guard case .known(_, let error, let method) = turnCount else { return self }
    var bout = self
    bout.turnCount = .known(count, standardError: error, by: method)
    return bout
  }
}

/// The methods behind the parts of a bout that are lists and words; `nil` where there was none.
public struct BoutMakers: Hashable, Sendable {
  /// Followed the step frequency.
  public var stepFrequency: MethodIdentity?
  /// Found the initial contacts, and so counted the steps.
  public var initialContacts: MethodIdentity?
  /// Put the contacts together into one walk.
  public var walks: MethodIdentity?
  /// Told what ground it is.
  public var terrain: MethodIdentity?
  /// Found up, forward and sideways.
  public var alignment: MethodIdentity?
  /// Told left from right.
  public var laterality: MethodIdentity?
  /// Placed the final contacts.
  public var finalContacts: MethodIdentity?
  /// Decided which strides, and whether the bout, count.
  public var selection: MethodIdentity?

  /// Makers of nothing; set what is known.
  public init() {}

  /// All of them, in the order in which they run.
  public var all: [MethodIdentity] {
    [
      stepFrequency, initialContacts, walks, terrain, alignment, laterality, finalContacts,
      selection,
    ].compactMap(\.self)
  }
}

/// How a person moves. The raw value is written to files.
public enum Activity: String, Hashable, Sendable, CaseIterable {
  /// At least one foot is always down.
  case walking
  /// There is a flight phase.
  case running
}

/// The ground under a bout. The raw value is written to files.
public enum Terrain: String, Hashable, Sendable, CaseIterable {
  /// Flat; without a barometer a slope without steps counts as flat, because the body moves alike.
  case level
  /// Up a staircase.
  case stairsUp = "stairs_up"
  /// Down a staircase.
  case stairsDown = "stairs_down"
  /// Sloping, without steps.
  case incline
  /// The terrain could not be determined.
  case unknown
}

/// One climb or descent of a staircase.
public struct StairFlight: Hashable, Sendable {
  /// From start to end, seconds from the first sample of the recording.
  public var seconds: Range<Double>
  /// `stairsUp` or `stairsDown`.
  public var direction: Terrain
  /// Steps taken in the flight.
  public var stepCount: Int
  /// Height climbed or descended.
  public var height: Measured<Length>
  /// Whether ``height`` is that of a usual riser for every step, and none was measured, as without air pressure. Then
  /// ``verticalSpeed`` is the rate of the steps in other words.
  public var isHeightAssumed = false
  /// Height over the time of its steps: without landings where air pressure tells them, else with one and a half steps' time for
  /// each.
  public var verticalSpeed: Measured<Speed>
  /// The method that told that it is a flight of stairs; `nil` where it was no method.
  public var finder: MethodIdentity?

  /// Height from which on a flight counts as one, meters: ten feet, about sixteen steps.
  public static let leastCountedHeight = Length(meters: 3)

  /// Whether it is high enough to count among the flights climbed.
  public var isCounted: Bool {
    (height.value?.meters ?? 0) >= Self.leastCountedHeight.meters
  }

  /// Makes a flight of stairs; see the properties for units.
  public init(
    seconds: Range<Double>, direction: Terrain, stepCount: Int, height: Measured<Length>,
    verticalSpeed: Measured<Speed>, finder: MethodIdentity? = nil
  ) {
    self.seconds = seconds
    self.direction = direction
    self.stepCount = stepCount
    self.height = height
    self.verticalSpeed = verticalSpeed
    self.finder = finder
  }
}

/// What only a run has.
public struct RunningMeasures: Hashable, Sendable {
  /// How long a foot is on the ground in a step, seconds.
  public var contactSeconds: Measured<Double>
  /// How far the pelvis moves up and down in a step.
  public var verticalOscillation: Measured<Length>

  /// Makes the measures of a run; see the properties for units.
  public init(contactSeconds: Measured<Double>, verticalOscillation: Measured<Length>) {
    self.contactSeconds = contactSeconds
    self.verticalOscillation = verticalOscillation
  }
}
