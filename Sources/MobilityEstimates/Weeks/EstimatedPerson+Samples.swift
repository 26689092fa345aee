import Foundation
import GaitModel

extension EstimatedPerson {
  /// The kinds that say who somebody is.
  static let kinds: Set<AnySampleKind> = [
    SampleKind.height.erased, SampleKind.bodyMass.erased, .age, .sex,
  ]

  /// What is known of a person. What a person entered goes before what descriptions of recordings say;
  /// of either, the latest holds from its day on.
  ///
  /// - Parameters:
  ///   - identifier: The study's name for the person.
  ///   - store: Where it is kept.
  ///   - calendar: The person's calendar.
  /// - Throws: What the store throws.
  public init(
    _ identifier: String, in store: some SampleReading, calendar: DayCalendar
  ) async throws {
    let all = try await store.samples(
      matching: SampleQuery(kinds: Self.kinds, participant: identifier))
    let said = Dictionary(grouping: all, by: \.kind).mapValues { samples in
      let entered = samples.filter(\.metadata.isEnteredByHand)
      return entered.isEmpty ? samples : entered
    }
    func last(_ kind: AnySampleKind) -> Sample? { said[kind]?.last }
    let age = Self.age(said[.age] ?? [])
    self.init(
      identifier: identifier,
      facts: Participant(
        identifier: identifier,
        height: last(SampleKind.height.erased).map { Length(meters: $0.value) },
        mass: last(SampleKind.bodyMass.erased).map { Mass(kilograms: $0.value) },
        ageYears: age?.value,
        sex: last(.sex).flatMap { $0.value == 1 ? .male : $0.value == 2 ? .female : nil }),
      ageKnownOn: age.map { calendar.day(containing: $0.start) })
    for (fact, kind) in [
      (PersonHistory.Fact.height, SampleKind.height.erased),
      (PersonHistory.Fact.mass, SampleKind.bodyMass.erased),
    ] {
      for sample in said[kind] ?? [] {
        history.add(fact, sample.value, on: calendar.day(containing: sample.start))
      }
    }
  }

  /// The earliest statement that agrees with the last one: a later recording that says the same age in
  /// years makes nobody younger.
  private static func age(_ said: [Sample]) -> Sample? {
    guard let last = said.last else { return nil }
    return said.first { age in
      let years = last.start.timeIntervalSince(age.start) / (365.25 * 86_400)
      return abs(age.value + years - last.value) <= 1
    }
  }

  /// Facts about the person, as samples of a day that were entered.
  public func samples(on day: LocalDay, calendar: DayCalendar) -> [Sample] {
    let values: [(AnySampleKind, Double?)] = [
      (SampleKind.height.erased, facts.height?.meters),
      (SampleKind.bodyMass.erased, facts.mass?.kilograms), (.age, facts.ageYears),
      (.sex, facts.sex.map { $0 == .male ? 1 : 2 }),
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
