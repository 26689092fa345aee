import GaitModel

/// Hands out the samples of a GENEActiv recording.
final class GENEActivSource: SensorFileSource {
  let facts: RecordingFacts

  private let window: GENEActivWindow
  private let plan: GENEActivPlan
  private let blockSampleCount: Int
  private var placed: ArraySlice<GENEActivWindow.Placed> = []
  private var usedOfFirst = 0
  private var hasEnded = false

  init(_ file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    plan = try GENEActivPlan(for: file, settings: settings)
    window = GENEActivWindow(try file.runs(alignedTo: .lines), plan.setting)
    // A stamp, then three values.
    blockSampleCount = settings.blockSampleCount(bytesPerSample: 20)
    facts = plan.facts
  }

  var isThinned: Bool { plan.setting.isThinned }

  var layout: SensorFileLayout {
    var layout = plan.layout
    layout.details += GENEActivDetails.sentences(
      last: window.scanner.last, pressCount: window.scanner.pressCount)
    return layout
  }

  var remarks: [RecordingRemark] {
    plan.layout.remarks(sampleCount: 0) + [plan.assumption].compactMap(\.self) + window.remarks
      + truncations + [pageCount].compactMap(\.self)
  }

  private var truncations: [RecordingRemark] {
    var messages = [window.scanner.streamDamage].compactMap(\.self)
    if window.scanner.cutByteCount > 0 {
      messages.append(
        "the file ends inside a page, after \(window.scanner.cutByteCount.grouped) bytes of it")
    }
    return messages.map { RecordingRemark(kind: .truncated, sampleCount: 0, message: $0) }
  }

  private var pageCount: RecordingRemark? {
    let found = window.scanner.markCount
    guard hasEnded, !plan.setting.isThinned, let named = plan.pageCount, named != found else {
      return nil
    }
    return RecordingRemark(
      kind: .inconsistent, sampleCount: 0,
      message: "the header names \(named.grouped) pages, the file holds \(found.grouped)")
  }

  func nextBlock() throws -> RecordingBlock? {
    while placed.isEmpty {
      guard let next = try window.next() else {
        hasEnded = true
        return nil
      }
      placed = next[...]
    }
    return GENEActivSamples(takePieces()).block(origin: plan.origin)
  }

  /// As many samples as a block may hold, of the pages that are in memory.
  private func takePieces() -> [GENEActivSamples.Piece] {
    var pieces: [GENEActivSamples.Piece] = []
    var room = blockSampleCount
    while room > 0, let next = placed.first {
      let count = min(next.page.sampleCount - usedOfFirst, room)
      pieces.append(
        GENEActivSamples.Piece(
          page: next.page, span: next.span, samples: usedOfFirst..<usedOfFirst + count))
      room -= count
      usedOfFirst += count
      if usedOfFirst == next.page.sampleCount {
        placed.removeFirst()
        usedOfFirst = 0
      }
    }
    return pieces
  }
}
