import Foundation
import Testing

@testable import GaitAnalysis

/// What earlier walks say about which way is forward.
struct HeadingMemoryTests {
  private static let up = SIMD3<Double>(0, 0, 1)

  private static func tipped(degrees: Double) -> SIMD3<Double> {
    SIMD3(sin(degrees * .pi / 180), 0, cos(degrees * .pi / 180))
  }

  @Test func `nothing is remembered before the first walk`() {
    #expect(HeadingMemory().vote(whenUpIs: Self.up) == .zero)
  }

  @Test func `walks add up while the sensor hangs the same way`() {
    var memory = HeadingMemory()
    memory.learn([500, 0, 0], up: Self.up)
    memory.learn([700, 100, 0], up: Self.tipped(degrees: 10))
    #expect(memory.vote(whenUpIs: Self.up) == [1200, 100, 0])
  }

  @Test func `a sensor that was moved starts anew`() {
    var memory = HeadingMemory()
    memory.learn([500, 0, 0], up: Self.up)
    #expect(memory.vote(whenUpIs: Self.tipped(degrees: 40)) == .zero)
    memory.learn([-80, 0, 0], up: Self.tipped(degrees: 40))
    #expect(memory.vote(whenUpIs: Self.tipped(degrees: 40)) == [-80, 0, 0])
  }

  @Test func `a minute of walking outvotes all that was before`() {
    var memory = HeadingMemory()
    for _ in 0..<100 { memory.learn([3000, 0, 0], up: Self.up) }
    memory.learn([-6100, 0, 0], up: Self.up)
    #expect(memory.vote(whenUpIs: Self.up).x < 0)
  }
}
