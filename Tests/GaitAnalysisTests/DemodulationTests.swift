import Foundation
import Testing

@testable import GaitAnalysis

/// The slowly varying amplitude of a wave.
struct DemodulationTests {
  private func demodulated(_ value: (Double) -> Double, hertz: Double) -> Demodulation {
    let samples = (0..<600).map { Double($0) }
    let radians = samples.map { 2 * Double.pi * hertz * $0 / SampleGrid.rateHertz }
    return Demodulation(
      of: GridSignal(samples.map(value)), averagedBy: Carrier(radians: GridSignal(radians)),
      stride: 10)
  }

  @Test func `what changes evenly is read where it is, between the averages too`() {
    let ramp = demodulated({ 3 + 0.25 * $0 }, hertz: 0)
    for place in [5.0, 100, 304.5, 511.25, 590] {
      #expect(abs(ramp.value(at: place).real - (3 + 0.25 * place)) < 1e-9)
    }
  }

  @Test func `the amplitude of a sum is the sum of the amplitudes`() {
    func first(_ t: Double) -> Double { sin(0.13 * t) + 0.4 * cos(0.29 * t) }
    func second(_ t: Double) -> Double { cos(0.12 * t + 0.5) - 0.2 * sin(0.41 * t) }
    let sum = demodulated({ 1.5 * first($0) - 0.7 * second($0) }, hertz: 2)
    let combined = demodulated(first, hertz: 2).combined(
      1.5, demodulated(second, hertz: 2), -0.7)
    for (a, b) in zip(sum.real + sum.imaginary, combined.real + combined.imaginary) {
      #expect(abs(a - b) < 1e-9)
    }
    #expect(sum.imaginary.contains { abs($0) > 0.1 })
  }

  @Test(arguments: [20, 600, 3000])
  func `signals side by side are demodulated each as alone`(count: Int) {
    let carrier = Carrier(radians: GridSignal((0..<count).map { 0.11 * Double($0) }, from: 300))
    func value(_ lane: Int, _ place: Int) -> Double {
      sin(0.1 * Double(place + lane)) + 0.3 * cos(0.37 * Double(lane * place))
    }
    let waves: [[Double]] = (0..<3).map { lane in (0..<count).map { value(lane, $0) } }
    let rows: [SIMD4<Double>] = (0..<count).map {
      SIMD4(waves[0][$0], waves[1][$0], waves[2][$0], 0)
    }
    let together = RowDemodulation(
      of: GridSignal(rows, from: 300), carrier: carrier, sigma: 120)
    let alone = waves.map {
      Demodulation(of: GridSignal($0, from: 300), carrier: carrier, sigma: 120)
    }
    for (lane, wave) in alone.enumerated() {
      #expect(together[lane].real == wave.real && together[lane].imaginary == wave.imaginary)
      #expect(together.powers[lane] == wave.power(with: wave))
      #expect(together.power(of: 0, with: lane) == alone[0].power(with: wave))
    }
  }
}
