import GaitModel

/// Who estimates are about: what norms and references need to know, and when the age was right.
public struct EstimatedPerson: Hashable, Sendable {
  /// The study's name for the person.
  public var identifier: String
  /// Height, mass, age and sex, as far as known.
  public var facts: Participant
  /// The day on which the age was the given one; `nil` keeps the age as it is.
  public var ageKnownOn: LocalDay?

  /// Makes a person.
  public init(identifier: String, facts: Participant, ageKnownOn: LocalDay? = nil) {
    self.identifier = identifier
    self.facts = facts
    self.ageKnownOn = ageKnownOn
  }

  /// The person on a day: older or younger by the time since the age was known.
  public func participant(on day: LocalDay) -> Participant {
    var participant = facts
    if let age = facts.ageYears, let known = ageKnownOn {
      participant.ageYears = max(0, age + Double(known.distance(to: day)) / 365.25)
    }
    return participant
  }
}
