import GaitModel

/// A line of a recording's own header that says something of the person or of the wearing that cannot be used: a height
/// that is dropped in silence costs every step length.
struct UnusedLine {
  /// A longer value is cut: a damaged line may go on for pages.
  private static let longestValue = 40

  /// The line's name, as the file writes it.
  let name: String
  /// What it says; `nil` where there is no such line.
  let value: String?
  /// Whether it was understood.
  let isUsed: Bool
  /// What can be used, in words.
  let allowed: String

  /// The sentence about it; `nil` where it was used, or says that nothing is known: a blank, 0, `unknown`.
  var sentence: String? {
    guard !isUsed, let value, !DescriptionFile.saysNothing(value) else { return nil }
    return "\"\(name): \(Self.shown(value))\" was not used; \(allowed)"
  }

  /// A value as a sentence shows it.
  static func shown(_ value: String) -> String {
    value.count > longestValue ? value.prefix(longestValue) + "…" : value
  }

  /// The sentence about a line whose name is a slip of the pen: its value would be missed in silence; `nil` where the name
  /// is near to none that is known, or is one of them.
  static func slip(_ name: String, among known: [String]) -> String? {
    guard let meant = NearestWord.of(name, among: known),
      !known.contains(where: { $0.lowercased() == name.lowercased() })
    else { return nil }
    return "the line \"\(name)\" is not known and was not used; did you mean \"\(meant)\"?"
  }

  /// The sites that can be used, in words.
  static let sites =
    "known sites are \(WearingSite.allCases.map(\.rawValue).joined(separator: ", "))"
}
