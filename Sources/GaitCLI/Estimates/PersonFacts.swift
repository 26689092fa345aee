import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// What a person's new height, mass, age or sex means for the time before.
struct FactOptions: ParsableArguments {
  @Flag(
    help: "What is said of the person was so all the time; what was kept before was wrong.")
  var corrects = false

  @Option(
    help: ArgumentHelp(
      "What is said of the person is so from this day on, as a child grows.", valueName: "date"))
  var since: String?

  func validate() throws {
    if corrects, since != nil {
      throw ValidationError(
        "--corrects is about all the time, and --since about the time from a day on; give one")
    }
    guard let since, DayCalendar(timeZone: .gmt).day(since) == nil else { return }
    throw ValidationError("--since \(since) is no date; give year, month and day: 2026-03-29")
  }
}

/// Keeps what the command line says of a person.
struct PersonFacts {
  let participant: String
  let store: SampleStore
  let calendar: DayCalendar
  let options: FactOptions

  /// What becomes of a person's entries.
  private struct Change {
    var replacement: SampleReplacement?
    /// What became of other entries, in sentences.
    var remarks: [String] = []
  }

  /// Keeps what is new, all of it or nothing.
  ///
  /// - Parameters:
  ///   - facts: what was said.
  ///   - days: the days with data. What is said where nothing was known before holds from the first on; an age is that of
  ///     the last.
  ///   - now: when.
  /// - Returns: what became of other entries, in sentences.
  /// - Throws: when something else is known and nobody says whether this corrects it or it changed, and when one of the
  ///   facts is not collected.
  func keep(
    _ facts: Participant, on days: ClosedRange<LocalDay>, now: Date
  ) async throws -> [String] {
    let person = EstimatedPerson(identifier: participant, facts: facts)
    let said = person.samples(on: days.upperBound, calendar: calendar)
    try await store.requireCollecting(said.map(\.kind), of: participant)
    let changes = try await store.settle(participant, holding: Set(said.map(\.kind)), at: now) {
      draft in
      try await store.require(kinds: [], of: participant)
      var changes: [Change] = []
      for fact in said {
        changes.append(try await change(to: fact, from: days.lowerBound, in: draft))
      }
      for replacement in changes.compactMap(\.replacement) {
        draft.replace(
          replacement.old, with: replacement.new, because: replacement.reason, at: now)
      }
      return changes
    }
    let unkept = try await unkeptAge(said.first { $0.kind == .age })
    return changes.flatMap(\.remarks) + [unkept].compactMap(\.self)
  }

  /// That an age is known beside which the one that was said was not kept: a year more or less contradicts nothing, as a
  /// birthday may lie between, and yet another whole number holds; `nil` where what was said holds.
  private func unkeptAge(_ fact: Sample?) async throws -> String? {
    guard let fact, options.since == nil else { return nil }
    let day = calendar.day(ofEntry: fact)
    let person = try await EstimatedPerson(participant, in: store, calendar: calendar)
    guard let known = person.participant(on: day).ageYears?.rounded(.down),
      known != fact.value.rounded(.down)
    else { return nil }
    let birthday =
      fact.value > known
      ? "--since \(calendar.text(of: day)) if a birthday lay before that day, or " : ""
    return
      "\(try await words(of: fact, beside: fact, in: store)) is known on \(day.words), and \(Self.words(fact)) was not kept; say "
      + "\(birthday)--corrects if what is known was wrong"
  }

  private func change(
    to fact: Sample, from firstDay: LocalDay, in store: some SampleReading
  ) async throws -> Change {
    let known = try await store.samples(
      matching: SampleQuery(kinds: [fact.kind], participant: participant))
    let entered = known.filter(\.metadata.isEnteredByHand)
    let since = options.since.flatMap(calendar.day)
    if let since { try Entry.check(since, "--since", in: calendar) }
    guard let last = entered.last ?? known.last, let first = known.first else {
      let begin = since ?? (fact.kind == .age ? nil : firstDay)
      let new = begin.map { fact.moved(to: calendar.start(of: $0)) } ?? fact
      return Change(
        replacement: SampleReplacement(
          of: [], by: before(fact, since, firstDay) + [new],
          because: "entered: \(Self.words(fact))"))
    }
    if options.corrects {
      // An age grows by itself: it is right on its own day, and so on every other.
      let always = fact.kind == .age ? fact : fact.moved(to: first.start)
      return Change(
        replacement: SampleReplacement(
          of: entered, by: [always], because: SampleReplacement.correction + Self.words(fact)),
        remarks: gaveWay(entered, to: fact))
    } else if fact.kind == .age, let since,
      !isSame(fact.moved(to: calendar.start(of: since)), last)
    {
      let words = try await words(of: last, beside: fact, in: store)
      throw ValidationError(
        """
        \(words) is known: an age grows by itself and does not change on a day; say \
        --corrects if it was wrong
        """)
    } else if let since {
      return change(to: fact, since: since, entered, described: known)
    } else if !isSame(fact, last) {
      let words = try await words(of: last, beside: fact, in: store)
      let change =
        fact.kind == .age ? "" : ", or --since 2026-05-01 if it changed on that day"
      throw ValidationError(
        "\(words) is known, and \(Self.words(fact)) is something else; say --corrects if it was so all the time\(change)"
      )
    }
    return Change()
  }

