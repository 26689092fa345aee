import GaitModel
import MobilityEstimates

extension EstimateProgress {
  /// What was found, as it is kept: numbers of days. A decline has how many days follow, as `20100+14 20190+0`; an event its
  /// class and its number, as `2:1.1:20100`.
  static func words(of known: KnownNotices) -> [String: String] {
    var words: [String: String] = [:]
    words[Words.declines] = known.declines?.map {
      "\($0.lowerBound.number)+\($0.lowerBound.distance(to: $0.upperBound))"
    }.joined(separator: " ")
    words[Words.events] = known.events?.map {
      "\($0.event.rawValue):\($0.number.filter(isOfNumber)):\($0.day.number)"
    }.joined(separator: " ")
    words[Words.changes] = known.changes?.map { "\($0.number)" }.joined(separator: " ")
    return words
  }

  /// Reads what ``words(of:)`` wrote; what it cannot be is passed over, and what an older program did not write is not known.
  static func known(_ words: [String: String]) -> KnownNotices {
    KnownNotices(
      events: words[Words.events].map(events), changes: words[Words.changes].map(days),
      declines: words[Words.declines].map(declines))
  }

  private enum Words {
    static let (declines, events, changes) = ("declines", "events", "changes")
  }

  private static func isOfNumber(_ character: Character) -> Bool {
    character.isNumber || character == "."
  }

  private static func events(_ text: String) -> [KnownNotices.Event] {
    text.split(separator: " ").compactMap { word in
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let event = Int(parts[0]).flatMap(SteadinessEvent.init(rawValue:)),
        let day = Int(parts[2])
      else { return nil }
      return KnownNotices.Event(event, number: String(parts[1]), day: LocalDay(number: day))
    }
  }

  private static func days(_ text: String) -> [LocalDay] {
    text.split(separator: " ").compactMap { Int($0).map { LocalDay(number: $0) } }
  }

  private static func declines(_ text: String) -> [ClosedRange<LocalDay>] {
    text.split(separator: " ").compactMap { word in
      let numbers = word.split(separator: "+").compactMap { Int($0) }
      guard numbers.count == 2, (0...longestDays).contains(numbers[1]) else { return nil }
      let first = LocalDay(number: numbers[0])
      return first...first.advanced(by: numbers[1])
    }
  }

  /// No decline lasts as long.
  private static let longestDays = 50_000
}

extension PersonEstimator {
  /// What runs found before. Of somebody who was not estimated here yet that is what came with estimates of days through which
  /// a command has heard of others, or all of it where none has.
  ///
  /// - Parameters:
  ///   - before: how far the last run came.
  ///   - update: what makes the estimates.
  ///   - notCollected: what is not collected.
  /// - Returns: what is not told again.
  /// - Throws: what the store throws.
  func known(
    _ before: EstimateProgress?, _ update: EstimateUpdate, _ notCollected: Set<AnySampleKind>
  ) async throws -> KnownNotices {
    var known = before?.known ?? KnownNotices()
    if before == nil, let heardThrough {
      known = try await update.known(keptIn: store).through(heardThrough)
    }
    // What is not collected is not taken back where it was deleted.
    if notCollected.contains(SampleKind.steadinessEvent.erased) { known.events = nil }
    if notCollected.contains(SampleKind.walkingChange.erased) { known.changes = nil }
    return known
  }
}
