import GaitModel
import Signals

/// A measure before and after an event: what was lost, and how much of it is regained.
///
/// ```
///   before      event        lost              latest
///   28 days       |      first 14 days     last 14 days
/// ```
public struct EventComparison: Hashable, Sendable {
  /// A mean with the interval that holds the true one in 95 of 100 cases.
  public struct Mean: Hashable, Sendable {
    /// The mean of the days.
    public var value: Double
    /// The interval's ends, by Student's distribution over the days.
    public var interval: ClosedRange<Double>
    /// The days in it.
    public var days: Int

    /// Makes a mean.
    public init(value: Double, interval: ClosedRange<Double>, days: Int) {
      self.value = value
      self.interval = interval
      self.days = days
    }
  }

  /// The measure.
  public var measure: WeeklyMeasure
  /// Before the event, in the measure's unit.
  public var before: Mean
  /// In the first two weeks since, in the measure's unit; `nil` with too few days.
  public var first: Mean?
  /// In the latest two weeks, in the measure's unit.
  public var latest: Mean
  /// The latest mean as a share of that before.
  public var shareOfBefore: Double
  /// The ends between which that share lies in 95 of 100 cases.
  public var shareInterval: ClosedRange<Double>

  /// Makes a comparison.
  public init(
    measure: WeeklyMeasure, before: Mean, first: Mean?, latest: Mean, shareOfBefore: Double,
    shareInterval: ClosedRange<Double>
  ) {
    self.measure = measure
    self.before = before
    self.first = first
    self.latest = latest
    self.shareOfBefore = shareOfBefore
    self.shareInterval = shareInterval
  }
}

/// What is compared before and since the events of a day.
public struct ComparedEvents: Hashable, Sendable {
  /// The day of the events.
  public var day: LocalDay
  /// Measure by measure; empty with too few days before or since.
  public var comparisons: [EventComparison]
  /// Days with walks before the events and in the latest two weeks whose speeds and step lengths are left out, as their
  /// steps were not measured.
  public var assumedDays: Int
  /// The same, with the first two weeks since the events.
  public var assumedDaysWithFirst: Int

  /// Takes what is compared.
  public init(
    day: LocalDay, comparisons: [EventComparison], assumedDays: Int = 0,
    assumedDaysWithFirst: Int = 0
  ) {
    self.day = day
    self.comparisons = comparisons
    self.assumedDays = assumedDays
    self.assumedDaysWithFirst = assumedDaysWithFirst
  }
}

/// How before and after an event are compared. Each event is compared for itself, whatever others lie in its days: one that is
/// entered changes the comparison of no other.
public struct EventComparisonRule: Hashable, Sendable {
  /// Days before the event that are its baseline. Our choice: as many as the six-minute walk looks back on.
  public var daysBefore = 28
  /// Days of the first and of the latest mean. Our choice.
  public var daysSince = 14
  /// Fewer days with a value make no mean.
  public var fewestDays = 3

  /// The usual rule.
  public init() {}

  /// The comparisons of an event.
  /// - Parameters:
  ///   - event: The event's day.
  ///   - until: The last day that is over.
  ///   - days: Summaries by day.
  /// - Returns: One for each measure with enough days before and since; none when there is none.
  public func comparisons(
    since event: LocalDay, until: LocalDay, days: [LocalDay: DailySummary]
  ) -> [EventComparison] {
    guard let (past, beginning, end) = spans(since: event, until: until) else { return [] }
    return WeeklyMeasure.allCases.compactMap { measure in
      guard let before = mean(of: measure, in: past, days),
        let latest = mean(of: measure, in: end, days), before.value > 0
      else { return nil }
      let share = latest.value / before.value
      // The errors of a ratio's parts add up as shares.
      let error = share * Self.hypotenuse(Self.reach(before), Self.reach(latest))
      return EventComparison(
        measure: measure, before: before, first: mean(of: measure, in: beginning, days),
        latest: latest, shareOfBefore: share,
        shareInterval: max(0, share - error)...share + error)
    }
  }

