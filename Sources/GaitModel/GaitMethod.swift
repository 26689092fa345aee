/// A way to answer one of the field's questions: settings in, results out, nothing kept.
public protocol GaitMethod: Hashable, Sendable {
  /// Where the method comes from and which revision of it this is.
  var provenance: Provenance { get }
  /// The methods that this one asks on its way; empty for most.
  var parts: [any GaitMethod] { get }
  /// Its settings as one text, the same for the same settings; empty for a method without any. Fitted numbers
  /// are not in it: other numbers are another revision.
  var settingsText: String { get }
}

extension GaitMethod {
  /// A method that stands on its own.
  public var parts: [any GaitMethod] { [] }

  /// A method without settings.
  public var settingsText: String { "" }

  /// Who the method is, to be carried by every value that it gives.
  public var identity: MethodIdentity { MethodIdentity.of(self) }
}

/// Where a method comes from.
public struct Provenance: Hashable, Sendable {
  /// The method's name: how it works.
  public var method: String
  /// The question it answers.
  public var question: String
  /// The paper or papers, as a reader would look them up.
  public var citation: String
  /// Digital object identifier, or `nil` where there is none.
  public var doi: String?
  /// How the method departs from the paper, and why.
  public var deviations: [String]
  /// Rises whenever results change for the same settings.
  public var revision: Int

  /// Makes a provenance.
  public init(
    method: String, question: String, citation: String, doi: String? = nil,
    deviations: [String] = [], revision: Int
  ) {
    self.method = method
    self.question = question
    self.citation = citation
    self.doi = doi
    self.deviations = deviations
    self.revision = revision
  }
}

extension Provenance {
  /// That of a method that leaves its question open.
  public static func leftOut(_ method: String, question: String) -> Provenance {
    Provenance(
      method: method, question: question, citation: "none: the question is left open", revision: 1)
  }
}

extension Provenance {
  /// Whether the method does nothing but leave its question open.
  public var leavesOpen: Bool { citation == Self.leftOut("", question: "").citation }
}
