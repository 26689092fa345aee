import Foundation

extension ValidationReport {
  /// The figures as text for a terminal, one block per dataset, site and system.
  ///
  /// - Parameter isComplete: whether all figures are shown, or those that engines are compared by.
  /// - Returns: lines that a terminal of 140 columns holds. Recordings without analysis are named at the end.
  public func table(isComplete: Bool = false) -> String {
    let shown = rows.filter { isComplete || $0.isHeadline }
    var blocks: [[ValidationRow]] = []
    for row in shown {
      if let last = blocks.last?.last, last.group == row.group {
        blocks[blocks.count - 1].append(row)
      } else {
        blocks.append([row])
      }
    }
    return blocks.map(Self.text).joined(separator: "\n") + failureText
  }

  private static func text(_ block: [ValidationRow]) -> String {
    guard let first = block.first else { return "" }
    let header = [
      "stage", "figure", "value", "unit", "median", "worst", "people", "recordings", "versus",
    ]
    let lines = [header] + block.map(\.fields)
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let text = lines.map { line in
      line.indices.map { padded(line[$0], to: widths[$0], isNumber: numeric.contains($0)) }
        .joined(separator: "  ").trimmedAtEnd
    }
    return "\(first.group)\(missingText(first))\n" + text.joined(separator: "\n") + "\n"
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
  /// The dataset, with its site or system.
  fileprivate var group: String {
    [dataset, site, system.map { "against \($0)" }].compactMap(\.self).joined(separator: " · ")
  }

  fileprivate var fields: [String] {
    let names = [stage.rawValue, figure, text(value), unit == "1" ? "" : unit]
    let persons = [personMedian, personWorst].map { $0.map(text) ?? "" }
    let counts = ["\(peopleCount)", "\(recordingCount)"]
    let versus = peers.prefix(Self.shownPeers).map { "\($0.engine) \(text($0.value))" }
    return names + persons + counts + [versus.joined(separator: ", ")]
  }

  /// The best peers say what can be had; the files list all.
  private static let shownPeers = 2

  /// Whole numbers for counts, tenths for milliseconds and percent, thousandths for the rest.
  private func text(_ value: Double) -> String {
    switch unit {
    case "count": "\(Int(value))"
    case "ms", "%": String(format: "%.1f", value)
    case "% of stride", "s/min", "1/min", "steps/min", "1/trial", "deg":
      String(format: "%.2f", value)
    default: String(format: "%.3f", value)
    }
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
