import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// The live engine against its plain twin, which analyzes walks on the thread that appends.
struct LiveEngineTests {
  @Test(arguments: AnalyzedRecording.all)
  func `bouts and analysis are those of one thread, in the same order`(
    _ made: AnalyzedRecording
  ) async throws {
    let whole = made.recording
    let expected = Self.closedOnOneThread(whole)
    for length in [50, 777, whole.block.count] {
      let (bouts, analysis) = try await Self.live(whole, cutEvery: length)
      #expect(bouts == expected)
      #expect(analysis == made.analysis)
    }
  }

  @Test func `a bout is told without another append, as early as on one thread`() async throws {
    let life = TestRecording(Scenario.dailyLife.recording(seed: 11, seconds: 300))
    var plain = GaitPipeline().engine(for: life.facts)
    let live = try GaitPipeline().liveEngine(for: life.facts)
    var told = live.bouts.makeAsyncIterator()
    var count = 0
    for second in life.seconds {
      live.append(second)
      // Nothing more is appended before these have come: without them the test would wait for good.
      for bout in plain.append(second) {
        #expect(await told.next() == bout)
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test func `what has closed is told when the engine is let go`() async throws {
    let life = TestRecording(Scenario.dailyLife.recording(seed: 11, seconds: 300))
    var plain = GaitPipeline().engine(for: life.facts)
    let closed = plain.append(life.block)
    var live: LiveGaitEngine? = try GaitPipeline().liveEngine(for: life.facts)
    live?.append(life.block)
    let bouts = try #require(live).bouts
    live = nil
    #expect(!closed.isEmpty)
    #expect(await bouts.reduce(into: []) { $0.append($1) } == closed)
  }

  @Test func `what comes after the end is dropped, and the end can be asked for again`()
    async throws
  {
    let made = try AnalyzedRecording.simulated(.dailyLife)
    let live = try GaitPipeline().liveEngine(for: made.recording.facts)
    live.append(made.recording.block)
    async let early = live.finish()
    let late = try await live.finish()
    live.append(made.recording.block)
    #expect(try await early == made.analysis)
    #expect(late == made.analysis)
    #expect(try await live.finish() == made.analysis)
  }

  @Test func `what cannot be searched is an error`() async throws {
    let life = TestRecording(Scenario.dailyLife.recording(seed: 11, seconds: 30))
    var slow = life.facts
    slow.samplingRateHertz = 5
    #expect(throws: SearchObstacle.self) { try GaitPipeline().liveEngine(for: slow) }
    let live = try GaitPipeline().liveEngine(for: life.facts)
    live.append(life.block.sliced(0..<40))
    await #expect(throws: SearchObstacle.self) { try await live.finish() }
    #expect(await live.bouts.reduce(into: 0) { count, _ in count += 1 } == 0)
  }

  /// All bouts in the order in which they close, each walk analyzed by the thread that appends.
  private static func closedOnOneThread(_ recording: TestRecording) -> [WalkingBout] {
    let pipeline = GaitPipeline()
    var blocks = BlockPath(pipeline: pipeline, facts: recording.facts, calibration: nil)
    var walks = WalkPath(pipeline: pipeline, facts: recording.facts)
    var closed: [WalkingBout] = []
    blocks.append(recording.block, observer: nil) { closed += walks.take($0, observer: nil) }
    blocks.finish(observer: nil) { closed += walks.take($0, observer: nil) }
    return closed
  }

  private static func live(
    _ recording: TestRecording, cutEvery length: Int
  ) async throws -> ([WalkingBout], RecordingAnalysis) {
    let engine = try GaitPipeline().liveEngine(for: recording.facts)
    async let bouts = engine.bouts.reduce(into: [WalkingBout]()) { $0.append($1) }
    for start in stride(from: 0, to: recording.block.count, by: length) {
      engine.append(recording.block.sliced(start..<min(start + length, recording.block.count)))
    }
    let analysis = try await engine.finish()
    return (await bouts, analysis)
  }
}

extension TestRecording {
  /// Second by second, as a sensor gives them.
  fileprivate var seconds: [RecordingBlock] {
    let length = Int(facts.samplingRateHertz)
    return stride(from: 0, to: block.count, by: length).map {
      block.sliced($0..<min($0 + length, block.count))
    }
  }
}
