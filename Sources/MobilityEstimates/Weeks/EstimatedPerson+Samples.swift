import Foundation
import GaitModel

extension EstimatedPerson {
  /// The kinds that say who somebody is. Age and sex are plain numbers under names of their own: the
  /// age in years on the sample's date, and ISO/IEC 5218's number of the sex (1 male, 2 female).
  static let kinds: Set<AnySampleKind> = [
    SampleKind.height.erased, SampleKind.bodyMass.erased, ageKind, sexKind,
  ]

  private static let ageKind = AnySampleKind("age")
  private static let sexKind = AnySampleKind("sex")

  /// What is known of a person, as the latest samples of each kind say.
  ///
  /// - Parameters:
  ///   - identifier: The study's name for the person.
  ///   - store: Where it is kept.
  ///   - calendar: The person's calendar.
  /// - Throws: What the store throws.
  public init(
    _ identifier: String, in store: some SampleReading, calendar: DayCalendar
  ) async throws {
    let samples = try await store.samples(
      matching: SampleQuery(kinds: Self.kinds, participant: identifier))
    let latest = Dictionary(samples.map { ($0.kind, $0) }, uniquingKeysWith: { $1 })
    let age = latest[Self.ageKind]
    self.init(
      identifier: identifier,
      facts: Participant(
        identifier: identifier,
        height: latest[SampleKind.height.erased].map { Length(meters: $0.value) },
        mass: latest[SampleKind.bodyMass.erased].map { Mass(kilograms: $0.value) },
        ageYears: age?.value,
        sex: latest[Self.sexKind].flatMap { $0.value == 1 ? .male : $0.value == 2 ? .female : nil }),
      ageKnownOn: age.map { calendar.day(containing: $0.start) })
  }

  /// What is known of the person as samples of a day that somebody entered.
  public func samples(on day: LocalDay, calendar: DayCalendar) -> [Sample] {
    let values: [(AnySampleKind, Double?)] = [
      (SampleKind.height.erased, facts.height?.meters),
      (SampleKind.bodyMass.erased, facts.mass?.kilograms), (Self.ageKind, facts.ageYears),
      (Self.sexKind, facts.sex.map { $0 == .male ? 1 : 2 }),
    ]
    let date = calendar.start(of: day)
    return values.compactMap { kind, value in
      value.map {
        Sample(
          kind: kind, value: $0, start: date, end: date, participant: identifier,
          metadata: SampleMetadata(isEnteredByHand: true))
      }
    }
  }
}
