import Foundation

/// Two ways of analyzing the same recordings, or two reports, compared by person.
///
/// ```swift
/// let comparison = PairedComparison(first: ours, second: theirs)
/// print(comparison.table())
/// ```
///
/// Each person's figure is taken under both, and the differences of the persons are averaged. What people have
/// in common, an easy corridor or a bad sensor, cancels. The interval is a bootstrap over people (B. Efron, Ann.
/// Stat. 7:1, 1979), seeded, so that it is the same on every run.
public struct PairedComparison: Sendable, Hashable {
  /// The figures that both have, by dataset, system and stage.
  public var rows: [Row]
  /// Figures that only the first has of what both were compared with, as `laterality: right foot`.
  public var onlyFirst: [String]
  /// The same of the second.
  public var onlySecond: [String]
  /// Whether the second is judged by ``LaboratoryClocks`` of the first where its own contacts would have set others.
  let isByClocksOfFirst: Bool

  /// One figure under both.
  public struct Row: Sendable, Hashable {
    /// The dataset, with its site or system.
    public var group: String
    /// What is compared.
    public var stage: ValidationStage
    /// The figure's name.
    public var figure: String
    /// The figure's unit; `1` for a share of 0-1.
    public var unit: String
    /// The figure over all recordings, the first way.
    public var first: Double
    /// The figure over all recordings, the second way.
    public var second: Double
    /// Mean over people of the second less the first; `nil` for counts.
    public var difference: Double?
    /// The 95 % interval of that mean; `nil` for fewer than three people.
    public var interval: ClosedRange<Double>?
    /// People who have the figure under both.
    public var peopleCount: Int
    /// Whether the second is better, by the interval; `nil` where that holds zero, is not known, or reaches from better to
    /// worse, as that of a bias that may have gone past zero, where the figure itself changed the other way, and where it
    /// says how near contacts are to a truth whose clock contacts have set.
    public var isBetter: Bool?
  }

  /// Compares the scores of the same recordings. Where a laboratory's tables are the truth, take the second by the
  /// ``LaboratoryClocks`` of the first: each by its own clock would be judged at its own mean lateness.
  ///
  /// - Parameters:
  ///   - first: one way.
  ///   - second: the other.
  ///   - isComplete: whether all figures are compared, or those that engines are compared by.
  public init(first: [RecordingScore], second: [RecordingScore], isComplete: Bool = false) {
    let rows = [first, second].map { RecordingGroup.groups(of: $0).flatMap(\.rows) }
    self.init(
      rows[0], rows[1], (first.compactMap(\.finding), second.compactMap(\.finding)),
      isComplete: isComplete)
  }

  /// Compares an earlier report with a later one: what got better or worse.
  ///
  /// - Parameters:
  ///   - first: the earlier.
  ///   - second: the later. ``ValidationReport/changes(since:)`` says where they are not of the same recordings.
  ///   - isComplete: whether all figures are compared, or those that engines are compared by.
  public init(first: ValidationReport, second: ValidationReport, isComplete: Bool = false) {
    self.init(
      first.rows, second.rows, (first.laboratory, second.laboratory), isComplete: isComplete)
  }

  private init(
    _ first: [ValidationRow], _ second: [ValidationRow],
    _ findings: (first: [LaboratoryFinding], second: [LaboratoryFinding]), isComplete: Bool
  ) {
    let others = Dictionary(second.map { (Figure($0), $0) }) { first, _ in first }
    let byContacts = (findings.first + findings.second).datasetsByContacts
    isByClocksOfFirst = findings.second.flatMap(\.clocks).contains {
      $0.source == .otherAnalysis && $0.fit?.conversion != $0.used
    }
    rows = first.compactMap { row in
      guard let other = others[Figure(row)], isComplete || row.isHeadline || other.isHeadline
      else { return nil }
      var compared = Row(row, other)
      if row.isOfInstants, byContacts.contains(row.dataset) { compared.isBetter = nil }
      return compared
    }
    func missing(_ rows: [ValidationRow], in other: [ValidationRow]) -> [String] {
      let (known, groups) = (Set(other.map(Figure.init)), Set(other.map { Figure($0).group }))
      return rows.filter { row in
        (isComplete || row.isHeadline) && groups.contains(Figure(row).group)
          && !known.contains(Figure(row))
      }.map { "\($0.stage.rawValue): \($0.figure)" }.uniqued
    }
    (onlyFirst, onlySecond) = (missing(first, in: second), missing(second, in: first))
  }

  /// What two reports call alike.
  private struct Figure: Hashable {
    var names: [String?]

    /// Dataset, site and system.
    var group: [String?] { Array(names.prefix(3)) }

    init(_ row: ValidationRow) {
      names = [row.dataset, row.site, row.system, row.stage.rawValue, row.figure, row.unit]
    }
  }

