import GaitModel

/// Where and how the sensor is worn, and what is wrong with it.
public struct SensorMount: Hashable, Sendable {
  /// Where it is worn. Pocket, wrist and hand swing with the limb; all other sites move with the
  /// pelvis.
  public var site: WearingSite
  /// The side of the body on which a swinging sensor is worn.
  public var side: Foot
  /// How the sensor's axes lie in the body part.
  public var orientation: SensorOrientation
  /// Samples per second.
  public var samplingRateHertz: Double
  /// Standard deviation of white noise on each axis of the acceleration, m/s².
  public var accelerationNoise: Double
  /// Standard deviation of white noise on each axis of the angular rate, rad/s.
  public var angularRateNoise: Double
  /// Added to each axis of the acceleration, m/s²: x, y, z.
  public var accelerationOffset: [Double]
  /// Added to each axis of the angular rate, rad/s: x, y, z.
  public var angularRateOffset: [Double]
  /// Factor on the acceleration; 1 is right.
  public var accelerationGain: Double
  /// Largest acceleration that an axis can show, m/s².
  public var accelerationLimit: Double
  /// Whether there is a gyroscope.
  public var hasAngularRate: Bool
  /// How far a stamp may lie from the even grid, as a share of the sampling interval, 0-0.45. The
  /// sample is taken when its stamp says.
  public var stampJitter: Double
  /// Stretches without samples, seconds from the first sample.
  public var gaps: [Range<Double>]
  /// The air pressure sensor beside it, or `nil` when there is none.
  public var barometer: Barometer?
  /// The heart rate sensor beside it, or `nil` when there is none.
  public var heartMonitor: HeartMonitor?

  /// Makes a mount: a good sensor at the given site and rate, its axes as they are usually worn.
  public init(site: WearingSite = .lowerBack, samplingRateHertz: Double) {
    self.site = site
    self.samplingRateHertz = samplingRateHertz
    side = .right
    orientation = .upright
    accelerationNoise = 0.06
    angularRateNoise = 0.01
    accelerationOffset = [0, 0, 0]
    angularRateOffset = [0, 0, 0]
    accelerationGain = 1
    accelerationLimit = 8 * standardGravity
    hasAngularRate = true
    stampJitter = 0
    gaps = []
  }

  /// The pendulum that carries the sensor, or `nil` where it moves with the pelvis.
  var limb: Limb? {
    switch site {
    case .pocket: Limb(isArm: false, leverMeters: 0.20)
    case .wrist, .hand: Limb(isArm: true, leverMeters: 0.55)
    default: nil
    }
  }

  /// A limb that swings at stride frequency.
  struct Limb {
    /// Arms swing against the leg of their side.
    var isArm: Bool
    /// From the joint down to the sensor, meters.
    var leverMeters: Double
  }
}
