import Foundation
import Testing

@testable import GaitAnalysis

/// What earlier walks say about which way is forward.
struct HeadingMemoryTests {
  private static let up = SIMD3<Double>(0, 0, 1)

  private static func tipped(degrees: Double) -> SIMD3<Double> {
    SIMD3(sin(degrees * .pi / 180), 0, cos(degrees * .pi / 180))
  }

  /// A vote of walks that are not sure.
  private static func vote(_ sum: SIMD3<Double>) -> HeadingVote {
    HeadingVote(sum: sum, samples: 10_000)
  }

  @Test func `nothing is remembered before the first walk`() {
    #expect(HeadingMemory().vote(whenUpIs: Self.up, beside: HeadingVote()) == .zero)
  }

  @Test func `walks add up while the sensor hangs the same way`() {
    var memory = HeadingMemory()
    memory.learn(Self.vote([500, 0, 0]), up: Self.up)
    memory.learn(Self.vote([700, 100, 0]), up: Self.tipped(degrees: 10))
    #expect(memory.vote(whenUpIs: Self.up, beside: HeadingVote()) == [1200, 100, 0])
  }

  @Test func `a sensor that was moved starts anew`() {
    var memory = HeadingMemory()
    memory.learn(Self.vote([500, 0, 0]), up: Self.up)
    #expect(memory.vote(whenUpIs: Self.tipped(degrees: 40), beside: HeadingVote()) == .zero)
    memory.learn(Self.vote([-80, 0, 0]), up: Self.tipped(degrees: 40))
    #expect(memory.vote(whenUpIs: Self.tipped(degrees: 40), beside: HeadingVote()) == [-80, 0, 0])
  }

  @Test func `a minute of walking outvotes all that was before`() {
    var memory = HeadingMemory()
    for _ in 0..<100 { memory.learn(Self.vote([3000, 0, 0]), up: Self.up) }
    memory.learn(Self.vote([-6100, 0, 0]), up: Self.up)
    #expect(memory.vote(whenUpIs: Self.up, beside: HeadingVote()).x < 0)
  }

  @Test func `walks that are sure and go backward say that the device was turned round`() {
    var memory = HeadingMemory()
    memory.learn(Self.vote([4000, 0, 0]), up: Self.up)
    let short = HeadingVote(sum: [-600, 0, 0], samples: 700)
    let weak = HeadingVote(sum: [-900, 0, 0], samples: 2000)
    let ahead = HeadingVote(sum: [900, 0, 0], samples: 1000)
    for vote in [short, weak, ahead] {
      #expect(memory.vote(whenUpIs: Self.up, beside: vote) == [4000, 0, 0])
    }
    let sure = HeadingVote(sum: [-900, 100, 0], samples: 1000)
    #expect(memory.vote(whenUpIs: Self.up, beside: sure) == .zero)
    memory.learn(sure, up: Self.up)
    #expect(memory.vote(whenUpIs: Self.up, beside: sure) == [-900, 100, 0])
  }
}
