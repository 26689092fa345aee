import Foundation
import GaitModel
import GaitSimulation
import Signals
import TestSupport
import Testing

@testable import GaitAnalysis

/// Cadence, frame by frame.
struct StepFrequencyTests {
  @Test(arguments: 1...8)
  func `the path is the best of all paths`(seed: Int) {
    var dice = SplitMix64(seed: UInt64(seed))
    let ridge = StepFrequencyRidge()
    let count = StepFrequencyEvidence.candidates.count
    let scores = (0..<3).map { _ in (0..<count).map { _ in 6 * dice.normal() } }
    func cost(_ a: Int, _ b: Int) -> Double {
      min(
        ridge.changeCost * StepFrequencyEvidence.spacing * Double(abs(a - b)),
        ridge.largestChangeCost)
    }
    var best = -Double.infinity
    for a in 0..<count {
      for b in 0..<count {
        let two = scores[0][a] + scores[1][b] - cost(a, b)
        for c in 0..<count { best = max(best, two + scores[2][c] - cost(b, c)) }
      }
    }
    let path = ridge.bestPath(Array(scores.joined()))
    let found =
      scores[0][path[0]] + scores[1][path[1]] + scores[2][path[2]] - cost(path[0], path[1])
      - cost(path[1], path[2])
    #expect(abs(found - best) < 1e-9)
  }

  @Test func `one odd frame does not bend the path`() {
    let count = StepFrequencyEvidence.candidates.count
    func frame(_ top: Int, _ height: Double) -> [Double] {
      (0..<count).map { $0 == top ? height : 0 }
    }
    let path = StepFrequencyRidge().bestPath(
      frame(20, 5) + frame(20, 5) + frame(40, 6) + frame(20, 5) + frame(21, 5))
    #expect(path == [20, 20, 20, 20, 21])
  }

  /// A wrist whose force varies only with a wave of one rate, which its frames have found.
  private func wrist(
    candidate: Int, deviation: Double, frames: Int = 75
  ) -> SequenceRecording {
    let hertz = StepFrequencyEvidence.candidates[candidate]
    let force = (0..<frames * 40).map { i in
      let wave = sin(2 * .pi * hertz * Double(i) / SampleGrid.rateHertz)
      return SIMD3(9.81 + deviation * 2.0.squareRoot() * wave, 0, 0)
    }
    let scores = StepFrequencyEvidence.candidates.indices.map { $0 == candidate ? 8.0 : 0 }
    let frame = GaitFrame(gait: FrameEvidence(walking: 4))
    return .made(force, frames: Array(repeating: frame, count: frames), scores: scores)
  }

  /// Frames are .4 s apart.
  @Test(arguments: [(11, 1.0), (14, 2.0)])
  func `a wave of the arm for less than five seconds is no stride`(frames: Int, steps: Double) {
    let cycle = BounceStepFrequency().cycle(
      of: wrist(candidate: 14, deviation: 9, frames: frames))
    let hertz = StepFrequencyEvidence.candidates[14]
    #expect(cycle.stepHertz.values.allSatisfy { abs($0 / hertz - steps) < 1e-9 })
  }

  @Test func `a wrist that would bounce by a hand's breadth follows the stride`() throws {
    let tracker = BounceStepFrequency()
    // The deviation at which a rate asks for the even bounce.
    func even(_ hertz: Double) -> Double {
      tracker.evenBounceMeters * pow(2 * .pi * hertz, 2) / (2 * 2.0.squareRoot())
    }
    for candidate in [12, 16] {
      let hertz = StepFrequencyEvidence.candidates[candidate]
      for (share, steps) in [(0.5, 1.0), (2.0, 2.0)] {
        let cycle = tracker.cycle(of: wrist(candidate: candidate, deviation: share * even(hertz)))
        #expect(cycle.stepHertz.values[1000..<2000].allSatisfy { abs($0 / hertz - steps) < 1e-9 })
        let contacts = PhaseInitialContactDetector(isRefined: false).contacts(in: cycle)
          .filter { (10..<20).contains($0.seconds) }
        #expect(abs(Double(contacts.count) - 10 * hertz * steps) <= 1)
      }
    }
  }

  @Test func `where no step is hidden the step's own wave is followed at twice the rate`() {
    var tracker = BounceStepFrequency()
    tracker.hidesSteps = false
    let hertz = StepFrequencyEvidence.candidates[14]
    let (soft, hard) = (
      tracker.cycle(of: wrist(candidate: 14, deviation: 0.5)),
      tracker.cycle(of: wrist(candidate: 14, deviation: 9))
    )
    #expect(soft.stepHertz.values.allSatisfy { abs($0 / hertz - 1) < 1e-9 })
    #expect(hard.stepHertz.values.allSatisfy { abs($0 / hertz - 2) < 1e-9 })
    #expect(soft.rateDoubt == nil && hard.rateDoubt == nil)
  }

