import Foundation
import GaitModel
import GaitResults
import MobilityEstimates
import SampleStorage

/// What nobody collects, and what came of that.
extension PersonEstimator {
  /// What is not collected, estimates and samples. An event is no longer told where nobody keeps the scores that it is of.
  func notCollected() async throws -> Set<AnySampleKind> {
    var kinds = Set(
      try await store.collectionStops().filter { $0.participant == participant }.map(\.kind))
    if kinds.contains(SampleKind.walkingSteadiness.erased) {
      kinds.insert(SampleKind.steadinessEvent.erased)
    }
    return kinds
  }

  /// What somebody deleted of some kinds. What an estimate took away itself, as with a look back or while a day had no samples, is
  /// made again.
  func deleted(_ kinds: Set<AnySampleKind>) async throws -> Set<UUID> {
    kinds.isEmpty ? [] : try await store.deletedLast(of: kinds)
  }

  func stopRemark(_ stopped: Set<AnySampleKind>) -> String? {
    let kinds = stopped.intersection(EstimateUpdate.madeKinds)
    guard !kinds.isEmpty else { return nil }
    let names = kinds.map(\.name).sorted().joined(separator: ", ")
    return
      "\(names): not collected, and not estimated; what is kept of it is from before (gait delete --store "
      + "\(options.days.store.shellWord) --participant \(participant.shellWord) --resume-collecting KIND ends that, and "
      + (kinds.isSubset(of: EstimateUpdate.kindsOfDays)
        ? "the next gait estimate adds what days lack)"
        : "gait estimate --everything makes what is missing)")
  }
}

extension EstimateProgress {
  /// The kinds of estimates of which what is kept is not what the samples say, though they may be collected again.
  var unlikeSamples: Set<AnySampleKind> { lacking.union(left.days.keys) }
}

extension PersonEstimator.Proposal {
  /// The figures of days that are collected again and that days lack. A look back adds none.
  var resumed: Set<AnySampleKind> {
    guard let before, progress.lastDay >= before.lastDay else { return [] }
    return before.lacking.subtracting(notCollected)
  }

  /// Notes which figures of days nobody collects: the days that are made from here on lack them. Those that are
  /// collected again were added.
  mutating func noteLacking() {
    progress.lacking = notCollected.intersection(EstimateUpdate.kindsOfDays)
    let calendar = update.calendar
    let filled = changes.filled.map { (kind: $0.kind, day: calendar.day(containing: $0.start)) }
    guard let first = filled.map(\.day).min(), let last = filled.map(\.day).max() else { return }
    let names = Set(filled.map(\.kind)).map(\.name).sorted().joined(separator: ", ")
    let span = first == last ? "of \(first.words)" : "from \(first.words) to \(last.words)"
    let (were, them, are) = filled.count == 1 ? ("was", "it", "is") : ("were", "them", "are")
    remarks.append(
      "\(StudyText.count(filled.count, "estimate")) (\(names)) \(span), which \(were) not made while nobody collected "
        + "\(them), \(are) added")
  }
}
