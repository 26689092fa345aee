import GaitModel

extension EstimateUpdate {
  /// The first estimates of weeks that had none when a later week had one: recordings of them came late, or what had been
  /// missing is known now.
  ///
  /// A person's first estimates, and those of weeks after the last one, are none of these.
  /// - Parameters:
  ///   - changes: What the update found.
  ///   - store: Where estimates are kept, without these changes.
  /// - Returns: The estimates, by kind and time.
  /// - Throws: What the store throws.
  public func lateWeeks(
    in changes: EstimateChanges, keptIn store: some SampleReading
  ) async throws -> [Sample] {
    let kinds = EstimateReading<SampleList>.weeklyKinds
    func week(_ sample: Sample) -> LocalWeek {
      LocalWeek(containing: WeeklySamples.lastDay(of: sample, calendar: calendar))
    }
    let first = changes.addedAndRenewed.added.filter { kinds.contains($0.kind) }
    guard !first.isEmpty else { return [] }
    let kept = try await EstimateReading(store: store, update: self).allWeekly()
    let known = Dictionary(grouping: kept, by: \.kind).mapValues { Set($0.map(week)) }
    return first.filter { sample in
      guard let weeks = known[sample.kind], let last = weeks.max() else { return false }
      return week(sample) < last && !weeks.contains(week(sample))
    }.sorted { ($0.kind, $0.end) < ($1.kind, $1.end) }
  }
}
