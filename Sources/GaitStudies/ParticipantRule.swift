import GaitModel

/// How the path of a recording says who was recorded, where nothing else does.
public enum ParticipantRule: String, Hashable, Sendable, CaseIterable {
  /// The first folder below the root of the study: `P07` of `P07/monday/walk.cwa`.
  case folder
  /// The file's name up to the first `_` or `-`: `P07` of `data/P07_monday.cwa`.
  case name
  /// The path says nothing.
  case none

  /// The rule that fits paths: folders where every recording lies in one, names otherwise.
  ///
  /// - Parameter paths: paths of recordings, relative to the root of the study.
  /// - Returns: ``folder`` or ``name``.
  public static func fitting(_ paths: some Collection<String>) -> ParticipantRule {
    paths.allSatisfy { $0.contains("/") } ? .folder : .name
  }

  /// The person of a recording.
  ///
  /// - Parameter path: the path, relative to the root of the study.
  /// - Returns: the name; `nil` where the rule finds none.
  public func participant(of path: String) -> String? {
    switch self {
    case .folder:
      let parts = path.split(separator: "/")
      return parts.count > 1 ? String(parts[0]) : nil
    case .name:
      let name = path.split(separator: "/").last ?? ""
      let person = name.prefix { $0 != "_" && $0 != "-" }
      return person.isEmpty || person.count == name.count ? nil : String(person)
    case .none: return nil
    }
  }

  /// The rule in words: who the participant is.
  public var words: String {
    switch self {
    case .folder: "the first folder below the root"
    case .name: "the file's name up to the first _ or -"
    case .none: "not taken from the path"
    }
  }
}
