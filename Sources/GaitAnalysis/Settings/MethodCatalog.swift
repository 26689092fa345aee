import GaitModel

/// The answers to each question. To add an answer is to add it to its line here.
enum MethodCatalog {
  static let gaitSequences: [any GaitSequenceDetector] = [
    LogisticGaitSequenceDetector(), AutocorrelationGaitSequenceDetector(),
  ]
  static let stepFrequency: [any StepFrequencyTracker] = [
    StepFrequencyRidge(), BounceStepFrequency(),
  ]
  static let initialContacts: [any InitialContactDetector] = [
    StepSequenceDetector(), PhaseInitialContactDetector(), WalkEndSearch(),
    WaveletInitialContactDetector(), ZeroCrossingInitialContactDetector(),
  ]
  static let walks: [any WalkAssembler] = [RhythmWalkAssembler()]
  static let walkCheck: [any WalkCheck] = [BodyRise(), NoWalkCheck()]
  static let irregularWalking: [any IrregularWalkDetector] = [
    IrregularWalking(), NoIrregularWalking(),
  ]
  static let terrain: [any TerrainClassifier] = [
    LayeredTerrain(), PressureTerrain(), MotionTerrain(), NoTerrain(),
  ]
  static let turns: [any TurnDetector] = [YawRateTurnDetector(), NoTurnDetector()]
  static let alignment: [any BodyAlignmentEstimator] = [BodyAlignment(), NoBodyAlignment()]
  static let laterality: [any LateralityClassifier] = [
    StrideSwayLaterality(), ThighSwingLaterality(), YawSignLaterality(), NoLaterality(),
  ]
  static let stepLength: [any StepLengthEstimator] = [
    PendulumStepLength(), ExcursionStepLength(), ProportionalStepLength(),
    InvertedPendulumStepLength(),
  ]
  static let doubleSupport: [any DoubleSupportEstimator] = [
    OscillationDoubleSupport(), WaveletDoubleSupport(), NoDoubleSupport(),
  ]
  static let asymmetry: [any AsymmetryEstimator] = [StepTimeAsymmetry(), NoAsymmetry()]
  static let quality: [any GaitQualityEstimator] = [SteadyGaitQuality(), NoGaitQuality()]
  static let running: [any RunningEstimator] = [RunningMechanics(), NoRunningMechanics()]

  /// The questions of one way of wearing, in the order of the figure.
  static let questions: [MethodQuestion] = [
    MethodQuestion("gaitSequences", \.gaitSequences, gaitSequences),
    MethodQuestion("stepFrequency", \.stepFrequency, stepFrequency),
    MethodQuestion("initialContacts", \.initialContacts, initialContacts),
    MethodQuestion("walks", \.walks, walks),
    MethodQuestion("walkCheck", \.walkCheck, walkCheck),
    MethodQuestion("irregularWalking", \.irregularWalking, irregularWalking),
    MethodQuestion("terrain", \.terrain, terrain),
    MethodQuestion("stairFlights", \.stairFlights, [StairFlights()]),
    MethodQuestion("attitude", \.attitude, [Attitude()]),
    MethodQuestion("turns", \.turns, turns),
    MethodQuestion("alignment", \.alignment, alignment),
    MethodQuestion("laterality", \.laterality, laterality),
    MethodQuestion("stepLength", \.stepLength, stepLength),
    MethodQuestion("doubleSupport", \.doubleSupport, doubleSupport),
    MethodQuestion("asymmetry", \.asymmetry, asymmetry),
    MethodQuestion("quality", \.quality, quality),
    MethodQuestion("runPace", \.runPace, [SatelliteRunPace()]),
    MethodQuestion("running", \.running, running),
    MethodQuestion("bouts", \.bouts, [WalkingBoutAssembler()]),
  ]
}

/// A question of one way of wearing: its name in a settings file, and its answers.
struct MethodQuestion: Sendable {
  /// The name of the property of `GaitMethods`.
  let name: String
  /// The answers, ours first.
  let answers: [any ConfigurableMethod]
  /// The method that answers it.
  let method: @Sendable (GaitMethods) -> any ConfigurableMethod
  /// Lets another method answer it; `false` when that one answers another question.
  let answer: @Sendable (inout GaitMethods, any ConfigurableMethod) -> Bool

  init<Method>(
    _ name: String, _ path: WritableKeyPath<GaitMethods, Method> & Sendable, _ answers: [Method]
  ) {
    self.name = name
    self.answers = answers.compactMap { $0 as? any ConfigurableMethod }
    method = { methods in
      guard let method = methods[keyPath: path] as? any ConfigurableMethod else {
        preconditionFailure("\(name): a method has settings")
      }
      return method
    }
    answer = { methods, method in
      guard let method = method as? Method else { return false }
      methods[keyPath: path] = method
      return true
    }
  }
}

extension ConfigurableMethod {
  /// The method's name in a settings file: that of its type.
  var typeName: String { String(describing: Self.self) }

  /// Its settings with their values, unit and reason.
  var listedSettings: [ListedSetting] {
    Self.settings.map {
      ListedSetting(name: $0.name, value: $0.value(in: self), unit: $0.unit, reason: $0.reason)
    }
  }

  /// The names of its settings.
  static var settingNames: [String] { settings.map(\.name) }
}

/// A setting of a method as it is printed.
public struct ListedSetting: Hashable, Sendable {
  /// The property's name.
  public var name: String
  /// Its value.
  public var value: SettingValue
  /// Its unit, and what it may be.
  public var unit: SettingUnit
  /// Why it is what it is.
  public var reason: String
}
