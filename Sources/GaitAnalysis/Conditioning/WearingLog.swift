import Foundation
import GaitModel

/// How the device was worn, walk by walk: where, which way up, which way forward, and since when.
///
/// A wearing ends when up has turned by more than posture does: then the device was moved, and what the
/// walks before said of site and orientation no longer holds.
struct WearingLog: Sendable {
  private let facts: RecordingFacts
  private let position: WearingPosition
  private var open: Entry?
  private var closed: [Wearing] = []

  init(facts: RecordingFacts, position: WearingPosition) {
    self.facts = facts
    self.position = position
  }

  /// Whether the walks are asked where the device was worn.
  var asks: Bool { facts.site == nil && facts.hasAngularRate }

  /// What one wearing's walks add up to.
  private struct Entry: Sendable {
    var seconds: Range<Double>
    /// Specific force summed over the walks, and the sum of its size walk by walk.
    var force = SIMD3<Double>.zero
    var size = 0.0
    var forward = SIMD3<Double>.zero
    var forwardSize = 0.0
    var evidence: WearingEvidence?
  }

  /// What is known of the recording while a stretch is analyzed: the site that was given, else the one
  /// that this stretch and the walks before it in the same wearing speak for.
  func facts(for excerpt: GaitExcerpt, evidence: WearingEvidence?) -> RecordingFacts {
    guard facts.site == nil, let evidence else { return facts }
    let up = excerpt.cores.reduce(SIMD3<Double>.zero) {
      $0 + excerpt.summedForce(over: excerpt.indices($1))
    }
    var known = evidence
    if let open, isSameWearing(open, up: up), let before = open.evidence {
      known = before.joined(evidence, floor: position.floor)
    }
    guard position.isPelvis(known) == true else { return facts }
    var recognized = facts
    // The two pelvis sites are treated alike; either word will do inside.
    recognized.site = .hip
    return recognized
  }

  /// Takes what was found in a stretch with walks.
  mutating func learn(_ found: ExcerptFindings, evidence: WearingEvidence?) {
    guard let first = found.bouts.first, let last = found.bouts.last else { return }
    if let open, !isSameWearing(open, up: found.force) { close() }
    let range = first.seconds.lowerBound..<last.seconds.upperBound
    var entry = open ?? Entry(seconds: range)
    entry.seconds = entry.seconds.lowerBound..<max(range.upperBound, entry.seconds.upperBound)
    entry.force += found.force
    entry.size += found.force.norm
    entry.forward += found.forwardVote
    entry.forwardSize += found.forwardSamples
    if let evidence {
      entry.evidence = entry.evidence?.joined(evidence, floor: position.floor) ?? evidence
    }
    open = entry
  }

  /// All wearings in time order; the last may go on.
  var wearings: [Wearing] { closed + (open.map { [wearing($0)] } ?? []) }

  private func isSameWearing(_ entry: Entry, up: SIMD3<Double>) -> Bool {
    entry.force.unit.dot(up.unit) >= cos(HeadingMemory.largestTiltDegrees * .pi / 180)
  }

  private mutating func close() {
    if let open { closed.append(wearing(open)) }
    open = nil
  }

  private func wearing(_ entry: Entry) -> Wearing {
    let up = entry.force.unit
    let level = entry.forward - entry.forward.dot(up) * up
    var wearing = Wearing(
      seconds: entry.seconds, source: facts.site == nil ? .unknown : .given, site: facts.site,
      isPelvis: facts.site?.isPelvis, evidence: entry.evidence, up: up,
      upConfidence: entry.size > 0 ? entry.force.norm / entry.size : 0)
    if entry.forwardSize > 0, level != .zero {
      wearing.forward = level.unit
      wearing.forwardConfidence = min(1, level.norm / entry.forwardSize)
    }
    guard facts.site == nil, let evidence = entry.evidence else { return wearing }
    wearing.isPelvis = position.isPelvis(evidence)
    if wearing.isPelvis != nil { wearing.source = .recognized }
    wearing.confidence = position.pelvisProbability(evidence).map { max($0, 1 - $0) }
    return wearing
  }
}
