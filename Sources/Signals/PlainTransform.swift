#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The Fourier transform as textbooks write it: halves, thirds and so on of the samples, transformed by themselves and
/// put together. Slow and obvious, it shows what FFTW brings, and checks it.
///
/// Source: J. W. Cooley, J. W. Tukey, Math. Comput. 19:297 (1965).
enum PlainTransform {
  /// Complex numbers as (real, imaginary).
  typealias Number = SIMD2<Double>

  /// The transform forward in time, unnormalized; any length.
  static func forward(_ x: [Number]) -> [Number] {
    let n = x.count
    guard n > 1 else { return x }
    let factor = (2...n).first { n % $0 == 0 } ?? n
    let part = n / factor
    let parts = (0..<factor).map { first in
      forward(stride(from: first, to: n, by: factor).map { x[$0] })
    }
    return (0..<n).map { k in
      parts.indices.reduce(Number.zero) { sum, p in
        sum + times(parts[p][k % part], turn(-Double(p * k % n) / Double(n)))
      }
    }
  }

  /// Backward in time, unnormalized.
  static func backward(_ x: [Number]) -> [Number] {
    forward(x.map { Number($0.x, -$0.y) }).map { Number($0.x, -$0.y) }
  }

  private static func turn(_ turns: Double) -> Number {
    Number(cos(2 * .pi * turns), sin(2 * .pi * turns))
  }

  private static func times(_ a: Number, _ b: Number) -> Number {
    Number(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
  }
}
