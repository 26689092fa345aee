import GaitModel

/// The methods that suit one way of wearing: one for each question, in the order of the figure.
///
/// ```swift
/// var pipeline = GaitPipeline()
/// pipeline.presets.pelvis.stepLength = InvertedPendulumStepLength()
/// ```
public struct GaitMethods: Sendable {
  /// Where is gait? Asked of every frame.
  public var gaitSequences: any GaitSequenceDetector = LogisticGaitSequenceDetector()
  /// How fast do the steps follow each other?
  public var stepFrequency: any StepFrequencyTracker = StepFrequencyRidge()
  /// When does a foot touch the ground?
  public var initialContacts: any InitialContactDetector = PhaseInitialContactDetector(
    isRefined: false)
  /// Which contacts are one walk?
  public var walks: any WalkAssembler = RhythmWalkAssembler()
  /// Is it walking, or rising from a chair again and again?
  public var walkCheck: any WalkCheck = NoWalkCheck()
  /// Where is walking without rhythm, beside those walks?
  public var irregularWalking: any IrregularWalkDetector = NoIrregularWalking()
  /// What ground is it? Frames are read for it on the way.
  public var terrain: any TerrainClassifier = LayeredTerrain(readsMotion: false, readsRuns: false)
  /// How high and how fast are stairs climbed?
  public var stairFlights = StairFlights()
  /// Where is up, sample by sample?
  public var attitude = Attitude()
  /// Where does the walking direction change?
  public var turns: any TurnDetector = YawRateTurnDetector()
  /// Which way is forward?
  public var alignment: any BodyAlignmentEstimator = NoBodyAlignment()
  /// Which foot is it?
  public var laterality: any LateralityClassifier = NoLaterality()
  /// How long is each step?
  public var stepLength: any StepLengthEstimator = ProportionalStepLength()
  /// How long are both feet down?
  public var doubleSupport: any DoubleSupportEstimator = NoDoubleSupport()
  /// How differently do the feet step?
  public var asymmetry: any AsymmetryEstimator = NoAsymmetry()
  /// How steadily, evenly and smoothly?
  public var quality: any GaitQualityEstimator = NoGaitQuality()
  /// How fast is a run?
  public var runPace = SatelliteRunPace()
  /// How does a run bounce?
  public var running: any RunningEstimator = NoRunningMechanics()
  /// What counts, and as what?
  public var bouts = WalkingBoutAssembler()

  /// The methods for a device of which only the steps are known.
  public init() {}

  /// At the lower back or hip.
  public static let pelvis = {
    var methods = GaitMethods()
    var sequences = LogisticGaitSequenceDetector()
    (sequences.walkingLogOdds, sequences.runningLogOdds) = (0.2, -0.8)
    sequences.trustsFlight = true
    // Who runs up and down stairs is told apart by its motion later on, and pushes less.
    sequences.push.leastPushShare = 0
    methods.gaitSequences = sequences
    methods.initialContacts = StepSequenceDetector()
    methods.bouts.errors = .pelvis
    methods.walkCheck = BodyRise()
    methods.irregularWalking = IrregularWalking()
    methods.terrain = LayeredTerrain()
    methods.alignment = BodyAlignment()
    methods.laterality = StrideSwayLaterality()
    methods.stepLength = PendulumStepLength()
    methods.doubleSupport = OscillationDoubleSupport()
    methods.asymmetry = StepTimeAsymmetry()
    methods.quality = SteadyGaitQuality()
    methods.running = RunningMechanics()
    return methods
  }()

  /// In a trouser or jacket pocket.
  public static let thigh = {
    var methods = GaitMethods()
    // A swinging thigh adds about as much to the magnitude as the bounce does, and more where a walker stops or turns.
    var frequency = BounceStepFrequency()
    (frequency.evenBounceMeters, frequency.leastStrideSeconds) = (0.15, 10)
    frequency.hidesSteps = false
    methods.stepFrequency = frequency
    methods.terrain = LayeredTerrain(readsMotion: true, readsRuns: false)
    methods.laterality = ThighSwingLaterality()
    methods.stepLength = ExcursionStepLength()
    return methods
  }()

  /// In a bag, on the chest or on a lanyard.
  public static let trunk = {
    var methods = GaitMethods()
    methods.initialContacts = WalkEndSearch()
    return methods
  }()

  /// In the hand or on the upper arm.
  public static let hand = {
    var methods = handFelt(walkingLogOdds: 0, handWorkLogOdds: 8)
    methods.initialContacts = WalkEndSearch()
    methods.stepLength = ExcursionStepLength()
    return methods
  }()

  /// On the wrist.
  public static let wrist = {
    // The force there is the arm's rather than the body's.
    var methods = handFelt(walkingLogOdds: -1, handWorkLogOdds: 0, leastPushShare: 0)
    var walks = RhythmWalkAssembler()
    walks.longestHiddenSeconds = 5
    methods.walks = walks
    methods.bouts.errors = .wrist
    return methods
  }()

  /// At an unknown site.
  public static let anywhere = handFelt(walkingLogOdds: 0, handWorkLogOdds: 4)

  /// Where an arm may carry the device: hands may work beside it, and its swing may hide every second step.
  private static func handFelt(
    walkingLogOdds: Double, handWorkLogOdds: Double, leastPushShare: Double? = nil
  ) -> GaitMethods {
    var methods = GaitMethods()
    var sequences = LogisticGaitSequenceDetector()
    (sequences.feelsHands, sequences.jumpingLogOdds) = (true, 0)
    (sequences.walkingLogOdds, sequences.handWorkLogOdds) = (walkingLogOdds, handWorkLogOdds)
    if let leastPushShare { sequences.push.leastPushShare = leastPushShare }
    methods.gaitSequences = sequences
    methods.stepFrequency = BounceStepFrequency()
    return methods
  }
}

/// The methods for every way of wearing: what goes together is decided here, once.
public struct GaitPresets: Sendable {
  /// At the lower back or hip, given or recognized.
  public var pelvis = GaitMethods.pelvis
  /// In a trouser or jacket pocket.
  public var thigh = GaitMethods.thigh
  /// In a bag, on the chest or on a lanyard.
  public var trunk = GaitMethods.trunk
  /// In the hand or on the upper arm.
  public var hand = GaitMethods.hand
  /// On the wrist.
  public var wrist = GaitMethods.wrist
  /// Without a given site, as long as none is recognized.
  public var anywhere = GaitMethods.anywhere

  /// The methods that were measured best.
  public init() {}

  /// The methods for what a device moves with.
  public subscript(place: WearingPlace) -> GaitMethods {
    get { self[keyPath: Self.path(place)] }
    set { self[keyPath: Self.path(place)] = newValue }
  }

  private static func path(_ place: WearingPlace) -> WritableKeyPath<GaitPresets, GaitMethods> {
    switch place {
    case .pelvis: \.pelvis
    case .thigh: \.thigh
    case .trunk: \.trunk
    case .hand: \.hand
    case .wrist: \.wrist
    case .anywhere: \.anywhere
    }
  }
}
