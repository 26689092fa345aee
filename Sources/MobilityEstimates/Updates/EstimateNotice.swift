import Foundation
import GaitModel

/// A notice about a person: something that they should hear of.
public enum EstimateNotice: Hashable, Sendable {
  /// Walking steadiness fell into a class, or stays there.
  case steadinessEvent(SteadinessEvent, day: LocalDay)
  /// An event that was told is no longer true, by what came since.
  case withdrawnEvent(SteadinessEvent, day: LocalDay)
  /// Steadiness falls by more than the rule allows in a week: the trend of the first week of a decline.
  case decliningTrend(Trend, day: LocalDay)
  /// A decline that was told is none, by what came since.
  case withdrawnDecline(day: LocalDay)
  /// Something changed how the person walks, as the days show.
  case walkingChange(WalkingChange)
  /// A change that was told is none, by what came since.
  case withdrawnChange(WalkingChange)

  /// The last day of the week that brought it, or the day of a change.
  public var day: LocalDay {
    switch self {
    case .steadinessEvent(_, let day), .withdrawnEvent(_, let day), .decliningTrend(_, let day),
      .withdrawnDecline(let day):
      day
    case .walkingChange(let change), .withdrawnChange(let change): change.day
    }
  }

  /// Whether its day is the last one of a week; a change has a day of its own.
  public var isOfWeek: Bool {
    switch self {
    case .steadinessEvent, .withdrawnEvent, .decliningTrend, .withdrawnDecline: true
    case .walkingChange, .withdrawnChange: false
    }
  }

  /// Whether it takes back what was told.
  public var isWithdrawal: Bool {
    switch self {
    case .withdrawnEvent, .withdrawnDecline, .withdrawnChange: true
    case .steadinessEvent, .decliningTrend, .walkingChange: false
    }
  }

  /// The word for files and commands.
  public var word: String {
    switch self {
    case .steadinessEvent(let event, _): event.word
    case .withdrawnEvent(let event, _): Self.withdrawn + event.word
    case .decliningTrend: Self.decline
    case .withdrawnDecline: Self.withdrawn + Self.decline
    case .walkingChange: Self.change
    case .withdrawnChange: Self.withdrawn + Self.change
    }
  }

  /// The word of the notice that says the contrary of the same day: that this is not so, or is so.
  public var contraryWord: String {
    isWithdrawal ? String(word.dropFirst(Self.withdrawn.count)) : Self.withdrawn + word
  }

  static let (decline, change) = ("declining_trend", "walking_change")
  private static let withdrawn = "withdrawn_"

  /// The notices in words.
  public var message: String {
    switch self {
    case .steadinessEvent(let event, _): event.message
    case .withdrawnEvent(let event, let day): "\(Self.notTrue): \(event.message) (\(day.words))"
    case .decliningTrend: Self.falls
    case .withdrawnDecline(let day): "\(Self.notTrue): \(Self.falls) (\(day.words))"
    case .walkingChange(let change): change.message
    case .withdrawnChange(let change): "\(Self.notTrue): \(change.message)"
    }
  }

  private static let falls = "walking steadiness falls by more than 5 points a week"
  private static let notTrue = "no longer true, by what is stored now"
}

extension SteadinessEvent {
  /// The word for files and commands.
  public var word: String {
    SampleWords.word(baseValue, of: SampleKind.steadinessEvent.erased) ?? ""
  }

  /// The event in words.
  public var message: String {
    switch self {
    case .initialLow: "walking steadiness has been low for a month"
    case .initialVeryLow: "walking steadiness is very low, after a month of being low or lower"
    case .repeatLow: "walking steadiness is still low"
    case .repeatVeryLow: "walking steadiness is still very low"
    }
  }
}

extension WalkingChange {
  /// The change in words: when, and what.
  public var message: String {
    let since =
      firstMeasuredDay == day
      ? "something changed on \(day.words)"
      : "something changed on \(day.words) or in the days without data up to \(firstMeasuredDay.words)"
    // What was deleted says no more than when it was.
    guard !effects.isEmpty else { return since }
    return "\(since): \(effects.map(\.words).joined(separator: ", "))"
  }
}

