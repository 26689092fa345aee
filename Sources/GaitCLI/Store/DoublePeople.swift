import GaitModel
import GaitStudies
import MobilityEstimates
import SampleStorage

extension SampleStore {
  /// Says that somebody else has the same samples as somebody who got new ones: one person under two names, as a code of an
  /// export beside the name or a name with a typing error, counts twice, and so does a phone's export that was
  /// imported under the wrong name.
  ///
  /// - Parameters:
  ///   - known: the people who were there before.
  ///   - anchor: where the store's history was before.
  /// - Returns: a sentence for each of the new people, and for each source that brought something to others.
  /// - Throws: what the store throws.
  func doubles(besides known: [String], since anchor: ChangeAnchor) async throws -> [String] {
    var sentences: [String] = []
    for some in try await someAdded(since: anchor, atMost: Self.compared) {
      guard let name = some.first?.participant, let source = some.first?.source.name,
        known.contains(name), let other = try await otherName(with: some)
      else { continue }
      sentences.append(
        "what came of \(source) for \(name) is the same as \(other) has, and counts for both; if it is \(other)'s, gait delete "
          + "--participant \(name.shellWord) --everything --source \(source.shellWord) takes all of \(source) from \(name)"
      )
    }
    for name in try await everybody() where !known.contains(name) {
      let some = try await samples(
        matching: SampleQuery(participant: name, includesLeftOut: true, limit: Self.looked)
      ).filter { $0.durationSeconds > 0 }.prefix(Self.compared)
      guard let other = try await otherName(with: Array(some)) else { continue }
      sentences.append(
        "\(name) has the same samples as \(other) and counts as another person; if they are one, "
          + "gait delete --participant \(name.shellWord) --everything takes the second away")
    }
    return sentences
  }

  /// So many samples tell whether two people are one: chance makes no two walks of the same length to the millisecond.
  private static var compared: Int { 20 }
  /// Among so many the first that last are found: facts and heart rates are instants.
  private static var looked: Int { 500 }
}

extension SampleStore {
  /// The other half: one name for two people, told by what recordings say of the person.
  ///
  /// - Parameter person: whom to look at; `nil` for everybody.
  /// - Returns: a sentence for each name under which two sexes, or heights of grown people that no error of measuring
  ///   explains, were recorded, and for each under which recordings, a phone and entries by hand name two sexes or years of
  ///   birth; what was entered by hand anew is meant. And one for each whose mass makes no sense beside the one before it.
  /// - Throws: what the store throws.
  func contradictions(of person: String? = nil) async throws -> [String] {
    let kinds: Set<AnySampleKind> = [
      .sex, .age, SampleKind.height.erased, SampleKind.bodyMass.erased,
    ]
    let all = try await samples(matching: SampleQuery(kinds: kinds, participant: person))
    let facts = all.filter { !$0.metadata.isEnteredByHand }
    let people = Dictionary(grouping: all, by: \.participant).sorted { $0.key < $1.key }
    return Dictionary(grouping: facts, by: \.participant).sorted { $0.key < $1.key }
      .compactMap { person, facts in
        func values(_ kind: AnySampleKind) -> [Double] {
          Set(facts.filter { $0.kind == kind }.map(\.value)).sorted()
        }
        let sexes = values(.sex).compactMap { SampleWords.word($0, of: .sex) }
        let heights = values(SampleKind.height.erased)
        let isGrown = values(.age).allSatisfy { $0 >= StudyPlan.grownYears }
        var differences = sexes.count > 1 ? ["the sexes \(sexes.joined(separator: " and "))"] : []
        if let least = heights.first, let most = heights.last, isGrown,
          most - least > StudyPlan.heightOfAnother
        {
          differences.append("the heights \(least) and \(most) m")
        }
        guard !differences.isEmpty else { return nil }
        return
          "recordings of \(person) name \(differences.joined(separator: " and ")), so two people may be under one name; "
          + "delete what is not \(person)'s and analyze it with --participant and a name of its own"
      } + people.compactMap { $0.value.count > 1 ? Self.disagreement($0.value, of: $0.key) : nil }
      + people.compactMap { person, facts in Self.massDoubt(facts).map { "\(person): \($0)" } }
  }

  /// What is known of sexes and births, by person and source: what a later export of a phone says otherwise gives way.
  ///
  /// - Returns: the sex and the instant of birth, seconds since 1970, as far as they are known.
  /// - Throws: what the store throws.
  func saidOfPeople() async throws -> [[String]: (sex: String?, birth: Double?)] {
    let all = try await samples(matching: SampleQuery(kinds: [.sex, .age])).filter {
      !$0.metadata.isEnteredByHand || $0.source != .person
    }
    return Dictionary(grouping: all) { [$0.participant, $0.source.name] }.mapValues { facts in
      func last(_ kind: AnySampleKind) -> Sample? {
        facts.filter { $0.kind == kind }.max { $0.start < $1.start }
      }
      return (
        last(.sex).flatMap { SampleWords.word($0.value, of: .sex) }, last(.age).map(Self.birth)
      )
    }
  }

