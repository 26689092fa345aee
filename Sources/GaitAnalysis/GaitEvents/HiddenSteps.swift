import GaitModel
import Signals

extension RhythmWalkAssembler {
  /// Contacts with those between them that a device which moves on hides.
  ///
  /// In a turn, or where the arm changes its swing, the wave of the steps fades for a few of them. A wrist that goes on
  /// moving as hard as before and after is that of somebody who walks on, in the same rhythm: steps are put evenly into
  /// the gap. Whoever stops has a wrist that rests.
  ///
  /// - Parameters:
  ///   - contacts: strong contacts, in time order.
  ///   - recording: where they were found.
  /// - Returns: the contacts, and those that were hidden.
  func withHidden(
    _ contacts: [DetectedContact], in recording: SequenceRecording
  ) -> [DetectedContact] {
    guard longestHiddenSeconds > 0, contacts.count > 1 else { return contacts }
    let intervals = zip(contacts.dropFirst(), contacts).map { $0.position - $1.position }
    var magnitude: GridSignal<Double>?
    var out = [contacts[0]]
    for (i, interval) in intervals.enumerated() {
      let (last, next) = (contacts[i], contacts[i + 1])
      if let step = usualStep(near: i, of: intervals), interval >= Self.hiddenShare * step,
        interval <= longestHiddenSeconds * SampleGrid.rateHertz,
        !recording.runs.contains(where: { $0.overlaps(last.seconds..<next.seconds) })
      {
        let known = magnitude ?? recording.magnitude
        magnitude = known
        if movesOn(known, from: last.position, to: next.position) {
          out += hidden(between: last, next, count: Int((interval / step).rounded()) - 1)
        }
      }
      out.append(next)
    }
    return out
  }

  /// An interval of this many usual steps may hide one.
  private static let hiddenShare = 1.5
  /// Steps on each side that say what is usual.
  private static let stepsAround = 6
  /// Fewer than this say nothing.
  private static let leastStepsAround = 4
  /// What comes before and after a gap is looked at for so long, seconds.
  private static let secondsAround = 4.0

  /// The median of the intervals near one, without it.
  private func usualStep(near i: Int, of intervals: [Double]) -> Double? {
    let before = intervals[max(0, i - Self.stepsAround)..<i]
    let after = intervals[(i + 1)..<min(intervals.count, i + 1 + Self.stepsAround)]
    let near = Array(before) + Array(after)
    return near.count < Self.leastStepsAround ? nil : Statistics.median(near)
  }

  /// Whether the magnitude varies in a gap nearly as much as around it.
  private func movesOn(
    _ magnitude: GridSignal<Double>, from start: SamplePosition, to end: SamplePosition
  ) -> Bool {
    let around = Int(Self.secondsAround * SampleGrid.rateHertz)
    let all = magnitude.startIndex..<magnitude.endIndex
    func values(_ range: Range<SampleIndex>) -> [Double] {
      Array(magnitude.values(in: range.clamped(to: all)))
    }
    let (first, last) = (Int(start), Int(end))
    let outside = values((first - around)..<first) + values(last..<(last + around))
    guard let inside = Statistics.standardDeviation(values(first..<last)),
      let usual = Statistics.standardDeviation(outside)
    else { return false }
    return inside >= leastHiddenLevel * usual
  }

  /// Contacts evenly between two.
  private func hidden(
    between last: DetectedContact, _ next: DetectedContact, count: Int
  ) -> [DetectedContact] {
    guard count > 0 else { return [] }
    return (1...count).map { k in
      let share = Double(k) / Double(count + 1)
      return DetectedContact(
        position: last.position + share * (next.position - last.position),
        amplitude: min(last.amplitude, next.amplitude),
        stepHertz: last.stepHertz + share * (next.stepHertz - last.stepHertz))
    }
  }
}
