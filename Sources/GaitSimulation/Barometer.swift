import GaitModel

/// An air pressure sensor beside the motion sensor, and the air around it.
public struct Barometer: Hashable, Sendable {
  /// Samples per second.
  public var rateHertz: Double
  /// Standard deviation of white noise, hPa: 0.03 in a good phone, 0.1 in a poor one.
  public var noise: Double
  /// Standard deviation that a slow wandering of the sensor reaches, hPa.
  public var drift: Double
  /// How long the wandering remembers itself, seconds.
  public var driftSeconds: Double
  /// What the weather adds in an hour, hPa.
  public var weatherPerHour: Double
  /// Doors that open or close in an hour, at random instants.
  public var doorsPerHour: Double
  /// Largest pulse of a door, hPa, up or down.
  public var doorPulse: Double
  /// How long a pulse lasts, seconds.
  public var doorSeconds: Double

  /// Makes a sensor of so many samples per second; by default as in a phone, on a calm day.
  public init(rateHertz: Double, noise: Double = 0.03) {
    self.rateHertz = rateHertz
    self.noise = noise
    drift = 0.05
    driftSeconds = 600
    weatherPerHour = 0.5
    doorsPerHour = 0
    doorPulse = 0.4
    doorSeconds = 1.2
  }
}

/// What a barometer shows over time.
struct PressureTrack {
  private let barometer: Barometer
  private var height: HeightPath
  private var generator: SplitMix64
  private var index = 0
  private var drift = 0.0
  private var doors: [(seconds: Double, size: Double)] = []

  /// Pressure at height 0, hPa, and the height over which it falls by the factor e, meters (ICAO
  /// standard atmosphere at 15 °C).
  private static let groundPressure = 1013.25
  private static let scaleHeight = 8434.5

  init(
    _ barometer: Barometer, height: HeightPath, durationSeconds: Double, generator: SplitMix64
  ) {
    self.barometer = barometer
    self.height = height
    self.generator = generator
    let count = Int(barometer.doorsPerHour * durationSeconds / 3600)
    for _ in 0..<count {
      let seconds = durationSeconds * self.generator.uniform()
      doors.append((seconds, barometer.doorPulse * (2 * self.generator.uniform() - 1)))
    }
  }

  /// The sample that is due by an instant, or `nil`; instants rise from call to call.
  mutating func sample(at seconds: Double) -> Float? {
    guard seconds * barometer.rateHertz >= Double(index) - 1e-6 else { return nil }
    index += 1
    let fade = PortableFunctions.exponential(-1 / (barometer.rateHertz * barometer.driftSeconds))
    drift = fade * drift + barometer.drift * (1 - fade * fade).squareRoot() * generator.normal()
    let pulse = doors.reduce(0.0) { sum, door in
      let share = (seconds - door.seconds) / barometer.doorSeconds
      guard (0...1).contains(share) else { return sum }
      return sum + door.size * PortableFunctions.sineAndCosine(.pi * share).sine
    }
    let air =
      Self.groundPressure
      * PortableFunctions.exponential(-height.height(at: seconds) / Self.scaleHeight)
    let shown =
      air + drift + pulse + barometer.weatherPerHour * seconds / 3600
      + barometer.noise * generator.normal()
    // A thousandth of a hPa: finer than any noise, and a file holds it exactly.
    return Float((shown * 1000).rounded(.toNearestOrEven) / 1000)
  }
}
