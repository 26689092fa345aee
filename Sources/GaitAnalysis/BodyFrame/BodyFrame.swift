import GaitModel
import Signals

/// What of gait sequences does not need to know which way is forward: up, and motion along and about it.
public struct BodyFrame: Sendable {
  /// Unit vector up in the sensor's axes, one per sample.
  public var up: GridSignal<SIMD3<Double>>
  /// Upward acceleration with its mean over all samples removed, m/s².
  public var vertical: GridSignal<Double> { madeVertical.value }
  /// Rate of turning about up, rad/s, positive to the left; `nil` without a gyroscope.
  public var yawRate: GridSignal<Double>?
  private let madeVertical: MadeOnce<GridSignal<Double>>

  /// - Parameters:
  ///   - recording: the samples.
  ///   - attitude: finds up.
  ///   - bias: what the gyroscope shows when nothing turns, rad/s; `nil` looks for a quiet moment in the samples.
  init(of recording: SequenceRecording, attitude: Attitude, bias: SIMD3<Double>? = nil) {
    let (force, samples) = (recording.acceleration, recording.samples)
    let up = force.with(attitude.up(in: recording))
    madeVertical = MadeOnce {
      let lift = force.along(up.values[...], in: samples)
      let mean = Statistics.mean(lift) ?? 0
      return force.with(lift.map { $0 - mean })
    }
    self.up = up
    yawRate = recording.angularRate.map { rate in
      rate.with(
        rate.along(up.values[...], in: samples, from: bias ?? Self.bias(of: rate.values)))
    }
  }

  /// Below this the quietest moment counts as standing still, rad/s: gyroscope noise and sway.
  static let stillRadiansPerSecond = 0.08
  /// How long a quiet moment lasts, seconds.
  static let stillSeconds = 2.0

  /// What the gyroscope shows when nothing turns, rad/s; zero when there was no quiet moment.
  static func bias(of rate: [SIMD3<Double>]) -> SIMD3<Double> {
    let quarter = Int(stillSeconds * SampleGrid.rateHertz) / 4
    guard rate.count >= 4 * quarter else { return .zero }
    // Moments overlap by three quarters: each quarter is summed once.
    let quarters = stride(from: 0, through: rate.count - quarter, by: quarter).map { start in
      var (sum, squares) = (SIMD3<Double>.zero, 0.0)
      for turning in rate[start..<start + quarter] {
        sum += turning
        squares += turning.dot(turning)
      }
      return (sum: sum, squares: squares)
    }
    var best = (meanSquare: Double.infinity, mean: SIMD3<Double>.zero)
    for first in 0...(quarters.count - 4) {
      let moment = quarters[first..<first + 4]
      let count = Double(4 * quarter)
      let meanSquare = moment.reduce(0) { $0 + $1.squares } / count
      guard meanSquare < best.meanSquare else { continue }
      best = (meanSquare, moment.reduce(.zero) { $0 + $1.sum } / count)
    }
    return best.meanSquare.squareRoot() < stillRadiansPerSecond ? best.mean : .zero
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
