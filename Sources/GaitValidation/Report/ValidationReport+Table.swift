import Foundation

extension ValidationReport {
  /// The figures as text for a terminal, one block per dataset, site and system.
  ///
  /// - Parameter isComplete: whether all figures are shown, or those that engines are compared by.
  /// - Returns: lines of at most about 120 characters. Recordings without analysis are named at the end.
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
    return "\(first.group)\n" + text.joined(separator: "\n") + "\n"
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
    [
      stage.rawValue, figure, Self.text(value), unit == "1" ? "" : unit,
      personMedian.map(Self.text) ?? "", personWorst.map(Self.text) ?? "", "\(peopleCount)",
      "\(recordingCount)",
      peers.map { "\($0.engine) \(Self.text($0.value))" }.joined(separator: ", "),
    ]
  }

  /// Three significant places after the point for small numbers, one for large ones.
  private static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) >= 10 { return "\(Int(value))" }
    return String(format: abs(value) < 10 ? "%.3f" : "%.1f", value)
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
