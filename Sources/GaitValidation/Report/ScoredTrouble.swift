import GaitModel

/// What was lost of a recording that was scored, or contradicts itself in it: figures hold what is left.
public struct ScoredTrouble: Sendable, Hashable, Codable {
  /// The dataset.
  public var dataset: String
  /// The recording's name.
  public var recording: String
  /// The word for its kind, as in `summary.json`: `truncated`, `unreadable` and the like.
  public var kind: String
  /// What the reader says.
  public var message: String

  /// One recording of a dataset that stands for those with the same kind of trouble.
  public struct Told: Sendable, Hashable {
    /// The first of them.
    public var first: ScoredTrouble
    /// How many recordings they are.
    public var count: Int

    /// `walks/P07`, or `12 recordings, such as walks/P07`.
    public var name: String {
      let first = "\(first.dataset)/\(first.recording)"
      return count == 1 ? first : "\(count) recordings, such as \(first)"
    }
  }
}

extension ScoredTrouble {
  /// Kinds of which each recording is named: the file is cut off, or parts of it cannot be used.
  fileprivate var isNamedAlone: Bool {
    [RecordingRemark.Kind.truncated, .unreadable].contains { $0.rawValue == kind }
  }

  /// More letters than these tell places and values, and not what is wrong. Our choice.
  private static let fewestLetters = 40

  /// What troubles of one kind have in common: the dataset, and the words without names and numbers.
  fileprivate var likeness: [String] {
    let words = recording.isEmpty ? message : message.replacing(recording, with: "")
    return [dataset, kind, String(words.filter(\.isLetter).prefix(Self.fewestLetters))]
  }
}

extension [ScoredTrouble] {
  /// As it is told: what is lost of a file, recording by recording. Descriptions and clocks contradict their recordings in
  /// whole datasets: where more than three recordings of one do alike, the first stands for all.
  public var told: [ScoredTrouble.Told] {
    let alike = Dictionary(grouping: filter { !$0.isNamedAlone }, by: \.likeness)
      .mapValues { Set($0.map(\.recording)).count }
    var named: Set<[String]> = []
    return compactMap { trouble in
      guard let count = alike[trouble.likeness], !trouble.isNamedAlone, count > Self.mostNamed
      else { return .init(first: trouble, count: 1) }
      return named.insert(trouble.likeness).inserted ? .init(first: trouble, count: count) : nil
    }
  }

  /// As many failures of one kind are named by `gait batch`, too.
  private static var mostNamed: Int { 3 }
}

extension Validation {
  /// What was lost of recordings that were scored, or contradicts itself in them; see ``RecordingScore/troubles``.
  public static func troubles(of scores: [RecordingScore]) -> [ScoredTrouble] {
    scores.flatMap { score in
      score.troubles.map {
        ScoredTrouble(
          dataset: score.recording.dataset, recording: score.recording.name,
          kind: $0.kind.rawValue, message: $0.message)
      }
    }
  }
}
