import Foundation

/// Figures of many recordings: pooled, and by person.
///
/// It is written to `validation.json` and read back from there, so that a later run can be compared with it and
/// pages can be made of it.
public struct ValidationReport: Sendable, Hashable {
  /// The figures, by dataset, wearing site and stage.
  public var rows: [ValidationRow]
  /// The recordings whose analysis failed, with the reason; each counts as "found nothing".
  public var failures: [Failure]
  /// How well each measure agrees with the truth, at every level.
  public var measures: [AgreementRow] = []
  /// The found and true values behind `measures`, those of single strides left out.
  public var pairs: [AgreementPair] = []
  /// The found and true values of single strides. They are not in the JSON, only in `validation_pairs.csv`.
  public var strides: [AgreementPair] = []
  /// How early or late contacts were found.
  public var timing: [ContactTiming] = []
  /// The recordings, with what their truth is known by.
  public var recordings: [Recording] = []
  /// What was found in the trials of a protocol.
  public var trials: [TrialResult] = []
  /// Figures with stages taken from the truth; empty unless these were asked for.
  public var stages: [StageRow] = []
  /// What was noticed about clocks and sides of a laboratory's tables.
  public var laboratory: [LaboratoryFinding] = []
  /// What was lost of recordings that were scored, or contradicts itself in them.
  public var troubles: [ScoredTrouble] = []
  /// The settings of the analyses; `nil` in reports of earlier versions.
  public var settings: Settings?

  /// A recording without an analysis.
  public struct Failure: Sendable, Hashable, Codable {
    /// The dataset.
    public var dataset: String
    /// The recording's name.
    public var recording: String
    /// Why there is no analysis.
    public var reason: String
  }

  /// A recording that was validated.
  public struct Recording: Sendable, Hashable, Codable {
    /// The dataset.
    public var dataset: String
    /// The recording's name.
    public var name: String
    /// The study's name for the person.
    public var participant: String
    /// Where the device was worn; empty where it is not given.
    public var site: String
    /// The cohort in the study's word; `nil` where it is not given.
    public var cohort: String?
    /// How long the recording is, seconds.
    public var durationSeconds: Double
    /// Digest of the file with the truth, 16 hexadecimal digits; see ``ContentDigest``.
    public var truthDigest: String
    /// Where the device was worn and how tall the person is, as the analysis took it; `nil` without an analysis and in
    /// reports of earlier versions.
    public var wearer: String?

    enum CodingKeys: String, CodingKey {
      case dataset, name, participant, site, cohort, wearer
      case durationSeconds = "duration_s"
      case truthDigest = "truth_digest"
    }
  }
}

/// One figure of one group of recordings.
public struct ValidationRow: Sendable, Hashable {
  /// The dataset.
  public var dataset: String
  /// The wearing site, or `nil` for all sites together.
  public var site: String?
  /// The motion capture system that is the truth, or `nil` when the truth is a list of events.
  public var system: String?
  /// What is compared.
  public var stage: ValidationStage
  /// The figure's name; the article on figures defines it.
  public var figure: String
  /// The figure's unit; `1` for a share of 0-1 and for correlations.
  public var unit: String
  /// The figure over all recordings of the group.
  public var value: Double
  /// The median of the persons' figures; `nil` for counts.
  public var personMedian: Double?
  /// The worst person's figure; `nil` for counts.
  public var personWorst: Double?
  /// How many people contribute.
  public var peopleCount: Int
  /// How many recordings contribute.
  public var recordingCount: Int
  /// How many recordings of the group have no analysis.
  public var missingCount: Int
  /// What other engines reached on the same recordings, best first.
  public var peers: [PeerFigure]
  /// Whether the short table shows it.
  public var isHeadline: Bool
  /// Each person's figure, by the study's name for the person; empty for counts.
  public var persons: [String: Double] = [:]
  /// Which figures are better; `nil` for counts.
  public var better: Better?
  /// What the classic methods for this figure's question reached on the same recordings, best first; empty where there
  /// are none, or nobody asked.
  public var classics: [PeerFigure] = []

  /// Which of two figures is the better one.
  public enum Better: String, Sendable, Hashable, Codable {
    /// The higher.
    case higher
    /// The lower.
    case lower
    /// The one nearer to zero.
    case nearerZero = "nearer_zero"
  }
}

extension ValidationReport {
  /// The figures as text for a terminal, one block per dataset, site and system.
  ///
  /// - Parameters:
  ///   - isComplete: whether all figures are shown, or those that engines are compared by.
  ///   - isWide: whether all columns are shown, or what 80 characters hold.
  /// - Returns: lines that a terminal of 140 or 80 columns holds. Recordings without analysis are named at the
  ///   end.
  public func table(isComplete: Bool = false, isWide: Bool = true) -> String {
    settingsText
      + blocks(isComplete: isComplete).map(isWide ? text : narrowText).joined(separator: "\n")
      + failureText
  }

