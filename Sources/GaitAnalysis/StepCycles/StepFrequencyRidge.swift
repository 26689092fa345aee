import Foundation
import GaitModel
import Signals

/// Follows the step frequency through gait sequences.
///
/// Every frame of 4 s is asked how well each candidate frequency explains it: true steps have power
/// at the step frequency in the magnitude of the force, and at half of it (the stride) in the
/// vector, not in the magnitude. That is what tells one leg's rhythm from both legs' at any site. The
/// best path through the frames is found by dynamic programming, so that half and double cadence
/// do not flicker in and out.
///
/// Sources: conditional logit, D. McFadden (1974); path search, A. Viterbi, IEEE Trans. Inf. Theory
/// 13:260 (1967). Coefficients: `Tools/fit/events`.
public struct StepFrequencyRidge: StepFrequencyTracker {
  /// What a change of the step frequency costs, per unit of its logarithm and frame.
  public var changeCost = 25.0
  /// The most that any change costs: a walk may stop and another begin.
  public var largestChangeCost = 8.0

  /// The method with its costs as they were chosen.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "StepFrequencyRidge", question: "step frequency",
      citation: "McFadden 1974 (conditional logit); Viterbi 1967 (path search)",
      doi: "10.1109/TIT.1967.1054010",
      deviations: ["evidence from the magnitude and from the vector, so that no axis is needed"],
      revision: 2)
  }

  /// The step frequency on the best path through the frames, straight lines between their centers, Hz.
  public func stepHertz(in recording: SequenceRecording) -> GridSignal<Double> {
    FrameLine(frameHertz(in: recording), of: recording.frames).over(recording.samples)
  }

  /// The cycle over the gait and what the search for contacts looks at around it, not over the whole margin.
  public func cycle(of recording: SequenceRecording) -> StepCycle {
    let hertz = frameHertz(in: recording)
    let near = recording.samplesNearGait(stepHertz: hertz)
    return StepCycle(
      of: recording.magnitude(over: near),
      stepHertz: FrameLine(hertz, of: recording.frames).over(near))
  }

  /// The step frequency at the center of each frame, Hz.
  func frameHertz(in recording: SequenceRecording) -> [Double] {
    let (frames, count) = (recording.frames, StepFrequencyEvidence.candidates.count)
    // Only differences within a frame count: the best of it is put to 0, so that no sum over a long walk gets large.
    var scores: [Double] = []
    scores.reserveCapacity(frames.indices.count * count)
    for frame in frames.indices {
      let own = frames.scores(of: frame)
      let top = own.max() ?? 0
      for score in own { scores.append(score - top) }
    }
    let path = bestPath(scores)
    return path.indices.map { refined(path[$0], in: scores[($0 * count)..<(($0 + 1) * count)]) }
  }

  /// The best candidate in each frame, given how well every candidate explains every frame.
  ///
  /// - Parameter scores: a score for each candidate, frame after frame.
  /// - Returns: the index of a candidate for each frame.
  func bestPath(_ scores: [Double]) -> [Int] {
    let n = StepFrequencyEvidence.candidates.count
    var path = MostLikelyPath(scores: Array(scores[..<n]))
    scores.withUnsafeBufferPointer { scores in
      for first in stride(from: n, to: scores.count, by: n) {
        path.append(
          worth: UnsafeBufferPointer(rebasing: scores[first..<first + n]),
          costPerState: changeCost * StepFrequencyEvidence.spacing, largestCost: largestChangeCost)
      }
    }
    return path.states
  }

  /// The frequency at the top of a parabola through the best candidate and its neighbors, Hz.
  private func refined(_ k: Int, in score: ArraySlice<Double>) -> Double {
    var place = Double(k)
    if k > 0, k < score.count - 1 {
      let i = score.startIndex + k
      let curvature = score[i - 1] - 2 * score[i] + score[i + 1]
      if curvature < -1e-9 {
        place += max(-0.5, min(0.5, 0.5 * (score[i - 1] - score[i + 1]) / curvature))
      }
    }
    return StepFrequencyEvidence.slowestHertz * exp(StepFrequencyEvidence.spacing * place)
  }
}
