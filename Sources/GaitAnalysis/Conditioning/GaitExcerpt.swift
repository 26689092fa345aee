import GaitModel
import Signals

/// Samples around a stretch of gait, on the engine's even grid, long enough on both sides that the
/// filters of the later stages have settled where the gait begins.
struct GaitExcerpt: Sendable {
  /// Grid index of the first sample.
  var start: Int
  /// Specific force along the sensor's axes, m/s².
  var acceleration: [SIMD3<Double>]
  /// Angular rate about the sensor's axes, rad/s; `nil` without a gyroscope.
  var angularRate: [SIMD3<Double>]?
  /// Air pressure in the time of the excerpt, hPa; `nil` where there is none.
  var pressure: SideSamples?
  /// Whether the cores are walks or runs.
  var activity: Activity
  /// What the frames said, from the first core's first to the last core's last.
  var frames: GaitFrames
  /// Where gait was detected, seconds of the recording; the claims that the bouts are made of.
  var cores: [Range<Double>]
  /// Where the person runs, seconds of the recording; such contacts are not those of a walk.
  var runs: [Range<Double>]
  /// Whether the first core begins, or the last ends, only because it had grown too long.
  var isCut: (before: Bool, after: Bool)

  /// The number of samples.
  var count: Int { acceleration.count }
  /// Magnitude of the specific force, m/s².
  var magnitude: [Double] { acceleration.map { ($0 * $0).sum().squareRoot() } }

  /// From two seconds before the first core to two after the last: what lies here belongs to no other
  /// excerpt, because regions are further apart.
  var surroundings: Range<Double> {
    (cores[0].lowerBound - 2)..<(cores[cores.count - 1].upperBound + 2)
  }

  /// Seconds of the recording at a fractional sample position of the excerpt.
  func seconds(at position: Double) -> Double {
    (Double(start) + position) / UniformSampling.rateHertz
  }

  /// From a walk's first contact to its last, seconds of the recording.
  func seconds(of walk: Walk) -> Range<Double> {
    seconds(at: walk.positions[0])..<seconds(at: walk.positions[walk.positions.count - 1])
  }

  /// Fractional sample position in the excerpt at so many seconds of the recording.
  func position(at seconds: Double) -> Double {
    seconds * UniformSampling.rateHertz - Double(start)
  }

  /// The nearest sample to a time, kept inside the excerpt.
  func index(at seconds: Double) -> Int {
    min(count - 1, max(0, Int(position(at: seconds).rounded())))
  }

  /// The samples between two times, kept inside the excerpt.
  func indices(_ range: Range<Double>) -> Range<Int> {
    let low = index(at: range.lowerBound)
    return low..<max(low, index(at: range.upperBound))
  }
}