  /// What held before the first that is said of a person. A height was hardly another one, but a medicine that somebody
  /// takes since a day was not taken before it.
  private func before(_ fact: Sample, _ since: LocalDay?, _ firstDay: LocalDay) -> [Sample] {
    guard fact.kind == SampleKind.heartMedication.erased, let since, since > firstDay else {
      return []
    }
    let start = calendar.start(of: firstDay)
    return [
      Sample(
        kind: fact.kind, value: HeartMedication.noMedicine.baseValue, start: start, end: start,
        origin: fact.origin)
    ]
  }

  /// A change on a day; what was entered for other days stands.
  private func change(
    to fact: Sample, since: LocalDay, _ entered: [Sample], described: [Sample]
  ) -> Change {
    let change = fact.moved(to: calendar.start(of: since))
    let undone = entered.filter { calendar.day(ofEntry: $0) == since }
    // What descriptions of recordings say counts no more once something was entered: what they said before is entered too,
    // each value on its day. The first entry holds for all the time before it.
    let before =
      entered.isEmpty
      ? Self.changes(in: described.filter { $0.start < change.start }).map(\.entered)
      : fact.kind != .age && entered.first.map { calendar.day(ofEntry: $0) > since } == true
        ? entered.prefix(1).map { $0.moved(to: calendar.start(of: since.advanced(by: -1))) } : []
    var remarks = gaveWay(undone, to: fact)
    if let later = entered.first(where: { calendar.day(ofEntry: $0) > since }) {
      remarks.append(
        "\(Self.words(fact)) holds from \(since.words) on, until \(Self.words(later)) from "
          + "\(calendar.day(ofEntry: later).words) on, which stands")
    }
    if entered.isEmpty, let last = described.last, last.start >= change.start,
      !last.value.isAlike(fact.value)
    {
      remarks.append(
        "what recordings since say (\(Self.words(last))) counts no more, now that something was entered"
      )
    }
    return Change(
      replacement: SampleReplacement(
        of: undone, by: before + [change],
        because: "changed on \(calendar.text(of: since)): \(Self.words(fact))"),
      remarks: remarks)
  }

  /// The first of what is said in time order, and whatever says something else than the one before it.
  private static func changes(in said: [Sample]) -> [Sample] {
    said.reduce(into: []) { if $0.last?.value.isAlike($1.value) != true { $0.append($1) } }
  }

  /// The entries that say something else than the one in their place, each in a sentence.
  private func gaveWay(_ entries: [Sample], to fact: Sample) -> [String] {
    entries.filter { !isSame(fact, $0) }.map {
      "\(Self.words($0)) of \(calendar.day(ofEntry: $0).words) gave way to \(Self.words(fact)) and is kept aside: "
        + "gait query --store \(store.path.shellWord) --participant \(participant.shellWord) --superseded"
    }
  }

  /// Whether a value says what is known; an age grows by itself.
  private func isSame(_ fact: Sample, _ known: Sample) -> Bool {
    guard fact.kind == .age else { return fact.value.isAlike(known.value) }
    let years = fact.start.timeIntervalSince(known.start) / (365.25 * 86_400)
    return abs(known.value + years - fact.value) <= 1
  }

  /// What is known, in words; of an age the years that are over on the day of what is said, as a page gives it.
  private func words(
    of last: Sample, beside fact: Sample, in store: some SampleReading
  ) async throws -> String {
    let person = try await EstimatedPerson(participant, in: store, calendar: calendar)
    guard fact.kind == .age,
      let age = person.participant(on: calendar.day(ofEntry: fact)).ageYears
    else { return Self.words(last) }
    return Self.words(
      Sample(
        kind: fact.kind, value: age.rounded(.down), start: fact.start, end: fact.start,
        origin: fact.origin))
  }

  private static func words(_ fact: Sample) -> String {
    if let word = SampleWords.word(fact.value, of: fact.kind) { return "\(fact.kind.name) \(word)" }
    let number = DecimalText.trimmed(fact.value) ?? "\(fact.value)"
    return "\(fact.kind.name) \(number)"
      + (fact.kind.baseUnit == .one ? "" : " \(fact.kind.baseUnit.symbol)")
  }
}

extension Sample {
  /// The same at another instant.
  fileprivate func moved(to instant: Date) -> Sample {
    Sample(kind: kind, value: value, start: instant, end: instant, origin: origin)
  }

  /// The same as if a person had entered it, on the day that its clock showed: what is entered names its clock as a zone.
  fileprivate var entered: Sample {
    var own = SampleMetadata(isEnteredByHand: true)
    own.take(clockOf: metadata)
    if case .offset(let seconds) = SampleClock(metadata) {
      own.timeZoneIdentifier = TimeZone(secondsFromGMT: seconds)?.identifier
    }
    own.utcOffsetSeconds = nil
    return Sample(
      kind: kind, value: value, start: start, end: start, participant: participant, metadata: own)
  }
}
