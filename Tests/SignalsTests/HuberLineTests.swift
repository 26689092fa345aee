import Signals
import Testing

/// A clock that runs 100 ppm fast and is 12 s ahead, seen in pairs of which some are of another step.
struct HuberLineTests {
  private let offset = 12.0
  private let drift = 1e-4

  /// A pair a second for ten minutes, 1 ms of alternating error, and each tenth a step of 0.5 s off.
  private var pairs: [(difference: Double, time: Double)] {
    (0..<600).map { second in
      let time = Double(second)
      let error = (second.isMultiple(of: 2) ? 1e-3 : -1e-3) + (second % 10 == 3 ? 0.5 : 0)
      return (offset + drift * time + error, time)
    }
  }

  @Test func `strays pull no harder than others`() {
    let line = HuberLine(pairs, leastSpan: 30)
    #expect(abs(line.middle - line.slope * line.center - offset) < 1e-3)
    #expect(abs(line.slope - drift) < 1e-6)
    // Least squares goes a twentieth of a second astray.
    let mean = pairs.map { $0.difference - offset - drift * $0.time }.reduce(0, +) / 600
    #expect(abs(mean - 0.05) < 1e-3)
  }

  @Test func `a short time has no slope, and no pairs have no line`() {
    let short = HuberLine(Array(pairs.prefix(20)), leastSpan: 30)
    #expect(short.slope == 0)
    #expect(abs(short.middle - offset) < 2e-3)
    let none = HuberLine([], leastSpan: 30)
    #expect([none.middle, none.slope, none.center] == [0, 0, 0])
  }
}
