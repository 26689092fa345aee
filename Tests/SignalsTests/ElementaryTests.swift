import Foundation
import Signals
import Testing

struct ElementaryTests {
  @Test func `cosines and sines are those of the system`() {
    let radians = (-40_000...40_000).map { Double($0) * 0.731 } + [0, 1e-9, -1e-300, .pi / 2, .pi]
    let (cosine, sine) = Elementary.cosineAndSine(ofRadians: radians)
    for i in radians.indices {
      #expect(abs(cosine[i] - cos(radians[i])) < 3e-16)
      #expect(abs(sine[i] - sin(radians[i])) < 3e-16)
    }
  }

  @Test func `logarithms are those of the system`() {
    let values = (0..<60_000).map { Float(exp(Double($0) * 0.0025 - 75)) } + [1, 0.5, 0.003, 3.7]
    var logs = values
    Elementary.takeLogarithms(&logs)
    for i in values.indices {
      let expected = log(Double(values[i]))
      #expect(abs(Double(logs[i]) - expected) <= max(1.2e-7, 2.4e-7 * abs(expected)))
    }
  }

  @Test func `nothing in, nothing out`() {
    var logs: [Float] = []
    Elementary.takeLogarithms(&logs)
    let (cosine, sine) = Elementary.cosineAndSine(ofRadians: [])
    #expect(logs.isEmpty && cosine.isEmpty && sine.isEmpty)
  }
}
