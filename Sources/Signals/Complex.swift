#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A complex number: just enough for poles and zeros.
struct Complex: Hashable, Sendable {
  var real: Double
  var imaginary: Double

  init(_ real: Double, _ imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  var isReal: Bool { imaginary == 0 }
  var conjugate: Complex { Complex(real, -imaginary) }
  var magnitude: Double { hypot(real, imaginary) }

  var squareRoot: Complex {
    let size = magnitude
    let re = max(0, (size + real) / 2).squareRoot()
    let im = max(0, (size - real) / 2).squareRoot()
    return Complex(re, imaginary < 0 ? -im : im)
  }

  static func + (a: Complex, b: Complex) -> Complex {
    Complex(a.real + b.real, a.imaginary + b.imaginary)
  }

  static func - (a: Complex, b: Complex) -> Complex {
    Complex(a.real - b.real, a.imaginary - b.imaginary)
  }

  static func * (a: Complex, b: Complex) -> Complex {
    Complex(
      a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  static func / (a: Complex, b: Complex) -> Complex {
    let size = b.real * b.real + b.imaginary * b.imaginary
    return Complex(
      (a.real * b.real + a.imaginary * b.imaginary) / size,
      (a.imaginary * b.real - a.real * b.imaginary) / size)
  }

  static prefix func - (a: Complex) -> Complex { Complex(-a.real, -a.imaginary) }
}

/// Angles that go round.
public enum Phase {
  /// Phases without jumps: whole turns are added so that no step exceeds half a turn. NumPy's `unwrap`.
  /// - Parameter p: phases, radians.
  /// - Returns: as many phases, the first one unchanged.
  public static func unwrapped(_ p: [Double]) -> [Double] {
    var turns = 0.0
    return p.withUnsafeBufferPointer { p in
      [Double](count: p.count) { index in
        guard index > 0 else { return p[0] }
        let step = p[index] - p[index - 1]
        if abs(step) > .pi { turns -= (step / (2 * .pi)).rounded(.toNearestOrAwayFromZero) }
        return p[index] + turns * 2 * .pi
      }
    }
  }
}
