#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A filter as zeros, poles and gain, of which complex ones come in conjugate pairs.
struct AnalogFilter {
  var zeros: [Complex]
  var poles: [Complex]
  var gain: Double

  /// Low pass with its cutoff at 1 rad/s: poles evenly spread over the left half of a circle.
  static func butterworth(order: Int) -> AnalogFilter {
    precondition(order >= 1, "a filter of order 1 or more")
    let poles = stride(from: -order + 1, to: order, by: 2).map { step in
      let angle = Double.pi * Double(step) / Double(2 * order)
      return Complex(-cos(angle), step == 0 ? 0 : -sin(angle))
    }
    return AnalogFilter(zeros: [], poles: poles, gain: 1)
  }

  private var degree: Int { poles.count - zeros.count }

  /// Low pass with another cutoff.
  func scaled(by cutoff: Double) -> AnalogFilter {
    AnalogFilter(
      zeros: zeros.map { $0 * Complex(cutoff) }, poles: poles.map { $0 * Complex(cutoff) },
      gain: gain * pow(cutoff, Double(degree)))
  }

  /// High pass from low pass.
  func inverted(about cutoff: Double) -> AnalogFilter {
    let above = zeros.reduce(Complex(1)) { $0 * -$1 }
    let below = poles.reduce(Complex(1)) { $0 * -$1 }
    return AnalogFilter(
      zeros: zeros.map { Complex(cutoff) / $0 } + Array(repeating: Complex(0), count: degree),
      poles: poles.map { Complex(cutoff) / $0 }, gain: gain * (above / below).real)
  }

  /// Band pass from low pass: every root becomes two, one at each side of the center.
  func band(width: Double, center: Double) -> AnalogFilter {
    func split(_ roots: [Complex]) -> [Complex] {
      let halves = roots.map { $0 * Complex(width / 2) }
      let offsets = halves.map { ($0 * $0 - Complex(center * center)).squareRoot }
      return zip(halves, offsets).map { $0 + $1 } + zip(halves, offsets).map { $0 - $1 }
    }
    return AnalogFilter(
      zeros: split(zeros) + Array(repeating: Complex(0), count: degree), poles: split(poles),
      gain: gain * pow(width, Double(degree)))
  }

  /// Bilinear transform at a sampling rate of 2; zeros at infinity move to half the sampling rate.
  func digital() -> DigitalFilter {
    let rate = Complex(4)
    let above = zeros.reduce(Complex(1)) { $0 * (rate - $1) }
    let below = poles.reduce(Complex(1)) { $0 * (rate - $1) }
    func moved(_ root: Complex) -> Complex { (rate + root) / (rate - root) }
    return DigitalFilter(
      zeros: zeros.map(moved) + Array(repeating: Complex(-1), count: degree),
      poles: poles.map(moved), gain: gain * (above / below).real)
  }
}

/// Zeros, poles and gain of a digital filter, and how to cut it into sections of second order.
struct DigitalFilter {
  var zeros: [Complex]
  var poles: [Complex]
  var gain: Double

  /// Sections in SciPy's order: the poles nearest to the unit circle last, each with its nearest
  /// zeros. All zeros of a Butterworth filter are real, which is all that is handled here.
  func cascade() -> FilterCascade {
    let isOdd = poles.count % 2 == 1
    var (poles, zeros) = (
      sortedByValue(poles, isFilled: isOdd), sortedByValue(zeros, isFilled: isOdd)
    )
    var sections: [SecondOrderSection] = []
    sections.reserveCapacity(poles.count)
    while let first = takeNearestToCircle(&poles, where: { _ in true }) {
      let second =
        first.isReal
        ? takeNearestToCircle(&poles, where: \.isReal) ?? Complex(0) : first.conjugate
      let zero = takeNearest(to: first, from: &zeros)
      let other = takeNearest(to: first, from: &zeros)
      sections.append(DigitalFilter.section(zero, other, first, second))
    }
    sections.reverse()
    sections[0].b0 *= gain
    sections[0].b1 *= gain
    sections[0].b2 *= gain
    return FilterCascade(sections: sections)
  }

  /// One root of every conjugate pair, by real part, then the real roots; with one more at 0 where that is asked for.
  private func sortedByValue(_ roots: [Complex], isFilled: Bool) -> [Complex] {
    // Rounding leaves a trace of an imaginary part on roots that are real.
    let tolerance = 100 * Double.ulpOfOne
    var sorted: [Complex] = []
    sorted.reserveCapacity(roots.count + 1)
    for root in roots {
      let isReal = abs(root.imaginary) <= tolerance * root.magnitude
      if isReal || root.imaginary > 0 { sorted.append(isReal ? Complex(root.real) : root) }
    }
    if isFilled { sorted.append(Complex(0)) }
    sorted.sort { $0.isReal == $1.isReal ? $0.real < $1.real : $1.isReal }
    return sorted
  }

  private func takeNearestToCircle(_ poles: inout [Complex], where allowed: (Complex) -> Bool)
    -> Complex?
  {
    func distance(_ pole: Complex) -> Double { abs(1 - pole.magnitude) }
    var nearest: Int?
    for i in poles.indices where allowed(poles[i]) {
      if nearest.map({ distance(poles[i]) < distance(poles[$0]) }) ?? true { nearest = i }
    }
    return nearest.map { poles.remove(at: $0) }
  }

  private func takeNearest(to pole: Complex, from zeros: inout [Complex]) -> Complex {
    guard
      let nearest = zeros.indices.min(by: {
        (zeros[$0] - pole).magnitude < (zeros[$1] - pole).magnitude
      })
    else { return Complex(0) }
    return zeros.remove(at: nearest)
  }

  private static func section(_ z1: Complex, _ z2: Complex, _ p1: Complex, _ p2: Complex)
    -> SecondOrderSection
  {
    SecondOrderSection(
      b0: 1, b1: -(z1.real + z2.real), b2: (z1 * z2).real, a1: -(p1 + p2).real, a2: (p1 * p2).real)
  }
}
