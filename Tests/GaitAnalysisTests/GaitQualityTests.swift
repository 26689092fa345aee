import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Variability of stride and step times from contacts made by hand.
struct TimingVariabilityTests {
  private let method = TimingVariability()

  /// Contacts whose step times alternate about two means with seeded noise of one size.
  private func walk(
    _ left: Double, _ right: Double, deviation: Double, steps: Int, seed: UInt64
  ) -> [Double] {
    var random = SplitMix64(seed: seed)
    return (0..<steps).reduce(into: [0.0]) { times, step in
      // A sum of twelve uniform numbers has a standard deviation of one.
      let normal = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random)
      }
      times.append(times[times.count - 1] + (step % 2 == 0 ? left : right) + deviation * normal)
    }
  }

  @Test(arguments: [0.01, 0.02, 0.04])
  func `the spread of long walks is the one that was put in`(deviation: Double) throws {
    var plain = method
    plain.takenSeconds = 0
    let walk = walk(0.55, 0.55, deviation: deviation, steps: 4000, seed: 3)
    let steps = try #require(plain.steps(of: [walk]).deviation.value)
    let strides = try #require(plain.strides(of: [walk]).deviation.value)
    #expect(abs(steps / deviation - 1) < 0.05)
    #expect(abs(strides / (2.squareRoot() * deviation) - 1) < 0.05)
    let share = try #require(plain.strides(of: [walk]).variation.value)
    #expect(abs(share / (strides / 1.1) - 1) < 0.01)
  }

  /// Six strides of a turn, a tenth longer than the others, in 40 straight ones: nobody says where they are.
  @Test func `turns that nobody sees move the spread little`() throws {
    var (found, all): ([Double], [Double]) = ([], [])
    for seed in 0..<50 {
      var walk = walk(0.55, 0.55, deviation: 0.015, steps: 92, seed: UInt64(seed))
      for step in 41...92 { walk[step] += 0.055 * Double(min(step - 40, 12)) }
      found.append(try #require(method.strides(of: [walk], mayTurn: true).deviation.value))
      all.append(try #require(method.strides(of: [walk]).deviation.value))
    }
    let put = 0.015 * 2.squareRoot()
    #expect(abs(found.reduce(0, +) / 50 / put - 1) < 0.25, "\(found.reduce(0, +) / 50)")
    #expect(all.reduce(0, +) / 50 / put > 1.5, "\(all.reduce(0, +) / 50)")
  }

  @Test func `without turns the median deviation is the standard deviation`() throws {
    let walk = walk(0.55, 0.6, deviation: 0.02, steps: 4000, seed: 5)
    for (one, other) in [
      (method.strides(of: [walk]), method.strides(of: [walk], mayTurn: true)),
      (method.steps(of: [walk]), method.steps(of: [walk], mayTurn: true)),
    ] {
      let (usual, median) = (
        try #require(one.deviation.value), try #require(other.deviation.value)
      )
      // A median of ten takes a little more of the spread than their mean, which alone is given back.
      #expect(abs(median / usual - 1) < 0.07)
      #expect(
        try #require(other.deviation.standardError) > 1.5 * #require(one.deviation.standardError))
    }
  }

  @Test func `what contacts take from step times is given back`() throws {
    let even = (0...40).map { 0.55 * Double($0) }
    let steps = try #require(method.steps(of: [even]).deviation.value)
    #expect(abs(steps - method.takenSeconds) < 1e-9)
    #expect(try #require(method.strides(of: [even]).deviation.value) < 1e-9)
  }

  @Test func `a limp is not variability, and neither is another pace`() throws {
    let limping: [Double] = (0...40).map { step in
      let late: Double = step % 2 == 0 ? 0 : 0.06
      return 0.5 * Double(step) + late
    }
    let steps = try #require(method.steps(of: [limping]).deviation.value)
    #expect(steps < method.takenSeconds + 1e-9)
    let slower: [Double] = (0...40).map { 100 + 0.6 * Double($0) }
    let both = try #require(method.strides(of: [limping, slower]).deviation.value)
    #expect(both < 1e-9)
  }

  @Test func `the error says how far short walks are off`() throws {
    var within = 0
    for seed in 0..<200 {
      let walk = walk(0.55, 0.55, deviation: 0.02, steps: 30, seed: UInt64(seed))
      guard case .known(let found, let error?, _) = method.strides(of: [walk]).deviation else {
        Issue.record("no value")
        continue
      }
      if abs(found - 0.02 * 2.squareRoot()) < error { within += 1 }
    }
    #expect((110...165).contains(within))
  }

  @Test func `few strides say nothing, and ten say something`() {
    let ten = (0...11).map { 0.55 * Double($0) }
    #expect(method.strides(of: [ten]).deviation.value != nil)
    #expect(method.steps(of: [ten]).variation.value != nil)
    let short = (0...10).map { 0.55 * Double($0) }
    #expect(method.strides(of: [short]).deviation == .missing(.tooFewSteps))
    #expect(method.steps(of: [short]).variation == .missing(.tooFewSteps))
    #expect(method.strides(of: []).deviation == .missing(.tooFewSteps))
  }
}

/// Regularity, harmonic ratio and smoothness of waves whose values are known.
struct WaveQualityTests {
  private let contacts = (0...40).map { 50.0 * Double($0) }

  /// A wave of the stride's harmonics, 100 samples a stride.
  private func wave(_ amplitudes: [Int: Double], count: Int = 2101) -> GridSignal<Double> {
    GridSignal(
      (0..<count).map { i in
        amplitudes.reduce(0) { sum, part in
          sum + part.value * cos(2 * Double.pi * Double(part.key * i) / 100 + Double(part.key))
        }
      })
  }

  @Test func `what repeats with every step is wholly regular`() throws {
    let values = WalkRegularity().values(of: wave([2: 2, 4: 1]), runs: [contacts])
    #expect(abs(try #require(values.step.value) - 1) < 0.01)
    #expect(abs(try #require(values.stride.value) - 1) < 0.01)
    #expect(abs(try #require(values.symmetry.value) - 1) < 0.01)
  }

  @Test func `what repeats only with the stride lowers the step's regularity as its power says`()
    throws
  {
    // The autocorrelation one step later is the even less the odd power, as a share of both.
    for odd in [0.5, 1, 1.5] {
      let values = WalkRegularity().values(of: wave([2: 2, 1: odd]), runs: [contacts])
      let expected = (4 - odd * odd) / (4 + odd * odd)
      #expect(try #require(values.step.value) >= expected - 0.01)
      #expect(try #require(values.step.value) < expected + 0.15)
      #expect(abs(try #require(values.stride.value) - 1) < 0.01)
    }
  }

  @Test func `noise lowers both`() throws {
    var random = SplitMix64(seed: 9)
    let noisy = wave([2: 2]).each { $0 + Double.random(in: -3...3, using: &random) }
    let values = WalkRegularity().values(of: noisy, runs: [contacts])
    // Noise of variance 3 beside a wave of power 2.
    #expect(abs(try #require(values.stride.value) - 0.4) < 0.1)
  }

  private func harmonics(
    _ vertical: [Int: Double], sideways: [Int: Double] = [1: 1, 2: 0.5]
  ) -> HarmonicRatio.Values {
    HarmonicRatio().values(
      of: [wave(vertical), wave(vertical), wave(sideways)], isHeadingKnown: true,
      runs: [contacts])
  }

  @Test func `the harmonic ratio is that of the amplitudes put in`() throws {
    let values = harmonics([2: 2, 4: 1, 1: 0.5, 3: 0.25])
    let ratio = try #require(values.ratio.vertical.value)
    #expect(abs(ratio / (3 / 0.75) - 1) < 0.06)
    #expect(values.ratio.vertical == values.ratio.anteroposterior)
    let share = try #require(values.improved.vertical.value)
    #expect(abs(share - 5 / (5 + 0.3125)) < 0.005)
  }

  @Test func `to the side the feet mirror each other`() throws {
    let values = harmonics([2: 1], sideways: [1: 1, 3: 0.5, 2: 0.3])
    let ratio = try #require(values.ratio.mediolateral.value)
    #expect(abs(ratio / (1.5 / 0.3) - 1) < 0.06)
    let share = try #require(values.improved.mediolateral.value)
    #expect(abs(share - 1.25 / 1.34) < 0.005)
  }

  @Test func `ratios equal those by definition`() throws {
    let x = wave([1: 0.4, 2: 2, 3: 0.2, 4: 1, 7: 0.3])
    let values = HarmonicRatio().values(of: [x, x, x], isHeadingKnown: true, runs: [contacts])
    // The slow twin: amplitudes of one stride by the definition of the Fourier series.
    let amplitudes = (1...20).map { k -> Double in
      let parts = (0..<100).reduce((0.0, 0.0)) { sum, i in
        let turn = 2 * Double.pi * Double(k * i) / 100
        return (sum.0 + x[i] * cos(turn), sum.1 + x[i] * sin(turn))
      }
      return (parts.0 * parts.0 + parts.1 * parts.1).squareRoot()
    }
    let even = stride(from: 1, to: 20, by: 2).reduce(0) { $0 + amplitudes[$1] }
    let odd = stride(from: 0, to: 20, by: 2).reduce(0) { $0 + amplitudes[$1] }
    #expect(abs(try #require(values.ratio.vertical.value) / (even / odd) - 1) < 0.05)
  }

  @Test func `smoothness is that of the harmonics put in, at any pace and size`() throws {
    let slow = try #require(harmonics([2: 1], sideways: [2: 1]).smoothness.value)
    #expect(abs(slow + 2 * log(4 * Double.pi)) < 0.01)
    let rough = try #require(harmonics([2: 1, 6: 1], sideways: [2: 1, 6: 1]).smoothness.value)
    #expect(rough < slow)
    let twice = try #require(harmonics([2: 2], sideways: [2: 2]).smoothness.value)
    #expect(abs(twice - slow) < 1e-9)
    let wide = HarmonicRatio().values(
      of: Array(repeating: wave([1: 1], count: 4201), count: 3), isHeadingKnown: true,
      runs: [(0...20).map { 100.0 * Double($0) }])
    #expect(abs(try #require(wide.smoothness.value) - slow) < 0.01)
  }

  @Test func `few strides say nothing, and without a heading only what no turn changes`() {
    let few = HarmonicRatio().values(
      of: [wave([2: 1]), wave([2: 1]), wave([1: 1])], isHeadingKnown: true,
      runs: [Array(contacts[0..<8])])
    #expect(few.ratio.vertical == .missing(.tooFewSteps))
    #expect(few.smoothness == .missing(.tooFewSteps))
    let blind = HarmonicRatio().values(
      of: [wave([2: 1]), wave([2: 1]), wave([1: 1])], isHeadingKnown: false, runs: [contacts])
    #expect(blind.ratio.mediolateral == .missing(.headingUnknown))
    #expect(blind.ratio.vertical.value != nil)
    let regular = WalkRegularity().values(of: wave([2: 1]), runs: [Array(contacts[0..<6])])
    #expect(regular.step == .missing(.tooFewSteps))
  }
}

/// Gait quality of whole simulated walks.
struct WalkQualityTests {
  private func quality(_ change: (inout WalkerProfile) -> Void) throws -> GaitQuality {
    var profile = WalkerProfile(speed: Speed(metersPerSecond: 1.2))
    profile.individuality = 0
    change(&profile)
    let made = SimulatedRecording(
      name: "walk", profile: profile, plan: Scenario.straightWalk.plan(seconds: 60),
      mount: SensorMount(samplingRateHertz: 100), seed: 5)
    let analysis = TestRecording(made).analyzed()
    return try #require(analysis.bouts.max { $0.strides.count < $1.strides.count }).quality
  }

  @Test func `a walker whose steps vary more reads as more variable and less regular`() throws {
    let steady = try quality { $0.stepTimeVariability = 0.005 }
    let uneven = try quality { $0.stepTimeVariability = 0.04 }
    let low = try #require(steady.strideTimeDeviation.value)
    let high = try #require(uneven.strideTimeDeviation.value)
    #expect(low < 0.02)
    #expect(high > 0.035 && high < 0.09)
    #expect(
      try #require(steady.strideRegularity.value) > #require(uneven.strideRegularity.value))
  }

  @Test func `turning the sensor or cutting the input changes nothing`() throws {
    let walk = try AnalyzedRecording.simulated(.straightWalk)
    let quality = try #require(walk.analysis.bouts.first).quality
    #expect(quality.strideTimeDeviation.value != nil)
    let cut = walk.recording.streamed(cutEvery: 777).analysis
    #expect(try #require(cut.bouts.first).quality == quality)
    let axes = [SIMD3<Double>(0, 0, 1), SIMD3(1, 0, 0), SIMD3(0, 1, 0)]
    let turned = try #require(walk.recording.turned(axes).analyzed().bouts.first).quality
    let pairs = [
      (turned.strideTimeDeviation, quality.strideTimeDeviation),
      (turned.stepRegularity, quality.stepRegularity),
      (turned.harmonicRatio.mediolateral, quality.harmonicRatio.mediolateral),
      (turned.smoothness, quality.smoothness),
    ]
    for (a, b) in pairs {
      #expect(abs(try #require(a.value) - #require(b.value)) < 1e-3)
    }
  }

  @Test func `away from the pelvis it is missing with its reason`() throws {
    let pocket = try AnalyzedRecording.simulated(.trouserPocket)
    for bout in pocket.analysis.bouts {
      #expect(bout.quality == .missing(.siteNotSupported))
      #expect(bout.stepLengthAsymmetry == .missing(.noMethod))
    }
  }
}
