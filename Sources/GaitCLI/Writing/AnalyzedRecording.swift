import GaitAnalysis
import GaitModel

/// What `analyze` made of one recording: the analysis and what the reader had to say.
struct AnalyzedRecording: Hashable, Sendable {
  /// The name of the recording's folder and of its rows.
  var name: String
  /// What was found.
  var analysis: RecordingAnalysis
  /// What the reader noticed and went on from.
  var remarks: [RecordingRemark]
  /// The settings of the analysis.
  var settings = UsedSettings()

  /// The names of the tables, each written to a file of its own.
  static let tableNames = [
    "bouts", "gait_sequences", "initial_contacts", "final_contacts", "strides", "stairs", "turns",
  ]

  /// The tables, in the order in which they are written.
  var tables: [Table] {
    [
      BoutTable.table(of: analysis, name: name), GaitSequenceTable.table(of: analysis),
      ContactTable.initialContacts(of: analysis), ContactTable.finalContacts(of: analysis),
      StrideTable.table(of: analysis), StairTable.table(of: analysis),
      TurnTable.table(of: analysis),
    ]
  }
}

/// The settings of an analysis, as `summary.json` names them.
struct UsedSettings: Hashable, Sendable {
  /// A digest of all of them.
  var digest = ""
  /// Those that differ from what was measured best, as `key = value`.
  var changes: [String] = []

  /// Those of the pipeline that was measured best.
  static let usual = UsedSettings(of: GaitPipeline())

  init() {}

  init(of pipeline: GaitPipeline) {
    digest = pipeline.settingsDigest
    changes = PipelineSettings.changes(in: pipeline)
  }
}
