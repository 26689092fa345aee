import GaitModel
import Signals

/// Contacts that follow each other without a break, before they become a bout.
struct Walk: Hashable, Sendable {
  /// The contacts, in time order.
  var contacts: [DetectedContact]

  /// Sample positions of the contacts.
  var positions: [Double] { contacts.map(\.position) }
  /// Whether the last contact only put the foot beside the other: that step is no measure of speed.
  var isClosed: Bool { contacts.count > 2 && contacts[contacts.count - 1].isClosing }
  /// From the first contact's sample to the last's.
  var samples: Range<Int> {
    Int(contacts[0].position)..<(Int(contacts[contacts.count - 1].position.rounded(.up)) + 1)
  }
}

/// Puts contacts together into walks.
///
/// A walk begins and ends with a strong contact of a detected stretch, and grows outwards as long as
/// strong contacts follow in rhythm. In between, weak contacts count too (turning on the spot), unless
/// two lie closer than steps can. Walks are cut at long pauses and where somebody ran. Walking at the lower back and hip comes from
/// ``StepSequenceDetector`` instead; only its pauses are judged here.
///
/// Sources: F. Kluge et al., PLoS One 16:e0256541 (2021): a walking bout is a run of strides that ends
/// at a pause; the pause of 3 s as in M. E. Micó-Amigo et al., J. NeuroEng. Rehabil. 20:78 (2023).
/// Settings were chosen with `Tools/fit/events`, people left out.
struct WalkingBoutAssembler: GaitMethod {
  /// A strong contact is never weaker than this, m/s².
  var leastStrongAmplitude = 0.3
  /// Nor weaker than this share of the stretch's median step: in a pocket one leg's steps are far weaker
  /// than the other's.
  var strongShare = 0.25
  /// Between strong contacts weaker ones count down to this share: pockets and hands hear more than steps.
  var innerShare = 0.2
  /// Of two contacts closer than this share of the local step time the weaker goes.
  var shortestStepShare = 0.6
  /// The next contact is in rhythm when it follows within these shares of the local step time.
  var rhythm = 0.6...1.6
  /// A walk grows at most this far beyond a detected stretch, in local steps.
  var reachSteps = 1.5
  /// A longer pause ends a walk, seconds.
  var longestPauseSeconds = 3.0
  /// Fewer contacts are not a walk: two strides, one of each foot.
  var leastContacts = 4

  var provenance: Provenance {
    Provenance(
      method: "WalkingBoutAssembler", question: "walking bouts",
      citation: "Kluge et al. 2021, PLoS One 16:e0256541", doi: "10.1371/journal.pone.0256541",
      deviations: ["contacts count by the strength and rhythm of their step"], revision: 2)
  }

  /// The walks (or runs) in an excerpt, in time order.
  func walks(of contacts: [DetectedContact], in excerpt: GaitExcerpt) -> [Walk] {
    var isKept = [Bool](repeating: false, count: contacts.count)
    for core in excerpt.cores {
      for i in kept(contacts, in: excerpt, core: core) { isKept[i] = true }
    }
    let chosen = contacts.indices.filter { i in
      guard isKept[i] else { return false }
      let t = excerpt.seconds(at: contacts[i].position)
      return isOurs(t, excerpt) && !excerpt.runs.contains { $0.contains(t) }
    }
    return walks(ofSequence: chosen.map { contacts[$0] }, in: excerpt)
  }

  /// The walks that a sequence of contacts consists of; nothing is judged but the pauses, and the runs
  /// between.
  func walks(ofSequence sequence: [DetectedContact], in excerpt: GaitExcerpt) -> [Walk] {
    let runs = excerpt.runs.map { excerpt.position(at: ($0.lowerBound + $0.upperBound) / 2) }
    return strungTogether(sequence, apartAt: runs).filter { $0.contacts.count >= leastContacts }
  }

  /// A run without what it grew beyond its frames: the steps beside it may be a walk's.
  ///
  /// - Returns: `nil` when too few contacts are left.
  func withinDetected(_ run: Walk, in excerpt: GaitExcerpt) -> Walk? {
    let limits = excerpt.cores.map {
      excerpt.position(at: $0.lowerBound)...excerpt.position(at: $0.upperBound)
    }
    let kept = run.contacts.filter { contact in limits.contains { $0.contains(contact.position) } }
    return kept.count < leastContacts ? nil : Walk(contacts: kept)
  }

  /// A stretch that was cut for its length shares no contact with its continuation.
  private func isOurs(_ t: Double, _ excerpt: GaitExcerpt) -> Bool {
    if excerpt.isCut.before, t < excerpt.cores[0].lowerBound { return false }
    if excerpt.isCut.after, t >= excerpt.cores[excerpt.cores.count - 1].upperBound { return false }
    return true
  }

  /// Indices of the contacts that a detected stretch stands for.
  private func kept(
    _ contacts: [DetectedContact], in excerpt: GaitExcerpt, core: Range<Double>
  ) -> [Int] {
    let limits = excerpt.position(at: core.lowerBound)...excerpt.position(at: core.upperBound)
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
    reachSteps / contact.stepHertz * UniformSampling.rateHertz
  }

  private func isInRhythm(_ contacts: [DetectedContact], _ i: Int) -> Bool {
    rhythm.contains(steps(from: contacts[i], to: contacts[i + 1], stepHertz: contacts[i].stepHertz))
  }

  /// Time between two contacts as a multiple of the local step time.
  private func steps(
    from a: DetectedContact, to b: DetectedContact, stepHertz: Double
  ) -> Double {
    (b.position - a.position) * stepHertz / UniformSampling.rateHertz
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
    let longest = longestPauseSeconds * UniformSampling.rateHertz
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
