import GaitModel
import Signals

/// Contacts by the phase of the step wave, and a search for those at the ends of each walk: for a device that the whole
/// body carries, in the hand, on the arm, on the chest or in a bag.
///
/// The step wave is smoothed over neighboring steps. That keeps mid-walk in order, but it hides a step that is weaker than
/// its neighbors, as the first and the last ones are: whoever stops brakes with one step and puts the other foot down
/// beside it. ``StepSequenceDetector`` knows these steps, but away from the pelvis it loses others in mid-walk. So strength
/// and rhythm of the wave say where walks are, and the search says how each begins and ends. Not in a pocket: there one
/// leg's steps are always as weak as the last ones of a walk.
///
/// Sources: those of its parts; the two steps of stopping, Y. Jian et al., Gait Posture 1:9 (1993).
public struct WalkEndSearch: InitialContactDetector {
  /// Finds the contacts in mid-walk.
  public var phase = PhaseInitialContactDetector(isRefined: false)
  /// Says which of them are walks.
  public var walks = RhythmWalkAssembler()
  /// Finds the contacts at the ends. A usual step says 1.2 to 1.5 log-odds for itself in the hand, on the arm, on the chest
  /// and in a bag (10,400 contacts, 98 recordings) and 1.7 at the lower back (326 contacts, 10 recordings), where 1.4 must
  /// be exceeded; here it is .3 less (`Tools/fit/events/README.md`).
  public var search = StepSequenceDetector(usualEvidence: 1.1)
  /// The search takes away at most so many contacts at each end: the wave rings on for a step.
  public var ringingSteps = 1
  /// It adds at most so many: the steps of starting and of stopping.
  public var endSteps = 2
  /// Two contacts are one that both found when they differ by less than this share of the local step time.
  public var sameContactShare = 0.35

  /// The method with its settings.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "WalkEndSearch", question: "initial contacts",
      citation: "Rabiner 1989, Proc. IEEE 77:257 (hidden Markov models)", doi: "10.1109/5.18626",
      deviations: [
        "only the ends of walks are searched; between them contacts are by the phase of the step wave"
      ], revision: 1)
  }

  /// The methods that it asks.
  public var parts: [any GaitMethod] { [phase, walks, search] }

  /// The contacts of the walks; those of runs are by the phase alone.
  public func initialContacts(
    in recording: SequenceRecording, cycle: StepCycle
  ) -> DetectedContacts {
    let byPhase = phase.initialContacts(in: recording, cycle: cycle)
    guard recording.activity == .walking else { return byPhase }
    let found = walks.walks(of: byPhase, in: recording).map(\.contacts)
    guard !found.isEmpty else { return DetectedContacts([], areChosen: true) }
    let searched = search.initialContacts(in: recording, cycle: cycle).contacts
    let ended = found.map { withSearchedEnds($0, searched) }
    let nextStarts = ended.dropFirst().map { $0[0].position } + [.infinity]
    return DetectedContacts(
      zip(ended, nextStarts).flatMap { walk, next in walk.filter { $0.position < next } },
      areChosen: true)
  }

  /// A walk with its ends as they were searched.
  func withSearchedEnds(
    _ walk: [DetectedContact], _ searched: [DetectedContact]
  ) -> [DetectedContact] {
    let ended = withSearchedEnd(walk, searched)
    return withSearchedEnd(ended.reversed(), searched.reversed()).reversed()
  }

  /// Contacts up to one near the end that was searched, too, and the searched ones beyond it; all as they are where the
  /// search found none of the last ones. In either direction of time.
  private func withSearchedEnd(
    _ walk: [DetectedContact], _ searched: [DetectedContact]
  ) -> [DetectedContact] {
    for own in walk.indices.suffix(ringingSteps + 1).reversed() {
      let same = searched.firstIndex { steps(from: walk[own], to: $0) < sameContactShare }
      if let same { return Array(walk[...own]) + following(searched[same...]) }
    }
    return walk
  }

  /// The contacts after the first, as long as they follow each other in steps.
  private func following(_ contacts: ArraySlice<DetectedContact>) -> ArraySlice<DetectedContact> {
    let longest = search.intervals.steps.upperBound
    let next = contacts.dropFirst().prefix(endSteps)
    let isStep = zip(contacts, next).map { steps(from: $0, to: $1) <= longest }
    return next.prefix(isStep.prefix { $0 }.count)
  }

  /// Time between two contacts as a multiple of the local step time.
  private func steps(from a: DetectedContact, to b: DetectedContact) -> Double {
    abs(b.position - a.position) * b.stepHertz / SampleGrid.rateHertz
  }
}
