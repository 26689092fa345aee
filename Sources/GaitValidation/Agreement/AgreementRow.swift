/// How well one measure agrees with the truth, at one level, for all or some of the pairs.
public struct AgreementRow: Sendable, Hashable {
  /// The dataset.
  public var dataset: String
  /// The laboratory system that is the truth, or `nil` when the truth is a list of events.
  public var system: String?
  /// What is measured.
  public var measure: GaitMeasure
  /// What the pairs are of.
  public var level: AgreementLevel
  /// Which of the pairs.
  public var part: Part
  /// The statistics, in the measure's unit.
  public var agreement: Agreement

  /// Which pairs of a dataset.
  public struct Part: Sendable, Hashable, Codable {
    /// What they are told apart by.
    public var kind: Kind
    /// The class, site or cohort; empty for all.
    public var name: String

    /// What pairs are told apart by.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// Nothing: all pairs.
      case all
      /// The true walking speed; see ``SpeedClass``.
      case speed
      /// Where the device was worn.
      case site
      /// The cohort in the study's word.
      case cohort
    }
  }

  /// The rows of all pairs: by dataset, system, measure and level, and each by speed class, site and cohort where
  /// there are several of these.
  static func rows(of pairs: [AgreementPair]) -> [AgreementRow] {
    let groups = Dictionary(grouping: pairs) {
      Group(dataset: $0.dataset, system: $0.system, measure: $0.measure, level: $0.level)
    }
    return groups.sorted { $0.key < $1.key }.flatMap { group, pairs in
      parts(of: pairs).compactMap { part, pairs in
        Agreement(pairs).map {
          AgreementRow(
            dataset: group.dataset, system: group.system, measure: group.measure,
            level: group.level, part: part, agreement: $0)
        }
      }
    }
  }

  private static func parts(of pairs: [AgreementPair]) -> [(Part, [AgreementPair])] {
    func parts(
      _ kind: Part.Kind, _ name: (AgreementPair) -> String?
    ) -> [(Part, [AgreementPair])] {
      let known = pairs.filter { name($0)?.isEmpty == false }
      let groups = Dictionary(grouping: known) { name($0) ?? "" }
      guard groups.count > 1 else { return [] }
      return groups.sorted { $0.key < $1.key }.map { (Part(kind: kind, name: $0.key), $0.value) }
    }
    return [(Part(kind: .all, name: ""), pairs)] + parts(.speed) { $0.speedClass?.rawValue }
      + parts(.site) { $0.site } + parts(.cohort) { $0.cohort }
  }

  private struct Group: Hashable, Comparable {
    var dataset: String
    var system: String?
    var measure: GaitMeasure
    var level: AgreementLevel

    private var order: [Int] {
      [
        GaitMeasure.allCases.firstIndex(of: measure) ?? 0,
        AgreementLevel.allCases.firstIndex(of: level) ?? 0,
      ]
    }

    static func < (a: Self, b: Self) -> Bool {
      let (names, others) = ([a.dataset, a.system ?? ""], [b.dataset, b.system ?? ""])
      return names == others
        ? a.order.lexicographicallyPrecedes(b.order) : names.lexicographicallyPrecedes(others)
    }
  }
}

extension AgreementRow: Codable {
  /// Reads the keys that `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    dataset = try file.decode(String.self, forKey: .dataset)
    system = try file.decodeIfPresent(String.self, forKey: .system)
    measure = try file.decode(GaitMeasure.self, forKey: .measure)
    level = try file.decode(AgreementLevel.self, forKey: .level)
    part = try file.decode(Part.self, forKey: .part)
    agreement = try file.decode(Agreement.self, forKey: .agreement)
  }

  /// Writes names, the unit and the statistics; what cannot be had is left out.
  public func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: Key.self)
    try file.encode(dataset, forKey: .dataset)
    try file.encodeIfPresent(system, forKey: .system)
    try file.encode(measure, forKey: .measure)
    try file.encode(measure.unit, forKey: .unit)
    try file.encode(level, forKey: .level)
    try file.encode(part, forKey: .part)
    try file.encode(agreement, forKey: .agreement)
  }

  private enum Key: String, CodingKey {
    case dataset, system, measure, unit, level, part, agreement
  }
}
