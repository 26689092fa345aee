import GaitModel

/// One harmonic of the stride as it was measured over several people.
struct MeasuredHarmonic: Hashable, Sendable {
  /// Mean amplitude, m/s² or rad/s.
  var amplitude: Double
  /// Standard deviation of the amplitude between people, same unit.
  var spread: Double
  /// Circular mean of the phase in degrees; 0 at a left initial contact.
  var phaseDegrees: Double
  /// Length of the mean phase vector over people, 0-1; below one half there is no common phase.
  var consistency: Double

  init(_ amplitude: Double, _ spread: Double, _ phaseDegrees: Double, _ consistency: Double) {
    self.amplitude = amplitude
    self.spread = spread
    self.phaseDegrees = phaseDegrees
    self.consistency = consistency
  }
}

/// The motion of the pelvis at one walking speed: six harmonics of the stride in six channels.
///
/// Source: harmonics measured at L5 on 10-13 people walking 0.9-1.4 m/s, straight strides only,
/// axes aligned with gravity and with the walking direction.
struct MeasuredHarmonics: Hashable, Sendable {
  /// Mean walking speed of the people measured, m/s.
  var speedMetersPerSecond: Double
  /// Acceleration up, m/s².
  var vertical: [MeasuredHarmonic]
  /// Acceleration forward, m/s².
  var anteroposterior: [MeasuredHarmonic]
  /// Acceleration to the left, m/s².
  var mediolateral: [MeasuredHarmonic]
  /// Angular rate about the upward axis, rad/s.
  var yaw: [MeasuredHarmonic]
  /// Angular rate about the axis to the left, rad/s.
  var pitch: [MeasuredHarmonic]
  /// Angular rate about the forward axis, rad/s.
  var roll: [MeasuredHarmonic]

  /// The channels in the order in which a walker draws its individuality.
  var channels: [[MeasuredHarmonic]] {
    [vertical, anteroposterior, mediolateral, yaw, pitch, roll]
  }

  /// Three groups of people, slowest first.
  static let table = [slow, normal, fast]

  /// 219 strides of 8 people below 1.0 m/s.
  static let slow = MeasuredHarmonics(
    speedMetersPerSecond: 0.92,
    vertical: [
      .init(0.12, 0.05, -95, 0.54), .init(1.74, 0.27, -36, 0.98), .init(0.33, 0.11, -148, 0.14),
      .init(0.54, 0.11, -33, 0.72), .init(0.27, 0.09, 126, 0.24), .init(0.63, 0.25, -36, 0.53),
    ],
    anteroposterior: [
      .init(0.18, 0.12, 29, 0.4), .init(1.38, 0.28, 68, 0.96), .init(0.16, 0.05, -97, 0.26),
      .init(0.68, 0.25, 42, 0.85), .init(0.24, 0.14, -67, 0.23), .init(0.58, 0.16, 6, 0.64),
    ],
    mediolateral: [
      .init(0.77, 0.22, 76, 0.96), .init(0.23, 0.16, 55, 0.35), .init(0.43, 0.19, 6, 0.31),
      .init(0.18, 0.03, 24, 0.6), .init(0.47, 0.22, 138, 0.71), .init(0.27, 0.04, 46, 0.61),
    ],
    yaw: [
      .init(0.31, 0.1, -165, 0.59), .init(0.1, 0.04, 169, 0.24), .init(0.12, 0.03, 49, 0.14),
      .init(0.05, 0.01, 121, 0.2), .init(0.11, 0.05, -65, 0.55), .init(0.05, 0.01, 98, 0.1),
    ],
    pitch: [
      .init(0.09, 0.04, -142, 0.43), .init(0.18, 0.07, -172, 0.39), .init(0.07, 0.03, -78, 0.37),
      .init(0.12, 0.05, -114, 0.28), .init(0.07, 0.03, -129, 0.44), .init(0.11, 0.06, -46, 0.34),
    ],
    roll: [
      .init(0.2, 0.07, -35, 0.72), .init(0.05, 0.02, -21, 0.54), .init(0.31, 0.09, -86, 0.91),
      .init(0.06, 0.02, -141, 0.37), .init(0.11, 0.06, -149, 0.32), .init(0.05, 0.01, 157, 0.28),
    ]
  )

