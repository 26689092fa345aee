import GaitModel

/// A named kind of recording, for samples, tests and first tries.
///
/// ```swift
/// let recording = Scenario.straightWalk.recording(seed: 7)
/// ```
public enum Scenario: String, CaseIterable, Hashable, Sendable {
  /// One straight walk between two stands.
  case straightWalk = "straight-walk"
  /// Walks of different length and speed with turns and standing between them.
  case dailyLife = "daily-life"
  /// A phone at the hip, upside down and tilted.
  case upsideDownPhone = "upside-down-phone"
  /// A phone in the right trouser pocket, in any orientation, its clock uneven.
  case trouserPocket = "trouser-pocket"
  /// A slow walker whose left steps take longer.
  case slowAsymmetric = "slow-asymmetric"
  /// There is no walking.
  case standingOnly = "standing-only"
  /// Slow, short steps with more sideways than forward motion, and turns.
  case shuffle
  /// A very slow shuffle that halts between steps, one foot dragged.
  case haltingShuffle = "halting-shuffle"
  /// A watch on the right wrist: two walks with a turn, arms swinging.
  case wristWalk = "wrist-walk"
  /// Applause, felt at the wrist; there is no walking.
  case clapping
  /// Brushing teeth, felt at the wrist; there is no walking.
  case brushingTeeth = "brushing-teeth"
  /// Combing hair, felt at the wrist; there is no walking.
  case combingHair = "combing-hair"
  /// Stirring a pot, felt at the wrist; there is no walking.
  case stirring
  /// Typing, felt at the wrist; there is no walking.
  case typing
  /// Washing hands, felt at the wrist; there is no walking.
  case washingHands = "washing-hands"
  /// Riding a bicycle, felt at the wrist; there is no walking.
  case cycling
  /// Driving a car, felt at the wrist; there is no walking.
  case driving
  /// Flights of stairs and a slope, with a barometer.
  case stairs
  /// A lift, a car and doors, with a barometer.
  case lift
  /// A jog between two walks.
  case jogging
  /// Two walks between rests, with a heart rate.
  case heartRate = "heart-rate"

  /// What is in the recording, in a sentence.
  public var summary: String {
    switch self {
    case .straightWalk: "One straight walk at 1.2 m/s, lower back, 100 Hz."
    case .dailyLife: "Walks of 4 to 30 m with turns and standing between them, lower back, 50 Hz."
    case .upsideDownPhone: "Two walks with a turn, phone upside down at the hip, 50 Hz."
    case .trouserPocket: "Two walks with a turn, phone in the right pocket, 25 Hz, uneven clock."
    case .slowAsymmetric: "A slow walk whose left steps take longer, lower back, 100 Hz."
    case .standingOnly: "Standing, lower back, 100 Hz."
    case .shuffle: "Slow, short steps, swaying, with turns, lower back, 100 Hz."
    case .haltingShuffle:
      "Very slow, short steps with pauses, swaying, one foot dragged, lower back, 100 Hz."
    case .wristWalk: "Two walks with a turn, arms swinging, wrist, 50 Hz."
    case .clapping: "Applause between two rests, wrist, 50 Hz; nobody walks."
    case .brushingTeeth: "Brushing teeth between two rests, wrist, 50 Hz; nobody walks."
    case .combingHair: "Combing hair between two rests, wrist, 50 Hz; nobody walks."
    case .stirring: "Stirring a pot between two rests, wrist, 50 Hz; nobody walks."
    case .typing: "Typing between two rests, wrist, 50 Hz; nobody walks."
    case .washingHands: "Washing hands between two rests, wrist, 50 Hz; nobody walks."
    case .cycling: "Riding a bicycle between two rests, wrist, 50 Hz; nobody walks."
    case .driving: "Driving a car between two rests, wrist, 50 Hz; nobody walks."
    case .stairs: "Stairs up and down and a slope, barometer, lower back, 50 Hz."
    case .lift: "Walks between rides in a lift and a car, doors, barometer, lower back, 50 Hz."
    case .jogging: "A jog between two walks, lower back, 100 Hz."
    case .heartRate:
      "Two walks between rests, heart rate, lower back, 50 Hz; with --seconds 1440 walks of 4 min."
    }
  }

