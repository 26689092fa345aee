import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// Why estimates that were given out are made again, in words.
struct RevisionReason {
  /// The reason as a part of a sentence.
  let words: String
  /// Whether it is more than that something changed.
  let isKnown: Bool

  /// A reason in words.
  init(words: String, isKnown: Bool) { (self.words, self.isKnown) = (words, isKnown) }

  /// Because something else is known or set than before; both settings are those of `EstimateProgress`.
  init(from before: String, to now: String, _ update: EstimateUpdate) {
    let (old, new) = (before.components(separatedBy: ", "), now.components(separatedBy: ", "))
    guard old.count == new.count, new.count > 4 else {
      (words, isKnown) = ("the methods were revised", true)
      return
    }
    var reasons: [String] = []
    if old[0] != new[0] { reasons.append("days are counted \(DayClock.words(of: new[0]))") }
    if old[2] != new[2] {
      reasons += Self.facts(old[2], new[2], update.person)
    }
    if old[3] != new[3] {
      let limits = new[3].split(separator: " ").map {
        Double($0).flatMap { DecimalText.text($0, decimals: 2) } ?? String($0)
      }.joined(separator: " and ")
      reasons.append("the limits of steadiness's classes are now \(limits)")
    }
    if old[4...] != new[4...] { reasons.append("the methods were revised") }
    words = reasons.isEmpty ? "the settings changed" : reasons.joined(separator: "; ")
    isKnown = !reasons.isEmpty
  }

  /// Because of another age that is by less than a year another one, so that no other word of a setting changed.
  init(ofAnotherAge person: EstimatedPerson) {
    words = "the age was corrected" + (person.birthYear.map { " (born \($0))" } ?? "")
    isKnown = true
  }

  /// Because another store made them, of what it held: how its estimates differ says of what.
  init(madeElsewhere weeks: [RevisedWeek]) {
    var others: [String] = []
    if weeks.contains(where: {
      guard let now = $0.now else { return false }
      return now.metadata.earliestDataUsed != $0.before.metadata.earliestDataUsed
    }) {
      others.append("other samples")
    }
    // With another last day the person is older.
    let sameDays = weeks.filter { $0.now?.end == $0.before.end }
    if sameDays.contains(where: {
      $0.differs(in: EstimateWords.predicted, EstimateWords.heartMedication)
    }) {
      others.append("other facts of the person")
    }
    if weeks.contains(where: { $0.differs(in: EstimateWords.calibratingTests) }) {
      others.append("other clinic tests")
    }
    if weeks.contains(where: { $0.differs(in: EstimateWords.recalibratedFrom) }) {
      others.append("another new beginning")
    }
    words =
      "they were made in another store, with "
      + (others.isEmpty ? "other samples or settings" : others.joined(separator: " and "))
    isKnown = !others.isEmpty
  }

  /// Because samples came, changed or went.
  ///
  /// - Parameters:
  ///   - stale: The days on which they did.
  ///   - added: What came.
  ///   - withdrawn: The kinds of what went.
  ///   - weeks: What was made again for that: a store does not say which samples went.
  init(
    _ stale: Staleness, entered added: [Sample], withdrawn: Set<AnySampleKind>,
    from weeks: [RevisedWeek]
  ) {
    var reasons: [String] = []
    if let first = stale.days.min(), let last = stale.days.max() {
      reasons.append(
        first == last
          ? "samples of \(first.words) came, changed or went"
          : "samples of \(stale.days.count) days from \(first.words) to \(last.words) came, changed or"
            + " went")
    }
    if added.contains(where: {
      $0.kind == SampleKind.sixMinuteWalkDistance.erased && $0.metadata.isEnteredByHand
        && $0.metadata.other[EstimateWords.calibrates] == "true"
    }) {
      reasons.append("a clinic test was entered")
    }
    // One that lies so far back that nothing begins anew is no reason.
    if added.contains(where: { $0.kind == SampleKind.recalibration.erased }),
      weeks.contains(where: { $0.now == nil || $0.differs(in: EstimateWords.recalibratedFrom) })
    {
      reasons.append("a new beginning was asked for")
    }
    if withdrawn.contains(SampleKind.sixMinuteWalkDistance.erased),
      weeks.contains(where: \.lostClinicTest)
    {
      reasons.append("a clinic test was taken back")
    }
    if withdrawn.contains(SampleKind.recalibration.erased),
      weeks.contains(where: \.lostBeginning)
    {
      reasons.append("a new beginning was taken back")
    }
    words = reasons.isEmpty ? "what was entered changed" : reasons.joined(separator: "; ")
    isKnown = !reasons.isEmpty
  }

  /// What is known now of the person, and was not or otherwise before.
  private static func facts(_ old: String, _ new: String, _ known: EstimatedPerson) -> [String] {
    let (before, now, person) = (parts(of: old), parts(of: new), known.facts)
    let values: [(key: String, name: String, value: String?)] = [
      ("height", "height", person.height.map { "\(number($0.meters)) m" }),
      ("mass", "mass", person.mass.map { "\(number($0.kilograms)) kg" }),
      ("born", "age", known.birthYear.map { "born \($0)" }),
      ("sex", "sex", person.sex.map { $0 == .female ? "female" : "male" }),
      ("heart", "heart medication", person.heartMedication?.words),
    ]
    return values.compactMap { fact in
      guard before[fact.key] != now[fact.key] else { return nil }
      guard let value = fact.value, let said = now[fact.key] else {
        return "the \(fact.name) is not known any more"
      }
      guard before[fact.key] != nil else { return "the \(fact.name) is known now (\(value))" }
      // The last of several values need not be the one that came.
      let isOne = !said.contains(" from ")
      return "the \(fact.name) changed or was corrected" + (isOne ? " (\(value))" : "")
    }
  }

