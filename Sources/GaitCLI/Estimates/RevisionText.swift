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

  /// Because something else is known or set than before; both settings are those of `EstimateProgress`.
  init(from before: String, to now: String, _ update: EstimateUpdate) {
    let (old, new) = (before.components(separatedBy: ", "), now.components(separatedBy: ", "))
    guard old.count == new.count, new.count > 4 else {
      (words, isKnown) = ("the methods were revised", true)
      return
    }
    var reasons: [String] = []
    if old[0] != new[0] { reasons.append("days are counted in the time zone \(new[0])") }
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

  /// Because samples came, changed or went.
  init(_ stale: Staleness, entered added: [Sample]) {
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
    }) {
      reasons.append("a clinic test was entered")
    }
    if added.contains(where: { $0.kind == SampleKind.recalibration.erased }) {
      reasons.append("a new beginning was asked for")
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

/// What a run says otherwise than one before it.
struct RevisionText {
  let changes: EstimateChanges
  /// What is told; withdrawn notices are part of what is said otherwise.
  let notices: [EstimateNotice]
  let update: EstimateUpdate
  let reason: String
  let store: String

  /// A line for the reason, one for each estimate whose weeks changed and for each notice that is no longer true,
  /// and where the former ones are.
  var lines: [String] {
    let weeks = Dictionary(
      grouping: changes.revisedWeeks(calendar: update.calendar), by: \.before.kind)
    let estimates = EstimateKind.allCases.compactMap { kind in
      weeks[kind.sampleKind].map { line(kind, $0) }
    }
    let withdrawn = notices.compactMap { notice in
      switch notice {
      case .withdrawnEvent, .withdrawnChange: notice.message
      case .steadinessEvent, .decliningTrend, .walkingChange: nil
      }
    }
    guard !estimates.isEmpty || !withdrawn.isEmpty else { return [] }
    return ["because \(reason):"] + estimates + withdrawn + [
      "what was said before is kept: gait query --store \(store.shellWord) --participant"
        + " \(update.person.identifier.shellWord) --superseded"
    ]
  }

  private func line(_ kind: EstimateKind, _ weeks: [RevisedWeek]) -> String {
    let others = weeks.filter { week in
      week.now.map { text(kind, $0.value) } != text(kind, week.before.value)
    }
    guard let last = others.last else {
      return "\(kind.name) of \(span(weeks)): the values stay, and what is said beside them changed"
    }
    let now = last.now.map { "is now \(text(kind, $0.value))" } ?? "has none now"
    return
      "\(kind.name) of \(span(others)); the last was \(text(kind, last.before.value)) and \(now)"
  }

  private func span(_ weeks: [RevisedWeek]) -> String {
    guard let first = weeks.first, let last = weeks.last else { return "no week" }
    return weeks.count == 1
      ? "the week to \(day(last.before))"
      : "\(weeks.count) weeks, the first to \(day(first.before)), the last to \(day(last.before))"
  }

  private func day(_ sample: Sample) -> String {
    let last = update.calendar.inZone(of: sample).day(containing: sample.end - 0.001)
    return LocalWeek(containing: last).lastDay.words
  }

  private func text(_ kind: EstimateKind, _ value: Double) -> String {
    switch kind {
    case .sixMinuteWalkDistance: "\(DecimalText.text(value, decimals: 0) ?? "") m"
    case .walkingSteadiness: DecimalText.text(value, decimals: 2) ?? ""
    case .cardioFitness: "\(DecimalText.text(value, decimals: 1) ?? "") mL/(kg·min)"
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
}
