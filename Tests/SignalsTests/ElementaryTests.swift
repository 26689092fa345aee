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

  @Test func `angles and lengths are those of the system`() {
    let some = [-3e4, -1, -0.4, -1e-9, 0, 1e-300, 1e-9, 0.41421356, 0.4142137, 1, 2, 3e4]
    let turned = (0..<7000).map { Double($0) * 0.731 }
      .map { (re: $0 * cos($0), im: $0 * sin($0)) }
    let points = turned + some.flatMap { x in some.map { (re: x, im: $0) } }
    let (radians, lengths) = Elementary.polar(of: points)
    for (i, point) in points.enumerated() {
      #expect(abs(radians[i] - atan2(point.im, point.re)) < 1e-15)
      let length = hypot(point.re, point.im)
      #expect(abs(lengths[i] - length) <= 4e-16 * length || length < 1e-150)
    }
  }

  @Test func `nothing in, nothing out`() {
    var logs: [Float] = []
    Elementary.takeLogarithms(&logs)
    let (cosine, sine) = Elementary.cosineAndSine(ofRadians: [])
    let (radians, lengths) = Elementary.polar(of: [])
    #expect(logs.isEmpty && cosine.isEmpty && sine.isEmpty && radians.isEmpty && lengths.isEmpty)
  }
}
