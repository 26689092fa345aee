import GaitModel

/// What `info.txt` and the first minutes say about a recording.
struct ActiGraphPlan {
  /// The samples from the first on.
  let stretches: any ActiGraphStretches
  let layout: SensorFileLayout
  let facts: RecordingFacts
  /// Whether only some minutes are read.
  let isThinned: Bool

  init(for file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    let info = ActiGraphInfo(try Self.infoBytes(of: file))
    let opened =
      if let log = try file.member(ActiGraphGT3X.logName) {
        try ActiGraphOpening(log: log, info: info, isThinned: settings.isThinned)
      } else if let activity = try file.member(ActiGraphGT3X.activityName) {
        try ActiGraphOpening(activity: activity, info: info)
      } else {
        throw SensorFileError(
          .empty, path: file.path,
          "there is neither \(ActiGraphGT3X.logName) nor \(ActiGraphGT3X.activityName) in it.")
      }
    stretches = opened.stretches
    isThinned = opened.isThinned
    let words = ActiGraphWords(info: info, opening: opened, description: settings.description)
    layout = words.layout
    facts = settings.description.completed(by: info.description).facts(
      name: file.name, device: words.device, samplingRateHertz: opened.clock.samplingRateHertz,
      start: opened.start, hasAngularRate: opened.frames.hasAngularRate,
      options: settings.options)
  }

  /// All of `info.txt`, which is shorter than the head of a file; nothing when it is missing.
  private static func infoBytes(of file: RecordingFile) throws(SensorFileError) -> [UInt8] {
    do {
      return try file.member(ActiGraphGT3X.infoName)?.head ?? []
    } catch  where error.kind == .empty || error.kind == .damaged {
      return []
    }
  }
}