  /// The days before an event, the first and the latest since; `nil` of an event that is still to come.
  private func spans(
    since event: LocalDay, until: LocalDay
  ) -> (past: ClosedRange<LocalDay>, beginning: ClosedRange<LocalDay>, end: ClosedRange<LocalDay>)?
  {
    guard event <= until else { return nil }
    return (
      event.advanced(by: -daysBefore)...event.advanced(by: -1),
      event...min(until, event.advanced(by: daysSince - 1)),
      max(event, until.advanced(by: 1 - daysSince))...until
    )
  }

  /// The days before an event and the latest that are compared with them, and the first since it where they are shown, too.
  func days(since event: LocalDay, until: LocalDay, withFirst: Bool) -> Set<LocalDay> {
    guard let (past, beginning, end) = spans(since: event, until: until) else { return [] }
    return Set(past).union(end).union(withFirst ? Set(beginning) : [])
  }

  /// Half of an interval as a share of its mean.
  private static func reach(_ mean: EventComparison.Mean) -> Double {
    mean.value > 0
      ? (mean.interval.upperBound - mean.interval.lowerBound) / 2 / mean.value : 0
  }

  private static func hypotenuse(_ a: Double, _ b: Double) -> Double {
    (a * a + b * b).squareRoot()
  }

  private func mean(
    of measure: WeeklyMeasure, in span: ClosedRange<LocalDay>, _ days: [LocalDay: DailySummary]
  ) -> EventComparison.Mean? {
    let values = span.compactMap { days[$0].flatMap(measure.value(on:)) }
    guard values.count >= fewestDays, let mean = Statistics.mean(values),
      let deviation = Statistics.sampleStandardDeviation(values),
      let reach = StudentT.reach95(degreesOfFreedom: values.count - 1)
    else { return nil }
    let error = reach * deviation / Double(values.count).squareRoot()
    return EventComparison.Mean(
      value: mean, interval: mean - error...mean + error, days: values.count)
  }
}

/// Something that happened to a person and may have changed how they walk, as somebody says.
public struct PersonEvent: Hashable, Sendable {
  /// The day on which it happened.
  public var day: LocalDay
  /// What it was.
  public var kind: LifeEvent
  /// What it was in somebody's own words; `nil` when nothing was said.
  public var words: String?

  /// Makes an event.
  public init(day: LocalDay, kind: LifeEvent, words: String? = nil) {
    self.day = day
    self.kind = kind
    self.words = OwnWords.of(words)
  }

  /// The event as a sample that a person entered, so that a store keeps, lists and deletes it. Several events of a
  /// day are told apart by what they were, so that none takes another's place, in stores that are merged neither.
  public func sample(participant: String, calendar: DayCalendar) -> Sample {
    let date = calendar.start(of: day)
    var sample = Sample(
      .event, kind, start: date, end: date, participant: participant,
      metadata: calendar.clock.marked(SampleMetadata(isEnteredByHand: true, label: words)))
    sample.distinction = distinction
    return sample
  }

  /// A number for kind and words, the same on every machine and exact as a `Double`, as JSON has numbers.
  private var distinction: Int {
    var hash = ContentHash()
    hash.add(kind.word)
    hash.add(words ?? "")
    let bytes = hash.identifier.uuid
    return [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The event that a sample holds; `nil` when it holds another thing.
  public init?(_ sample: Sample, calendar: DayCalendar) {
    guard let kind = sample.value(as: .event) else { return nil }
    self.init(
      day: calendar.day(ofEntry: sample), kind: kind, words: sample.metadata.label)
  }
}

extension PersonEvent: Comparable {
  /// By day, and of one day in the same order whatever was entered first.
  public static func < (a: PersonEvent, b: PersonEvent) -> Bool {
    (a.day, a.kind.baseValue, a.words ?? "") < (b.day, b.kind.baseValue, b.words ?? "")
  }
}

extension LifeEvent {
  /// The word used on the command line and in files.
  public var word: String { SampleWords.word(baseValue, of: SampleKind.event.erased) ?? "" }

  /// The event that a word names; `nil` when it names none.
  public init?(word: String) {
    guard let value = SampleWords.value(word, of: SampleKind.event.erased) else { return nil }
    self.init(baseValue: value)
  }
}
