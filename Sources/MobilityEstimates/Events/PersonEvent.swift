import GaitModel

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
    self.words = words
  }

  /// The event as a sample that a person entered, so that a store keeps, lists and deletes it.
  public func sample(participant: String, calendar: DayCalendar) -> Sample {
    let date = calendar.start(of: day)
    return Sample(
      .event, kind, start: date, end: date, participant: participant,
      metadata: SampleMetadata(
        isEnteredByHand: true, timeZoneIdentifier: calendar.calendar.timeZone.identifier,
        label: words))
  }

  /// The event that a sample holds; `nil` when it holds another thing.
  public init?(_ sample: Sample, calendar: DayCalendar) {
    guard let kind = sample.value(as: .event) else { return nil }
    self.init(
      day: calendar.day(containing: sample.start), kind: kind, words: sample.metadata.label)
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
