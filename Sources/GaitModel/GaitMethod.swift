import Synchronization

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

/// Who gave a value: the question, the method's name and revision, and a digest of its settings.
///
/// ```swift
/// if let method = bout.walkingSpeed.method { print(method.name, method.revision, method.settings) }
/// ```
///
/// It is one reference wide, so that every value can carry it. Citation and deviations are those of the
/// method, in `provenance`.
public struct MethodIdentity: Hashable, Sendable {
  private let content: Content

  /// The question that the method answers.
  public var question: String { content.provenance.question }
  /// The method's name: how it works.
  public var name: String { content.provenance.method }
  /// Rises whenever results change for the same settings.
  public var revision: Int { content.provenance.revision }
  /// Digest of all settings, 16 hexadecimal digits: another setting, another digest.
  public var settings: String { content.settings }
  /// Where the method comes from.
  public var provenance: Provenance { content.provenance }
  /// The methods that it asked on its way.
  public var parts: [MethodIdentity] { content.parts }

  /// Makes an identity, for methods that are not in this program.
  ///
  /// - Parameters:
  ///   - provenance: where the method comes from.
  ///   - settings: a digest of its settings; empty where it has none.
  ///   - parts: the methods that it asked.
  public init(provenance: Provenance, settings: String = "", parts: [MethodIdentity] = []) {
    content = Content(provenance: provenance, settings: settings, parts: parts)
  }

  /// The same method where it also asked another one; itself for `nil`.
  public func asking(_ other: Provenance?) -> MethodIdentity {
    guard let other else { return self }
    return MethodIdentity(
      provenance: provenance, settings: settings, parts: parts + [MethodIdentity(provenance: other)]
    )
  }

  /// The method itself and all that it asked, each once, the method first.
  public var withParts: [MethodIdentity] {
    var all = [self]
    for part in parts.flatMap(\.withParts) where !all.contains(part) { all.append(part) }
    return all
  }

  /// Compares name, revision and settings, not memory.
  public static func == (a: MethodIdentity, b: MethodIdentity) -> Bool {
    a.content === b.content
      || (a.settings == b.settings && a.provenance == b.provenance && a.parts == b.parts)
  }

  /// Whether it is the same object in memory: quickly told, and no matter of equality.
  func isSameObject(as other: MethodIdentity) -> Bool { content === other.content }

  /// Hashes what names the method.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(revision)
    hasher.combine(settings)
  }

  private final class Content: Sendable {
    let provenance: Provenance
    let settings: String
    let parts: [MethodIdentity]

    init(provenance: Provenance, settings: String, parts: [MethodIdentity]) {
      (self.provenance, self.settings, self.parts) = (provenance, settings, parts)
    }
  }
}

extension MethodIdentity {
  /// The identities made so far, by the method's type: a digest takes longer than a comparison.
  private static let known = Mutex<[ObjectIdentifier: any Known]>([:])

  /// An identity with the method that it belongs to, and the others of the same type: as a class it is found without
  /// asking what type it is, which would take longer than the rest.
  private protocol Known: AnyObject, Sendable {}
  private final class Entry<Method: GaitMethod>: Known {
    let method: Method
    let identity: MethodIdentity
    let next: Entry?

    init(_ method: Method, _ identity: MethodIdentity, next: Entry?) {
      (self.method, self.identity, self.next) = (method, identity, next)
    }
  }

  /// The identity of a method.
  static func of<Method: GaitMethod>(_ method: Method) -> MethodIdentity {
    let type = ObjectIdentifier(Method.self)
    // Under a type lie entries of that type only.
    let first = known.withLock { $0[type] }.map { unsafeDowncast($0, to: Entry<Method>.self) }
    var entry = first
    while let there = entry {
      if there.method == method { return there.identity }
      entry = there.next
    }
    let parts = method.parts.map(\.identity)
    let text = ([method.settingsText] + parts.map { "\($0.name) \($0.revision)" }).joined(
      separator: "\n")
    let made = MethodIdentity(
      provenance: method.provenance, settings: Digest.text(of: text), parts: parts)
    known.withLock { known in
      let next = known[type].map { unsafeDowncast($0, to: Entry<Method>.self) }
      known[type] = Entry(method, made, next: next)
    }
    return made
  }
}

/// A short name for a long text.
public enum Digest {
  /// The 64 bits of a text's FNV-1a hash as 16 hexadecimal digits: enough to tell settings apart, no
  /// protection against someone who wants two texts to look alike.
  ///
  /// Source: G. Fowler, L. C. Noll, K.-P. Vo, the FNV hash (1991).
  public static func text(of text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
