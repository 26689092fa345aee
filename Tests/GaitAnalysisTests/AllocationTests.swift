import CAllocations
import GaitAnalysis
import GaitModel
import GaitSimulation
import Testing

/// What the engine asks of memory. That a frame in which nobody walks asks for none shows in a release build: `.ci/allocations`.
struct AllocationTests {
  @Test(.enabled(if: allocations_of_this_thread() >= 0, "only glibc lets a program count"))
  func `walks ask for memory, and are counted`() {
    let walks = Self.allocations(inFramesOf: .dailyLife, seconds: 600)
    let rest = Self.allocations(inFramesOf: .standingOnly, seconds: 600)
    #expect(walks > rest + 500, "\(walks) blocks of memory, and \(rest) at rest")
  }

  /// How many blocks of memory the stage asks for that looks for gait, in twenty pieces of a recording.
  private static func allocations(inFramesOf scenario: Scenario, seconds: Double) -> Int {
    let whole = TestRecording(scenario.recording(seed: 3, seconds: seconds))
    let length = whole.block.count / 20
    let pieces = (0..<20).map { whole.block.sliced($0 * length..<($0 + 1) * length) }
    var engine = GaitPipeline().engine(for: whole.facts)
    let counter = StageCounter()
    engine.stageObserver = { counter.enter($0) }
    for piece in pieces { _ = engine.append(piece) }
    counter.enter(.finished)
    return counter.inFrames
  }
}

/// Counts the blocks of memory of one stage.
private final class StageCounter {
  private(set) var inFrames = 0
  private var stage = GaitStage.finished
  private var entered = 0

  func enter(_ next: GaitStage) {
    if stage == .gaitSequences { inFrames += allocations_of_this_thread() - entered }
    stage = next
    entered = allocations_of_this_thread()
  }
}
