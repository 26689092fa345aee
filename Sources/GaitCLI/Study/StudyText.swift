import Foundation
import GaitModel
import GaitResults
import GaitStudies
import SensorFiles

/// What a study says when it begins and when it is over.
enum StudyText {
  /// `1:02:07`.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds.rounded()), 1e9))
    return "\(whole / 3600):\(DecimalText.padded(whole / 60 % 60, width: 2)):"
      + DecimalText.padded(whole % 60, width: 2)
  }

  /// A length of time in the unit that shows it: `1.25 h`, `12.3 min`, `4.0 s`.
  static func length(_ seconds: Double) -> String {
    let (value, decimals, unit) =
      seconds >= 3600
      ? (seconds / 3600, 2, "h") : seconds >= 60 ? (seconds / 60, 1, "min") : (seconds, 1, "s")
    return "\(DecimalText.text(value, decimals: decimals) ?? "") \(unit)"
  }

  /// What is shorter is written as none, seconds.
  static let leastLength = 0.05

  /// A count with its noun: `1 recording`, `2,020 recordings`.
  static func count(_ count: Int, _ noun: String) -> String { count.counted(noun) }

  /// A count as people read it: `2,020`.
  static func grouped(_ count: Int) -> String { count.grouped }

  /// The people of a plan as they were found, so that a wrong rule is seen before it costs a night.
  static func people(in plan: StudyPlan, of input: StudyInput) -> [String] {
    let names = plan.recordings.reduce(into: [String: Int]()) {
      $0[$1.participant, default: 0] += 1
    }
    let shown = names.keys.sorted().prefix(mostPeople)
      .map { "\($0) (\(count(names[$0] ?? 0, "recording")))" }
    let more = names.count > mostPeople ? ", …" : ""
    var lines = [
      "\(count(plan.recordings.count, "recording")) of \(names.count == 1 ? "1 person" : grouped(names.count) + " people")"
    ]
    let unnamed = plan.failures.count { $0.reason == "no_participant" }
    if unnamed > 0 { lines[0] += ", and \(count(unnamed, "recording")) of nobody that is named" }
    let others = plan.failures.filter { $0.reason != "no_participant" }
    if !others.isEmpty {
      let reasons = Set(others.map(\.reason)).sorted().joined(separator: ", ")
      lines[0] += ", and \(count(others.count, "recording")) set aside (\(reasons))"
    }
    if let rule = input.shownRule {
      lines[0] +=
        "; the participant is \(rule.words), unless \(input.isFolder ? "" : "the manifest names one, ")the .json beside a recording "
        + "names one, or else whom the device's file names"
    }
    if !shown.isEmpty { lines.append("  " + shown.joined(separator: ", ") + more) }
    return lines
  }

  /// That some people's recordings have no wall clock and may have been made at once by several devices; `nil` without such
  /// people.
  static func untoldOverlaps(_ people: [(person: String, sites: [String])]) -> String? {
    guard !people.isEmpty else { return nil }
    let named = people.prefix(mostPeople).map {
      "\($0.person) (\($0.sites.joined(separator: ", ")))"
    }
    let others = people.count - named.count
    return
      "\(named.joined(separator: ", "))\(others > 0 ? " and \(grouped(others)) more" : ""): some of their recordings "
      + "have no wall clock, and which of these sites' were made at once nobody can tell; each counts by itself in the table of "
      + "persons, where a walk that two devices recorded stands twice. The column start of a manifest says when they began"
  }

  /// That some people's speeds are measured and others of theirs follow from their height; `nil` without such people.
  static func mixedSpeeds(_ people: [String]) -> String? {
    guard !people.isEmpty else { return nil }
    let others = people.count - mostPeople
    return
      "\(people.prefix(mostPeople).joined(separator: ", "))\(others > 0 ? " and \(grouped(others)) more" : ""): some walks have "
      + "measured step lengths and others a share of the height, as on the wrist, and walking speeds in the tables mix both; "
      + "all_n_assumed_bouts counts the others"
  }

  /// What is known of the file of a result that was cut or is damaged; `nil` where nothing is.
  static func loss(of result: StudyRecordResult) -> String? {
    let shorter = result.secondsBefore.map {
      "it lasts \(clock(result.seconds)) and lasted \(clock($0)) when it was analyzed before"
    }
    let said = [result.damage, shorter].compactMap(\.self)
    return said.isEmpty ? nil : said.joined(separator: "; ")
  }

  /// Names recordings whose files were cut or are damaged, in each run: in the tables they are what is left of them.
  ///
  /// - Parameters:
  ///   - recordings: their paths with what is known of each, in the order of the study.
  ///   - most: so many are listed; `nil` lists all.
  /// - Returns: a line, and one for each that is listed; none without recordings.
  static func losses(_ recordings: [(path: String, words: String)], most: Int?) -> [String] {
    guard !recordings.isEmpty else { return [] }
    let all = recordings.count
    let head =
      "\(count(all, "recording")) \(all.verb("ends", "end")) early, \(all.verb("is", "are")) damaged or "
      + "\(all.verb("is", "are")) shorter than before, and \(all.verb("counts", "count")) as far as \(all.verb("its file", "their files")) "
      + "can be read; where there is a whole copy, put it back:"
    return list(recordings.map { "\($0.path): \($0.words)" }, under: head, most: most)
  }

  /// Names recordings whose files are gone, in each run: the tables have what was found in them.
  ///
  /// - Parameters:
  ///   - recordings: their paths, each with where its files lay when they were last seen where that is another place.
  ///   - folder: the folder of results, from which those places are.
  ///   - most: so many are listed; `nil` lists all.
  /// - Returns: a line, and one for each that is listed; none without recordings.
  static func vanished(
    _ recordings: [(path: String, formerPlace: String?)], from folder: StudyFolder, most: Int?
  ) -> [String] {
    let lines = recordings.map { path, former in
      path + (former.map { " (last seen at \($0), from \(folder.path))" } ?? "")
    }
    return list(
      lines,
      under:
        "of \(count(lines.count, "recording")) the files are gone; what was found in them is kept:",
      most: most)
  }

  /// Names rows of a manifest that say otherwise than the `.json` beside the recording.
  ///
  /// - Parameters:
  ///   - plan: the study.
  ///   - most: so many are listed; `nil` lists all.
  /// - Returns: a line, and one for each that is listed; none where nothing is said otherwise.
  static func overruled(in plan: StudyPlan, most: Int?) -> [String] {
    let lines = plan.recordings.map { (path: $0.row.path, words: $0.overruled) }
      .filter { !$0.words.isEmpty }
      .map { "\($0.path): \($0.words.joined(separator: "; "))" }
    let rows = lines.count
    return list(
      lines,
      under:
        "\(count(rows, "row")) of the manifest \(rows.verb("says", "say")) otherwise than the .json beside the recording, and "
        + "\(rows.verb("the row counts", "the rows count")):", most: most)
  }

  /// Names recordings of which the command line says otherwise than the `.json` beside them.
  ///
  /// - Parameters:
  ///   - inputs: the recordings.
  ///   - said: what the command line says of each.
  ///   - most: so many are listed; `nil` lists all.
  /// - Returns: a line, and one for each that is listed; none where nothing is said otherwise.
  static func overruled(
    _ inputs: [RecordingInput], by said: RecordingDescription, most: Int?
  ) -> [String] {
    let lines = inputs.compactMap { input -> String? in
      // What is wrong with a description is said of the recording.
      let description = try? RecordingDescription.beside(RecordingAddress(input.path).path)
      guard let words = description?.overruled(by: said), !words.isEmpty else { return nil }
      return "\(input.name): \(words.joined(separator: "; "))"
    }
    return list(
      lines,
      under:
        "the command line says otherwise than the .json beside \(count(lines.count, "recording")), and the command line "
        + "counts:", most: most)
  }

  /// A head with what it is about below, as many lines as are wanted; none without lines.
  private static func list(_ lines: [String], under head: String, most: Int?) -> [String] {
    guard !lines.isEmpty else { return [] }
    let listed = lines.prefix(most ?? lines.count)
    let more = lines.count - listed.count
    return [head] + listed.map { "  " + $0 }
      + (more > 0 ? ["  and \(count(more, "other")); -v lists them"] : [])
  }

  /// So many people are named.
  private static let mostPeople = 5

  /// Failures by reason, the most frequent first.
  static func failures(_ failures: [StudyFailure]) -> [String] {
    let groups = Dictionary(grouping: failures, by: \.reason)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let width = groups.map(\.key.count).max() ?? 0
    return groups.map { reason, failures in
      let names = failures.sorted { $0.index < $1.index }.prefix(3).map(\.path)
      let padded = reason + String(repeating: " ", count: width - reason.count)
      return "  \(padded)  \(grouped(failures.count))  \(names.joined(separator: ", "))"
        + (failures.count > 3 ? ", …" : "")
    }
  }
}
