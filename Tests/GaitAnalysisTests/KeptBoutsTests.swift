import Foundation
import GaitAnalysis
import GaitModel
import Testing

/// What is kept in a file is what would be in memory, and memory does not grow with it.
struct KeptBoutsTests {
  private let folder = FileManager.default.temporaryDirectory.path

  /// A recording that is read from memory, some seconds at a time.
  private struct Pieces: RecordingSource {
    let recording: TestRecording
    var start = 0

    var facts: RecordingFacts { recording.facts }
    let remarks: [RecordingRemark] = []

    mutating func nextBlock() -> RecordingBlock? {
      guard start < recording.block.count else { return nil }
      defer { start += 700 }
      return recording.block.sliced(start..<min(start + 700, recording.block.count))
    }
  }

  /// All bouts that the tests know, so many times, each time later.
  private func bouts(_ times: Int) -> [WalkingBout] {
    let once = AnalyzedRecording.all.flatMap(\.analysis.bouts)
    return (0..<times).flatMap { round in
      once.map { bout in
        var bout = bout
        bout.carryingLegAgreement = Double(round)
        return bout
      }
    }
  }

  @Test(arguments: AnalyzedRecording.all)
  func `an analysis that keeps its bouts in a folder is the same`(_ made: AnalyzedRecording) throws
  {
    guard made.analysis.obstacle == nil else { return }
    var source: any RecordingSource = Pieces(recording: made.recording)
    let kept = try GaitPipeline().analysis(of: &source, onThreads: true, keepingBoutsIn: folder)
    #expect(kept == made.analysis)
    #expect(kept.hashValue == made.analysis.hashValue)
    #expect(kept.bouts == made.analysis.bouts)
    #expect(kept.methods == made.analysis.methods && kept.totals == made.analysis.totals)
  }

  @Test func `thousands of bouts come back in any order, as often as they are asked for`() throws {
    let bouts = bouts(40)
    let place = folder + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    var kept = KeptBouts(in: place)
    for bout in bouts { kept.append(bout) }
    #expect(kept.failure == nil && kept.count == bouts.count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty, "without a name")
    let order = Array(bouts.indices.reversed())
    let list = kept.takeList(in: order, turnCounts: order.map { $0 % 5 })
    let expected = order.map { bouts[$0].withTurns($0 % 5) }
    #expect(list.all == expected && list.all == expected)
    #expect(list == BoutList(expected) && list.count == expected.count)
    #expect(list.first == expected.first && kept.count == 0)
    #expect(list != BoutList(expected.dropLast()))
  }

  @Test func `what is held in memory does not grow with what is kept`() {
    var kept = KeptBouts(in: folder)
    var held: [Int] = []
    for bout in bouts(60) {
      kept.append(bout)
      held.append(kept.heldByteCount)
    }
    #expect(kept.failure == nil)
    let tenth = held[..<(held.count / 10)].max() ?? 0
    // A place of 16 bytes for each, in an array that may be twice as long, and less than a piece before it is written.
    #expect(held[held.count - 1] < tenth + 32 * held.count + 100_000)
    #expect(kept.byteCount > 10 * tenth, "bouts enough to tell")
  }

  @Test func `a folder that is not there is an error, and says so`() throws {
    var kept = KeptBouts(in: "/nowhere/at/all")
    for bout in bouts(40) { kept.append(bout) }
    let failure = try #require(kept.failure)
    #expect(failure.description.hasPrefix("/nowhere/at/all: "))
    #expect(failure.description.contains("TMPDIR"))
  }
}
