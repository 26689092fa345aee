import Foundation
import Testing

/// Answers of an independent implementation, made by `Tools/goldens/signals.py`.
enum Golden {
  static func read<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
    let folder = try #require(Bundle.module.url(forResource: "Goldens", withExtension: nil))
    let data = try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
    return try JSONDecoder().decode(type, from: data)
  }
}

/// The greatest distance between two arrays, relative to the greatest expected value; infinite when
/// they differ in length or hold anything that is not a number.
func relativeError(_ actual: [Double], _ expected: [Double]) -> Double {
  guard actual.count == expected.count, actual.allSatisfy(\.isFinite) else { return .infinity }
  let scale = expected.map(abs).max() ?? 0
  let error = zip(actual, expected).map { abs($0 - $1) }.max() ?? 0
  return scale > 0 ? error / scale : error
}

func relativeError(_ actual: [Float], _ expected: [Double]) -> Double {
  relativeError(actual.map { Double($0) }, expected)
}

/// Numbers that are the same in every run: Marsaglia's xorshift, uniform in -1...1.
struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / Double(1 << 52) - 1
  }

  static func doubles(_ count: Int, seed: UInt64 = 1) -> [Double] {
    var noise = Noise(seed: seed)
    return (0..<count).map { _ in noise.next() }
  }

  static func floats(_ count: Int, seed: UInt64 = 1) -> [Float] {
    doubles(count, seed: seed).map { Float($0) }
  }
}
