import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// The most likely sequence of steps, from evidence that is drawn or thrown. One character of a drawing
/// is a tenth of a second; `|` a usual contact, `+` a weak one, `.` no contact.
struct StepSequenceTests {
  private static let detector = StepSequenceDetector()

  /// Evidence for contacts at the marks of a drawing: clear at `|`; at `+` as clear but weak in motion.
  private func evidence(_ drawing: String) -> ContactEvidence {
    let count = drawing.count * 10
    var shape = [Double](repeating: -4, count: count)
    var level = [Double](repeating: -3.5, count: count)
    for (place, mark) in drawing.enumerated() where mark != "." {
      let center = place * 10
      for i in max(0, center - 10)..<min(count, center + 11) {
        let far = Double(i - center) / 3
        shape[i] = max(shape[i], 1.6 - 0.5 * far * far)
      }
      for i in max(0, center - 25)..<min(count, center + 26) {
        level[i] = max(level[i], mark == "|" ? 0 : -1.3)
      }
    }
    return ContactEvidence(
      shape: GridSignal(shape), timing: GridSignal(shape), level: GridSignal(level),
      rise: GridSignal(level))
  }

  private func sequence(_ drawing: String) -> (tenths: [Int], closing: [Bool]) {
    let evidence = evidence(drawing)
    let found = Self.detector.bestSequence(
      evidence, stepHertz: GridSignal(Array(repeating: 2, count: evidence.level.count)),
      candidates: evidence.crests)
    return (found.map { ($0.sample + 5) / 10 }, found.map(\.isClosing))
  }

  @Test func `contacts can be where the evidence has a crest, and nowhere on its slopes`() {
    #expect(evidence("..|....|....+...").crests == [20, 70, 120])
    #expect(evidence("................").crests == [])
  }

  /// An interval of 4.5 usual steps is a hesitation: its share of all steps, spread twice as wide.
  @Test func `a hesitation is as likely as its share and its spread say`() {
    let prior = StepIntervalPrior()
    let (usual, wide) = ((1 - prior.wideShare) / prior.spread, prior.wideShare / prior.wideSpread)
    let far = 1.5 / prior.wideSpread
    let expected = log(wide / (usual + wide)) - 0.5 * far * far
    #expect(abs(prior.logDensity(ofSteps: exp(1.5)) - expected) < 0.001)
    #expect(abs(prior.logDensity(ofSteps: 1)) < 1e-12)
  }

  @Test func `steady steps are found`() {
    #expect(sequence("..|....|....|....|....|....").tenths == [2, 7, 12, 17, 22])
  }

  @Test func `standing has no steps`() {
    #expect(sequence("...........................").tenths == [])
  }

  @Test func `a pause on the spot is not filled with steps`() {
    #expect(
      sequence("..|....|....|....|..............|....|....|....|....|...").tenths
        == [2, 7, 12, 17, 32, 37, 42, 47, 52])
  }

  @Test func `a weak step may close a walk, but does not begin one`() {
    let found = sequence("+....|....|....|....|....+.....")
    #expect(found.tenths == [5, 10, 15, 20, 25])
    #expect(found.closing == [false, false, false, false, true])
  }

  @Test func `two walks of one recording are found with the pause between them`() {
    let walk = "|....|....|....|....|"
    let pause = String(repeating: ".", count: 60)
    #expect(sequence(".." + walk + pause + walk + "..").tenths.count == 10)
  }

  @Test func `contacts are chosen among the candidates`() {
    let evidence = evidence("..|....|....|....|....|....|....|....")
    let found = Self.detector.bestSequence(
      evidence, stepHertz: GridSignal(Array(repeating: 2, count: 370)),
      candidates: evidence.crests.filter { $0 < 190 })
    #expect(found.map { ($0.sample + 5) / 10 } == [2, 7, 12, 17])
  }

  @Test(arguments: 1...6)
  func `the search finds what trying every pair of contacts finds`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let count = 700
    let hertz = GridSignal((0..<count).map { 1.6 + 0.4 * sin(Double($0) / 150) })
    let evidence = ContactEvidence(
      shape: GridSignal((0..<count).map { _ in 2 * dice.normal() - 1 }),
      timing: GridSignal((0..<count).map { _ in 2 * dice.normal() - 1 }),
      level: GridSignal(
        (0..<count).map { i in sin(Double(i) / 90) - 0.5 + 0.3 * dice.normal() }),
      rise: GridSignal(
        (0..<count).map { i in cos(Double(i) / 70) - 0.5 + 0.3 * dice.normal() }))
    let candidates = (0..<count).filter { $0 % 400 > 15 && dice.uniform() < 0.4 }
    let found = Self.detector.bestSequence(
      evidence, stepHertz: hertz, candidates: candidates)
    let slow = SlowSequenceSearch(detector: Self.detector, evidence: evidence, stepHertz: hertz)
    let value = slow.value(of: found)
    let best = slow.bestValue(candidates: candidates)
    #expect(abs(value - best) < 1e-9)
    #expect(found.count > 5)
  }
}

