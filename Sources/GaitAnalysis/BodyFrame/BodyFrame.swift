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
    let samples = recording.samples
    let lift = recording.acceleration.along(up.values[...], in: samples)
    let mean = Statistics.mean(lift) ?? 0
    vertical = recording.acceleration.with(lift.map { $0 - mean })
    yawRate = recording.angularRate.map { rate in
      rate.with(rate.along(up.values[...], in: samples, from: Self.bias(of: rate.values)))
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
      var (sum, squares) = (SIMD3<Double>.zero, 0.0)
      for turning in rate[start..<(start + length)] {
        sum += turning
        squares += turning.dot(turning)
      }
      let rms = (squares / Double(length)).squareRoot()
      if rms < best.rms { best = (rms, sum / Double(length)) }
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
