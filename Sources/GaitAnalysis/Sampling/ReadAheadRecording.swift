import GaitModel

/// A recording whose beginning was read ahead. It hands out the same blocks as if it had not been.
struct ReadAheadRecording: RecordingSource {
  /// What was read ahead and not handed out yet.
  private(set) var blocks: ArraySlice<RecordingBlock> = []
  /// Whether that is all there is.
  private(set) var isWhole = false
  private var rest: any RecordingSource

  /// Reads blocks until they reach over so many seconds, or to the end.
  init(_ recording: any RecordingSource, seconds: Double) throws {
    rest = recording
    while !isWhole, reach < seconds {
      guard let block = try rest.nextBlock() else {
        isWhole = true
        return
      }
      blocks.append(block)
    }
  }

  var facts: RecordingFacts { rest.facts }
  var remarks: [RecordingRemark] { rest.remarks }

  mutating func nextBlock() throws -> RecordingBlock? {
    if let block = blocks.popFirst() { return block }
    return isWhole ? nil : try rest.nextBlock()
  }

  /// From the first to the last sample that was read ahead, seconds.
  private var reach: Double {
    guard let first = blocks.first?.seconds.first, let last = blocks.last?.seconds.last else {
      return 0
    }
    return last - first
  }
}
