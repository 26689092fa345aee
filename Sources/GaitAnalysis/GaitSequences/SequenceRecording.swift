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
  public var magnitude: GridSignal<Double> {
    acceleration.each { ($0 * $0).sum().squareRoot() }
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
  public var surroundings: Range<Double> {
    (extent.lowerBound - 2)..<(extent.upperBound + 2)
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
