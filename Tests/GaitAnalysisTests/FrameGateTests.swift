import Foundation
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
}
