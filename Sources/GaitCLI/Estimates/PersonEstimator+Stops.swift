import GaitModel
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

  func stopRemark(_ stopped: Set<AnySampleKind>) -> String? {
    let kinds = stopped.intersection(EstimateUpdate.madeKinds)
    guard !kinds.isEmpty else { return nil }
    let names = kinds.map(\.name).sorted().joined(separator: ", ")
    return
      "\(names): not collected, and not estimated; what is kept of it is from before (gait delete --store "
      + "\(options.days.store.shellWord) --participant \(participant.shellWord) --resume-collecting KIND ends that, and gait estimate "
      + "--everything makes what is missing)"
  }
}

extension PersonEstimator.Proposal {
  /// The figures of days that some days lack and that are collected again.
  private var resumed: Set<AnySampleKind> {
    (before?.lacking ?? []).subtracting(notCollected)
  }

  /// Lets the days that lack figures have them, also where there is no other news.
  mutating func fillLacking(through lastDataDay: LocalDay?) {
    guard !resumed.isEmpty, let lastDataDay else { return }
    stale.staleness.estimatesFrom = min(stale.staleness.estimatesFrom ?? lastDataDay, lastDataDay)
  }

  /// Leaves what nobody collects as it is, and what stayed as it was until then, where there is no other news of its day.
  mutating func leaveAlone() {
    let (known, calendar, news) = (before?.left, update.calendar, stale.staleness)
    let stayed = news.isEverything ? [:] : known?.days.filter { resumed.contains($0.key) } ?? [:]
    let collected = notCollected
    let left = changes.leaveAlone { sample in
      guard !collected.contains(sample.kind) else { return true }
      guard let days = stayed[sample.kind] else { return false }
      let day = LeftEstimates.day(of: sample, calendar)
      return days.contains(day) && !news.days.contains(day)
    }
    noteLeft(left)
    let daily = notCollected.intersection(EstimateUpdate.dailyKinds)
    progress.lacking = changes.daysMade.isEmpty ? daily.union(before?.lacking ?? []) : daily
  }
}
