import GaitModel
import Signals

/// A closed group of gait sequences, cut out and not yet looked at. Cutting shares the search's memory, so that the thread that
/// takes samples is not held up; what there is to reckon is left to `recording()`.
struct ClosedSequences: Sendable {
  let activity: Activity
  /// Seconds of the recording.
  let sequences: [Range<Double>]
  /// Where the person runs, seconds of the recording.
  let runs: [Range<Double>]
  let isCut: (before: Bool, after: Bool)
  /// The samples by channel.
  let columns: [GridChunks<Float>]
  /// The grid's sample at the center of frame 0.
  let runStart: SampleIndex
  /// Frames without their scores; some were not looked at in full.
  let frames: GridSignal<GaitFrame>
  /// The scores of the frames, one frame after the other.
  let scores: GridChunks<Double>
  let slow: SlowSamples
  let judges: FrameJudges
  let stepFrequency: StepFrequencyEvidence
  var pressure: SideSamples?
  var groundSpeed: SideSamples?

  private var samples: Range<SampleIndex> { columns[0].startIndex..<columns[0].endIndex }

  /// From the first sample to the last, seconds of the recording.
  var seconds: ClosedRange<Double> {
    SampleGrid.seconds(
      at: Double(samples.lowerBound))...SampleGrid.seconds(at: Double(samples.upperBound - 1))
  }

  /// As the later stages take it.
  func recording() -> SequenceRecording {
    let (frames, scores) = wholeFrames()
    return SequenceRecording(
      acceleration: columns.vectors(from: 0, in: samples),
      angularRate: columns.count >= 6 ? columns.vectors(from: 3, in: samples) : nil,
      pressure: pressure, groundSpeed: groundSpeed, activity: activity,
      frames: GaitFrames(runStart: runStart, kept: frames, scores: scores),
      sequences: sequences,
      runs: runs,
      isCut: isCut)
  }

  /// Some frames were not looked at in full when they were decided, and of others nobody has asked for the step frequency: a
  /// walk holds some of them.
  private func wholeFrames() -> (frames: GridSignal<GaitFrame>, scores: GridSignal<Double>) {
    let start = scores.startIndex
    var whole = frames
    var all = scores.values(in: start..<scores.endIndex)
    var reading: FrameReading?
    for frame in frames.startIndex..<frames.endIndex where !frames[frame].hasScores {
      var again = reading ?? FrameReading(stepFrequency: stepFrequency)
      reading = nil
      slow.read(frame, into: &again.slow)
      again.seconds = SampleGrid.seconds(
        at: Double(runStart + frame * SlowAcceleration.hop * SlowAcceleration.factor))
      _ = again.readSamples()
      if !whole[frame].isRead {
        let isMoving = whole[frame].isMoving
        whole[frame] = judges.frame(of: &again)
        whole[frame].isMoving = isMoving
      }
      let places = StepFrequencyEvidence.places(of: frame)
      all.replaceSubrange(
        (places.lowerBound - start)..<(places.upperBound - start), with: again.scores())
      reading = again
    }
    return (whole, GridSignal(all, from: start))
  }
}

extension [GridChunks<Float>] {
  /// Three channels from one on, as vectors.
  func vectors(
    from c: Int, in samples: Range<SampleIndex>
  ) -> GridSignal<SIMD3<Double>> {
    let axes = (c..<(c + 3)).map { self[$0].parts(in: samples) }
    let vectors = [SIMD3<Double>](unsafeUninitializedCapacity: samples.count) { out, filled in
      // Channels grow together, so that their parts are the same.
      for (x, (y, z)) in zip(axes[0], zip(axes[1], axes[2])) {
        let part = UnsafeMutableBufferPointer(rebasing: out[filled..<(filled + x.count)])
        x.withUnsafeBufferPointer { x in
          y.withUnsafeBufferPointer { y in
            z.withUnsafeBufferPointer { z in
              for i in part.indices { part[i] = SIMD3(Double(x[i]), Double(y[i]), Double(z[i])) }
            }
          }
        }
        filled += x.count
      }
    }
    return GridSignal(vectors, from: samples.lowerBound)
  }
}
