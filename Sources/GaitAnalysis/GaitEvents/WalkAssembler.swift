import GaitModel
import Signals

/// Puts contacts together into walks, and runs into runs.
public protocol WalkAssembler: ConfigurableMethod {
  /// The walks (or runs) in gait sequences.
  ///
  /// - Parameters:
  ///   - contacts: the contacts found there.
  ///   - recording: the samples, with where gait was detected.
  /// - Returns: in time order; none when too few contacts follow each other.
  func walks(of contacts: DetectedContacts, in recording: SequenceRecording) -> [Walk]

  /// A run without what it grew beyond the sequences: several where this leaves a long pause, none when too little is
  /// left.
  func withinSequences(_ run: Walk, in recording: SequenceRecording) -> [Walk]
}

/// Puts contacts together into walks.
///
/// A walk begins and ends with a strong contact of a gait sequence, and grows outwards as long as
/// strong contacts follow in rhythm. In between, weak contacts count too (turning on the spot), unless
/// two lie closer than steps can. Walks are cut at long pauses and at running. Contacts that
/// were chosen together, as ``StepSequenceDetector`` does, are only cut.
///
/// Sources: F. Kluge et al., PLoS One 16:e0256541 (2021): a walking bout is a run of strides that ends
/// at a pause; the pause of 3 s as in M. E. Micó-Amigo et al., J. NeuroEng. Rehabil. 20:78 (2023).
/// Settings were chosen with `Tools/fit/events`, people left out.
public struct RhythmWalkAssembler: WalkAssembler {
  /// A strong contact is never weaker than this, m/s².
  public var leastStrongAmplitude = 0.3
  /// Nor weaker than this share of the sequence's median step: in a pocket one leg's steps are far weaker
  /// than the other's.
  public var strongShare = 0.25
  /// Between strong contacts weaker ones count down to this share: pockets and hands hear more than steps.
  public var innerShare = 0.2
  /// Of two contacts closer than this share of the local step time the weaker goes.
  public var shortestStepShare = 0.6
  /// The next contact is in rhythm when it follows within these shares of the local step time.
  public var rhythmShares = 0.6...1.6
  /// Steps that a moving device hides are put into gaps of up to so many seconds; 0 where none is hidden. At the
  /// wrist 5: with 2.5 counted steps are .3 points further off, and a longer gap is no turn.
  public var longestHiddenSeconds = 0.0
  /// The device moves on where its magnitude varies by this share of what it does around the gap. From .4 to .7
  /// the counted steps are 2.6 to 3.3 % off.
  public var leastHiddenLevel = 0.6
  /// A walk grows at most this far beyond a gait sequence, in local steps.
  public var reachSteps = 1.5
  /// A longer pause ends a walk, seconds.
  public var longestPauseSeconds = Walk.longestPauseSeconds
  /// Fewer contacts are not a walk: two strides, one of each foot.
  public var leastContacts = Walk.leastContacts

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "RhythmWalkAssembler", question: "walking bouts",
      citation: "Kluge et al. 2021, PLoS One 16:e0256541", doi: "10.1371/journal.pone.0256541",
      deviations: [
        "contacts count by the strength and rhythm of their step",
        "at the wrist steps that a moving arm hides",
      ], revision: 3)
  }

  /// Walks of contacts that were chosen together are only cut at pauses and runs; of others each contact must be
  /// strong and in rhythm.
  public func walks(of contacts: DetectedContacts, in recording: SequenceRecording) -> [Walk] {
    let chosen =
      contacts.areChosen
      ? contacts.contacts
      : withHidden(strong(contacts.contacts, in: recording), in: recording)
    let runs = recording.runs.map {
      SampleGrid.position(atSeconds: ($0.lowerBound + $0.upperBound) / 2)
    }
    return strungTogether(chosen, apartAt: runs).filter { $0.contacts.count >= leastContacts }
  }

  /// The contacts that are strong and in rhythm, and not in a run.
  private func strong(
    _ contacts: [DetectedContact], in recording: SequenceRecording
  ) -> [DetectedContact] {
    var isKept = [Bool](repeating: false, count: contacts.count)
    for sequence in recording.sequences {
      for i in kept(contacts, in: sequence) { isKept[i] = true }
    }
    return contacts.indices.filter { i in
      guard isKept[i] else { return false }
      let t = contacts[i].seconds
      return !recording.isBeyondCut(t) && !recording.runs.contains { $0.contains(t) }
    }.map { contacts[$0] }
  }

  /// Only the contacts within the sequences: the steps beside a run, and in a long pause of it, may be a walk's.
  public func withinSequences(_ run: Walk, in recording: SequenceRecording) -> [Walk] {
    let limits = recording.sequences.map(Self.positions)
    let kept = run.contacts.filter { contact in limits.contains { $0.contains(contact.position) } }
    return strungTogether(kept, apartAt: []).filter { $0.contacts.count >= leastContacts }
  }

  private static func positions(_ seconds: Range<Double>) -> ClosedRange<SamplePosition> {
    SampleGrid.position(
      atSeconds: seconds.lowerBound)...SampleGrid.position(atSeconds: seconds.upperBound)
  }

  /// Indices of the contacts that a gait sequence stands for.
  private func kept(_ contacts: [DetectedContact], in sequence: Range<Double>) -> [Int] {
    let limits = Self.positions(sequence)
    let inside = contacts.indices.filter { limits.contains(contacts[$0].position) }
    guard let usual = Statistics.median(inside.map { contacts[$0].amplitude }) else { return [] }
    let strong = max(leastStrongAmplitude, strongShare * usual)
    let good = inside.filter { contacts[$0].amplitude >= strong }
    guard var first = good.first, var last = good.last else { return [] }
    let reach = (first: reach(at: contacts[first]), last: reach(at: contacts[last]))
    while first > 0, contacts[first - 1].amplitude >= strong,
      contacts[first - 1].position >= limits.lowerBound - reach.first,
      isInRhythm(contacts, first - 1)
    {
      first -= 1
    }
    while last + 1 < contacts.count, contacts[last + 1].amplitude >= strong,
      contacts[last + 1].position <= limits.upperBound + reach.last, isInRhythm(contacts, last)
    {
      last += 1
    }
    let among = (first...last).filter { contacts[$0].amplitude >= innerShare * usual }
    return withoutDoubles(contacts, among)
  }

  private func reach(at contact: DetectedContact) -> Double {
    reachSteps / contact.stepHertz * SampleGrid.rateHertz
  }

  private func isInRhythm(_ contacts: [DetectedContact], _ i: Int) -> Bool {
    rhythmShares.contains(
      steps(from: contacts[i], to: contacts[i + 1], stepHertz: contacts[i].stepHertz))
  }

  /// Time between two contacts as a multiple of the local step time.
  private func steps(
    from a: DetectedContact, to b: DetectedContact, stepHertz: Double
  ) -> Double {
    (b.position - a.position) * stepHertz / SampleGrid.rateHertz
  }

  /// Where the wave fades, in a turn on the spot, its phase slips; such contacts come too early.
  private func withoutDoubles(_ contacts: [DetectedContact], _ among: [Int]) -> [Int] {
    var kept = among
    while kept.count > 1 {
      let gaps = zip(kept, kept.dropFirst()).map {
        steps(from: contacts[$0], to: contacts[$1], stepHertz: contacts[$1].stepHertz)
      }
      guard let k = gaps.indices.min(by: { gaps[$0] < gaps[$1] }), gaps[k] < shortestStepShare
      else { break }
      let isFirstWeaker = contacts[kept[k]].amplitude < contacts[kept[k + 1]].amplitude
      kept.remove(at: isFirstWeaker ? k : k + 1)
    }
    return kept
  }

  private func strungTogether(_ contacts: [DetectedContact], apartAt runs: [Double]) -> [Walk] {
    let longest = longestPauseSeconds * SampleGrid.rateHertz
    var walks: [Walk] = []
    for contact in contacts {
      if let last = walks.last?.contacts.last, contact.position - last.position <= longest,
        !runs.contains(where: { last.position < $0 && $0 < contact.position })
      {
        walks[walks.count - 1].contacts.append(contact)
      } else {
        walks.append(Walk(contacts: [contact]))
      }
    }
    return walks
  }
}