  /// Length of the recording unless another one is asked for, seconds.
  public var usualSeconds: Double {
    switch self {
    case .dailyLife: 120
    case .shuffle, .haltingShuffle: 60
    case .stairs, .lift, .heartRate: 120
    case .standingOnly: 30
    case _ where handWork != nil: 40
    default: 45
    }
  }

  /// Who walks.
  public var profile: WalkerProfile {
    switch self {
    case .straightWalk, .standingOnly, .stairs, .lift, .jogging:
      WalkerProfile(speed: Speed(metersPerSecond: 1.2))
    case .dailyLife: WalkerProfile(height: Length(meters: 1.66))
    case .heartRate: WalkerProfile(speed: Speed(metersPerSecond: 1.3))
    case .upsideDownPhone: WalkerProfile(height: Length(meters: 1.80))
    case .trouserPocket: WalkerProfile(speed: Speed(metersPerSecond: 1.25))
    case .slowAsymmetric: Self.slowAsymmetricProfile
    case .shuffle: Self.shuffleProfile
    case .haltingShuffle: Self.haltingProfile
    case .wristWalk: WalkerProfile(height: Length(meters: 1.74))
    case .clapping, .brushingTeeth, .combingHair, .stirring, .typing, .washingHands, .cycling,
      .driving:
      WalkerProfile()
    }
  }

  /// How the sensor is worn.
  public func mount(seed: UInt64) -> SensorMount {
    switch self {
    case .upsideDownPhone:
      var mount = SensorMount(site: .hip, samplingRateHertz: 50)
      mount.orientation = .phone.upsideDown.tilted(forwardDegrees: 12, rightDegrees: -8)
      return mount
    case .trouserPocket:
      var mount = SensorMount(site: .pocket, samplingRateHertz: 25)
      mount.orientation = .random(seed: seed)
      mount.stampJitter = 0.2
      return mount
    case _ where self == .wristWalk || handWork != nil:
      var mount = SensorMount(site: .wrist, samplingRateHertz: 50)
      mount.orientation = .random(seed: seed)
      return mount
    case .stairs, .lift: return Self.barometricMount
    case .heartRate:
      var mount = SensorMount(samplingRateHertz: 50)
      mount.heartMonitor = HeartMonitor(
        heart: HeartResponse(restingRate: 62, greatestUptake: 24, ageYears: 68))
      return mount
    default:
      var mount = SensorMount(samplingRateHertz: self == .dailyLife ? 50 : 100)
      mount.orientation = .upright.tilted(forwardDegrees: 6, rightDegrees: 2)
      return mount
    }
  }

  /// The recording, lasting about as long as asked, to the nearest few steps.
  /// - Parameters:
  ///   - seed: The same seed gives the same recording.
  ///   - seconds: Length; `nil` for the usual one.
  ///   - name: The recording's name; `nil` for the scenario's.
  /// - Returns: The recording, standing at its first sample.
  public func recording(
    seed: UInt64, seconds: Double? = nil, name: String? = nil
  ) -> SimulatedRecording {
    SimulatedRecording(
      name: name ?? rawValue, profile: profile, plan: plan(seconds: seconds),
      mount: mount(seed: seed),
      seed: seed)
  }

  /// What the hands do all the time; `nil` in walking and quiet standing.
  public var handWork: HandWork? {
    switch self {
    case .clapping: .clapping
    case .brushingTeeth: .brushingTeeth
    case .combingHair: .combingHair
    case .stirring: .stirring
    case .typing: .typing
    case .washingHands: .washingHands
    case .cycling: .cycling
    case .driving: .driving
    default: nil
    }
  }