  /// The facts of a person's words, fact by fact.
  private static func parts(of words: String) -> [String: String] {
    var parts: [String: String] = [:]
    var key = ""
    for word in words.split(separator: " ").map(String.init) {
      if ["born", "height", "mass", "heart"].contains(word) {
        key = word
      } else if word == "m" || word == "f" {
        key = "sex"
      }
      parts[key, default: ""] += " " + word
    }
    return parts
  }

  private static func number(_ value: Double) -> String {
    DecimalText.trimmed(value) ?? "\(value)"
  }
}

extension RevisedWeek {
  /// Whether one of some words of the estimate is another one now.
  fileprivate func differs(in keys: String...) -> Bool {
    guard let now else { return false }
    return keys.contains { before.metadata.other[$0] != now.metadata.other[$0] }
  }

  /// Whether fewer clinic tests calibrate it now.
  fileprivate var lostClinicTest: Bool {
    func tests(_ sample: Sample) -> Int {
      sample.metadata.other[EstimateWords.calibratingTests].flatMap { Int($0) } ?? 0
    }
    return now.map { tests($0) < tests(before) } ?? false
  }

  /// Whether it began anew and no longer does.
  fileprivate var lostBeginning: Bool {
    before.metadata.other[EstimateWords.recalibratedFrom] != nil
      && now?.metadata.other[EstimateWords.recalibratedFrom] == nil
  }
}

/// What a run says otherwise than one before it.
struct RevisionText {
  let changes: EstimateChanges
  /// The first estimates of past weeks that had none.
  let lateWeeks: [Sample]
  /// What is told; withdrawn notices are part of what is said otherwise.
  let notices: [EstimateNotice]
  let update: EstimateUpdate
  let reason: String
  let store: String

  /// A line for the reason, one for each estimate whose weeks changed or that weeks have for the first time, one for each
  /// notice that is no longer true, and where the former ones are.
  var lines: [String] {
    let weeks = Dictionary(
      grouping: changes.revisedWeeks(calendar: update.calendar), by: \.before.kind)
    let estimates = EstimateKind.allCases.compactMap { kind in
      weeks[kind.sampleKind].map { line(kind, $0) }
    }
    let withdrawn = notices.filter(\.isWithdrawal).map(\.message)
    let said = estimates + firstEstimates + withdrawn
    guard !said.isEmpty else { return [] }
    let former =
      "what was said before is kept: gait query --store \(store.shellWord) --participant"
      + " \(update.person.identifier.shellWord) --superseded"
    return ["because \(reason):"] + said
      + (estimates.isEmpty && withdrawn.isEmpty ? [] : [former])
  }

  private var firstEstimates: [String] {
    let weeks = Dictionary(grouping: lateWeeks, by: \.kind)
    return EstimateKind.allCases.compactMap { kind in
      guard let own = weeks[kind.sampleKind], let last = own.last else { return nil }
      return "\(kind.name) of \(span(own)); the last had none and is now \(text(kind, last))"
    }
  }

  private func line(_ kind: EstimateKind, _ weeks: [RevisedWeek]) -> String {
    let others = weeks.filter { week in
      week.now.map { text(kind, $0) } != text(kind, week.before)
    }
    guard let last = others.last else {
      return
        "\(kind.name) of \(span(weeks.map(\.before))): the values stay \(kind.precision), and what is said beside them changed"
    }
    let now = last.now.map { "is now \(text(kind, $0))" } ?? "has none now"
    let value = "was \(text(kind, last.before)) and \(now)"
    guard others.count < weeks.count else {
      return "\(kind.name) of \(span(weeks.map(\.before))); the last \(value)"
    }
    return
      "\(kind.name) of \(span(weeks.map(\.before))): what is said beside the values changed, and \(others.count) of the values "
      + "\(kind.precision); that of the week to \(day(last.before)) \(value)"
  }

  private func span(_ weeks: [Sample]) -> String {
    guard let first = weeks.first, let last = weeks.last else { return "no week" }
    return weeks.count == 1
      ? "the week to \(day(last))"
      : "\(weeks.count) weeks, the first to \(day(first)), the last to \(day(last))"
  }

  private func day(_ sample: Sample) -> String {
    let last = update.calendar.inZone(of: sample).day(containing: sample.end - 0.001)
    return LocalWeek(containing: last).lastDay.words
  }

  /// The value as it is given out; one that is cut off is that or more.
  private func text(_ kind: EstimateKind, _ sample: Sample) -> String {
    let value = sample.value
    switch kind {
    case .sixMinuteWalkDistance:
      return "\(DecimalText.text(value, decimals: 0) ?? "") m"
        + (sample.metadata.other[EstimateWords.isCapped] == nil ? "" : " or more")
    case .walkingSteadiness: return DecimalText.text(value, decimals: 2) ?? ""
    case .cardioFitness: return "\(DecimalText.text(value, decimals: 1) ?? "") mL/(kg·min)"
    }
  }
}

extension EstimateKind {
  /// The estimate's name in a sentence.
  fileprivate var name: String {
    switch self {
    case .sixMinuteWalkDistance: "six-minute walk"
    case .walkingSteadiness: "steadiness"
    case .cardioFitness: "VO2max"
    }
  }

  /// With how many digits its values are given out; less than that is no change.
  fileprivate var precision: String {
    switch self {
    case .sixMinuteWalkDistance: "in whole meters"
    case .walkingSteadiness: "with two decimals"
    case .cardioFitness: "with one decimal"
    }
  }
}
