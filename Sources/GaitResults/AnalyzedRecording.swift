import GaitAnalysis
import GaitModel
import SensorFiles

/// What `analyze` made of one recording: the analysis and what the reader had to say.
package struct AnalyzedRecording: Hashable, Sendable {
  /// The name of the recording's folder and of its rows.
  package var name: String
  /// What was found.
  package var analysis: RecordingAnalysis
  /// What the reader noticed and went on from.
  package var remarks: [RecordingRemark]
  /// The settings of the analysis.
  package var settings: UsedSettings
  /// The checksum of its samples, eight hexadecimal digits; `nil` where they were not read from their first to their last.
  package var checksum: String?

  /// Puts together what was made of a recording.
  package init(
    name: String, analysis: RecordingAnalysis, remarks: [RecordingRemark],
    settings: UsedSettings = UsedSettings(), checksum: String? = nil
  ) {
    self.name = name
    self.analysis = analysis
    self.remarks = remarks
    self.settings = settings
    self.checksum = checksum
  }

  /// Analyzes a recording from its first sample to its last, and completes it by what was said besides.
  ///
  /// - Parameters:
  ///   - name: the name of its rows.
  ///   - source: the recording, not read yet; read to its end.
  ///   - work: how it is analyzed, and who was recorded.
  ///   - calibration: gain and offset of its accelerometer, or why there are none.
  ///   - description: what lies beside the recording.
  ///   - onThreads: whether a processor is free beside this one.
  ///   - folder: where the bouts of a long recording are kept; `nil` keeps them in memory.
  ///   - progress: called after each block with the seconds read so far.
  /// - Throws: what the recording throws; `SearchObstacle` where whether anybody walks cannot be told; `KeptBoutsError`
  ///   where the folder has no room.
  package init(
    name: String, of source: inout any RecordingSource, work: RecordingWork,
    calibration: AccelerometerCalibration, description: RecordingDescription,
    onThreads: Bool = false, keepingBoutsIn folder: String? = nil,
    progress: ((Double) -> Void)? = nil
  ) throws {
    var checked: any RecordingSource = ChecksummedRecording(source)
    defer { if let read = checked as? ChecksummedRecording { source = read.source } }
    let analysis = try work.pipeline.analysis(
      of: &checked, calibration: calibration, onThreads: onThreads, keepingBoutsIn: folder,
      progress: progress)
    self.init(
      name: name, completing: analysis, work: work, read: description.remarks + checked.remarks,
      checksum: (checked as? ChecksummedRecording)?.checksum)
  }

  /// Completes an analysis by what was said of the recording besides.
  ///
  /// - Parameters:
  ///   - name: the name of its rows.
  ///   - analysis: what was found, with the facts of the recording alone.
  ///   - work: how it was analyzed, and who was recorded.
  ///   - remarks: what the reader noticed.
  ///   - checksum: that of its samples; `nil` where there is none.
  package init(
    name: String, completing analysis: RecordingAnalysis, work: RecordingWork,
    read remarks: [RecordingRemark], checksum: String? = nil
  ) {
    let kept = work.identity.remarks(on: analysis.facts)
    var analysis = analysis
    analysis.facts = work.identity.completed(analysis.facts)
    self.init(
      name: name, analysis: analysis,
      remarks: remarks + analysis.quality.remarks + analysis.remarks + kept
        + work.identity.remarks(onTimesOf: analysis)
        + Self.remark(on: work.pipeline.personalCalibration, analysis),
      settings: work.settings, checksum: checksum)
  }

  /// A factor that somebody else's walks gave, or short paths by an earlier version.
  private static func remark(
    on personal: PersonalCalibration?, _ analysis: RecordingAnalysis
  ) -> [RecordingRemark] {
    guard let personal, analysis.methods.contains(where: { $0.provenance == personal.method })
    else { return [] }
    var messages: [String] = []
    if let name = personal.participant, let own = analysis.facts.participant.identifier, own != name
    {
      messages.append(
        "the personal calibration is that of \(name), and the recording is of \(own); lengths and speeds use it"
      )
    }
    if personal.tookShortPathsForLongSteps {
      messages.append(
        "the personal calibration was made by an earlier version, which took what a short path has beyond its contacts for longer "
          + "steps: lengths and speeds may be a tenth too long; make it anew with gait calibrate")
    }
    return messages.map { RecordingRemark(kind: .assumed, sampleCount: 0, message: $0) }
  }

  /// The names of the tables, each written to a file of its own.
  package static let tableNames = [
    "bouts", "gait_sequences", "initial_contacts", "final_contacts", "strides", "stairs", "turns",
  ]

  /// The tables, in the order in which they are written.
  package var tables: [Table] {
    [
      BoutTable.table(of: analysis, name: name), GaitSequenceTable.table(of: analysis),
      ContactTable.initialContacts(of: analysis), ContactTable.finalContacts(of: analysis),
      StrideTable.table(of: analysis), StairTable.table(of: analysis),
      TurnTable.table(of: analysis),
    ]
  }
}

extension PersonalCalibration {
  /// From this length on the ends of a path matter little, meters: of 20 m .96 were found by the contacts, of 10 m .82.
  private static let longPathMeters = 20.0
  /// Whether it comes from measured paths of which `KnownDistanceCalibration` before revision 3 took the ends for longer
  /// steps. Walks beside satellites or a phone have their bout in their names.
  fileprivate var tookShortPathsForLongSteps: Bool {
    method.revision < 3
      && knownDistances.contains {
        $0.known.meters < Self.longPathMeters && !$0.recording.contains(", bout ")
      }
  }
}

/// How a recording is analyzed, and who was recorded.
package struct RecordingWork: Sendable {
  /// The methods and their settings.
  package var pipeline: GaitPipeline
  /// The same, as they are written down.
  package var settings: UsedSettings
  /// Who was recorded and when, where somebody says so.
  package var identity: RecordingIdentity

  /// Describes the work; the usual methods if none are given.
  package init(
    pipeline: GaitPipeline = GaitPipeline(), settings: UsedSettings = .usual,
    identity: RecordingIdentity = RecordingIdentity()
  ) {
    self.pipeline = pipeline
    self.settings = settings
    self.identity = identity
  }
}

/// The settings of an analysis, as `summary.json` names them.
package struct UsedSettings: Hashable, Sendable {
  /// A digest of all of them.
  package var digest = ""
  /// Those that differ from what was measured best, as `key = value`.
  package var changes: [String] = []

  /// Those of the pipeline that was measured best.
  package static let usual = UsedSettings(digest: GaitPipeline().settingsDigest)

  /// Settings that nobody wrote down, or of which only the digest is known.
  package init(digest: String = "") { self.digest = digest }

  /// Those of a pipeline's analyses: known distances are for `gait calibrate` alone.
  package init(of pipeline: GaitPipeline) {
    var pipeline = pipeline
    pipeline.knownDistances = KnownDistanceCalibration()
    digest = pipeline.settingsDigest
    changes = digest == Self.usual.digest ? [] : PipelineSettings.changes(in: pipeline)
  }
}

/// The program, as `summary.json` names it.
package enum Program {
  /// The version of the program and the library.
  package static let version = "0.1.0"
}