  /// One leg's steps are far harder than the other's there, and the harder for being quick.
  @Test(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
  func `quick steps in a back pocket are not counted by twos`() throws {
    let files = RealRecordings.recordings("oxford_steps")
      .filter { $0.lastPathComponent.lowercased().contains("backpocket") }
    for file in files {
      let walk = try TestRecording(file, longestSeconds: 200)
      let steps = walk.analyzed().totals.stepCount
      let quick = walk.quickened(by: 1.2).analyzed()
      let found = quick.bouts.reduce(0) { $0 + $1.initialContacts.count }
      print("\(file.lastPathComponent): \(steps) steps, \(found) quickened")
      #expect(Double(found) > 0.8 * Double(steps), "\(file.lastPathComponent)")
    }
    #expect(files.count == 4)
  }

  @Test(arguments: [1, 2, 5])
  func `a line through the frames is straight between their centers`(count: Int) {
    let values = (0..<count).map { sin(Double($0)) + 2 }
    let frames = GaitFrames(
      runStart: 17, kept: GridSignal([GaitFrame](repeating: .still, count: count), from: 3))
    let line = FrameLine(values, of: frames)
    let first = frames.sample(at: 3)
    for samples in [0..<(first + 300), (first + 7)..<(first + 31), (first + 40)..<(first + 41)] {
      let made = line.over(samples)
      #expect(made.indices == samples)
      for sample in samples {
        let place = Double(sample - first) / 40
        #expect(made[sample] == Interpolation.linear(values, at: place))
      }
    }
  }

  /// Forward and backward sums are those over all paths, one by one.
  @Test func `the probability of a stride is that over all paths`() {
    let worths: [SIMD2<Double>] = [
      [0.3, -0.3], [-0.2, 0.2], [0, -.infinity], [-0.9, 0.9], [0.1, -0.1],
    ]
    func cost(_ place: Int, _ from: Int, _ to: Int) -> Double {
      from == to ? 0.1 * Double(place) : 0.7
    }
    var sums = worths.map { _ in [0.0, 0.0] }
    for bits in 0..<(1 << worths.count) {
      let path = worths.indices.map { bits >> $0 & 1 }
      var score = 0.0
      for (i, state) in path.enumerated() {
        score += worths[i][state] - (i > 0 ? cost(i, path[i - 1], state) : 0)
      }
      for (i, state) in path.enumerated() { sums[i][state] += exp(score) }
    }
    let found = BounceStepFrequency.secondStateProbabilities(worths, cost: cost)
    for (found, sum) in zip(found, sums) {
      #expect(abs(found - sum[1] / (sum[0] + sum[1])) < 1e-12)
    }
  }

  /// Between a walker's bounce and an arm's swing the doubt is largest, and steps say so.
  @Test func `a rate that may be the stride's widens the error of the steps`() throws {
    let tracker = BounceStepFrequency()
    let hertz = StepFrequencyEvidence.candidates[14]
    let even = tracker.evenBounceMeters * pow(2 * .pi * hertz, 2) / (2 * 2.0.squareRoot())
    func rate(_ share: Double) throws -> (confidence: Double, errorShare: Double) {
      let cycle = tracker.cycle(of: wrist(candidate: 14, deviation: share * even))
      return try #require(cycle.rateDoubt).over(1000..<2000)
    }
    let (little, half, large) = (try rate(0.2), try rate(1), try rate(5))
    #expect(little.confidence > 0.95 && large.confidence > 0.95)
    #expect((0.4...0.75).contains(half.confidence))
    #expect(half.errorShare > 0.3 && little.errorShare < 0.25 && large.errorShare < 0.12)
    let errors = BoutErrors.wrist
    #expect(errors.steps(of: 100, rateError: half.errorShare) > 30)
    #expect(errors.steps(of: 100, rateError: 0) == errors.steps(of: 100))
  }

  /// A watch, or a phone in a swinging hand: the arm's swing at the stride is larger than the steps.
  @Test(arguments: [WearingSite.wrist, .hand, .arm, nil])
  func `where an arm may swing its swing is not taken for the steps`(site: WearingSite?) throws {
    let made = Scenario.wristWalk.recording(seed: 1)
    let contacts = made.truth.initialContacts.map(\.seconds)
    var walk = TestRecording(made)
    walk.facts.site = site
    let swinging = zip(walk.block.seconds, walk.block.acceleration.vectors).map { seconds, force in
      let next = contacts.firstIndex { $0 > seconds } ?? 0
      guard next > 0 else { return force }
      let (last, step) = (contacts[next - 1], contacts[next] - contacts[next - 1])
      return force + 4 * cos(.pi * (Double(next) + (seconds - last) / step)) * force.unit
    }
    walk.block.acceleration = Axes(swinging)
    let steps = walk.analyzed().totals.stepCount
    #expect(abs(steps - contacts.count) <= 3, "\(steps) of \(contacts.count)")
  }

  @Test(
    arguments: [WearingSite.lowerBack, .hip, .pocket], [70.0, 90, 105, 120, 135])
  func `the walker's own cadence is followed, not half or twice of it`(
    site: WearingSite, perMinute: Double
  ) throws {
    let profile = WalkerProfile(
      speed: Speed(metersPerSecond: 0.0058 * perMinute * perMinute / 60),
      cadence: Cadence(stepsPerMinute: perMinute))
    let walk = TestRecording(
      SimulatedRecording(
        name: "cadence", profile: profile,
        plan: WalkPlan([.stand(seconds: 3), .walk(seconds: 24), .stand(seconds: 3)]),
        mount: SensorMount(site: site, samplingRateHertz: 50), seed: 21))
    let recording = try #require(walk.sequenceRecordings().first)
    let hertz = StepFrequencyRidge().stepHertz(in: recording)
    #expect(hertz.indices == recording.samples)
    let middle = hertz[recording.indices(9..<22)].map { $0 * 60 / perMinute }
    let near = middle.count { abs($0 - 1) < 0.06 }
    #expect(near * 10 >= middle.count * 9, "\(middle.min() ?? 0) to \(middle.max() ?? 0)")
  }
}
