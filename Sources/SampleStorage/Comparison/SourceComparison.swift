import Foundation
import GaitModel
import Signals

/// Puts another program's values beside ours: a phone's own estimates after an import.
///
/// ```swift
/// let pairs = try await SourceComparison(.walkingSpeed, by: .day, in: calendar).pairs(in: store)
/// print(Agreement(pairs)?.bias ?? .nan)
/// ```
public struct SourceComparison: Hashable, Sendable {
  /// The kind.
  public var kind: AnySampleKind
  /// Over which time values are paired.
  public var span: Span
  /// Where days begin.
  public var calendar: Calendar
  /// The clock by which values stand on days; `nil` takes them by their instants.
  public var clock: DayClock?
  /// The person; `nil` for everybody.
  public var participant: String?
  /// The name of the other source; `nil` for all that are neither ours nor entered by hand. Ours are never theirs: that
  /// would be no comparison.
  public var theirs: String?

  /// Over which time values are paired.
  public enum Span: String, Hashable, Sendable, CaseIterable {
    /// A calendar day's mean, or sum for what adds up, on both sides. Only days that both have.
    case day
    /// Each value of theirs with what of ours overlaps it, weighted by the time of the overlap.
    case bout
  }

  /// Compares a kind.
  public init(kind: AnySampleKind, by span: Span, in calendar: Calendar) {
    self.kind = kind
    self.span = span
    self.calendar = calendar
  }

  /// Compares a typed kind.
  public init<Value>(_ kind: SampleKind<Value>, by span: Span, in calendar: Calendar) {
    self.init(kind: kind.erased, by: span, in: calendar)
  }

  /// The pairs, by person and time; empty when nothing was measured twice.
  public func pairs(in reading: some SampleReading) async throws -> [MeasuredPair] {
    let query = SampleQuery(kinds: [kind], participant: participant, isEnteredByHand: false)
    let people = Dictionary(
      grouping: try await reading.samples(matching: query).map { clock?.reading(of: $0) ?? $0 },
      by: \.participant)
    return people.sorted { $0.key < $1.key }.flatMap { person, samples in
      let ours = samples.filter { Self.isOurs($0.source.name) }
      let others = samples.filter { isTheirs($0.source.name) }
      return span == .day ? days(person, ours, others) : bouts(person, ours, others)
    }
  }

  /// Whether a source is this package: its analyses and its estimates, of whichever samples.
  public static func isOurs(_ source: String) -> Bool {
    source == SampleSource.analysisName || source.hasPrefix(SampleSource.estimates.name)
  }

  private func isTheirs(_ source: String) -> Bool {
    !Self.isOurs(source) && (theirs ?? source) == source
  }

  private func days(_ person: String, _ ours: [Sample], _ others: [Sample]) -> [MeasuredPair] {
    let (ours, others) = (daily(ours), daily(others))
    return ours.keys.sorted().compactMap { day in
      guard let mine = ours[day], let theirs = others[day] else { return nil }
      let next = calendar.date(byAdding: .day, value: 1, to: day) ?? day
      return MeasuredPair(
        participant: person, interval: DateInterval(start: day, end: next), ours: mine,
        theirs: theirs)
    }
  }

  private func daily(_ samples: [Sample]) -> [Date: Double] {
    guard kind.aggregation == .cumulative else {
      return Dictionary(grouping: samples) { calendar.startOfDay(for: $0.start) }.mapValues {
        $0.reduce(0) { $0 + $1.value } / Double($0.count)
      }
    }
    return samples.reduce(into: [:]) { divide($1, into: &$0) }
  }

  /// Gives each day its share of a sample by time, as the figures of intervals do.
  private func divide(_ sample: Sample, into days: inout [Date: Double]) {
    var begin = sample.start
    repeat {
      let day = calendar.startOfDay(for: begin)
      let next = calendar.date(byAdding: .day, value: 1, to: day) ?? sample.end
      let end = next > begin ? min(next, sample.end) : sample.end
      let share =
        sample.durationSeconds > 0 ? end.timeIntervalSince(begin) / sample.durationSeconds : 1
      days[day, default: 0] += sample.value * share
      begin = end
    } while begin < sample.end
  }

  private func bouts(_ person: String, _ ours: [Sample], _ others: [Sample]) -> [MeasuredPair] {
    var first = 0
    return others.compactMap { theirs in
      // Both are in the order of their start: what ended long ago is not looked at again.
      while first < ours.count, ours[first].end < theirs.start - Self.longestBout { first += 1 }
      var (seconds, sum) = (0.0, 0.0)
      for mine in ours[first...] {
        if mine.start >= theirs.end { break }
        let overlap = min(mine.end, theirs.end).timeIntervalSince(max(mine.start, theirs.start))
        guard overlap > 0 else { continue }
        seconds += overlap
        let isSum = kind.aggregation == .cumulative
        sum += isSum ? mine.value * overlap / mine.durationSeconds : mine.value * overlap
      }
      guard seconds > 0 else { return nil }
      return MeasuredPair(
        participant: person, interval: DateInterval(start: theirs.start, end: theirs.end),
        ours: kind.aggregation == .cumulative ? sum : sum / seconds, theirs: theirs.value)
    }
  }

  /// No bout lasts longer, seconds: a day.
  private static let longestBout = 86_400.0
}

/// How far two ways of measuring the same thing lie apart (Bland and Altman 1986, Lancet 327:307).
public struct Agreement: Hashable, Sendable {
  /// How many pairs.
  public var count: Int
  /// Mean of ours minus theirs.
  public var bias: Double
  /// Mean of the distances.
  public var meanAbsoluteError: Double
  /// Bias ± 1.96 standard deviations of the differences: where 19 of 20 pairs lie when differences
  /// are normal. `nil` for fewer than two pairs.
  public var limits: ClosedRange<Double>?

  /// The agreement of pairs; `nil` when there are none.
  public init?(_ pairs: [MeasuredPair]) {
    let differences = pairs.map { $0.ours - $0.theirs }
    guard let mean = Statistics.mean(differences),
      let distance = Statistics.mean(differences.map(abs))
    else { return nil }
    count = pairs.count
    bias = mean
    meanAbsoluteError = distance
    limits = Statistics.sampleStandardDeviation(differences).map {
      mean - 1.96 * $0...mean + 1.96 * $0
    }
  }
}

/// The same thing measured twice.
public struct MeasuredPair: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The day, or the time in which both overlap.
  public var interval: DateInterval
  /// Our value, in the kind's base unit.
  public var ours: Double
  /// The other's value, in the kind's base unit.
  public var theirs: Double
}
