import GaitModel
import Signals

/// Finds the stretches of a walk that its quality is read from: straight, without pauses, without
/// starting and stopping.
public struct SteadyRuns: Hashable, Sendable {
  /// A step outside this share of the median hides a pause, a missed contact or one too many.
  public var plausibleShare = 0.6...1.5
  /// A turn bends the steps beside it too, seconds.
  public var turnMarginSeconds = 0.1
  /// Contacts left out at both ends of a run: the first and last step differ from the others.
  public var marginContacts = 1
  /// Shorter runs say little about repetition.
  public var leastContacts = 6

  /// Indices of the contacts of each run, rising.
  func runs(of motion: WalkSignal, turns: [Turn]) -> [Range<Int>] {
    let seconds = motion.contacts.map { SampleGrid.seconds(at: $0) }
    let steps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
    guard let usual = Statistics.median(steps) else { return [] }
    var runs: [Range<Int>] = []
    var start = 0
    for i in seconds.indices {
      let goesOn =
        i < steps.count && plausibleShare.contains(steps[i] / usual)
        && !isTurning(seconds[i]..<seconds[i + 1], turns)
      if goesOn { continue }
      let run = (start + marginContacts)..<max(start + marginContacts, i + 1 - marginContacts)
      if run.count >= leastContacts { runs.append(run) }
      start = i + 1
    }
    return runs
  }

  private func isTurning(_ seconds: Range<Double>, _ turns: [Turn]) -> Bool {
    turns.contains {
      seconds.upperBound > $0.seconds.lowerBound - turnMarginSeconds
        && seconds.lowerBound < $0.seconds.upperBound + turnMarginSeconds
    }
  }
}