extension WalkingChange.Effect {
  /// The effect in words, with its unit.
  public var words: String { "\(name) from \(text(before)) to \(text(since))" }

  /// A value of the same measure in words, `walking speed 0.82 m/s`.
  public func words(_ value: Double) -> String { "\(name) \(text(value))" }

  private var name: String {
    switch measure {
    case .speed: "walking speed"
    case .stepLength: "step length"
    case .cadence: "cadence"
    case .volume: "walking"
    }
  }

  private func text(_ value: Double) -> String {
    switch measure {
    case .speed: "\(Self.decimal(value, 2)) m/s"
    case .stepLength: "\(Self.decimal(value, 2)) m"
    case .cadence: "\(Self.decimal(value, 0)) steps a minute"
    case .volume: "\(Self.decimal(value, 0)) steps a day"
    }
  }

  private static func decimal(_ value: Double, _ places: Int) -> String {
    let scale = places == 0 ? 1.0 : 100.0
    let whole = Int((value * scale).rounded())
    guard places > 0 else { return String(whole) }
    let rest = String(whole % 100)
    return "\(whole / 100)." + String(repeating: "0", count: 2 - rest.utf8.count) + rest
  }
}

extension LocalDay {
  /// The day as it is written in a sentence, `5 April 2026`.
  public var words: String {
    let parts = DayCalendar(timeZone: .gmt).text(of: self).split(separator: "-")
    guard parts.count == 3, let month = Int(parts[1]), let day = Int(parts[2]),
      Self.months.indices.contains(month - 1)
    else { return "day \(number)" }
    return "\(day) \(Self.months[month - 1]) \(parts[0])"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension EstimateUpdate {
  /// What is new, in time order, whoever made it: also what came with another store's estimates. What was known before is no
  /// notice, and what only moved, because data came late, is none either; what was known and is no longer so is told.
  /// - Parameters:
  ///   - changes: What an update found.
  ///   - kept: All events, changes and steadiness scores, the changes' own among them.
  ///   - known: What was found before; what it does not know takes that of the samples as they were before the changes.
  /// - Returns: The notices; empty when nothing is worth telling.
  public func notices(
    in changes: EstimateChanges, kept: [Sample], known: KnownNotices? = nil
  ) -> [EstimateNotice] {
    let (samples, former) = noticed(in: kept, with: changes)
    let (now, before) = (self.known(in: samples), self.known(in: former))
    return
      (eventNotices(now.events ?? [], before: known?.events ?? before.events ?? [])
      + changeNotices(
        now.changes ?? [], before: known?.changes ?? before.changes ?? [], kept: samples,
        withdrawn: changes.withdrawn)
      + declineNotices(
        now.declines ?? [], before: known?.declines ?? before.declines ?? [], scores: samples))
      .sorted { ($0.day, $0.word) < ($1.day, $1.word) }
  }

  /// The kinds of samples that notices are made of.
  public static let noticedKinds: Set<AnySampleKind> = [
    SampleKind.steadinessEvent.erased, SampleKind.walkingChange.erased,
    SampleKind.walkingSteadiness.erased,
  ]

  /// The notices of what is kept and of what was withdrawn, whenever that was, in time order.
  /// - Parameters:
  ///   - samples: The person's events, changes and scores.
  ///   - withdrawn: Events, changes and scores that were told and are no longer so.
  /// - Returns: A notice for each event and change, and for each week with a score those that can have been told of it: that
  ///   steadiness declines, or that it does not any more.
  public func notices(ofKept samples: [Sample], withdrawn: [Sample]) -> [EstimateNotice] {
    let codec = changeSamples
    func events(_ samples: [Sample]) -> [(SteadinessEvent, LocalDay)] {
      samples.compactMap { TypedSample(.steadinessEvent, $0) }.map {
        ($0.value, day(of: $0.sample))
      }
    }
    let kept =
      events(samples).map { EstimateNotice.steadinessEvent($0.0, day: $0.1) }
      + samples.compactMap(codec.change).map(EstimateNotice.walkingChange)
    let gone =
      events(withdrawn).map { EstimateNotice.withdrawnEvent($0.0, day: $0.1) }
      + withdrawn.compactMap(codec.change).map(EstimateNotice.withdrawnChange)
    return (kept + gone + declineNotices(ofKept: samples, withdrawn: withdrawn))
      .sorted { ($0.day, $0.word) < ($1.day, $1.word) }
  }

  /// The day of an event, by the clock by which it was made.
  func day(of event: Sample) -> LocalDay {
    calendar.inZone(of: event).day(containing: event.end - 0.001)
  }

  /// Brings estimates up to date, keeps them, and says what is worth telling.
  ///
  /// Nothing rewrites the past: what was given out and is now another one gives way and is kept apart, with the
  /// reason and the instant, as a store's `replace` does.
  /// - Parameters:
  ///   - store: Where samples are read and kept.
  ///   - stale: What must be made again.
  ///   - lastDay: The last day that is over.
  ///   - reason: Why something is made again, in words; kept with what gives way.
  ///   - instant: When that was; nothing here asks a clock.
  /// - Returns: The changes, already kept, and the notices in them.
  /// - Throws: What the store throws; then nothing or only a part was kept, and the same update makes
  ///   up for it.
  ///
  /// One update of a person at a time: where other programs may be at it too, take
  /// ``changes(in:stale:through:)`` and a store that keeps them only where nobody was faster, as
  /// `SampleStore.keep(_:at:marking:)` does, and ask again where somebody was.
  public func apply(
    in store: some SampleReading & SampleWriting, stale: Staleness, through lastDay: LocalDay,
    because reason: String = "samples came, changed or went", at instant: Date
  ) async throws -> (changes: EstimateChanges, notices: [EstimateNotice]) {
    let changes = try await changes(in: store, stale: stale, through: lastDay)
    let (added, renewed) = changes.addedAndRenewed
    if changes.addsNew { try await store.save(added) }
    if changes.supersedes {
      try await store.replace(changes.deleted, with: renewed, because: reason, at: instant)
    }
    return (changes, try await notices(in: changes, keptIn: store))
  }

  /// What is new in changes that a store keeps now.
  /// - Parameters:
  ///   - changes: What an update found.
  ///   - store: Where they are kept.
  ///   - known: What ``known(keptIn:)`` gave after the update before; what it does not know takes that of the samples as they
  ///     were before the changes.
  /// - Returns: The notices; empty when nothing is worth telling.
  /// - Throws: What the store throws.
  public func notices(
    in changes: EstimateChanges, keptIn store: some SampleReading,
    known: KnownNotices? = nil
  ) async throws -> [EstimateNotice] {
    notices(
      in: changes, kept: try await EstimateReading(store: store, update: self).noticed(),
      known: known)
  }

  /// Tells when there is a notice of a person: estimates are brought up to date whenever samples change.
  ///
  /// ```swift
  /// for try await notice in update.notices(in: store, after: changedSamples, through: today, at: now) {
  ///   print(notice.message)
  /// }
  /// ```
  /// - Parameters:
  ///   - store: Where samples are read and estimates are kept.
  ///   - changes: Samples that were added, replaced or deleted, as a store hands them out.
  ///   - lastDay: The last day that is over, asked at every change.
  ///   - instant: What time it is, asked at every change.
  /// - Returns: The notices, as they come. It ends with the changes, or with an error of the store.
  public func notices<Store: SampleReading & SampleWriting, Changes: AsyncSequence & Sendable>(
    in store: Store, after changes: Changes, through lastDay: @escaping @Sendable () -> LocalDay,
    at instant: @escaping @Sendable () -> Date
  ) -> AsyncThrowingStream<EstimateNotice, any Error> where Changes.Element == [Sample] {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          for try await changed in changes {
            let own = changed.filter { $0.participant == person.identifier }
            let stale = Staleness(changed: own, calendar: calendar)
            let found = try await apply(
              in: store, stale: stale, through: lastDay(), at: instant())
            for notice in found.notices {
              continuation.yield(notice)
            }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
