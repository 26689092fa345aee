import ArgumentParser
import GaitModel
import GaitStudies
import SensorFiles

/// One recording beside the folders of a study changes the rule by which people are told apart, from folders to names.
/// Where names are no people's, as in `2026-05-01_walk.csv`, many would be taken for one.
extension StudyInput {
  /// People by the guessed rule of names who have recordings in several folders.
  struct Merging {
    /// What was found, and what either rule gives.
    let words: String
    /// Whether names tell no more people apart than there are folders. More are likely to be people's, and folders
    /// something else: visits, places.
    let isDoubtful: Bool
  }

  /// Files that lie in no folder.
  var strays: [String] { Array(Set(files.filter { !$0.contains("/") })).sortedByBytes() }

  /// The first of them, for messages.
  var strayWords: String {
    strays.prefix(3).map(PrintableText.of).joined(separator: ", ") + (strays.count > 3 ? ", …" : "")
  }

  /// Looks before anything is analyzed whether the guessed rule makes one person of several folders' people.
  ///
  /// - Parameter folder: where the results of earlier runs are; where there are any, the rule is settled.
  /// - Returns: what to look at where names are likely to be people's all the same; `nil` for nothing.
  /// - Throws: what either rule gives, and what to do.
  func checkStrays(_ folder: StudyFolder) throws -> String? {
    guard let merging, earlierRule(in: folder) == nil else { return nil }
    guard merging.isDoubtful else { return merging.words }
    throw ValidationError(
      merging.words
        + " Nothing was analyzed. Take \(strayWords) out of the folder, or into a person's; or say who is meant: "
        + "--participant-rule folder, --participant-rule name, or name each in a manifest (--make-manifest)"
    )
  }

  /// What becomes of people by the guessed rule of names; `nil` where nobody has recordings in several folders, or all
  /// folders are places on the body.
  var merging: Merging? {
    guard isGuessed, shownRule == .name else { return nil }
    let byName = Self.people(of: plan)
    var folders: [String: Set<String>] = [:]
    for (index, recording) in byName where !recording.name.isEmpty {
      guard let folder = ParticipantRule.folder.participant(of: files[index]) else { continue }
      folders[recording.name, default: []].insert(folder)
    }
    let all = Set(folders.values.joined())
    let several = folders.filter { $0.value.count > 1 }
    guard !several.isEmpty, !all.allSatisfy({ WearingSite(word: $0) != nil }) else { return nil }
    let other = replanned(by: .folder)
    let byFolder = Self.people(of: other)
    // Whom a description names is nobody else by another rule.
    let merged = byName.filter { several[$1.name] != nil && byFolder[$0]?.name != $1.name }
    guard let shared = merged.values.map(\.name).min(), let places = several[shared]?.sorted()
    else { return nil }
    let unnamed = other.failures.count { $0.reason == "no_participant" }
    let words =
      "\(strayWords) \(strays.count == 1 ? "lies" : "lie") in no folder, so that the participant is \(ParticipantRule.name.words): "
      + "\(Self.count(plan)), of whom \(PrintableText.of(shared)) has recordings in the folders "
      + places.prefix(3).map(PrintableText.of).joined(separator: ", ")
      + (places.count > 3 ? ", …" : "")
      + ". By \(ParticipantRule.folder.words) (--participant-rule folder) there would be \(Self.count(other))"
      + (unnamed > 0 ? ", and \(unnamed.counted("recording")) of nobody that is named." : ".")
    return Merging(words: words, isDoubtful: folders.count <= all.count)
  }

  private static func count(_ plan: StudyPlan) -> String {
    let count = Set(plan.recordings.map(\.participant)).count
    return count == 1 ? "1 person" : "\(count.grouped) people"
  }
}
