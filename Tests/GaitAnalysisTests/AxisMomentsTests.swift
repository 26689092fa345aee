import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Sums over runs of samples against those of one sample after the other.
struct AxisMomentsTests {
  /// The plain twin.
  private func plain(_ axes: [[Float]]) -> (
    mean: SIMD3<Double>, squares: Double, range: SIMD3<Double>
  ) {
    var (sum, squares) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for i in axes[0].indices {
      let vector = SIMD3(Double(axes[0][i]), Double(axes[1][i]), Double(axes[2][i]))
      sum += vector
      squares += vector * vector
    }
    let reach = axes.map { Double($0.max() ?? 0) - Double($0.min() ?? 0) }
    return (sum / Double(axes[0].count), squares.sum(), SIMD3(reach[0], reach[1], reach[2]))
  }

  @Test(arguments: [1, 2, 7, 8, 9, 16, 40, 333, 1000])
  func `whatever the pieces, the sums are those of the samples in order`(_ piece: Int) {
    var dice = SplitMix64(seed: UInt64(piece))
    let axes = (0..<3).map { axis in
      (0..<1000).map { _ in Float(Double(axis) * 5 + 2 * dice.normal()) }
    }
    var moments = AxisMoments()
    for from in stride(from: 0, to: 1000, by: piece) {
      moments.append(axes[0], axes[1], axes[2], from..<min(1000, from + piece))
    }
    let truth = plain(axes)
    #expect(moments.count == 1000 && moments.mean == truth.mean)
    #expect(moments.squareSum == truth.squares && moments.range == truth.range)
  }

  @Test func `a value that is no number changes neither end of the range`() {
    var moments = AxisMoments()
    let values: [Float] = [1, 2, 3, 4, .nan, 6, 7, 8, 9, .nan, 11]
    moments.append(values, values, values, 0..<11)
    #expect(moments.range == SIMD3(repeating: 10))
  }
}
