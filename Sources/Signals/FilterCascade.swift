#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One recursive filter of second order, `a0` being 1.
public struct SecondOrderSection: Hashable, Sendable {
  /// Weight of the present input.
  public var b0: Double
  /// Weight of the input before.
  public var b1: Double
  /// Weight of the input before that.
  public var b2: Double
  /// Weight of the output before, subtracted.
  public var a1: Double
  /// Weight of the output before that, subtracted.
  public var a2: Double

  /// Makes a section with `H(z) = (b0 + b1/z + b2/z²) / (1 + a1/z + a2/z²)`.
  public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    self.b0 = b0
    self.b1 = b1
    self.b2 = b2
    self.a1 = a1
    self.a2 = a2
  }

  /// Gain for a constant input.
  var constantGain: Double { (b0 + b1 + b2) / (1 + a1 + a2) }
}

/// Recursive filters of second order, one after the other.
///
/// ```swift
/// let filter = Butterworth.lowPass(order: 4, cutoffHertz: 3, samplingRateHertz: 100)
/// let smooth = filter.filteredForwardBackward(x)
/// ```
public struct FilterCascade: Hashable, Sendable {
  /// The sections, in the order in which they run.
  public var sections: [SecondOrderSection]

  /// Makes a cascade from its sections.
  public init(sections: [SecondOrderSection]) {
    self.sections = sections
  }

  /// Filters forward in time, starting at rest. SciPy's `sosfilt`.
  /// - Parameter x: evenly spaced samples.
  /// - Returns: as many samples, delayed by the filter.
  public func filtered(_ x: [Double]) -> [Double] {
    var y = x
    run(over: &y, startingAt: 0)
    return y
  }

  /// Filters forward and then backward: no delay, and the gain is squared. SciPy's `sosfiltfilt`.
  ///
  /// The signal is extended at both ends and the filter starts as if it had always seen the first
  /// sample, so that the ends do not ring.
  /// - Parameters:
  ///   - x: evenly spaced samples; none, one or two are fine.
  ///   - edge: how the signal is extended.
  ///   - padding: by how many samples, at most `x.count - 1`; `nil` for SciPy's choice, three times
  ///     the number of coefficients.
  /// - Returns: as many samples.
  public func filteredForwardBackward(
    _ x: [Double], edge: EdgeExtension = .odd, padding: Int? = nil
  ) -> [Double] {
    guard !x.isEmpty else { return [] }
    let length = min(max(padding ?? defaultPadding, 0), x.count - 1)
    var y = edge.extending(x, before: length, after: length)
    run(over: &y, startingAt: y[0])
    runBackward(over: &y, startingAt: y[y.count - 1])
    return Array(y[length..<(length + x.count)])
  }

  /// Several signals of one length at once, each exactly as alone: a recursion waits for its own last
  /// output, and meanwhile the others can go on.
  ///
  /// - Parameters:
  ///   - signals: any number of signals of one length.
  ///   - edge: how they go on beyond their ends.
  ///   - padding: by how many samples; as SciPy's `sosfiltfilt` if not given.
  /// - Returns: the filtered signals, in the same order.
  public func filteredForwardBackward(
    _ signals: [[Double]], edge: EdgeExtension = .odd, padding: Int? = nil
  ) -> [[Double]] {
    guard signals.count == 3, let count = signals.first?.count, count > 0,
      signals.allSatisfy({ $0.count == count })
    else { return signals.map { filteredForwardBackward($0, edge: edge, padding: padding) } }
    let length = min(max(padding ?? defaultPadding, 0), count - 1)
    var (x, y, z) = (
      edge.extending(signals[0], before: length, after: length),
      edge.extending(signals[1], before: length, after: length),
      edge.extending(signals[2], before: length, after: length)
    )
    run(over: &x, &y, &z, isBackward: false)
    run(over: &x, &y, &z, isBackward: true)
    return [x, y, z].map { Array($0[length..<(length + count)]) }
  }

