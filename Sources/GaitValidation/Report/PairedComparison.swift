import Foundation

/// Two ways of analyzing the same recordings, compared by person.
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
    /// Whether the second is better; `nil` where the interval holds zero or is not known.
    public var isBetter: Bool?
  }

  /// Compares the scores of the same recordings.
  ///
  /// - Parameters:
  ///   - first: one way.
  ///   - second: the other.
  ///   - isComplete: whether all figures are compared, or those that engines are compared by.
  public init(first: [RecordingScore], second: [RecordingScore], isComplete: Bool = false) {
    let others = RecordingGroup.groups(of: second)
    rows = RecordingGroup.groups(of: first).flatMap { group -> [Row] in
      guard let other = others.first(where: { $0.isLike(group) }) else { return [] }
      return group.compared(with: other, isComplete: isComplete)
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
    return text
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
    return text
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
    return [
      stage.rawValue, figure, text(first), text(second), unit == "1" ? "" : unit,
      difference.map(signed) ?? "",
      interval.map { "\(signed($0.lowerBound)) to \(signed($0.upperBound))" } ?? "",
      "\(peopleCount)", verdict,
    ]
  }
}

extension RecordingGroup {
  /// Whether two groups are of the same recordings.
  fileprivate func isLike(_ other: RecordingGroup) -> Bool {
    dataset == other.dataset && site == other.site && system == other.system
  }

  fileprivate func compared(
    with other: RecordingGroup, isComplete: Bool
  ) -> [PairedComparison.Row] {
    let ours = Dictionary(grouping: scores, by: \.recording.description.participant)
    let theirs = Dictionary(grouping: other.scores, by: \.recording.description.participant)
    return figures.filter { isComplete || $0.isHeadline }.compactMap { figure in
      guard let first = figure.measure(scores), let second = figure.measure(other.scores),
        first.isFinite, second.isFinite
      else { return nil }
      let perPerson = figure.personMeasure ?? figure.measure
      let pairs =
        figure.worst == .none
        ? []
        : ours.keys.sorted().compactMap { person -> (Double, Double)? in
          guard let a = ours[person].flatMap(perPerson), let b = theirs[person].flatMap(perPerson),
            a.isFinite, b.isFinite
          else { return nil }
          return (a, b)
        }
      let interval = Bootstrap().interval(of: pairs.map { $1 - $0 })
      let gain = Bootstrap().interval(of: pairs.map { figure.gain(from: $0, to: $1) })
      return PairedComparison.Row(
        group: [dataset, site, system.map { "against \($0)" }].compactMap(\.self)
          .joined(separator: " · "),
        stage: figure.stage, figure: figure.name, unit: figure.unit, first: first, second: second,
        difference: mean(pairs.map { $1 - $0 }), interval: interval, peopleCount: pairs.count,
        isBetter: gain.flatMap { $0.lowerBound > 0 ? true : $0.upperBound < 0 ? false : nil })
    }
  }
}

extension Figure {
  /// How much better the second is, in the figure's unit.
  fileprivate func gain(from first: Double, to second: Double) -> Double {
    switch worst {
    case .lowest: second - first
    case .highest: first - second
    case .farthest: abs(first) - abs(second)
    case .none: 0
    }
  }
}

/// The interval of a mean, by drawing people again and again.
struct Bootstrap {
  /// How often: the ends of a 95 % interval then lie between 50th and 51st of each side.
  var draws = 2000
  /// The same draws on every run.
  var seed: UInt64 = 20_260_511

  /// The 95 % interval of the mean; `nil` for fewer than three values.
  func interval(of values: [Double]) -> ClosedRange<Double>? {
    guard values.count >= 3 else { return nil }
    var state = seed
    let means = (0..<draws).map { _ -> Double in
      var sum = 0.0
      for _ in values.indices { sum += values[Self.next(&state, below: values.count)] }
      return sum / Double(values.count)
    }.sorted()
    return means[draws / 40]...means[draws - 1 - draws / 40]
  }

  /// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014).
  private static func next(_ state: inout UInt64, below count: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((z ^ (z >> 31)) % UInt64(count))
  }
}

extension [String] {
  /// Each once, in the order in which they came.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
