import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// A frame is not transformed when its levels alone say that it is no gait: nothing may be lost by that.
struct FrameGateTests {
  /// Walking, jumping, shaking and noise at every level, some of it with a lean.
  private func frame(seed: UInt64) -> SlowAcceleration {
    var dice = SplitMix64(seed: seed)
    var slow = SlowAcceleration()
    let hertz = 0.6 + 3 * dice.uniform()
    let sizes = (0..<3).map { _ in exp(-4 + 7 * dice.uniform()) }
    let noise = exp(-4 + 5 * dice.uniform())
    let lean = 0.1 * dice.normal()
    for i in 0..<SlowAcceleration.frameLength {
      let t = Double(i) / SlowAcceleration.rateHertz
      slow.x[i] = Float(9.8 + sizes[0] * sin(2 * .pi * hertz * t) + noise * dice.normal())
      slow.y[i] = Float(lean * t + sizes[1] * sin(.pi * hertz * t) + noise * dice.normal())
      slow.z[i] = Float(sizes[2] * cos(4 * .pi * hertz * t) + noise * dice.normal())
    }
    return slow
  }

  @Test func `levels never say less than the whole frame`() {
    let (walking, running) = (WalkingFrameModel(), RunningDetector())
    var reading = FrameReading(stepFrequency: StepFrequencyEvidence())
    var asked = 0
    for seed in UInt64(0)..<400 {
      reading.slow = frame(seed: seed)
      guard reading.readSamples() else { continue }
      asked += 1
      let levels = reading.levels()
      let most = (walking.largestLogOdds(of: levels), running.largestLogOdds(of: levels))
      let whole = reading.features()
      #expect(most.0 >= walking.logOdds(of: whole) - 1e-9, "walking, seed \(seed)")
      #expect(most.1 >= running.logOdds(of: whole) - 1e-9, "running, seed \(seed)")
    }
    #expect(asked > 350)
  }

  @Test func `a detector says no more than it said it might, wherever the device is`() {
    var reading = FrameReading(stepFrequency: StepFrequencyEvidence())
    for place in WearingPlace.allCases {
      let detector = GaitPipeline().presets[place].gaitSequences
      var (asked, spared) = (0, 0)
      for seed in UInt64(0)..<300 {
        reading.slow = frame(seed: seed)
        guard reading.readSamples() else { continue }
        let whole = detector.evidence(of: &reading)
        _ = reading.readSamples()
        let same = detector.evidence(of: &reading) { most in
          asked += 1
          #expect(most.walking >= whole.walking - 1e-9, "walking at \(place), seed \(seed)")
          #expect(most.running >= whole.running - 1e-9, "running at \(place), seed \(seed)")
          return false
        }
        #expect(same == whole)
        _ = reading.readSamples()
        if detector.evidence(of: &reading, unless: { $0.walking < 0 && $0.running < 0 }) == nil {
          spared += 1
          #expect(whole.walking < 1e-9 && whole.running < 1e-9)
        }
      }
      #expect(asked > 300 && spared > 10)
    }
  }

  /// Looks at every frame in full.
  private struct Patient: GaitSequenceDetector {
    static var settings: [MethodSetting<Patient>] { [] }
    var detector = LogisticGaitSequenceDetector()
    var provenance: Provenance { detector.provenance }
    var decoding: SequenceDecoding { detector.decoding }
    var judgesRuns: Bool { detector.judgesRuns }

    func evidence(of frame: inout FrameReading) -> FrameEvidence { detector.evidence(of: &frame) }
    func isJumping(_ run: [GaitFrame], stepHertz: Double) -> Bool {
      detector.isJumping(run, stepHertz: stepHertz)
    }
    func allowsRun(_ pushes: [Double]) -> Bool { detector.allowsRun(pushes) }
  }

  @Test(arguments: Scenario.allCases)
  func `sequences and their frames are those of a detector that looks at every frame`(
    _ scenario: Scenario
  ) throws {
    let recording = TestRecording(scenario.recording(seed: 7, seconds: 240))
    let detector = try #require(
      GaitPipeline().presets[recording.facts.place].gaitSequences as? LogisticGaitSequenceDetector)
    let quick = recording.sequenceRecordings(by: detector)
    let patient = recording.sequenceRecordings(by: Patient(detector: detector))
    #expect(quick.map(\.sequences) == patient.map(\.sequences))
    #expect(quick.map(\.runs) == patient.map(\.runs))
    for (a, b) in zip(quick, patient) {
      #expect(a.frames.scores.values == b.frames.scores.values)
      #expect(a.frames.indices == b.frames.indices)
      for frame in a.frames.indices {
        #expect(a.frames[frame].gait == b.frames[frame].gait)
        #expect(a.frames[frame].ground == b.frames[frame].ground)
        #expect(a.frames[frame].groundOfRun == b.frames[frame].groundOfRun)
      }
    }
  }
}
