import Foundation
import GaitModel

/// Who estimates are about: what norms and references need to know, and since when.
public struct EstimatedPerson: Hashable, Sendable {
  /// The study's name for the person.
  public var identifier: String
  /// Height, mass, age and sex, as far as known: what was said last.
  public var facts: Participant
  /// The day on which the age was the given one; `nil` keeps the age as it is.
  public var ageKnownOn: LocalDay?
  /// Whether somebody entered the age, on a day of its own: descriptions of recordings say it again with each of them.
  var isAgeEntered = false
  /// What was said when, where it changed.
  var history = PersonHistory()
  /// Every age that was said and can be that of one person, with its day, in time order.
  var ages: [PersonHistory.Dated] = []
  /// Ages that cannot be those of the one who had the last one on its day.
  var otherAges: [PersonHistory.Dated] = []

  /// Makes a person.
  public init(identifier: String, facts: Participant, ageKnownOn: LocalDay? = nil) {
    self.identifier = identifier
    self.facts = facts
    self.ageKnownOn = ageKnownOn
  }

  /// The person on a day, as tall and heavy and of the sex that held then; older or younger by the time since the age
  /// was known.
  public func participant(on day: LocalDay) -> Participant {
    var participant = facts
    if let height = history.value(of: .height, on: day) {
      participant.height = Length(meters: height)
    }
    if let mass = history.value(of: .mass, on: day) { participant.mass = Mass(kilograms: mass) }
    if let medicine = history.value(of: .heartMedication, on: day) {
      participant.heartMedication = HeartMedication(baseValue: medicine)
    }
    if let sex = history.value(of: .sex, on: day).flatMap(Sex.init(sampleValue:)) {
      participant.sex = sex
    }
    participant.ageYears = age(on: day)
    return participant
  }

  /// The age on a day. What is said are years that are over: whoever was 71 in January and 72 in June had a birthday
  /// between them, so that of what was said until a day the greatest age holds; before the first word, that one.
  private func age(on day: LocalDay) -> Double? {
    guard let age = facts.ageYears, let known = ageKnownOn else { return facts.ageYears }
    let said = ages.filter { $0.day <= day }
    return (said.isEmpty ? [PersonHistory.Dated(day: known, value: age)] : said)
      .map { max(0, $0.value + Double($0.day.distance(to: day)) / 365.25) }.max()
  }

  /// The years in which the person can have been born, in words: `1960 or 1961`; `nil` without an age or its day.
  public var birthYear: String? {
    guard let age = facts.ageYears, let known = ageKnownOn else { return nil }
    return Self.birthYears(ofAge: age, on: known)
  }

  /// The day on which the person became 0 years old by the age that somebody entered; `nil` where nobody did. Estimates are
  /// by the day, and ``words`` by the year.
  public var enteredBirthday: LocalDay? {
    guard isAgeEntered, let age = facts.ageYears, let known = ageKnownOn else { return nil }
    return known.advanced(by: -Int((age * 365.25).rounded()))
  }

  /// The years in which somebody can have been born who was so old on a day, in words: `1960 or 1961`, because a birthday
  /// may come before that day or after it; one year of the last day of a year.
  public static func birthYears(ofAge years: Double, on day: LocalDay) -> String {
    let date = CivilDate(daysSince1970: day.number)
    let latest = date.year - Int(years.rounded(.down))
    return date.month == 12 && date.day == 31 ? "\(latest)" : "\(latest - 1) or \(latest)"
  }

  /// That what is said of the person cannot all be true, in words; `nil` where it can.
  public var doubt: String? {
    guard let other = otherAges.last, let last = ages.last else { return nil }
    return
      "an age of \(Self.years(other)) is said on \(other.day.words) and one of \(Self.years(last)) on \(last.day.words), which "
      + "cannot be one person's: the last that is said counts"
  }

  private static func years(_ age: PersonHistory.Dated) -> Int { Int(age.value.rounded(.down)) }

  /// Everything that estimates know of the person, in words that change when they would.
  public var words: String {
    let age = facts.ageYears.map { age in
      // The year of birth, to the nearest, says the same on every day.
      "born \(Int(((ageKnownOn.map { Double($0.number) / 365.25 } ?? 0) - age).rounded()))"
    }
    let sex = history.words(of: .sex)
    return
      ([age].compactMap(\.self) + laterAges
      + (sex.isEmpty ? [facts.sex?.rawValue].compactMap(\.self) : sex) + history.words)
      .joined(separator: " ")
  }

  /// The ages from whose days on the person is older than by all that was said before.
  private var laterAges: [String] {
    var words: [String] = []
    var oldest = ages.first
    for age in ages.dropFirst() {
      guard let known = oldest,
        age.value > known.value + Double(known.day.distance(to: age.day)) / 365.25
      else { continue }
      words.append("from \(age.day.number) \(age.value)")
      oldest = age
    }
    return words
  }
}