  /// 307 strides of 10 people between 1.0 and 1.3 m/s.
  static let normal = MeasuredHarmonics(
    speedMetersPerSecond: 1.15,
    vertical: [
      .init(0.13, 0.03, -169, 0.5), .init(2.35, 0.42, -41, 0.98), .init(0.33, 0.1, -96, 0.1),
      .init(0.65, 0.3, 17, 0.6), .init(0.24, 0.08, 41, 0.14), .init(0.85, 0.32, -9, 0.76),
    ],
    anteroposterior: [
      .init(0.14, 0.03, 100, 0.1), .init(1.58, 0.3, 69, 0.98), .init(0.17, 0.03, -156, 0.16),
      .init(0.88, 0.34, 46, 0.97), .init(0.2, 0.04, 98, 0.1), .init(0.76, 0.2, 11, 0.89),
    ],
    mediolateral: [
      .init(0.68, 0.14, 78, 0.77), .init(0.19, 0.04, 142, 0.06), .init(0.54, 0.18, -57, 0.27),
      .init(0.21, 0.04, 120, 0.08), .init(0.6, 0.15, 126, 0.74), .init(0.27, 0.05, 104, 0.22),
    ],
    yaw: [
      .init(0.37, 0.13, -137, 0.5), .init(0.09, 0.02, -4, 0.22), .init(0.18, 0.09, 78, 0.11),
      .init(0.06, 0.01, 110, 0.32), .init(0.11, 0.04, -62, 0.61), .init(0.06, 0.01, -23, 0.35),
    ],
    pitch: [
      .init(0.09, 0.05, -134, 0.06), .init(0.21, 0.09, -176, 0.6), .init(0.09, 0.04, -123, 0.55),
      .init(0.15, 0.08, 127, 0.2), .init(0.09, 0.04, -123, 0.36), .init(0.14, 0.06, -75, 0.59),
    ],
    roll: [
      .init(0.26, 0.09, -40, 0.51), .init(0.06, 0.02, -46, 0.34), .init(0.38, 0.13, -94, 0.79),
      .init(0.06, 0.03, -64, 0.2), .init(0.12, 0.06, -136, 0.57), .init(0.05, 0.01, -126, 0.16),
    ]
  )

  /// 137 strides of 5 people from 1.3 m/s.
  static let fast = MeasuredHarmonics(
    speedMetersPerSecond: 1.37,
    vertical: [
      .init(0.16, 0.04, 169, 0.85), .init(3.3, 0.46, -40, 0.98), .init(0.42, 0.17, -56, 0.57),
      .init(0.71, 0.43, 65, 0.67), .init(0.2, 0.04, -92, 0.67), .init(0.97, 0.45, 11, 0.98),
    ],
    anteroposterior: [
      .init(0.19, 0.09, -101, 0.41), .init(1.76, 0.19, 72, 0.98), .init(0.22, 0.04, 176, 0.27),
      .init(1.11, 0.2, 54, 0.97), .init(0.19, 0.02, 161, 0.55), .init(0.88, 0.17, 25, 0.93),
    ],
    mediolateral: [
      .init(0.63, 0.1, 86, 0.99), .init(0.21, 0.06, 114, 0.54), .init(0.65, 0.21, -153, 0.46),
      .init(0.23, 0.04, -112, 0.47), .init(0.61, 0.15, 106, 0.83), .init(0.27, 0.06, 145, 0.16),
    ],
    yaw: [
      .init(0.38, 0.16, -125, 0.84), .init(0.11, 0.02, 179, 0.45), .init(0.24, 0.11, -51, 0.2),
      .init(0.07, 0.01, 1, 0.86), .init(0.11, 0.05, 62, 0.43), .init(0.06, 0.03, -34, 0.72),
    ],
    pitch: [
      .init(0.11, 0.02, 10, 0.39), .init(0.19, 0.02, -145, 0.7), .init(0.09, 0.02, -116, 0.97),
      .init(0.12, 0.03, 115, 0.43), .init(0.08, 0.02, 173, 0.42), .init(0.13, 0.05, -37, 0.43),
    ],
    roll: [
      .init(0.26, 0.04, -21, 0.95), .init(0.06, 0.02, -118, 0.35), .init(0.39, 0.12, -89, 0.99),
      .init(0.06, 0.02, 9, 0.19), .init(0.12, 0.04, -123, 0.76), .init(0.04, 0.01, -39, 0.38),
    ]
  )
}

/// The vertical force of running: a half sine while a foot is down, nothing in flight (T. A. McMahon,
/// G. C. Cheng, J. Biomech. 23:65, 1990).
struct RunningPush {
  private var steps: [Range<Double>] = []
  private var cursor = 0

  /// Share of a step's time in which a foot is down: about 0.25 s of 0.36 s at jogging pace.
  static let contactShare = 0.7
  /// While a foot is down the leg never quite lets go, m/s²: what belts and clothes make of flight.
  private static let leastForce = 0.5

  init(_ bouts: [SimulatedBout]) {
    for bout in bouts { steps += bout.steps.filter(\.isRunning).map(\.seconds) }
  }

  /// Vertical specific force at an instant of running, m/s², or `nil` when the walker does not run.
  mutating func force(at seconds: Double) -> Double? {
    while cursor < steps.count, steps[cursor].upperBound <= seconds { cursor += 1 }
    guard cursor < steps.count, steps[cursor].contains(seconds) else { return nil }
    let step = steps[cursor]
    let share = (seconds - step.lowerBound) / (step.upperBound - step.lowerBound)
    guard share < Self.contactShare else { return Self.leastForce }
    let mean = (standardGravity - Self.leastForce) / Self.contactShare
    let push = PortableFunctions.sineAndCosine(.pi * share / Self.contactShare).sine
    return Self.leastForce + mean * .pi / 2 * push
  }
}