  /// The figures as text for a terminal, one block per dataset, site and system.
  ///
  /// - Parameters:
  ///   - names: what the two ways are called.
  ///   - isWide: whether all columns are shown, or what 80 characters hold.
  /// - Returns: lines of text; a sentence where no figure was had both ways.
  public func table(
    names: (first: String, second: String) = ("first", "second"), isWide: Bool = true
  ) -> String {
    guard !rows.isEmpty else { return "No figure was had both ways.\n" }
    guard isWide else { return narrowTable(names: names) }
    let header = [
      "stage", "figure", names.first, names.second, "unit", "by person", "95 % interval", "people",
      "",
    ]
    var text = "Differences by person: \(names.second) less \(names.first)\n"
    for group in rows.map(\.group).uniqued {
      let lines = [header] + rows.filter { $0.group == group }.map(\.fields)
      let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
      text += "\n\(group)\n"
      for line in lines {
        let cells = line.indices.map { column in
          let space = String(repeating: " ", count: widths[column] - line[column].count)
          return Row.numeric.contains(column) ? space + line[column] : line[column] + space
        }
        text += cells.joined(separator: "  ").trimmingCharacters(in: .whitespaces) + "\n"
      }
    }
    return text + missingText(names)
  }

  /// Which figures only one has; empty where both have all.
  private func missingText(_ names: (first: String, second: String)) -> String {
    [(onlyFirst, names.first), (onlySecond, names.second)].filter { !$0.0.isEmpty }
      .map { figures, name in
        "\nNot compared, because only \"\(name)\" has them:\n"
          + ValidationReport.wrapped(figures.joined(separator: ", "))
      }.joined()
  }

  private func narrowTable(names: (first: String, second: String)) -> String {
    var text = "Differences by person: second less first, with their 95 % interval\n"
    text += "first: \(names.first)\nsecond: \(names.second)\n"
    for group in rows.map(\.group).uniqued {
      text += "\n\(group)\n"
      text +=
        NarrowFigures(
          header: ["first", "second", "by person", "95 % interval", ""],
          rows: rows.filter { $0.group == group }.map { row in
            let fields = row.fields
            return .init(
              stage: row.stage.rawValue,
              name: row.figure + (fields[4].isEmpty ? "" : ", \(fields[4])"),
              cells: [fields[2], fields[3], fields[5], fields[6], fields[8]])
          }
        ).text
    }
    return text + missingText(names)
  }

  /// The figures as JSON: an array of objects with the columns of the CSV as keys.
  ///
  /// - Throws: what the encoder throws; the numbers are finite, so it has no reason to.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return try encoder.encode(
      rows.map {
        File(
          group: $0.group, stage: $0.stage.rawValue, figure: $0.figure, unit: $0.unit,
          first: $0.first, second: $0.second, difference: $0.difference,
          intervalLow: $0.interval?.lowerBound, intervalHigh: $0.interval?.upperBound,
          people: $0.peopleCount, secondIs: $0.verdict.isEmpty ? nil : $0.verdict)
      })
  }

  private struct File: Encodable {
    var group, stage, figure, unit: String
    var first, second: Double
    var difference, intervalLow, intervalHigh: Double?
    var people: Int
    var secondIs: String?
  }

  /// The figures as CSV with a header row.
  public func csv() -> String {
    let header =
      "group,stage,figure,unit,first,second,difference,interval_low,interval_high,people,second_is\n"
    return header
      + rows.map { row in
        let numbers = [
          row.first, row.second, row.difference, row.interval?.lowerBound, row.interval?.upperBound,
        ].map { $0.map { String(format: "%.6f", $0) } ?? "" }
        let words = ["\"\(row.group)\"", row.stage.rawValue, "\"\(row.figure)\"", row.unit]
        return (words + numbers + ["\(row.peopleCount)", row.verdict]).joined(separator: ",") + "\n"
      }.joined()
  }
}

extension PairedComparison.Row {
  fileprivate static let numeric: Set<Int> = [2, 3, 5, 7]

  fileprivate var verdict: String { isBetter.map { $0 ? "better" : "worse" } ?? "" }

  fileprivate var fields: [String] {
    func text(_ value: Double) -> String { String(format: unit == "1" ? "%.3f" : "%.2f", value) }
    func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + text(value) }
    // An end that is not zero is not written as zero: the verdict stands on its side.
    func end(_ value: Double) -> String {
      value != 0 && Double(text(value)) == 0 ? String(format: "%+.1g", value) : signed(value)
    }
    return [
      stage.rawValue, figure, text(first), text(second), unit == "1" ? "" : unit,
      difference.map(signed) ?? "",
      interval.map { "\(end($0.lowerBound)) to \(end($0.upperBound))" } ?? "",
      "\(peopleCount)", verdict,
    ]
  }
}

