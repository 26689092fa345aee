import ArgumentParser
import GaitModel
import GaitStudies

/// The people of a study stay who they were: a file more in the folder changes the rule that is guessed, and would make
/// one person of many.
extension StudyInput {
  /// Looks before anything is analyzed whether a guessed rule names people as earlier runs did.
  ///
  /// - Parameter folder: where the results of earlier runs are, if there were any.
  /// - Throws: the old and the new rule and people, and what to do.
  func checkRule(_ folder: StudyFolder) throws {
    guard isGuessed, let now = shownRule, let earlier = earlierRule(in: folder), earlier != now
    else { return }
    let (before, after) = (Self.people(of: replanned(by: earlier)), Self.people(of: plan))
    let moved = before.keys.sorted().filter { before[$0]?.name != after[$0]?.name }
    guard !moved.isEmpty else { return }
    // Whom results are of is said before who is new.
    let known = moved.filter { before[$0]?.name.isEmpty == false }
    let shown = (known.isEmpty ? moved : known).prefix(3).map { index in
      "\(PrintableText.of(before[index]?.path ?? "")): \(Self.word(before[index]?.name)), now "
        + Self.word(after[index]?.name)
    }
    let more = max(known.count, known.isEmpty ? moved.count : 0) > shown.count ? "; …" : ""
    throw ValidationError(
      "\(PrintableText.of(folder.path)) holds results of people by the rule \(earlier.rawValue) (\(earlier.words)); "
        + "by the recordings that are there now it would be \(now.rawValue) (\(now.words)), and people would be others: "
        + shown.joined(separator: "; ") + more + ". " + remedy(earlier, now))
  }

  /// The rule of the earlier runs: as it was written down, or else that by which more recordings have results.
  func earlierRule(in folder: StudyFolder) -> ParticipantRule? {
    // Where nothing came of a run, nobody was named by its rule.
    guard folder.holdsResults else { return nil }
    if let kept = folder.participantRule { return kept }
    let places = Set(folder.places().map(ByteText.init))
    guard !places.isEmpty, let now = shownRule else { return nil }
    func known(_ plan: StudyPlan) -> Int {
      plan.recordings.count { places.contains(ByteText($0.folder)) }
    }
    let other: ParticipantRule = now == .folder ? .name : .folder
    return known(replanned(by: other)) > known(plan) ? other : now
  }

  private func remedy(_ earlier: ParticipantRule, _ now: ParticipantRule) -> String {
    let takeOut =
      earlier == .folder && !strays.isEmpty
      ? "Take out of the folder, or into a person's, what lies in none (\(strayWords)); or say "
      : "Say "
    return takeOut
      + "who is meant: --participant-rule \(earlier.rawValue) as before, --participant-rule \(now.rawValue) for the "
      + "others, or name each in a manifest (--make-manifest)"
  }

  private static func word(_ name: String?) -> String {
    guard let name, !name.isEmpty else { return "nobody" }
    return PrintableText.of(name)
  }

  /// Path and person of each recording, by its place in the study.
  static func people(of plan: StudyPlan) -> [Int: (path: String, name: String)] {
    var people: [Int: (path: String, name: String)] = [:]
    for recording in plan.recordings {
      people[recording.index] = (recording.row.path, recording.participant)
    }
    for failure in plan.failures { people[failure.index] = (failure.path, failure.participant) }
    return people
  }
}