/// Height, mass, medicines and sex of a person, and when they changed. The first value also holds for the time before.
struct PersonHistory: Hashable, Sendable {
  /// What changes in a life.
  enum Fact: String, Hashable, Sendable, CaseIterable {
    case height, mass
    case heartMedication = "heart medication"
    case sex
  }

  /// What was said of a day.
  struct Dated: Hashable, Sendable {
    var day: LocalDay
    var value: Double
  }

  private var values: [Fact: [Dated]] = [:]

  /// Adds what was said of a later day; the same again says nothing new.
  mutating func add(_ fact: Fact, _ value: Double, on day: LocalDay) {
    guard values[fact]?.last?.value.isAlike(value) != true else { return }
    if values[fact]?.last?.day == day { values[fact]?.removeLast() }
    values[fact, default: []].append(Dated(day: day, value: value))
  }

  /// What holds on a day; `nil` when nothing was ever said.
  func value(of fact: Fact, on day: LocalDay) -> Double? {
    let said = values[fact] ?? []
    return (said.last { $0.day <= day } ?? said.first)?.value
  }

  /// The values and the days of their changes; those of the sex have a place of their own.
  var words: [String] {
    Fact.allCases.filter { $0 != .sex }.flatMap { fact in
      words(of: fact).enumerated().map { index, words in
        index == 0 ? "\(fact.rawValue) \(words)" : words
      }
    }
  }

  /// The values of a fact, and the days on which it became another one.
  func words(of fact: Fact) -> [String] {
    (values[fact] ?? []).enumerated().map { index, dated in
      let value =
        fact == .sex
        ? Sex(sampleValue: dated.value)?.rawValue ?? "" : "\(dated.value)"
      return index == 0 ? value : "from \(dated.day.number) \(value)"
    }
  }
}

extension Sex {
  /// What a sample says, by the numbers of ISO/IEC 5218; `nil` where it says neither.
  fileprivate init?(sampleValue: Double) {
    switch sampleValue {
    case 1: self = .male
    case 2: self = .female
    default: return nil
    }
  }
}

extension EstimatedPerson {
  /// The kinds that say who somebody is.
  static let kinds: Set<AnySampleKind> = [
    SampleKind.height.erased, SampleKind.bodyMass.erased, .age, .sex,
    SampleKind.heartMedication.erased,
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
    let agesSaid = said[.age] ?? []
    let ages = agesSaid.filter { Self.agrees($0, with: agesSaid.last) }
    let age = ages.first
    self.init(
      identifier: identifier,
      facts: Participant(
        identifier: identifier,
        height: last(SampleKind.height.erased).map { Length(meters: $0.value) },
        mass: last(SampleKind.bodyMass.erased).map { Mass(kilograms: $0.value) },
        ageYears: age?.value,
        sex: last(.sex).flatMap { Sex(sampleValue: $0.value) },
        heartMedication: last(SampleKind.heartMedication.erased).flatMap {
          $0.value(as: .heartMedication)
        }),
      ageKnownOn: age.map(calendar.day(ofEntry:)))
    func dated(_ sample: Sample) -> PersonHistory.Dated {
      PersonHistory.Dated(day: calendar.day(ofEntry: sample), value: sample.value)
    }
    self.ages = ages.map(dated)
    isAgeEntered = age?.metadata.isEnteredByHand ?? false
    otherAges = agesSaid.filter { !Self.agrees($0, with: agesSaid.last) }.map(dated)
    for (fact, kind) in [
      (PersonHistory.Fact.sex, AnySampleKind.sex), (.height, SampleKind.height.erased),
      (PersonHistory.Fact.mass, SampleKind.bodyMass.erased),
      (PersonHistory.Fact.heartMedication, SampleKind.heartMedication.erased),
    ] {
      for sample in said[kind] ?? [] {
        history.add(fact, sample.value, on: calendar.day(ofEntry: sample))
      }
    }
  }

  /// Whether an age is that of the one who had the last one on its day: years that are over may be a year apart.
  private static func agrees(_ age: Sample, with last: Sample?) -> Bool {
    guard let last else { return false }
    let years = last.start.timeIntervalSince(age.start) / (365.25 * 86_400)
    return abs(age.value + years - last.value) <= 1
  }

  /// Facts about the person, as samples of a day that were entered.
  public func samples(on day: LocalDay, calendar: DayCalendar) -> [Sample] {
    let values: [(AnySampleKind, Double?)] = [
      (SampleKind.height.erased, facts.height?.meters),
      (SampleKind.bodyMass.erased, facts.mass?.kilograms), (.age, facts.ageYears),
      (.sex, facts.sex.map { $0 == .male ? 1 : 2 }),
      (SampleKind.heartMedication.erased, facts.heartMedication?.baseValue),
    ]
    let date = calendar.start(of: day)
    return values.compactMap { kind, value in
      value.map {
        Sample(
          kind: kind, value: $0, start: date, end: date, participant: identifier,
          metadata: calendar.clock.marked(SampleMetadata(isEnteredByHand: true)))
      }
    }
  }
}
