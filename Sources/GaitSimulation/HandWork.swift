/// Something that hands do over and over, as a device on the wrist feels it.
///
/// The hand runs to and fro along a line, or round, once a stroke, and the forearm turns with it. Sizes
/// are those of a usual person; every simulated person differs.
public struct HandWork: Hashable, Sendable {
  /// Strokes per second.
  public var strokesPerSecond: Double
  /// Half of the way that the hand runs, meters.
  public var reachMeters: Double
  /// Half of the angle that the forearm turns through, degrees.
  public var forearmDegrees: Double
  /// How steep the line is: 0 level, 1 up and down.
  public var steepness: Double
  /// How round the way is: 0 a line, 1 a circle.
  public var roundness = 0.1
  /// Twice as fast a motion beside it, as a share of the stroke.
  public var secondHarmonic = 0.2
  /// What the hand feels when it strikes something at the end of each stroke, m/s².
  public var blow = 0.0
  /// Shaking of a vehicle, root mean square on each axis, m/s².
  public var vibration = 0.0
  /// Where most of the shaking lies, Hz.
  public var vibrationHertz = 4.0...25.0

  /// Makes a kind of work; the rest has usual values.
  public init(
    strokesPerSecond: Double, reachMeters: Double, forearmDegrees: Double, steepness: Double
  ) {
    self.strokesPerSecond = strokesPerSecond
    self.reachMeters = reachMeters
    self.forearmDegrees = forearmDegrees
    self.steepness = steepness
  }
}

extension HandWork {
  /// Applause: about four claps a second.
  ///
  /// Source: B. H. Repp, J. Acoust. Soc. Am. 81:1100 (1987).
  public static var clapping: HandWork {
    var work = HandWork(
      strokesPerSecond: 3.8, reachMeters: 0.025, forearmDegrees: 6, steepness: 0.2)
    work.blow = 25
    return work
  }

  /// Teeth: short strokes from the elbow, three to four a second.
  ///
  /// Source: E. Inada et al., Clin. Oral Investig. 19:1451 (2015), for the motion of the arm.
  public static var brushingTeeth: HandWork {
    HandWork(strokesPerSecond: 3.4, reachMeters: 0.012, forearmDegrees: 4, steepness: 0.3)
  }

  /// Hair: long, slow strokes that turn the forearm. No source; as the author does it.
  public static var combingHair: HandWork {
    HandWork(strokesPerSecond: 0.8, reachMeters: 0.08, forearmDegrees: 25, steepness: 0.7)
  }

  /// A pot: round and level. No source; as the author does it.
  public static var stirring: HandWork {
    var work = HandWork(
      strokesPerSecond: 1.6, reachMeters: 0.05, forearmDegrees: 5, steepness: 0.1)
    work.roundness = 0.8
    return work
  }

  /// A keyboard: 52 words, about 260 strokes a minute.
  ///
  /// Source: V. Dhakal et al., CHI 2018, doi 10.1145/3173574.3174220.
  public static var typing: HandWork {
    var work = HandWork(
      strokesPerSecond: 4.3, reachMeters: 0.0015, forearmDegrees: 1, steepness: 0.8)
    work.blow = 2
    return work
  }

  /// Hands rubbed against each other. No source; as the author does it.
  public static var washingHands: HandWork {
    HandWork(strokesPerSecond: 2, reachMeters: 0.03, forearmDegrees: 10, steepness: 0.3)
  }

  /// A handlebar: the legs' rhythm, as chosen freely, and the road.
  ///
  /// Source: E. A. Hansen, G. Smith, Scand. J. Med. Sci. Sports 19:4 (2009).
  public static var cycling: HandWork {
    var work = HandWork(
      strokesPerSecond: 1.25, reachMeters: 0.005, forearmDegrees: 1, steepness: 0.5)
    work.vibration = 1.5
    return work
  }

  /// A steering wheel, and the car. No source; as the author does it.
  public static var driving: HandWork {
    var work = HandWork(
      strokesPerSecond: 0.3, reachMeters: 0.05, forearmDegrees: 8, steepness: 0.3)
    work.vibration = 0.25
    work.vibrationHertz = 1...15
    return work
  }
}
