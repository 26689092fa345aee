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

/// One sample along the sensor's axes.
struct SensorSample {
  var acceleration: SIMD3<Float>
  var angularRate: SIMD3<Float>

  /// Steps of the sensor per m/s² and per rad/s: 1 mm/s² and 0.1 mrad/s, finer than 16 bits over
  /// ±8 g and ±2000°/s. A file holds them exactly.
  static let accelerationSteps = 1_000.0
  static let angularRateSteps = 10_000.0
}

extension SensorMount {
  /// What the sensor shows when its body part feels this force (m/s²) and rate (rad/s).
  func sample(
    force: SIMD3<Double>, rate: SIMD3<Double>, noise: inout SplitMix64
  ) -> SensorSample {
    var (acceleration, angularRate) = (orientation.seen(force), orientation.seen(rate))
    for axis in 0..<3 {
      let shown =
        accelerationGain * acceleration[axis] + accelerationOffset[axis]
        + accelerationNoise * noise.normal()
      acceleration[axis] = min(max(shown, -accelerationLimit), accelerationLimit)
      angularRate[axis] += angularRateOffset[axis] + angularRateNoise * noise.normal()
    }
    return SensorSample(
      acceleration: Self.rounded(acceleration, steps: SensorSample.accelerationSteps),
      angularRate: Self.rounded(angularRate, steps: SensorSample.angularRateSteps))
  }

  private static func rounded(_ value: SIMD3<Double>, steps: Double) -> SIMD3<Float> {
    SIMD3<Float>((value * steps).rounded(.toNearestOrEven) / steps)
  }
}

extension Axes {
  /// A sample in whole steps, as a device stores it.
  ///
  /// - Parameters:
  ///   - index: The sample.
  ///   - stepsPerUnit: Steps for 1 m/s² or 1 rad/s.
  ///   - limits: The numbers that the device has; what lies beyond is clipped.
  /// - Returns: x, y and z; zeros when there are no samples at all.
  func steps(_ index: Int, stepsPerUnit: Double, within limits: ClosedRange<Int>) -> [Int] {
    [x, y, z].map { axis in
      guard !axis.isEmpty else { return 0 }
      let steps = (Double(axis[index]) * stepsPerUnit).rounded()
      return Int(Swift.min(Swift.max(steps, Double(limits.lowerBound)), Double(limits.upperBound)))
    }
  }
}

extension RecordingBlock {
  /// Whether the stamps run evenly from 0 on, without gaps.
  ///
  /// Devices that stamp only whole pages pace their samples themselves: they have no place for a
  /// clock that is uneven from sample to sample.
  func isEven(rateHertz: Double) -> Bool {
    // Simulated stamps are rounded to a ten-thousandth of a second.
    seconds.indices.allSatisfy { abs(seconds[$0] - Double($0) / rateHertz) < 1e-4 }
  }
}
