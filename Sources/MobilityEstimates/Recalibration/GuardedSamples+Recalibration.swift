import Foundation
import GaitModel

extension GuardedSamples {
  /// Lets an estimate of a person forget what lay before a day, as an operation.
  ///
  /// ```swift
  /// try await store.recalibrate(
  ///   .sixMinuteWalkDistance, from: operation, of: "P07", calendar: calendar, askedAt: now,
  ///   reason: "new knee")
  /// ```
  /// Estimates that are stored stay as they are; the next update makes those that come after. Asked twice for one
  /// day, it is one wish.
  ///
  /// - Parameters:
  ///   - kind: The estimate; one that ``EstimateKind/allowsRecalibration``.
  ///   - day: The first day whose data are used.
  ///   - participant: The study's name for the person.
  ///   - calendar: The person's calendar.
  ///   - now: When it is asked; kept with it.
  ///   - reason: Why, in words; kept with it.
  /// - Returns: What was kept.
  /// - Throws: `SampleAccessError` when the estimate does not allow it or may not be both read and
  ///   written; what the store throws, and then nothing has changed.
  @discardableResult
  public func recalibrate(
    _ kind: EstimateKind, from day: LocalDay, of participant: String, calendar: DayCalendar,
    askedAt now: Date, reason: String? = nil
  ) async throws -> Recalibration {
    try access.requireRecalibration(kind.sampleKind)
    let stored = try await samples(
      matching: SampleQuery(
        kinds: [kind.sampleKind], participant: participant, isEnteredByHand: false)
    ).filter { $0.source.name.hasPrefix(SampleSource.estimates.name) }
      .map { WeeklySamples.lastDay(of: $0, calendar: calendar) }.max()
    let wish = try Recalibration(
      kind, from: day, storedThrough: stored, reason: reason, askedAt: now)
    let sample = wish.sample(participant: participant, calendar: calendar)
    // Who asks again does not make the wish heed less or more than it did.
    let before = try await samples(
      matching: SampleQuery(kinds: [sample.kind], participant: participant, isEnteredByHand: true))
    if let known = before.first(where: { $0.id == sample.id }),
      let kept = Recalibration(known, calendar: calendar)
    {
      return kept
    }
    try await save([sample])
    return wish
  }
}
