/// Figures of many recordings: pooled, and by person.
public struct ValidationReport: Sendable, Hashable {
  /// The figures, by dataset, wearing site and stage.
  public var rows: [ValidationRow]
  /// The recordings whose analysis failed, with the reason; each counts as "found nothing".
  public var failures: [Failure]

  /// A recording without an analysis.
  public struct Failure: Sendable, Hashable, Codable {
    /// The dataset.
    public var dataset: String
    /// The recording's name.
    public var recording: String
    /// Why there is no analysis.
    public var reason: String
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
  /// The figure's unit; `1` for a share of 0-1.
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
  /// What other engines reached on the same recordings.
  public var peers: [PeerFigure]
  /// Whether the short table shows it.
  public var isHeadline: Bool
}

extension ValidationReport {
  /// Takes all figures from scores.
  init(_ scores: [RecordingScore]) {
    rows = RecordingGroup.groups(of: scores).flatMap(\.rows)
    failures = scores.compactMap { score in
      score.failure.map {
        Failure(dataset: score.recording.dataset, recording: score.recording.name, reason: $0)
      }
    }
  }

  /// The row with these names, or `nil` when there is none.
  public func row(
    dataset: String, site: String? = nil, system: String? = nil, stage: ValidationStage,
    figure: String
  ) -> ValidationRow? {
    rows.first {
      $0.dataset == dataset && $0.site == site && $0.system == system && $0.stage == stage
        && $0.figure == figure
    }
  }
}