extension PairedComparison.Row {
  /// The same figure in two reports.
  fileprivate init(_ first: ValidationRow, _ second: ValidationRow) {
    let better = second.better ?? first.better
    let pairs = first.persons.keys.sorted().compactMap { person -> (Double, Double)? in
      guard let a = first.persons[person], let b = second.persons[person] else { return nil }
      return (a, b)
    }
    let largest = pairs.reduce(0) { max($0, abs($1.0), abs($1.1)) }
    func clean(_ value: Double) -> Double {
      abs(value) <= Self.rounding * largest ? 0 : value
    }
    let interval = Bootstrap().interval(of: pairs.map { $1 - $0 })
      .map { clean($0.lowerBound)...clean($0.upperBound) }
    // By the change of the figure that is shown, and by the interval of the people from that figure and from their mean:
    // where these differ, nothing is said.
    let change = second.value - first.value
    let verdicts =
      [
        better?.isSecondBetter(first: first.value, difference: change...change)
      ]
      + [first.value, mean(pairs.map(\.0)) ?? 0].map { value in
        interval.flatMap { better?.isSecondBetter(first: value, difference: $0) }
      }
    self.init(
      group: [first.dataset, first.site, first.system.map { "against \($0)" }].compactMap(\.self)
        .joined(separator: " · "),
      stage: first.stage, figure: first.figure, unit: first.unit, first: first.value,
      second: second.value, difference: mean(pairs.map { $1 - $0 }).map(clean),
      interval: interval, peopleCount: pairs.count,
      isBetter: Set(verdicts).count == 1 ? verdicts[0] : nil)
  }

  /// Differences that are smaller, as a share of the largest figure, are of rounding: numbers hold 16 digits, and means
  /// over people lose fewer than seven of them.
  private static let rounding = 1e-9
}

extension ValidationRow.Better {
  /// Whether the second of two figures is better.
  ///
  /// - Parameters:
  ///   - first: the first.
  ///   - difference: the interval of the second less the first.
  /// - Returns: `nil` where the interval holds zero, or where it reaches from better to worse.
  fileprivate func isSecondBetter(
    first: Double, difference: ClosedRange<Double>
  ) -> Bool? {
    guard !difference.contains(0) else { return nil }
    switch self {
    case .higher: return difference.lowerBound > 0
    case .lower: return difference.upperBound < 0
    case .nearerZero:
      // From the first past zero to as far on the other side.
      let nearer = min(0, -2 * first)...max(0, -2 * first)
      if nearer.contains(difference.lowerBound), nearer.contains(difference.upperBound) {
        return true
      }
      return nearer.overlaps(difference) ? nil : false
    }
  }
}

extension ValidationReport {
  /// Where this report and an earlier one are not of the same recordings, or say other things of them, each in a sentence;
  /// none when they do not.
  public func changes(since earlier: ValidationReport) -> [String] {
    guard !earlier.recordings.isEmpty else {
      return [
        "the earlier report does not list its recordings and people: figures are set side by side, without "
          + "intervals"
      ]
    }
    func named(_ report: ValidationReport) -> [String: Recording] {
      Dictionary(report.recordings.map { ("\($0.dataset)/\($0.name)", $0) }) { $1 }
    }
    let (now, then) = (named(self), named(earlier))
    func differ(_ isOther: (Recording, Recording) -> Bool) -> [String] {
      now.filter { name, new in then[name].map { isOther($0, new) } ?? false }.map(\.key)
    }
    func sentence(_ names: [String], _ text: String) -> String? {
      guard let first = names.min() else { return nil }
      return names.count == 1
        ? "\(first) \(text)" : "\(names.count) recordings, such as \(first), \(text)"
    }
    return [
      sentence(now.keys.filter { then[$0] == nil }, "were not in the earlier report"),
      sentence(then.keys.filter { now[$0] == nil }, "are no longer there"),
      sentence(differ { $0.truthDigest != $1.truthDigest }, "have another truth than then"),
      sentence(
        recordingsWithOtherClocks(since: earlier),
        "have another clock of the laboratory than then, which moves all times of the truth"),
      sentence(
        differ { $0.isDescribedOtherwise(than: $1) },
        "have another participant, site, cohort or height than then"),
      settingsChange(since: earlier),
    ].compactMap(\.self)
  }
}

extension ValidationReport {
  /// What is set otherwise than in an earlier report; `nil` where nothing is, or it does not say.
  fileprivate func settingsChange(since earlier: ValidationReport) -> String? {
    guard let now = settings?.changed, let then = earlier.settings?.changed, now != then else {
      return nil
    }
    func words(_ changed: [String]) -> String {
      changed.isEmpty ? "as measured best" : changed.joined(separator: ", ")
    }
    return "the settings are others: then \(words(then)); now \(words(now))"
  }
}

extension ValidationReport.Recording {
  /// Whether another report says something else of the device and the person; an earlier version does not say the height.
  fileprivate func isDescribedOtherwise(than other: Self) -> Bool {
    if let wearer, let otherWearer = other.wearer, wearer != otherWearer { return true }
    return participant != other.participant || site != other.site || cohort != other.cohort
  }
}

extension [String] {
  /// Each once, in the order in which they came.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
