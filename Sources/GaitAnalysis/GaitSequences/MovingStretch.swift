import GaitModel

/// A stretch in which something moves, with a margin of samples on both sides.
struct MovingStretch: Sendable {
  /// Where it moves, seconds of the recording.
  let seconds: Range<Double>
  /// Six channels.
  let columns: [GridChunks<Float>]

  /// Parts of it, cut out with a margin on both sides; parts whose margins touch are cut out together.
  ///
  /// - Parameter parts: in time order and apart from each other.
  /// - Returns: recordings in time order, the parts being their sequences.
  func recordings(of parts: [Range<Double>]) -> [SequenceRecording] {
    var groups: [[Range<Double>]] = []
    for part in parts {
      if let last = groups.last?.last,
        part.lowerBound - last.upperBound <= 2 * GaitSequenceSearch.marginSeconds
      {
        groups[groups.count - 1].append(part)
      } else {
        groups.append([part])
      }
    }
    return groups.map(recording)
  }

  private func recording(of parts: [Range<Double>]) -> SequenceRecording {
    let margin = Int(GaitSequenceSearch.marginSeconds * SampleGrid.rateHertz)
    let first = Int(SampleGrid.position(atSeconds: parts[0].lowerBound)) - margin
    let last = Int(SampleGrid.position(atSeconds: parts[parts.count - 1].upperBound)) + margin
    let samples = (first..<last).clamped(to: columns[0].startIndex..<columns[0].endIndex)
    return SequenceRecording(
      acceleration: columns.vectors(from: 0, in: samples),
      angularRate: columns.vectors(from: 3, in: samples), activity: .walking,
      frames: GaitFrames(runStart: columns[0].startIndex, kept: GridSignal()), sequences: parts,
      runs: [], isCut: (false, false))
  }
}
