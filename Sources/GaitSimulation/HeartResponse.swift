import GaitModel

/// How a heart follows walking: it takes the share of its reserve that the walk takes of the oxygen
/// that the body can take up, and gets there and back within time constants.
///
/// ```
///   1/min       ___-------.
///             /            \_              rises with the one time constant,
///   rest ____/               ‾‾-----       falls with the other
///            |-- a walk --|
/// ```
/// Uptake by the American College of Sports Medicine's equation for level walking, 0.1 · speed + 3.5
/// with the speed in m/min; the greatest heart rate 208 - 0.7 · age (Tanaka et al., J Am Coll Cardiol
/// 37:153, 2001). The time constants are usual ones of light effort.
public struct HeartResponse: Hashable, Sendable {
  /// Beats a minute at rest.
  public var restingRate: Double
  /// Greatest oxygen uptake, mL/(kg·min).
  public var greatestUptake: Double
  /// Age, years.
  public var ageYears: Double
  /// Time constant of the rise, s.
  public var riseSeconds = 40.0
  /// Time constant of the fall, s.
  public var fallSeconds = 60.0

  /// Makes a heart; see the properties for units.
  public init(restingRate: Double, greatestUptake: Double, ageYears: Double) {
    self.restingRate = restingRate
    self.greatestUptake = greatestUptake
    self.ageYears = ageYears
  }

  /// Where the heart rate settles at a speed, 1/min; 0 m/s is rest.
  func settledRate(metersPerSecond: Double) -> Double {
    let share = min(0.1 * metersPerSecond * 60 / (greatestUptake - 3.5), 1)
    return restingRate + (208 - 0.7 * ageYears - restingRate) * share
  }

  /// The heart rate so many seconds later, on its way to where it settles.
  func rate(from rate: Double, toward settled: Double, after seconds: Double) -> Double {
    let constant = settled > rate ? riseSeconds : fallSeconds
    return settled + (rate - settled) * PortableFunctions.exponential(-seconds / constant)
  }
}

/// A heart rate sensor beside the motion sensor, and the heart that it feels.
public struct HeartMonitor: Hashable, Sendable {
  /// Samples per second.
  public var rateHertz = 1.0
  /// Standard deviation of what beats and sensor add to each sample, 1/min.
  public var noise = 1.5
  /// The heart.
  public var heart: HeartResponse

  /// Makes a sensor on a heart: one value a second, whole beats a minute.
  public init(heart: HeartResponse) { self.heart = heart }
}

/// What a heart rate sensor shows over time.
struct HeartTrack {
  private let monitor: HeartMonitor
  private let bouts: [SimulatedBout]
  private var generator: SplitMix64
  private var index = 0
  private var bout = 0
  private var rate: Double
  private var reached = 0.0

  init(_ monitor: HeartMonitor, bouts: [SimulatedBout], generator: SplitMix64) {
    self.monitor = monitor
    self.bouts = bouts
    self.generator = generator
    rate = monitor.heart.restingRate
  }

  /// The sample that is due by an instant, or `nil`; instants rise from call to call.
  mutating func sample(at seconds: Double) -> Float? {
    guard seconds * monitor.rateHertz >= Double(index) - 1e-6 else { return nil }
    index += 1
    while bout < bouts.count, bouts[bout].movingSeconds.upperBound <= seconds { bout += 1 }
    let isWalking = bout < bouts.count && bouts[bout].movingSeconds.contains(seconds)
    let speed = isWalking ? bouts[bout].walkingSpeed.metersPerSecond : 0
    rate = monitor.heart.rate(
      from: rate, toward: monitor.heart.settledRate(metersPerSecond: speed),
      after: seconds - reached)
    reached = seconds
    return Float((rate + monitor.noise * generator.normal()).rounded(.toNearestOrEven))
  }
}