  /// Gain of one forward pass at a frequency.
  /// - Parameters:
  ///   - hertz: the frequency.
  ///   - samplingRateHertz: samples per second.
  /// - Returns: output amplitude over input amplitude.
  public func gain(atHertz hertz: Double, samplingRateHertz: Double) -> Double {
    let angle = 2 * Double.pi * hertz / samplingRateHertz
    let (c1, s1, c2, s2) = (cos(angle), sin(angle), cos(2 * angle), sin(2 * angle))
    return sections.reduce(1) { gain, section in
      let above = hypot(
        section.b0 + section.b1 * c1 + section.b2 * c2, section.b1 * s1 + section.b2 * s2)
      let below = hypot(1 + section.a1 * c1 + section.a2 * c2, section.a1 * s1 + section.a2 * s2)
      return gain * above / below
    }
  }

  /// Three times the number of coefficients, those that are zero on both sides left out.
  private var defaultPadding: Int {
    let idle = min(sections.count { $0.b2 == 0 }, sections.count { $0.a2 == 0 })
    return 3 * (2 * sections.count + 1 - idle)
  }

  /// One pass in place, every section having settled on a constant input before the first sample.
  ///
  /// Two sections go through the samples together: each waits for its own last output, and while one
  /// waits the other computes. The operations are those of one section after the other.
  private func run(over y: inout [Double], startingAt constant: Double) {
    var level = constant
    var index = 0
    while index < sections.count {
      var first = RunningSection(sections[index], settledOn: level)
      level *= sections[index].constantGain
      if index + 1 < sections.count {
        var second = RunningSection(sections[index + 1], settledOn: level)
        level *= sections[index + 1].constantGain
        y.withUnsafeMutableBufferPointer { y in
          for sample in y.indices { y[sample] = second.next(first.next(y[sample])) }
        }
      } else {
        y.withUnsafeMutableBufferPointer { y in
          for sample in y.indices { y[sample] = first.next(y[sample]) }
        }
      }
      index += 2
    }
  }

  private func runBackward(over y: inout [Double], startingAt constant: Double) {
    var level = constant
    for index in stride(from: 0, to: sections.count, by: 2) {
      var first = RunningSection(sections[index], settledOn: level)
      level *= sections[index].constantGain
      if index + 1 < sections.count {
        var second = RunningSection(sections[index + 1], settledOn: level)
        level *= sections[index + 1].constantGain
        y.withUnsafeMutableBufferPointer { y in
          var sample = y.count
          while sample > 0 {
            sample -= 1
            y[sample] = second.next(first.next(y[sample]))
          }
        }
      } else {
        y.withUnsafeMutableBufferPointer { y in
          var sample = y.count
          while sample > 0 {
            sample -= 1
            y[sample] = first.next(y[sample])
          }
        }
      }
    }
  }

  /// Three signals of one length, section by section.
  private func run(
    over x: inout [Double], _ y: inout [Double], _ z: inout [Double], isBackward: Bool
  ) {
    let count = x.count
    let start = isBackward ? count - 1 : 0
    var levels = (x[start], y[start], z[start])
    for section in sections {
      var a = RunningSection(section, settledOn: levels.0)
      var b = RunningSection(section, settledOn: levels.1)
      var c = RunningSection(section, settledOn: levels.2)
      let gain = section.constantGain
      levels = (levels.0 * gain, levels.1 * gain, levels.2 * gain)
      x.withUnsafeMutableBufferPointer { x in
        y.withUnsafeMutableBufferPointer { y in
          z.withUnsafeMutableBufferPointer { z in
            var sample = start
            for _ in 0..<count {
              x[sample] = a.next(x[sample])
              y[sample] = b.next(y[sample])
              z[sample] = c.next(z[sample])
              sample += isBackward ? -1 : 1
            }
          }
        }
      }
    }
  }
}

/// A section and what it remembers (transposed direct form II).
private struct RunningSection {
  private let section: SecondOrderSection
  private var next: Double
  private var later: Double

  /// As it is after a constant input for ever.
  init(_ section: SecondOrderSection, settledOn input: Double) {
    self.section = section
    let output = input * section.constantGain
    later = section.b2 * input - section.a2 * output
    next = section.b1 * input - section.a1 * output + later
  }

  @inline(__always)
  mutating func next(_ value: Double) -> Double {
    let result = section.b0 * value + next
    // The output comes last into each sum: it is what the next sample has to wait for.
    next = (later + section.b1 * value) - section.a1 * result
    later = section.b2 * value - section.a2 * result
    return result
  }
}
