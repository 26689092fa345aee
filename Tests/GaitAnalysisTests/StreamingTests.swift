import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// However a recording arrives, the results are the same to the last bit.
struct StreamingTests {
  @Test(arguments: AnalyzedRecording.all)
  func `it does not matter how the recording was cut`(_ made: AnalyzedRecording) {
    // One sample at a time is slow; a few recordings are enough for that.
    let lengths = made.recording.block.count < 3000 ? [1, 100, 12_345] : [7, 1000]
    for length in lengths {
      #expect(made.recording.streamed(cutEvery: length).analysis == made.analysis)
    }
  }

  @Test(arguments: AnalyzedRecording.all)
  func `it does not matter where the recording was cut`(_ made: AnalyzedRecording) {
    var dice = SplitMix64(seed: 3)
    var cuts: [Int] = []
    while cuts.count < 12 { cuts.append(Int(dice.uniform() * Double(made.recording.block.count))) }
    // A cut twice at one place makes an empty block.
    cuts.append(cuts[0])
    #expect(made.recording.streamed(cuts: cuts.sorted()).analysis == made.analysis)
  }

  @Test(arguments: AnalyzedRecording.all)
  func `walks on a thread of their own are the same`(_ made: AnalyzedRecording) throws {
    let block = made.recording.block
    var starts = stride(from: 0, to: block.count, by: 500).makeIterator()
    var engine = GaitPipeline().engine(for: made.recording.facts)
    let analysis = try engine.analyze(onThreads: true) {
      starts.next().map { block.sliced($0..<min($0 + 500, block.count)) }
    }
    #expect(analysis == made.analysis)
  }

  private struct Torn: Error, Equatable { var block: Int }

  @Test(arguments: [0, 1, 7, 40])
  func `what a recording throws comes in its place, and nothing is read after it`(place: Int) throws
  {
    let made = try AnalyzedRecording.simulated(.dailyLife)
    let block = made.recording.block
    var engine = GaitPipeline().engine(for: made.recording.facts)
    var (asked, taken) = (0, [Double]())
    #expect(throws: Torn(block: place)) {
      try engine.analyze(onThreads: true, progress: { taken.append($0) }) {
        defer { asked += 1 }
        guard asked < place else { throw Torn(block: asked) }
        return block.sliced(asked * 100..<asked * 100 + 100)
      }
    }
    #expect(asked == place + 1)
    let ends: [Double] = (0..<place).map { block.seconds[$0 * 100 + 99] }
    #expect(taken == ends)
  }

  @Test func `a reader that nobody asks any more ends a few blocks ahead`() throws {
    let made = try AnalyzedRecording.simulated(.dailyLife)
    let first = made.recording.block.sliced(0..<100)
    var asked = 0
    #expect(throws: Torn(block: 2)) {
      try BlockReader.reading {
        asked += 1
        return first
      } _: { next in
        _ = try next()
        _ = try next()
        throw Torn(block: 2)
      }
    }
    // Two were taken, and so many wait at most; one more may have been under way.
    #expect((2...6).contains(asked))
    let stopped = asked
    #expect(try BlockReader.reading({ nil }, { try $0() }) == nil)
    #expect(asked == stopped)
  }

  @Test(arguments: AnalyzedRecording.all)
  func `a bout is handed out once and is the one reported at the end`(_ made: AnalyzedRecording) {
    let (analysis, live) = made.recording.streamed(cutEvery: 50)
    #expect(analysis == made.analysis)
    #expect(Set(live).count == live.count)
    #expect(Set(live).isSubset(of: Set(analysis.bouts)))
    let still = analysis.bouts.filter { !live.contains($0) }
    let lastLive = live.map(\.seconds.lowerBound).max() ?? 0
    #expect(still.allSatisfy { $0.seconds.upperBound > lastLive })
  }

  @Test func `every bout has been handed out once the person has stood for a while`() throws {
    var made = Scenario.dailyLife.plan(seconds: 60)
    made.segments.append(.stand(seconds: 90))
    let recording = TestRecording(
      SimulatedRecording(
        name: "then-nothing", profile: Scenario.dailyLife.profile, plan: made,
        mount: Scenario.dailyLife.mount(seed: 1), seed: 5))
    let (analysis, live) = recording.streamed(cutEvery: 200)
    #expect(!live.isEmpty)
    #expect(Set(live) == Set(analysis.bouts))
  }

  @Test func `engines side by side do not disturb each other`() async {
    let pairs = AnalyzedRecording.simulated + AnalyzedRecording.real.prefix(3)
    let isEqual = await withTaskGroup(of: Bool.self) { group in
      for made in pairs {
        group.addTask { made.recording.streamed(cutEvery: 777).analysis == made.analysis }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(isEqual)
  }

  @Test func `a copy of an engine goes its own way`() throws {
    let made = try AnalyzedRecording.simulated(.dailyLife)
    let block = made.recording.block
    var engine = GaitPipeline().engine(for: made.recording.facts)
    _ = engine.append(block.sliced(0..<2000))
    var other = engine
    _ = other.finish()
    _ = engine.append(block.sliced(2000..<block.count))
    #expect(engine.finish() == made.analysis)
  }

  @Test func `the end can be asked for again, and what comes after it is dropped`() throws {
    let made = try AnalyzedRecording.simulated(.dailyLife)
    let block = made.recording.block
    var engine = GaitPipeline().engine(for: made.recording.facts)
    _ = engine.append(block)
    #expect(engine.finish() == made.analysis)
    #expect(engine.finish() == made.analysis)
    #expect(engine.append(block).isEmpty)
    #expect(engine.finish() == made.analysis)
  }
}