  /// Whether classic methods were asked for: only then they have a column.
  var hasClassics: Bool { rows.contains { !$0.classics.isEmpty } }

  private func narrowText(_ block: [ValidationRow]) -> String {
    guard let first = block.first else { return "" }
    let rows = block.map { row in
      let fields = row.fields
      return NarrowFigures.Row(
        stage: fields[0], name: row.figure + (fields[3].isEmpty ? "" : ", \(fields[3])"),
        cells: [fields[2], fields[4], fields[5], fields[6]] + (hasClassics ? [row.classic] : []))
    }
    let header = ["value", "median", "worst", "people"] + (hasClassics ? ["classic"] : [])
    return "\(first.group)\(Self.missingText(first))\n"
      + NarrowFigures(header: header, rows: rows).text
  }

  /// The figures as a page for a browser: one file that needs nothing else.
  ///
  /// - Parameter isComplete: whether all figures are shown, or those that engines are compared by.
  /// - Returns: HTML, one table per dataset, site and system; recordings without analysis, those of which something was lost,
  ///   and what was noticed about a laboratory's clocks and sides come last.
  public func html(isComplete: Bool = true) -> String {
    let tables = blocks(isComplete: isComplete).map(htmlTable).joined()
    let left = failures.map {
      "<li>\("\($0.dataset)/\($0.recording): \($0.reason)".escapedForHTML)</li>\n"
    }.joined()
    let failed =
      failures.isEmpty
      ? "" : "<h2>Without analysis, counted as nothing found</h2>\n<ul>\n\(left)</ul>\n"
    let lost = troubles.told.map {
      "<li>\("\($0.name): \($0.first.message)".escapedForHTML)</li>\n"
    }.joined()
    let troubled =
      troubles.isEmpty
      ? "" : "<h2>Lost or contradictory, scored as far as it goes</h2>\n<ul>\n\(lost)</ul>\n"
    let noticed = laboratorySentences.map { "<li>\("\($0).".escapedForHTML)</li>\n" }.joined()
    let laboratory =
      noticed.isEmpty ? "" : "<h2>\(Self.laboratoryTitle)</h2>\n<ul>\n\(noticed)</ul>\n"
    let changed = (settings?.changed ?? []).map { "<li>\($0.escapedForHTML)</li>\n" }.joined()
    let settings =
      changed.isEmpty ? "" : "<h2>\(Settings.title)</h2>\n<ul>\n\(changed)</ul>\n"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Validation</title>
      <style>
      body { font: 15px/1.5 sans-serif; margin: 2em; }
      table { border-collapse: collapse; }
      th, td { text-align: left; padding: 0 1em 0 0; border-bottom: 1px solid #ddd; }
      td.number { text-align: right; font-variant-numeric: tabular-nums; }
      </style></head>
      <body>
      <h1>Validation</h1>
      \(settings)\(tables)\(failed)\(troubled)\(laboratory)</body>
      </html>

      """
  }

  private func htmlTable(_ block: [ValidationRow]) -> String {
    guard let first = block.first else { return "" }
    let lines = lines(block)
    let head = lines[0].map { "<th>\($0)</th>" }.joined()
    let body = lines.dropFirst().map { fields in
      let cells = fields.enumerated().map { column, text in
        "<td\(Self.numeric.contains(column) ? " class=\"number\"" : "")>\(text.escapedForHTML)</td>"
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let title = (first.group + Self.missingText(first)).escapedForHTML
    return "<h2>\(title)</h2>\n<table>\n<tr>\(head)</tr>\n\(body.joined())</table>\n"
  }

  /// The rows that are shown, those of one dataset, site and system together.
  private func blocks(isComplete: Bool) -> [[ValidationRow]] {
    var blocks: [[ValidationRow]] = []
    for row in rows where isComplete || row.isHeadline {
      if let last = blocks.last?.last, last.group == row.group {
        blocks[blocks.count - 1].append(row)
      } else {
        blocks.append([row])
      }
    }
    return blocks
  }

  private static let header = [
    "stage", "figure", "value", "unit", "median", "worst", "people", "recordings", "classic",
    "versus",
  ]

  private static let classicColumn = 8

  /// The header and the rows, field by field.
  private func lines(_ block: [ValidationRow]) -> [[String]] {
    ([Self.header] + block.map(\.fields)).map { line in
      line.indices.filter { $0 != Self.classicColumn || hasClassics }.map { line[$0] }
    }
  }

  private func text(_ block: [ValidationRow]) -> String {
    guard let first = block.first else { return "" }
    let lines = lines(block)
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let text = lines.map { line in
      line.indices.map {
        Self.padded(line[$0], to: widths[$0], isNumber: Self.numeric.contains($0))
      }.joined(separator: "  ").trimmedAtEnd
    }
    return "\(first.group)\(Self.missingText(first))\n" + text.joined(separator: "\n") + "\n"
  }

  private static func missingText(_ row: ValidationRow) -> String {
    row.missingCount > 0 ? " · \(row.missingCount) without analysis" : ""
  }

  /// The columns that are set to the right.
  private static let numeric: Set<Int> = [2, 4, 5, 6, 7]

  private static func padded(_ text: String, to width: Int, isNumber: Bool) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return isNumber ? space + text : text + space
  }

  private var failureText: String {
    guard !failures.isEmpty else { return "" }
    let lines = failures.map { "  \($0.dataset)/\($0.recording): \($0.reason)" }
    return "\nWithout analysis, counted as nothing found:\n" + lines.joined(separator: "\n") + "\n"
  }
}

extension ValidationRow {
  /// What figures of correlations end in.
  static let correlationName = "r"

  /// Whether the figure is a correlation, which is no share of anything.
  public var isCorrelation: Bool {
    figure == Self.correlationName || figure.hasSuffix(" \(Self.correlationName)")
  }

  /// The dataset, with its site or system.
  fileprivate var group: String {
    [dataset, site, system.map { "against \($0)" }].compactMap(\.self).joined(separator: " · ")
  }

  fileprivate var fields: [String] {
    let names = [stage.rawValue, figure, text(value), unit == "1" ? "" : unit]
    let persons = [personMedian, personWorst].map { $0.map(text) ?? "" }
    let counts = ["\(peopleCount)", "\(recordingCount)"]
    let versus = peers.prefix(Self.shownPeers).map { "\($0.engine) \(text($0.value))" }
    let classic = classics.first.map { "\($0.engine) \(text($0.value))" } ?? Self.none
    return names + persons + counts + [classic, versus.joined(separator: ", ")]
  }

  /// The best classic's figure alone.
  fileprivate var classic: String { classics.first.map { text($0.value) } ?? Self.none }

  /// Where there is nothing to compare with.
  private static let none = "–"

  /// The best peers show what is possible; the files list all peers.
  private static let shownPeers = 2

  /// Whole numbers for counts, tenths for milliseconds and percent, thousandths for the rest.
  private func text(_ value: Double) -> String {
    switch unit {
    case "count": String(format: "%.0f", value.rounded(.towardZero))
    case "ms", "%": String(format: "%.1f", value)
    case "% of stride", "s/min", "1/min", "steps/min", "1/trial", "deg":
      String(format: "%.2f", value)
    default: String(format: "%.3f", value)
    }
  }
}

extension String {
  fileprivate var escapedForHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// Figures in lines of 80 characters: each stage once, above its figures, and names that are too long on
/// several lines.
struct NarrowFigures {
  /// A figure of a stage.
  struct Row {
    /// What it belongs to.
    var stage: String
    /// Its name, with its unit.
    var name: String
    /// Its numbers, under the header.
    var cells: [String]
  }

  /// The headings of the numbers.
  var header: [String]
  /// The figures; those of a stage follow each other.
  var rows: [Row]

  private static let columns = 80

  /// The lines.
  var text: String {
    let widths = header.indices.map { column in
      ([header] + rows.map(\.cells)).map { $0[column].count }.max() ?? 0
    }
    let room = Self.columns - widths.reduce(0) { $0 + $1 + 2 }
    let names = rows.map { Self.broken("  " + $0.name, room) }
    let width = names.joined().map(\.count).max() ?? 0
    func line(_ name: String, _ cells: [String]) -> String {
      let numbers = zip(cells, widths).map { Self.padding($0, $1) + $0 }
      let text = ([name + Self.padding(name, width)] + numbers).joined(separator: "  ")
      return String(text.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
    var text = line("", header)
    var stage = ""
    for (row, name) in zip(rows, names) {
      if row.stage != stage { text += row.stage + "\n" }
      stage = row.stage
      text += name.dropLast().map { $0 + "\n" }.joined() + line(name.last ?? "", row.cells)
    }
    return text
  }

  private static func padding(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count))
  }

  /// A name on as many lines as it takes.
  private static func broken(_ name: String, _ room: Int) -> [String] {
    var lines: [String] = []
    for word in name.dropFirst(2).split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= room {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append((lines.isEmpty ? "  " : "    ") + word)
      }
    }
    return lines
  }
}
