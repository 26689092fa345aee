import GaitStudies
import SampleStorage

/// What files of a study held before they were exchanged, as the ledger knows, and recordings that lost their start. It is in no
/// table, and in a store that has it still it gives way.
struct FormerRecordings {
  private var former: [Former] = []
  /// The contents that recordings of the study have now, with a start.
  private var current: Set<String> = []

  private struct Former {
    let analysis: StudyRecordResult.StoredAnalysis
    let recording: StudyRecording
  }

  /// Reads the ledger.
  ///
  /// - Parameters:
  ///   - recordings: all of the study: what one file held before another may hold now.
  ///   - folder: where the ledger is.
  init(_ recordings: [StudyRecording], in folder: StudyFolder) {
    for recording in recordings {
      guard let record = folder.record(of: recording) else { continue }
      if let result = record.result, result.start != nil { current.insert(result.content) }
      former += (record.givesWay ?? []).map { Former(analysis: $0, recording: recording) }
    }
  }

  /// The recording of the study that a kept one was. One that was stored again since, by `gait analyze`, is meant to be there.
  ///
  /// - Parameter kept: what a store holds.
  /// - Returns: `nil` where it is none, or the study has it.
  func recording(of kept: KeptRecording) -> StudyRecording? {
    guard let content = kept.recording.content, !current.contains(content) else { return nil }
    return former.first {
      $0.analysis.content == content && $0.analysis.participant == kept.participant
        && kept.stored <= $0.analysis.instant
    }?.recording
  }
}