/// The search as its definition says, every contact tried after every other one.
private struct SlowSequenceSearch {
  let detector: StepSequenceDetector
  let evidence: ContactEvidence
  let stepHertz: GridSignal<Double>
  /// Tracked steps up to each sample.
  private let tracked: [Double]

  init(detector: StepSequenceDetector, evidence: ContactEvidence, stepHertz: GridSignal<Double>) {
    self.detector = detector
    self.evidence = evidence
    self.stepHertz = stepHertz
    var sum = 0.0
    tracked = stepHertz.map { hertz in
      sum += hertz / 100
      return sum
    }
  }

  private var longestPause: Int { Int(detector.longestPauseSeconds * 100) }

  private func strength(_ line: StepStrength, _ size: Double, most: Double) -> Double {
    let odds = line.slope * size + line.intercept
    return max(detector.strengthLimits.lowerBound, min(most, odds))
  }

  private func next(_ i: Int) -> Double {
    evidence.timing[i] - detector.usualEvidence
      + strength(detector.strength, evidence.level[i], most: detector.strengthLimits.upperBound)
  }

  private func first(_ i: Int) -> Double {
    evidence.timing[i] - detector.usualEvidence
      + strength(detector.firstStrength, evidence.rise[i], most: detector.strengthLimits.upperBound)
  }

  private func closing(_ i: Int) -> Double {
    detector.closingEvidenceShare * (evidence.shape[i] - detector.usualClosingEvidence)
      + strength(detector.closingStrength, evidence.level[i], most: detector.largestClosingStrength)
  }

  /// What the way from one contact to the next is worth; closing steps end a walk.
  private func link(
    _ j: Int, _ i: Int, closesBefore: Bool, closes: Bool
  ) -> Double {
    let stepSamples = 100 / stepHertz[i]
    let steps = Double(i - j) / stepSamples
    let isStep = detector.intervals.steps.contains(steps)
    if closes {
      return !closesBefore && isStep
        ? detector.closingStep.logDensity(ofSteps: steps) + closing(i) : -.infinity
    }
    var best = -Double.infinity
    if i - j >= longestPause { best = first(i) - detector.restartCost }
    guard !closesBefore else { return best }
    if isStep, i - j < longestPause {
      best = max(best, detector.intervals.logDensity(ofSteps: steps) + next(i))
    }
    if steps > detector.intervals.steps.upperBound, i - j < longestPause {
      let missed = tracked[i] - tracked[j]
      best = max(
        best, next(i) - min(detector.restartCost, detector.missedStepCost * (missed - 1)))
    }
    return best
  }

  func value(of sequence: [(sample: Int, isClosing: Bool)]) -> Double {
    guard let start = sequence.first else { return 0 }
    return zip(sequence, sequence.dropFirst()).reduce(first(start.sample)) { sum, pair in
      sum
        + link(
          pair.0.sample, pair.1.sample, closesBefore: pair.0.isClosing, closes: pair.1.isClosing)
    }
  }

  func bestValue(candidates places: [Int]) -> Double {
    var best: [Int: (step: Double, closing: Double)] = [:]
    var top = 0.0
    for i in places {
      var here = (step: first(i), closing: -Double.infinity)
      for j in places where j < i {
        guard let before = best[j] else { continue }
        here.step = max(
          here.step, before.step + link(j, i, closesBefore: false, closes: false),
          before.closing + link(j, i, closesBefore: true, closes: false))
        here.closing = max(
          here.closing, before.step + link(j, i, closesBefore: false, closes: true))
      }
      best[i] = here
      top = max(top, here.step, here.closing)
    }
    return top
  }
}

/// The whole analysis with the contacts of a walk sought together.
struct StepSequencePipelineTests {
  private func analysis(_ scenario: Scenario, blockSeconds: Double) throws -> RecordingAnalysis {
    let pipeline = GaitPipeline()
    var source: any RecordingSource = scenario.recording(seed: 11)
    var engine = pipeline.engine(for: source.facts)
    while let block = try source.nextBlock() {
      let length = max(1, Int(blockSeconds * source.facts.samplingRateHertz))
      for start in stride(from: 0, to: block.count, by: length) {
        _ = engine.append(block.sliced(start..<min(start + length, block.count)))
      }
    }
    return engine.finish()
  }

  @Test func `every step of a simulated walk is found near its time, however the input is cut`()
    throws
  {
    let truth = Scenario.straightWalk.recording(seed: 11).truth
    let whole = try analysis(.straightWalk, blockSeconds: 60)
    #expect(try analysis(.straightWalk, blockSeconds: 0.37) == whole)
    let found = whole.bouts.flatMap { $0.initialContacts.map(\.seconds) }
    let near = truth.initialContacts.filter { contact in
      found.contains { abs($0 - contact.seconds) < 0.1 }
    }
    #expect(near.count >= truth.stepCount - 1)
    #expect(found.count <= truth.stepCount + 2)
    #expect(whole.methods.contains { $0.name == "StepSequenceDetector" })
  }
}
