/// The clocks of a laboratory that the contacts of one analysis have set. What is compared with that analysis is judged by
/// the same ones: set anew, a clock would take the lateness of each method with it.
///
/// ```swift
/// let ours = try validation.scores { try analyze($0) }
/// let theirs = try validation.by(LaboratoryClocks(of: ours)).scores { try analyzeOtherwise($0) }
/// let comparison = PairedComparison(first: ours, second: theirs)
/// ```
public struct LaboratoryClocks: Sendable, Hashable {
  /// The clocks of each recording, by dataset and name.
  private var recordings: [[String]: Own] = [:]

  /// Those of a recording by their names, and what its truth was known by.
  private struct Own: Hashable {
    var conversions: [String: ClockConversion]
    var truthDigest: String
  }

  /// Takes them from the scores of an analysis.
  public init(of scores: [RecordingScore]) {
    for score in scores {
      if let finding = score.finding { add(finding, of: score.truthDigest) }
    }
  }

  /// Takes them from what an earlier run has written.
  public init(of report: ValidationReport) {
    let digests = Dictionary(
      report.recordings.map { ([$0.dataset, $0.name], $0.truthDigest) }
    ) { first, _ in first }
    for finding in report.laboratory {
      if let digest = digests[[finding.dataset, finding.recording]] { add(finding, of: digest) }
    }
  }

  private mutating func add(_ finding: LaboratoryFinding, of truthDigest: String) {
    let set = finding.clocks.filter(\.source.isOfContacts).compactMap { clock in
      clock.used.map { (clock.name, $0) }
    }
    guard !set.isEmpty else { return }
    recordings[[finding.dataset, finding.recording]] = Own(
      conversions: Dictionary(set) { first, _ in first }, truthDigest: truthDigest)
  }

  /// Whether contacts have set no clock.
  public var isEmpty: Bool { recordings.isEmpty }

  /// The clocks of a recording by their names; none where contacts have set none, or where its tables or the mapping say
  /// something else since.
  func conversions(
    of recording: String, in dataset: String, truthDigest: String
  ) -> [String: ClockConversion] {
    let own = recordings[[dataset, recording]]
    return own?.truthDigest == truthDigest ? own?.conversions ?? [:] : [:]
  }
}

extension LaboratoryFinding.Clock.Source {
  /// Whether contacts that were found have set the clock, so that it holds their mean error.
  var isOfContacts: Bool { self == .fit || self == .ambiguousFit || self == .otherAnalysis }
}

extension [LaboratoryFinding] {
  /// The datasets in which contacts have set a clock.
  var datasetsByContacts: Set<String> {
    Set(filter { $0.clocks.contains(where: \.source.isOfContacts) }.map(\.dataset))
  }
}

extension ValidationRow {
  /// Whether the figure says how near contacts are to the truth, and not only whether they are there: no method is late by
  /// as much as the wider tolerances.
  var isOfInstants: Bool {
    guard [.initialContacts, .finalContacts].contains(stage), figure.hasPrefix("±") else {
      return false
    }
    let close = ContactMatching.tolerances.filter { $0 < 0.25 }
    return ["MAE", "bias"].contains { figure.hasSuffix($0) }
      || close.contains { figure.hasPrefix("±\($0) s ") } && !figure.hasSuffix("SD")
  }
}

extension PairedComparison {
  /// By whose clocks both are judged, and what these hide.
  ///
  /// - Parameters:
  ///   - first: how the first is told, behind "found": `then`, `with "ours"`.
  ///   - second: how the second is.
  /// - Returns: sentences without a full stop at the end; `nil` where contacts have set no clock, or both the same.
  public func clockSentence(_ first: String, _ second: String) -> String? {
    guard isByClocksOfFirst else { return nil }
    return
      "Both are judged by the clocks that the contacts found \(first) have set. How late these are is not known, only how "
      + "much later those found \(second) are: MAE and bias of contacts, and what is found of them within 0.1 s, are called "
      + "neither better nor worse. Give \"clocks\" with \"offset_s\" in the mapping to judge them"
  }
}

extension ValidationReport {
  /// The recordings, as `DATASET/NAME`, of which this report has another clock of the laboratory than an earlier one.
  func recordingsWithOtherClocks(since earlier: ValidationReport) -> [String] {
    func clocks(_ report: ValidationReport) -> [String: [String: ClockConversion?]] {
      Dictionary(
        report.laboratory.map { finding in
          (
            "\(finding.dataset)/\(finding.recording)",
            Dictionary(finding.clocks.map { ($0.name, $0.used) }) { first, _ in first }
          )
        }
      ) { first, _ in first }
    }
    let then = clocks(earlier)
    return clocks(self).filter { name, now in then[name].map { $0 != now } ?? false }.map(\.key)
  }
}
