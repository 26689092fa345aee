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
    return (found.map { ($0.sample + 5) / 10 }, found.map { $0.role == .closing })
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
    #expect(abs(prior.logDensity(ofLogSteps: 1.5) - expected) < 0.001)
    #expect(abs(prior.logDensity(ofLogSteps: 0)) < 1e-12)
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

  @Test func `whoever stops brakes with a weak step and closes with a weaker one`() {
    let found = sequence("..|....|....|....|....|....+....+.....")
    #expect(found.tenths == [2, 7, 12, 17, 22, 27, 32])
    #expect(found.closing == [false, false, false, false, false, false, true])
    // Nobody brakes twice.
    #expect(sequence("..|....|....|....|....|....+....+....+.....").tenths.last == 32)
  }

  @Test(arguments: [0.0, 0.3, 1.0, 2.5])
  func `a turn is what the mean angular rate shows, about any axis`(radiansPerSecond: Double) {
    let turning = TurningShare()
    let axis = SIMD3(0.6, -0.8, 0.0)
    // A turn from 3 to 6 s, and the sway of a stride that goes on all the time.
    let rate = GridSignal(
      (0..<1000).map { i in
        let sway = 0.8 * sin(2 * .pi * Double(i) / 110)
        return axis * ((300..<600).contains(i) ? radiansPerSecond : 0)
          + SIMD3(0.1, 0.2, 1) * sway
      }, from: 40)
    let turns = turning.share(in: rate, over: 40..<1040)
    guard radiansPerSecond > turning.radiansPerSecond.lowerBound else {
      #expect(turns.isEmpty)
      return
    }
    #expect(turns.count == 1)
    #expect(turns.allSatisfy { $0.samples.count == $0.shares.count })
    let usual = min(1, radiansPerSecond - 0.5)
    #expect(abs((turns.first?.shares[turns[0].shares.count / 2] ?? 0) - usual) < 0.05)
    let samples = turns.first?.samples ?? 0..<0
    #expect(samples.contains(490) && abs(samples.lowerBound + samples.upperBound - 2 * 490) < 30)
    #expect(turning.share(in: nil, over: 40..<1040).isEmpty)
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

  private func braking(_ i: Int) -> Double {
    evidence.timing[i] - detector.usualEvidence
      + strength(detector.brakingStrength, evidence.level[i], most: detector.largestClosingStrength)
  }

  private func closing(_ i: Int) -> Double {
    detector.closingEvidenceShare * (evidence.shape[i] - detector.usualClosingEvidence)
      + strength(detector.closingStrength, evidence.level[i], most: detector.largestClosingStrength)
  }

  private typealias Role = StepSequenceDetector.Role

  /// What the way from one contact to the next is worth; closing steps end a walk, and follow braking ones.
  private func link(_ j: Int, _ i: Int, from before: Role, to role: Role) -> Double {
    let stepSamples = 100 / stepHertz[i]
    let steps = Double(i - j) / stepSamples
    let isStep = detector.intervals.steps.contains(steps) && i - j < longestPause
    let usual = isStep ? detector.intervals.logDensity(ofLogSteps: log(steps)) : -.infinity
    switch (before, role) {
    case (.step, .closing), (.braking, .closing):
      return isStep
        ? detector.closingStep.logDensity(ofLogRatio: log(steps / detector.closingStep.steps))
          + closing(i) : -.infinity
    case (.step, .braking): return usual + braking(i)
    case (.braking, _), (.closing, .closing), (.closing, .braking): return -.infinity
    case (.step, .step), (.closing, .step):
      if i - j >= longestPause { return first(i) - detector.restartCost }
      guard before == .step else { return -.infinity }
      guard steps > detector.intervals.steps.upperBound else { return usual + next(i) }
      let missed = tracked[i] - tracked[j]
      return next(i) - min(detector.restartCost, detector.missedStepCost * (missed - 1))
    }
  }

  func value(of sequence: [(sample: Int, role: StepSequenceDetector.Role)]) -> Double {
    guard let start = sequence.first else { return 0 }
    return zip(sequence, sequence.dropFirst()).reduce(first(start.sample)) { sum, pair in
      sum + link(pair.0.sample, pair.1.sample, from: pair.0.role, to: pair.1.role)
    }
  }

  func bestValue(candidates places: [Int]) -> Double {
    let roles: [Role] = [.step, .braking, .closing]
    var best: [Int: [Role: Double]] = [:]
    var top = 0.0
    for i in places {
      var here: [Role: Double] = [.step: first(i)]
      for j in places where j < i {
        for (before, value) in best[j] ?? [:] {
          for role in roles {
            here[role] = max(
              here[role] ?? -.infinity, value + link(j, i, from: before, to: role))
          }
        }
      }
      best[i] = here
      top = max(top, here[.step] ?? 0, here[.closing] ?? 0)
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