  /// Step times as in slow walking with one stiff leg.
  private static var slowAsymmetricProfile: WalkerProfile {
    var profile = WalkerProfile(
      height: Length(meters: 1.62), speed: Speed(metersPerSecond: 0.75),
      cadence: Cadence(stepsPerMinute: 90))
    profile.stepTimeAsymmetry = 0.18
    profile.stepTimeVariability = 0.030
    profile.doubleSupportFraction = 0.32
    return profile
  }

  /// The factors bring the motion to what was measured in turning gait at 0.25-0.6 m/s: root mean
  /// square 0.7-1.1 m/s² vertically and as much or more sideways.
  private static var shuffleProfile: WalkerProfile {
    var profile = WalkerProfile(
      speed: Speed(metersPerSecond: 0.4), cadence: Cadence(stepsPerMinute: 84))
    profile.stepTimeVariability = 0.050
    profile.stepLengthVariability = 0.08
    profile.doubleSupportFraction = 0.40
    profile.lateralSway = 2.2
    profile.excessMotion = 3.2
    return profile
  }

  /// A shuffle at the speed of the slowest patients measured, 0.17-0.29 m/s: steps of 0.21 m, and before one in ten a halt
  /// of a second or less [judgment: freezing for longer ends a walk].
  private static var haltingProfile: WalkerProfile {
    var profile = shuffleProfile
    profile.speed = Speed(metersPerSecond: 0.25)
    profile.cadence = Cadence(stepsPerMinute: 71)
    (profile.hesitationShare, profile.hesitationSeconds) = (0.1, 0.7)
    profile.draggedFoot = .right
    return profile
  }
}

extension Scenario {
  /// What the walker does, lasting about so many seconds; `nil` for the usual length.
  public func plan(seconds: Double? = nil) -> WalkPlan {
    let total = max(seconds ?? usualSeconds, 12)
    if let handWork {
      return WalkPlan([
        .stand(seconds: 4), .work(handWork, seconds: total - 8), .stand(seconds: 4),
      ])
    }
    return switch self {
    case .straightWalk, .slowAsymmetric: Self.straight(total)
    case .dailyLife: Self.repeated(Self.dailyRound, seconds: total)
    case .upsideDownPhone, .trouserPocket, .wristWalk: Self.thereAndBack(total)
    case .shuffle: Self.repeated(Self.shuffleRound, seconds: total)
    case .haltingShuffle: Self.repeated(Self.haltingRound, seconds: total)
    case .stairs: Self.repeated(Self.stairRound, seconds: total)
    case .lift: Self.repeated(Self.liftRound, seconds: total)
    case .jogging: Self.jog(total)
    case .heartRate: Self.effortAndRest(total)
    default: WalkPlan([.stand(seconds: total)])
    }
  }

  private static func straight(_ total: Double) -> WalkPlan {
    WalkPlan([.stand(seconds: 4), .walk(seconds: total - 8), .stand(seconds: 4)])
  }

  /// Rests of a fifth each, and two walks between them.
  private static func effortAndRest(_ total: Double) -> WalkPlan {
    let (rest, walk) = (0.21 * total, 0.185 * total)
    return WalkPlan([
      .stand(seconds: rest), .walk(seconds: walk), .stand(seconds: rest), .walk(seconds: walk),
      .stand(seconds: rest),
    ])
  }

  private static func thereAndBack(_ total: Double) -> WalkPlan {
    let leg = (total - 10) / 2
    return WalkPlan([
      .stand(seconds: 4), .walk(seconds: leg), .turn(degrees: 180, seconds: 2.2),
      .walk(seconds: leg), .stand(seconds: 4),
    ])
  }

