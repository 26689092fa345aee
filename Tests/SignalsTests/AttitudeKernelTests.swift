import Foundation
import SignalKernels
import Testing

/// Up, followed through time in both directions, against its plain twin.
struct AttitudeKernelTests {
  private func vectors(_ count: Int, seed: UInt64, size: Double) -> [SIMD3<Double>] {
    let axes = (0..<3).map { Noise.doubles(count, seed: seed + UInt64($0)) }
    return (0..<count).map { size * SIMD3(axes[0][$0], axes[1][$0], axes[2][$0]) }
  }

  private func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

  private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// Carried along, drawn, set right; one sample after the other.
  private func followed(
    _ force: [SIMD3<Double>], _ rate: [SIMD3<Double>], from start: SIMD3<Double>
  ) -> [SIMD3<Double>] {
    var up = start
    return zip(force, rate).map { force, rate in
      let carried = up - 0.01 * cross(rate, up)
      let drawn = carried + 0.0025 * (force / 9.8 - carried)
      let square = length(drawn) * length(drawn)
      up = (abs(square - 1) < 0.1 ? 1.5 - 0.5 * square : 1 / square.squareRoot()) * drawn
      return up
    }
  }

  @Test(arguments: [0, 1, 2, 17, 400])
  func `up is followed from both ends`(count: Int) {
    // Blows that no step of Newton's sets right are among them.
    let force = vectors(count, seed: 1, size: 3).enumerated().map { i, noise in
      SIMD3(9, 2, -3) + (i % 50 == 7 ? 400 : 1) * noise
    }
    let rate = vectors(count, seed: 4, size: 2)
    let ends = [SIMD3(1.0, 0, 0), SIMD3(0, 0.6, 0.8)]
    var up = [SIMD3<Double>](repeating: .zero, count: count)
    signal_kernels_up(force, rate, count, ends, 0.01, 0.0025, 9.8, &up)
    let forward = followed(force, rate, from: ends[0])
    let backward = followed(force.reversed(), rate.reversed().map { -$0 }, from: ends[1])
    for (i, sum) in up.enumerated() {
      #expect(length(sum - forward[i] - backward[count - 1 - i]) < 1e-13)
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 100])
  func `vectors of length one`(count: Int) {
    var units = vectors(count, seed: 9, size: 4)
    if count > 1 { units[1] = .zero }
    let plain = units.map { length($0) > 0 ? $0 / length($0) : $0 }
    signal_kernels_units(&units, count)
    #expect(zip(units, plain).allSatisfy { length($0 - $1) < 1e-15 })
  }
}
