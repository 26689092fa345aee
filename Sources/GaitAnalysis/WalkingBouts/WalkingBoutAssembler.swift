import GaitModel
import Signals

/// Contacts that follow each other without a break, before they become a bout.
struct Walk: Hashable, Sendable {
  /// The contacts, in time order.
  var contacts: [DetectedContact]

  /// Sample positions of the contacts.
  var positions: [Double] { contacts.map(\.position) }
  /// From the first contact's sample to the last's.
  var samples: Range<Int> {
    Int(contacts[0].position)..<(Int(contacts[contacts.count - 1].position.rounded(.up)) + 1)
  }
}

/// Puts contacts together into walks.
///
/// Contacts inside a detected stretch, or a little outside it, count when their step is not much
/// weaker than the stretch's own. They are strung together; a long pause ends a walk.
///
/// Source: F. Kluge et al., PLoS One 16:e0256541 (2021): a walking bout is a run of strides that ends
/// at a pause. The pause of 3 s and the least number of steps are those of Micó-Amigo et al. (2023).
struct WalkingBoutAssembler: GaitMethod {
  /// Contacts are sought this far outside a detected stretch, seconds: half a frame.
  var reachSeconds = 2.0
  /// A step is never weaker than this, m/s².
  var leastAmplitude = 0.15
  /// Nor weaker than this share of the stretch's median step.
  var leastAmplitudeShare = 0.2
  /// A longer pause ends a walk, seconds.
  var longestPauseSeconds = 3.0
  /// Fewer contacts are not a walk: two strides, one of each foot.
  var leastContacts = 4

  var provenance: Provenance {
    Provenance(
      method: "WalkingBoutAssembler", question: "walking bouts",
      citation: "Kluge et al. 2021, PLoS One 16:e0256541", doi: "10.1371/journal.pone.0256541",
      deviations: ["contacts are gated by the strength of their step"], revision: 1)
  }

  /// The walks in an excerpt, in time order.
  func walks(of contacts: [DetectedContact], in excerpt: GaitExcerpt) -> [Walk] {
    var isKept = [Bool](repeating: false, count: contacts.count)
    for (k, core) in excerpt.cores.enumerated() {
      let before = k == 0 ? min(reachSeconds, excerpt.reach.before) : reachSeconds
      let after = k == excerpt.cores.count - 1 ? min(reachSeconds, excerpt.reach.after) : reachSeconds
      keep(contacts, in: excerpt, core: core, before: before, after: after, &isKept)
    }
    let kept = contacts.indices.filter { isKept[$0] }.map { contacts[$0] }
    return strungTogether(kept).filter { $0.contacts.count >= leastContacts }
  }

  private func keep(
    _ contacts: [DetectedContact], in excerpt: GaitExcerpt, core: Range<Double>, before: Double,
    after: Double, _ isKept: inout [Bool]
  ) {
    let seconds = contacts.map { excerpt.seconds(at: $0.position) }
    let inside = contacts.indices.filter { core.contains(seconds[$0]) }
    guard let usual = Statistics.median(inside.map { contacts[$0].amplitude }) else { return }
    let least = max(leastAmplitude, leastAmplitudeShare * usual)
    for i in contacts.indices where contacts[i].amplitude >= least {
      if seconds[i] >= core.lowerBound - before && seconds[i] <= core.upperBound + after {
        isKept[i] = true
      }
    }
  }

  private func strungTogether(_ contacts: [DetectedContact]) -> [Walk] {
    let longest = longestPauseSeconds * UniformSampling.rateHertz
    var walks: [Walk] = []
    for contact in contacts {
      if let last = walks.last?.contacts.last, contact.position - last.position <= longest {
        walks[walks.count - 1].contacts.append(contact)
      } else {
        walks.append(Walk(contacts: [contact]))
      }
    }
    return walks
  }
}
