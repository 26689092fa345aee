import GaitModel
import Signals

/// What of gait sequences does not need to know which way is forward: up, and motion along and about it.
public struct BodyFrame: Sendable {
  /// Unit vector up in the sensor's axes, one per sample.
  public var up: GridSignal<SIMD3<Double>>
  /// Upward acceleration with its mean over all samples removed, m/s².
  public var vertical: GridSignal<Double>
  /// Rate of turning about up, rad/s, positive to the left; `nil` without a gyroscope.
  public var yawRate: GridSignal<Double>?

  init(of recording: SequenceRecording, attitude: Attitude) {
    up = recording.acceleration.with(attitude.up(in: recording))
    let lift = zip(recording.acceleration.values, up.values).map { $0.dot($1) }
    let mean = Statistics.mean(lift) ?? 0
    vertical = recording.acceleration.with(lift.map { $0 - mean })
    if let rate = recording.angularRate?.values {
      let bias = Self.bias(of: rate)
      yawRate = up.with(zip(rate, up.values).map { ($0 - bias).dot($1) })
    }
  }

  /// Below this the quietest moment counts as standing still, rad/s: gyroscope noise and sway.
  static let stillRadiansPerSecond = 0.08
  /// How long a quiet moment lasts, seconds.
  static let stillSeconds = 2.0

  /// What the gyroscope shows when nothing turns, rad/s; zero when there was no quiet moment.
  static func bias(of rate: [SIMD3<Double>]) -> SIMD3<Double> {
    let length = Int(stillSeconds * SampleGrid.rateHertz)
    guard rate.count >= length else { return .zero }
    var best = (rms: Double.infinity, mean: SIMD3<Double>.zero)
    for start in stride(from: 0, through: rate.count - length, by: length / 4) {
      let moment = rate[start..<(start + length)]
      let mean = moment.reduce(.zero, +) / Double(length)
      let rms = (moment.reduce(0) { $0 + $1.dot($1) } / Double(length)).squareRoot()
      if rms < best.rms { best = (rms, mean) }
    }
    return best.rms < stillRadiansPerSecond ? best.mean : .zero
  }
}

/// What all walks of some gait sequences share.
public struct SequenceContext: Sendable {
  /// The samples.
  public var recording: SequenceRecording
  /// The cycle of the steps.
  public var cycle: StepCycle
  /// Up, and motion along and about it.
  public var body: BodyFrame
  /// Turns, or why they are not known.
  public var turns: Measured<[Turn]> = .missing(.noGyroscope)

  /// The turns that are known.
  public var knownTurns: [Turn] { turns.value ?? [] }
}
