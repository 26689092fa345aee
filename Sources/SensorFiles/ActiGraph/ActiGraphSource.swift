import GaitModel

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