  /// When somebody was born by an age, seconds since 1970.
  private static func birth(_ age: Sample) -> Double {
    age.start.timeIntervalSince1970 - age.value * 365.25 * 86_400
  }

  /// Says that a source names another sex or another birth than it did: what it brought may be somebody else's.
  ///
  /// - Parameter before: what was said before.
  /// - Returns: a sentence for each person and source.
  /// - Throws: what the store throws.
  func otherPeople(
    than before: [[String]: (sex: String?, birth: Double?)]
  ) async throws -> [String] {
    try await saidOfPeople().sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap {
      key, now in
      guard let old = before[key] else { return nil }
      var words: [String] = []
      if let sex = now.sex, let other = old.sex, sex != other {
        words.append("\(sex), which was \(other)")
      }
      if let birth = now.birth, let other = old.birth,
        abs(birth - other) > Self.yearsOfBirth * 365.25 * 86_400
      {
        let years = [birth, other].map {
          String(CivilDate(daysSince1970: Int($0 / 86_400)).text.prefix(4))
        }
        words.append("born about \(years[0]), which was \(years[1])")
      }
      guard !words.isEmpty else { return nil }
      return
        "by \(key[1]) \(key[0]) is now \(words.joined(separator: ", and ")): it may be another person's, and estimates would be "
        + "made anew by it; what gave way is kept (gait query --superseded)"
    }
  }

  /// What recordings, a phone and people who entered it say otherwise of one person; `nil` where they agree.
  private static func disagreement(_ facts: [Sample], of person: String) -> String? {
    let sides = Dictionary(grouping: facts) {
      $0.metadata.isEnteredByHand
        ? $0.source == .person ? "entered by hand" : $0.source.name : "recordings"
    }.sorted { $0.key < $1.key }
    func last(_ kind: AnySampleKind) -> [(side: String, fact: Sample)] {
      sides.compactMap { side, facts in
        facts.filter { $0.kind == kind }.max { $0.start < $1.start }.map { (side, $0) }
      }
    }
    let sexes = last(.sex).map { ($0.side, SampleWords.word($0.fact.value, of: .sex) ?? "") }
    let ages = last(.age)
    let births = ages.map {
      $0.fact.start.timeIntervalSince1970 / (365.25 * 86_400) - $0.fact.value
    }
    var words: [String] = []
    if Set(sexes.map(\.1)).count > 1 {
      words.append("the sexes \(sexes.map { "\($0.1) (\($0.0))" }.joined(separator: " and "))")
    }
    if let least = births.min(), let most = births.max(),
      most - least > yearsOfBirth
    {
      let years = ages.map { side, age in
        let day = DayCalendar(timeZone: .gmt).day(containing: age.metadata.reading(at: age.start))
        return "\(EstimatedPerson.birthYears(ofAge: age.value, on: day)) (\(side))"
      }
      words.append("births in \(years.joined(separator: " and "))")
    }
    guard !words.isEmpty else { return nil }
    return
      "\(person) has \(words.joined(separator: " and ")); what was entered, also into a phone, goes before recordings, "
      + "and of that the latest date counts"
  }

  /// Looks for a mass of a person that makes no sense beside the one before it.
  ///
  /// - Parameter person: whose masses.
  /// - Returns: both in words; `nil` where all make sense.
  /// - Throws: what the store throws.
  func massDoubt(of person: String) async throws -> String? {
    let kinds: Set<AnySampleKind> = [.age, SampleKind.bodyMass.erased]
    return Self.massDoubt(
      try await samples(matching: SampleQuery(kinds: kinds, participant: person)))
  }

  private static func massDoubt(_ facts: [Sample]) -> String? {
    let isGrown = facts.allSatisfy { $0.kind != .age || $0.value >= StudyPlan.grownYears }
    let masses = facts.filter { $0.kind == SampleKind.bodyMass.erased }
      .sorted { $0.start < $1.start }
    guard isGrown,
      let (one, other) = zip(masses, masses.dropFirst()).first(where: { one, other in
        max(one.value, other.value)
          > Participant.greatestMassRatio * min(one.value, other.value)
      })
    else { return nil }
    let words = [one, other].map { mass in
      let day = DayCalendar(timeZone: .gmt).day(containing: mass.metadata.reading(at: mass.start))
      return "\(DecimalText.trimmed(mass.value) ?? "") kg (\(day.words))"
    }
    return
      "the masses \(words.joined(separator: " and ")) are known; a grown person's hardly doubles or halves, so one may be a "
      + "slip or in pounds: gait estimate --mass KG --corrects enters the right one"
  }

  /// Whole years of age leave a year open; the rest is for leap days.
  private static var yearsOfBirth: Double { 1.02 }
}
