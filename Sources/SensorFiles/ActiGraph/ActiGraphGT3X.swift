import GaitModel

/// Recordings of ActiGraph devices: a zip file with `info.txt` and the samples, in `log.bin` or, from
/// devices before firmware 3, in `activity.bin`.
///
/// Layout and units are those of the maker's descriptions, github.com/actigraph/GT3X-File-Format and
/// github.com/actigraph/NHANES-GT3X-File-Format.
enum ActiGraphGT3X: SensorFileFormat {
  static let name = "ActiGraph (GT3X)"

  static let logName = "log.bin"
  static let activityName = "activity.bin"
  static let infoName = "info.txt"

  /// The names of the samples' and the information's files; or a log that begins with a record, so
  /// that a lost `info.txt` costs no sample.
  static func recognizes(_ file: RecordingFile) -> Bool {
    let names = Set(file.members.map { $0.lowercased() })
    if names.contains(infoName) {
      return names.contains(logName) || names.contains(activityName)
    }
    guard names.contains(logName), let log = try? file.member(logName) else { return false }
    return log.head.withUnsafeBytes { bytes in
      guard let record = ActiGraphRecord(bytes, at: 0), record.end <= bytes.count else {
        return false
      }
      return record.isPlausible && record.hasRightChecksum(in: bytes)
    }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    try ActiGraphSource(ActiGraphPlan(for: file, settings: settings), settings: settings)
  }
}

/// What `info.txt` and the first minutes say about a recording.
struct ActiGraphPlan {
  /// The samples from the first on.
  let stretches: any ActiGraphStretches
  let layout: SensorFileLayout
  let facts: RecordingFacts
  /// Whether only some minutes are read.
  let isThinned: Bool

  init(for file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    let info = try Self.info(of: file)
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
      start: opened.start, namesOffset: opened.namesOffset,
      hasAngularRate: opened.frames.hasAngularRate, options: settings.options)
  }

  /// All of `info.txt`, which is shorter than the head of a file; nothing but that when it is missing.
  private static func info(of file: RecordingFile) throws(SensorFileError) -> ActiGraphInfo {
    do {
      let text = try file.member(ActiGraphGT3X.infoName)
      return ActiGraphInfo(
        text?.head ?? [], damage: text == nil ? "it is not there" : text?.headDamage)
    } catch  where error.kind == .empty || error.kind == .damaged {
      return ActiGraphInfo([], damage: error.message)
    }
  }
}

/// Hands out the samples of an ActiGraph recording.
final class ActiGraphSource: SensorFileSource {
  let facts: RecordingFacts
  let layout: SensorFileLayout
  let isThinned: Bool

  private let stretches: any ActiGraphStretches
  private let blockSampleCount: Int
  private var waiting: ArraySlice<ActiGraphStretch> = []
  private var usedOfFirst = 0
  private var hasEnded = false

  init(_ plan: ActiGraphPlan, settings: OpeningSettings) {
    (stretches, facts, layout) = (plan.stretches, plan.facts, plan.layout)
    isThinned = plan.isThinned
    // A stamp, then three or six values.
    blockSampleCount = settings.blockSampleCount(bytesPerSample: facts.hasAngularRate ? 32 : 20)
  }

  var remarks: [RecordingRemark] {
    layout.remarks(sampleCount: 0) + stretches.remarks
  }

  func nextBlock() throws -> RecordingBlock? {
    try refill()
    let pieces = takePieces()
    guard !pieces.isEmpty else { return nil }
    var block = ActiGraphSamples(pieces).block(hasAngularRate: facts.hasAngularRate)
    // Whether there is another block decides which heart rates belong to this one.
    try refill()
    let isLast = waiting.isEmpty
    block.side = stretches.heartRates(until: isLast ? .infinity : block.seconds.last ?? 0)
    return block
  }

  private func refill() throws(SensorFileError) {
    while waiting.isEmpty, !hasEnded {
      guard let next = try stretches.next() else {
        hasEnded = true
        return
      }
      waiting = next[...]
    }
  }

  /// As many samples as a block may hold, of the stretches that are in memory.
  private func takePieces() -> [ActiGraphSamples.Piece] {
    var pieces: [ActiGraphSamples.Piece] = []
    var room = blockSampleCount
    while room > 0, let next = waiting.first {
      let count = min(next.count - usedOfFirst, room)
      pieces.append(ActiGraphSamples.Piece(stretch: next, start: usedOfFirst, count: count))
      room -= count
      usedOfFirst += count
      if usedOfFirst == next.count {
        waiting.removeFirst()
        usedOfFirst = 0
      }
    }
    return pieces
  }
}
