import GaitModel

/// Who estimates are about: what norms and references need to know, and since when.
public struct EstimatedPerson: Hashable, Sendable {
  /// The study's name for the person.
  public var identifier: String
  /// Height, mass, age and sex, as far as known: what was said last.
  public var facts: Participant
  /// The day on which the age was the given one; `nil` keeps the age as it is.
  public var ageKnownOn: LocalDay?
  /// What was said when, where it changed.
  var history = PersonHistory()

  /// Makes a person.
  public init(identifier: String, facts: Participant, ageKnownOn: LocalDay? = nil) {
    self.identifier = identifier
    self.facts = facts
    self.ageKnownOn = ageKnownOn
  }

  /// The person on a day, as tall and heavy as then; older or younger by the time since the age was
  /// known.
  public func participant(on day: LocalDay) -> Participant {
    var participant = facts
    if let height = history.value(of: .height, on: day) {
      participant.height = Length(meters: height)
    }
    if let mass = history.value(of: .mass, on: day) { participant.mass = Mass(kilograms: mass) }
    if let age = facts.ageYears, let known = ageKnownOn {
      participant.ageYears = max(0, age + Double(known.distance(to: day)) / 365.25)
    }
    return participant
  }

  /// Everything that estimates know of the person, in words that change when they would.
  public var words: String {
    let age = facts.ageYears.map { age in
      // The year of birth says the same on every day.
      "born \(Int(((ageKnownOn.map { Double($0.number) / 365.25 } ?? 0) - age).rounded()))"
    }
    return ([age, facts.sex?.rawValue].compactMap(\.self) + history.words).joined(separator: " ")
  }
}

/// Height and mass of a person, and when they changed. The first value also holds for the time before.
struct PersonHistory: Hashable, Sendable {
  /// What changes in a life.
  enum Fact: String, Hashable, Sendable, CaseIterable {
    case height, mass
  }

  private struct Dated: Hashable, Sendable {
    var day: LocalDay
    var value: Double
  }

  private var values: [Fact: [Dated]] = [:]

  /// Adds what was said of a later day; the same again says nothing new.
  mutating func add(_ fact: Fact, _ value: Double, on day: LocalDay) {
    guard values[fact]?.last?.value != value else { return }
    if values[fact]?.last?.day == day { values[fact]?.removeLast() }
    values[fact, default: []].append(Dated(day: day, value: value))
  }

  /// What holds on a day; `nil` when nothing was ever said.
  func value(of fact: Fact, on day: LocalDay) -> Double? {
    let said = values[fact] ?? []
    return (said.last { $0.day <= day } ?? said.first)?.value
  }

  /// The values and the days of their changes.
  var words: [String] {
    Fact.allCases.flatMap { fact in
      (values[fact] ?? []).enumerated().map { index, dated in
        index == 0 ? "\(fact) \(dated.value)" : "from \(dated.day.number) \(dated.value)"
      }
    }
  }
}