  /// A round of daily walking with the seconds that each part takes, about.
  private static let dailyRound: [(WalkPlan.Segment, Double)] = [
    (.stand(seconds: 6), 6), (.walkDistance(meters: 12), 11),
    (.turn(degrees: 90, seconds: 1.6), 2), (.walkDistance(meters: 6), 5),
    (.stand(seconds: 7), 7), (.turn(degrees: -150, seconds: 2.4), 2), (.stand(seconds: 3), 3),
    (.walkDistance(meters: 4, speed: Speed(metersPerSecond: 0.8)), 5), (.stand(seconds: 5), 5),
    (.walkDistance(meters: 30, speed: Speed(metersPerSecond: 1.35)), 23),
    (.turn(degrees: -180, seconds: 2.2), 2), (.walkDistance(meters: 10), 9),
    (.stand(seconds: 12), 12),
  ]

  private static let shuffleRound: [(WalkPlan.Segment, Double)] = [
    (.stand(seconds: 5), 5), (.walkDistance(meters: 4), 11), (.turn(degrees: 180, seconds: 4), 4),
    (.walkDistance(meters: 4), 10),
  ]

  private static let haltingRound: [(WalkPlan.Segment, Double)] = [
    (.stand(seconds: 5), 5), (.walkDistance(meters: 4), 18), (.turn(degrees: 180, seconds: 6), 6),
    (.walkDistance(meters: 4), 18),
  ]

  static func repeated(
    _ round: [(WalkPlan.Segment, Double)], seconds: Double
  ) -> WalkPlan {
    var segments: [WalkPlan.Segment] = []
    var spent = 4.0
    while spent < seconds {
      for (segment, cost) in round where spent < seconds {
        segments.append(segment)
        spent += cost
      }
    }
    return WalkPlan(segments + [.stand(seconds: 4)])
  }
}

extension Scenario {
  /// A lower back with a barometer beside it: doors now and then, a front passing.
  static var barometricMount: SensorMount {
    var mount = SensorMount(samplingRateHertz: 50)
    mount.orientation = .upright.tilted(forwardDegrees: 6, rightDegrees: 2)
    var barometer = Barometer(rateHertz: 10, noise: 0.05)
    barometer.doorsPerHour = 60
    barometer.weatherPerHour = 1.5
    mount.barometer = barometer
    return mount
  }

  /// Up two flights with a landing, along a corridor, down again, up a ramp, with seconds.
  static let stairRound: [(WalkPlan.Segment, Double)] = [
    (.stand(seconds: 5), 5), (.walkDistance(meters: 8), 7),
    (.stairs(steps: 18, riser: Length(meters: 0.17)), 11), (.walkDistance(meters: 10), 9),
    (.stairs(steps: 20, riser: Length(meters: 0.165)), 13), (.stand(seconds: 8), 8),
    (.walkDistance(meters: 12), 10), (.stairs(steps: 19, riser: Length(meters: -0.17)), 11),
    (.walkDistance(meters: 10), 9), (.slope(meters: 25, grade: 0.08), 21),
    (.walkDistance(meters: 10), 9), (.stand(seconds: 6), 6),
  ]

  /// Walks between rides, with seconds.
  static let liftRound: [(WalkPlan.Segment, Double)] = [
    (.stand(seconds: 5), 5), (.walkDistance(meters: 15), 13), (.stand(seconds: 5), 5),
    (.carried(seconds: 14, rise: Length(meters: 12)), 14), (.stand(seconds: 4), 4),
    (.walkDistance(meters: 20), 17), (.stand(seconds: 6), 6),
    (.carried(seconds: 20, rise: Length(meters: -15)), 20), (.stand(seconds: 5), 5),
  ]

  /// A walk, a jog for half of the time, a walk.
  static func jog(_ total: Double) -> WalkPlan {
    let walk = (total - 8) / 4
    return WalkPlan([
      .stand(seconds: 4), .walk(seconds: walk),
      .run(seconds: 2 * walk, speed: Speed(metersPerSecond: 2.8)), .walk(seconds: walk),
      .stand(seconds: 4),
    ])
  }
}
