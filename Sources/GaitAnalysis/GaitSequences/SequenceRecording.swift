import GaitModel
import Signals

/// The samples around gait sequences that are looked at together, on the recording's even grid, long enough on
/// both sides that the filters of the later stages have settled where the gait begins.
public struct SequenceRecording: Sendable {
  /// Specific force along the sensor's axes, m/s².
  public var acceleration: GridSignal<SIMD3<Double>>
  /// Angular rate about the sensor's axes, rad/s; `nil` without a gyroscope.
  public var angularRate: GridSignal<SIMD3<Double>>?
  /// Air pressure in the time of the samples, hPa; `nil` where there is none.
  public var pressure: SideSamples?
  /// Speed over ground from satellites in the time of the samples, m/s; `nil` where there is none.
  public var groundSpeed: SideSamples?
  /// Whether the sequences are walks or runs.
  public var activity: Activity
  /// What the frames said, from the first sequence's first to the last sequence's last.
  public var frames: GaitFrames
  /// Where gait was detected, seconds of the recording; the claims that the bouts are made of.
  public var sequences: [Range<Double>]
  /// Where the person runs, seconds of the recording; such contacts are not those of a walk.
  public var runs: [Range<Double>]
  /// Whether the first sequence begins, or the last ends, only because it had grown too long.
  public var isCut: (before: Bool, after: Bool)

  /// The samples, by the recording's indices.
  public var samples: Range<SampleIndex> { acceleration.startIndex..<acceleration.endIndex }
  /// Magnitude of the specific force, m/s².
  public var magnitude: GridSignal<Double> { magnitude(over: samples) }

  /// Magnitude of the specific force over some of the samples, m/s².
  func magnitude(over part: Range<SampleIndex>) -> GridSignal<Double> {
    let values = acceleration.values(in: part).withUnsafeBufferPointer { force in
      [Double](count: force.count) { (force[$0] * force[$0]).sum().squareRoot() }
    }
    return GridSignal(values, from: part.lowerBound)
  }

  /// From the first sample to the last, seconds of the recording.
  var seconds: ClosedRange<Double> {
    SampleGrid.seconds(
      at: Double(samples.lowerBound))...SampleGrid.seconds(
        at: Double(samples.upperBound - 1))
  }

  /// From the first sequence's start to the last one's end, seconds of the recording.
  public var extent: Range<Double> {
    sequences[0].lowerBound..<sequences[sequences.count - 1].upperBound
  }

  /// From two seconds before the first sequence to two after the last: what lies here belongs to no other
  /// recording of sequences, because groups are further apart.
  public var surroundings: Range<Double> { extent.grown(by: Self.surroundingSeconds) }

  /// How far what lies around gait is its own on both sides, seconds.
  static let surroundingSeconds = 2.0

  /// The gait with so much around it as the search for contacts looks at: steps are sought two steps beyond, and
  /// compared with what is two steps further. Where a long walk was cut the search goes on to the end.
  ///
  /// - Parameter stepHertz: the step frequency of each frame, Hz; at least one.
  /// - Returns: some of the samples, all of them where there is no more margin.
  func samplesNearGait(stepHertz: [Double]) -> Range<SampleIndex> {
    func margin(_ hertz: Double) -> Int {
      Int((Self.searchedSteps / hertz + Self.settlingSeconds) * SampleGrid.rateHertz)
    }
    let gait = indices(extent)
    let low = isCut.before ? samples.lowerBound : gait.lowerBound - margin(stepHertz[0])
    let high =
      isCut.after ? samples.upperBound : gait.upperBound + margin(stepHertz[stepHertz.count - 1])
    return (low..<high).clamped(to: samples)
  }

  /// How far around gait contacts are searched and compared, steps.
  private static let searchedSteps = 4.0
  /// In so many seconds more the filters of the step's wave have settled.
  private static let settlingSeconds = 1.5

  /// The same gait with fewer samples around it.
  func over(_ part: Range<SampleIndex>) -> SequenceRecording {
    guard part != samples else { return self }
    var near = self
    near.acceleration = acceleration[part]
    near.angularRate = angularRate?[part]
    return near
  }

  /// The nearest sample to a time, kept inside.
  public func index(atSeconds seconds: Double) -> SampleIndex {
    min(
      samples.upperBound - 1,
      max(samples.lowerBound, Int(SampleGrid.position(atSeconds: seconds).rounded())))
  }

  /// The samples between two times, kept inside.
  public func indices(_ range: Range<Double>) -> Range<SampleIndex> {
    let low = index(atSeconds: range.lowerBound)
    return low..<max(low, index(atSeconds: range.upperBound))
  }

  /// Whether a time lies beyond a cut, in the neighbor that shares a long walk.
  func isBeyondCut(_ seconds: Double) -> Bool {
    (isCut.before && seconds < extent.lowerBound) || (isCut.after && seconds >= extent.upperBound)
  }
}
