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
  /// The name of the other source, whichever spaces are in it; `nil` for all that are neither ours nor entered by hand. Ours are never theirs: that
  /// would be no comparison.
  public var theirs: String?

  /// Whether values of the kind stand for weeks of their own, as estimates do: each source may begin them on another day, so
  /// that calendar weeks would put neighboring weeks together.
  public var isOfOwnWeeks = false

  /// Over which time values are paired.
  public enum Span: String, Hashable, Sendable, CaseIterable {
    /// A calendar day's mean, or sum for what adds up, on both sides. Only days that both have.
    case day
    /// The same of a week, from Monday on. What adds up is added over the days that both have. Where values stand for weeks
    /// of their own (``SourceComparison/isOfOwnWeeks``), each week of theirs with that week of ours of which it shares the
    /// most, at least half of it.
    case week
    /// Each value of theirs with what of ours overlaps it, weighted by the time of the overlap; one of an instant with
    /// ours that lasts then. Ours covers at least half of it, or at least half of one of ours lies in it: what only touches
    /// it, as phones write whole seconds, is another walk. Where the person's clocks differ, a local clock of unknown zone is
    /// set by the clock of the value that stands beside it.
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

  /// The pairs, by person, other source and time; empty when nothing was measured twice.
  ///
  /// A day's or week's values are those of ``SampleStore/statistics(_:)``: each other source has its own, because a phone and a watch
  /// that counted the same steps would count them twice, and of ours one device at a time counts.
  ///
  /// - Parameter store: where the samples are.
  /// - Returns: none when no day, or no bout, has a value of both.
  /// - Throws: what the store throws.
  public func pairs(in store: SampleStore) async throws -> [MeasuredPair] {
    try await finding(in: store).pairs
  }

  /// What a comparison found.
  public struct Finding: Hashable, Sendable {
    /// The pairs, by person, other source and time.
    public var pairs: [MeasuredPair]
    /// By bout, how many values of theirs are in no pair although something of ours overlaps them: it is too little of either.
    public var touchedCount = 0
  }

  /// The pairs, and what is in none.
  ///
  /// - Parameter store: where the samples are.
  /// - Returns: no pairs when no day, or no bout, has a value of both.
  /// - Throws: what the store throws.
  public func finding(in store: SampleStore) async throws -> Finding {
    var found =
      switch span {
      case .day: Finding(pairs: try await intervals(of: .days(1), in: store))
      case .week:
        Finding(
          pairs: isOfOwnWeeks ? try await ownWeeks(in: store) : try await weeks(in: store))
      case .bout: try await bouts(in: store)
      }
    found.pairs.sort {
      ($0.participant, $0.source, $0.interval.start) < (
        $1.participant, $1.source, $1.interval.start
      )
    }
    return found
  }

  /// Whether a source is this package: its analyses and its estimates, of whichever samples.
  public static func isOurs(_ source: String) -> Bool {
    source == SampleSource.analysisName || source.hasPrefix(SampleSource.estimates.name)
  }

  private func isTheirs(_ source: String) -> Bool {
    !Self.isOurs(source) && theirs.map { SampleSource.areSame($0, source) } ?? true
  }

  /// The samples that are compared: what a person entered is another thing.
  private var samples: SampleQuery {
    SampleQuery(kinds: [kind], participant: participant, isEnteredByHand: false)
  }

  private func intervals(
    of step: StatisticsQuery.Step, in store: SampleStore
  ) async throws -> [MeasuredPair] {
    var query = StatisticsQuery(kind: kind, every: step, in: calendar)
    query.samples = samples
    query.samples.clock = clock
    let isSum = kind.aggregation == .cumulative
    struct Time: Hashable {
      var participant: String?
      var interval: DateInterval
    }
    return Dictionary(grouping: try await store.statistics(query)) {
      Time(participant: $0.participant, interval: $0.interval)
    }.flatMap { time, values -> [MeasuredPair] in
      let known = values.compactMap { value in
        (isSum ? value.sum : value.mean).map { (source: value.source ?? "", value: $0) }
      }
      guard let ours = known.first(where: { Self.isOurs($0.source) }) else { return [] }
      return known.filter { isTheirs($0.source) }.map {
        MeasuredPair(
          participant: time.participant ?? "", interval: time.interval, ours: ours.value,
          theirs: $0.value, source: $0.source)
      }
    }
  }

  /// Weeks, each with how many of its days have a value of both: a first or a last week may have few. Sums are those of
  /// these days, means those of the week.
  private func weeks(in store: SampleStore) async throws -> [MeasuredPair] {
    let days = try await intervals(of: .days(1), in: store)
    return try await intervals(of: .weeks(1), in: store).compactMap { week in
      let both = days.filter {
        $0.participant == week.participant && $0.source == week.source
          && $0.interval.start >= week.interval.start && $0.interval.start < week.interval.end
      }
      var week = week
      week.days = both.count
      guard kind.aggregation == .cumulative else { return week }
      week.ours = both.reduce(0) { $0 + $1.ours }
      week.theirs = both.reduce(0) { $0 + $1.theirs }
      return both.isEmpty ? nil : week
    }
  }

  private func ownWeeks(in store: SampleStore) async throws -> [MeasuredPair] {
    let people = Dictionary(
      grouping: try await store.samples(matching: samples), by: \.participant)
    return people.flatMap { person, samples in
      let own = samples.map(\.source.name).filter(Self.isOurs).min()
      let ours = samples.filter { $0.source.name == own }.map(read)
      return Dictionary(
        grouping: samples.filter { isTheirs($0.source.name) }.map(read), by: \.source.name
      )
      .flatMap { OwnWeeks(ours: ours, theirs: $0.value).pairs(of: person) }
    }
  }

  /// The sample at its instant, as what overlaps is compared: only the readings of a local clock are placed by that of the
  /// comparison.
  private func read(_ sample: Sample) -> Sample {
    clock.map { DayClock($0.zone, .asked).reading(of: sample) } ?? sample
  }

  private func bouts(in store: SampleStore) async throws -> Finding {
    let asides = Dictionary(grouping: try await store.setAside(of: participant), by: \.participant)
    let people = Dictionary(
      grouping: try await store.samples(matching: samples), by: \.participant)
    var found = Finding(pairs: [])
    for (person, samples) in people {
      let ours = samples.filter { sample in
        Self.isOurs(sample.source.name)
          && !(asides[person] ?? []).contains {
            $0.recording == sample.source.recording && $0.interval.contains(sample.middle)
          }
      }.map(read)
      let others = Dictionary(
        grouping: samples.filter { isTheirs($0.source.name) }.map(read), by: \.source.name)
      for theirs in others.values { addPairs(of: person, ours, theirs, to: &found) }
    }
    return found
  }

  private func addPairs(
    of person: String, _ ours: [Sample], _ others: [Sample], to found: inout Finding
  ) {
    var first = 0
    let clocks = DifferentClocks(clock)
    let own = ours.map { clocks?.reading($0) }
    let reach = clocks == nil ? 0 : DayClock.greatestShiftSeconds
    for theirs in others {
      // Both are in the order of their start: what ended long ago is not looked at again.
      while first < ours.count, ours[first].end < theirs.start - Self.longestBout - reach {
        first += 1
      }
      var (seconds, sum, holdsOurs) = (0.0, 0.0, false)
      let other = clocks?.reading(theirs)
      for (mine, own) in zip(ours[first...], own[first...]) {
        if mine.start > theirs.end + reach { break }
        let shift = own?.shift(beside: other) ?? 0
        let overlap = Self.seconds(ofBoth: mine, theirs, shift)
        guard overlap > 0 else { continue }
        seconds += overlap
        holdsOurs = holdsOurs || overlap >= Self.leastShare * mine.durationSeconds
        let isSum = kind.aggregation == .cumulative
        sum += isSum ? mine.value * overlap / mine.durationSeconds : mine.value * overlap
      }
      guard seconds > 0 else { continue }
      guard holdsOurs || seconds >= Self.leastShare * theirs.durationSeconds else {
        found.touchedCount += 1
        continue
      }
      found.pairs.append(
        MeasuredPair(
          participant: person, interval: DateInterval(start: theirs.start, end: theirs.end),
          ours: kind.aggregation == .cumulative ? sum : sum / seconds, theirs: theirs.value,
          source: theirs.source.name, sample: theirs))
    }
  }

  /// Walks of which less than this share of either is the same time are two walks, as with weeks.
  private static let leastShare = 0.5

  /// How long two samples last at once, seconds, ours moved by some seconds; 1 where the other's is of an instant at which
  /// ours lasts.
  static func seconds(ofBoth mine: Sample, _ theirs: Sample, _ shift: Double = 0) -> Double {
    let (start, end) = (mine.start + shift, mine.end + shift)
    if theirs.start == theirs.end {
      return start <= theirs.start && theirs.start < end ? 1 : 0
    }
    return min(end, theirs.end).timeIntervalSince(max(start, theirs.start))
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

  /// How far 95 % of the normal distribution reach to both sides of 0, as in the agreement of laboratories.
  private static let reach95 = 1.959963984540054

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
      mean - Self.reach95 * $0...mean + Self.reach95 * $0
    }
  }
}

/// The same thing measured twice.
public struct MeasuredPair: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The day or week, or the time in which both overlap.
  public var interval: DateInterval
  /// Our value, in the kind's base unit.
  public var ours: Double
  /// The other's value, in the kind's base unit.
  public var theirs: Double
  /// The name of the other source.
  public var source: String
  /// Days of a week on which both have a value; `nil` of a day and of a bout.
  public var days: Int?
  /// The other's sample, which says by which clock it was made; `nil` of a day and of a week.
  public var sample: Sample?
}

extension Sample {
  /// Half-way through.
  fileprivate var middle: Date { start.addingTimeInterval(durationSeconds / 2) }
}
