import GaitModel

/// Hands out the samples of an Axivity recording.
final class AxivitySource: SensorFileSource {
  let facts: RecordingFacts

  private let window: AxivityWindow
  private let plan: AxivityPlan
  private let blockSampleCount: Int
  let isThinned: Bool
  private var placed: ArraySlice<AxivityWindow.Placed> = []
  private var usedOfFirst = 0
  private var blocksWithoutAngularRate = DamageLog<AxivityDamage>()

  init(_ file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    plan = try AxivityPlan(for: file, settings: settings)
    window = try AxivityWindow(
      file.runs(alignedTo: .blocks(byteCount: AxivityCWA.sectorByteCount)),
      headerByteCount: plan.headerByteCount)
    isThinned = file.isThinned
    // A stamp, then three or six values.
    blockSampleCount = settings.blockSampleCount(
      bytesPerSample: plan.facts.hasAngularRate ? 32 : 20)
    facts = plan.facts
  }

  var layout: SensorFileLayout {
    var layout = plan.layout
    layout.details += AxivityDetails.sentences(
      last: window.lastPlaced, tapCounts: window.tapCounts)
    return layout
  }

  var remarks: [RecordingRemark] {
    plan.layout.remarks(sampleCount: 0) + damage.remarks + blocksWithoutAngularRate.remarks
      + truncations
  }

  /// Blocks between the runs of a thinned file are not missing.
  private var damage: DamageLog<AxivityDamage> {
    var damage = window.damage
    if isThinned { damage.forget(.missing) }
    return damage
  }

  private var truncations: [RecordingRemark] {
    var messages: [String] = window.streamDamage.map { [$0] } ?? []
    if window.cutByteCount > 0 {
      messages.append(
        "the file ends inside a block, after \(window.cutByteCount) of "
          + "\(AxivityCWA.sectorByteCount) bytes")
    }
    return messages.map { RecordingRemark(kind: .truncated, sampleCount: 0, message: $0) }
  }

  func nextBlock() throws -> RecordingBlock? {
    while placed.isEmpty {
      guard let next = try window.next() else { return nil }
      let isWhole = !facts.hasAngularRate || next.allSatisfy { $0.block.packing.hasAngularRate }
      placed = isWhole ? next[...] : next.filter { isUsable($0.block) }[...]
    }
    return AxivitySamples(takePieces()).block(
      origin: plan.origin, hasAngularRate: facts.hasAngularRate)
  }

  private func isUsable(_ block: AxivityBlock) -> Bool {
    if block.packing.hasAngularRate { return true }
    blocksWithoutAngularRate.note(
      .withoutAngularRate, at: block.fileOffset, samples: block.sampleCount)
    return false
  }

  /// As many samples as a block may hold, of the blocks that are in memory.
  private func takePieces() -> [AxivitySamples.Piece] {
    var pieces: [AxivitySamples.Piece] = []
    var room = blockSampleCount
    while room > 0, let next = placed.first {
      let count = min(next.block.sampleCount - usedOfFirst, room)
      pieces.append(piece(of: next, from: usedOfFirst, count: count))
      room -= count
      usedOfFirst += count
      if usedOfFirst == next.block.sampleCount {
        placed.removeFirst()
        usedOfFirst = 0
      }
    }
    return pieces
  }

  /// The times of a piece come from the block's first sample, so that cuts do not change them.
  private func piece(
    of placed: AxivityWindow.Placed, from start: Int, count: Int
  ) -> AxivitySamples.Piece {
    AxivitySamples.Piece(
      bytes: placed.bytes + start * placed.block.packing.bytesPerSample,
      packing: placed.block.packing, start: start, count: count, first: placed.span.first,
      step: placed.span.step, accelerationUnit: placed.block.accelerationUnit,
      angularRateUnit: placed.block.angularRateUnit,
      temperatureCelsius: start == 0 ? placed.block.temperatureCelsius : nil)
  }
}
