import SignalKernels

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
    y.withUnsafeMutableBufferPointer { pass(over: $0, lanes: 1, isBackward: false, isAtRest: true) }
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
    y.withUnsafeMutableBufferPointer { passForwardBackward(over: $0, lanes: 1) }
    return y.withUnsafeBufferPointer {
      Array(UnsafeBufferPointer(rebasing: $0[length..<(length + x.count)]))
    }
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
    guard (2...4).contains(signals.count), let count = signals.first?.count, count > 0,
      signals.allSatisfy({ $0.count == count })
    else { return signals.map { filteredForwardBackward($0, edge: edge, padding: padding) } }
    let rows = filteredForwardBackward(
      SignalRows.rows(of: signals)[...], edge: edge, padding: padding)
    return SignalRows.signals(of: rows, count: signals.count)
  }

  /// Up to four signals, a row for each sample, each exactly as alone.
  ///
  /// - Parameters:
  ///   - rows: evenly spaced samples; none, one or two are fine.
  ///   - edge: how the signals go on beyond their ends.
  ///   - padding: by how many samples; as SciPy's `sosfiltfilt` if not given.
  /// - Returns: as many rows.
  public func filteredForwardBackward(
    _ rows: ArraySlice<SIMD4<Double>>, edge: EdgeExtension = .odd, padding: Int? = nil
  ) -> ArraySlice<SIMD4<Double>> {
    guard !rows.isEmpty else { return [] }
    return passedForwardBackward(count: rows.count, edge: edge, padding: padding) { room in
      _ = room.update(from: rows)
    }
  }

  /// A signal of vectors, each of its three axes exactly as alone.
  ///
  /// - Parameters:
  ///   - x: evenly spaced samples; none, one or two are fine.
  ///   - edge: how the signal goes on beyond its ends.
  ///   - padding: by how many samples; as SciPy's `sosfiltfilt` if not given.
  /// - Returns: as many samples.
  public func filteredForwardBackward(
    _ x: [SIMD3<Double>], edge: EdgeExtension = .odd, padding: Int? = nil
  ) -> [SIMD3<Double>] {
    guard !x.isEmpty else { return [] }
    let rows = passedForwardBackward(count: x.count, edge: edge, padding: padding) { rows in
      x.withUnsafeBufferPointer { for i in rows.indices { rows[i] = SIMD4($0[i], 0) } }
    }
    return [SIMD3<Double>](unsafeUninitializedCapacity: x.count) { out, filled in
      rows.withUnsafeBufferPointer {
        for i in 0..<x.count { out[i] = SIMD3($0[i].x, $0[i].y, $0[i].z) }
      }
      filled = x.count
    }
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

  // MARK: Passes

  /// The rows of four signals, filtered.
  ///
  /// - Parameters:
  ///   - count: samples of each.
  ///   - edge: how they go on beyond their ends.
  ///   - padding: by how many samples; `nil` for SciPy's choice.
  ///   - fill: writes the signals, a row for each sample.
  /// - Returns: as many rows.
  private func passedForwardBackward(
    count: Int, edge: EdgeExtension, padding: Int?,
    fill: (UnsafeMutableBufferPointer<SIMD4<Double>>) -> Void
  ) -> ArraySlice<SIMD4<Double>> {
    let length = min(max(padding ?? defaultPadding, 0), count - 1)
    var rows = [SIMD4<Double>](unsafeUninitializedCapacity: count + 2 * length) { rows, filled in
      filled = count + 2 * length
      fill(UnsafeMutableBufferPointer(rebasing: rows[length..<(length + count)]))
    }
    rows.withUnsafeMutableBufferPointer { rows in
      edge.extend(rows, before: length, count: count)
      rows.withMemoryRebound(to: Double.self) { passForwardBackward(over: $0, lanes: 4) }
    }
    return rows[length..<(length + count)]
  }

  private func passForwardBackward(over y: UnsafeMutableBufferPointer<Double>, lanes: Int) {
    pass(over: y, lanes: lanes, isBackward: false, isAtRest: false)
    pass(over: y, lanes: lanes, isBackward: true, isAtRest: false)
  }

  /// One pass in place.
  ///
  /// - Parameters:
  ///   - y: samples of one signal, or rows of four.
  ///   - lanes: 1 or 4.
  ///   - isBackward: whether it begins with the last sample.
  ///   - isAtRest: whether nothing came before; if not, every section has settled on the first sample.
  private func pass(
    over y: UnsafeMutableBufferPointer<Double>, lanes: Int, isBackward: Bool, isAtRest: Bool
  ) {
    let count = y.count / lanes
    guard count > 0, let base = y.baseAddress else { return }
    let first = base + (isBackward ? (count - 1) * lanes : 0)
    let step = isBackward ? -lanes : lanes
    // Nothing is allocated: a walk is filtered a hundred times.
    let most = Self.mostSections
    let places = lanes + most * (5 + 2 * lanes)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: places) { room in
      let levels = UnsafeMutableBufferPointer(rebasing: room[..<lanes])
      let numbers = UnsafeMutableBufferPointer(rebasing: room[lanes..<(lanes + 5 * most)])
      let memory = UnsafeMutableBufferPointer(rebasing: room[(lanes + 5 * most)...])
      for lane in 0..<lanes { levels[lane] = isAtRest ? 0 : first[lane] }
      for from in stride(from: 0, to: sections.count, by: most) {
        let group = from..<min(from + most, sections.count)
        for (place, section) in sections[group].enumerated() {
          section.write(to: numbers, at: 5 * place)
          for lane in 0..<lanes {
            let settled = section.settled(on: levels[lane])
            memory[2 * lanes * place + lane] = settled.next
            memory[2 * lanes * place + lanes + lane] = settled.later
            levels[lane] *= section.constantGain
          }
        }
        (lanes == 1 ? signal_kernels_cascade : signal_kernels_cascade_of_four)(
          first, count, step, numbers.baseAddress, group.count, memory.baseAddress)
      }
    }
  }

  /// So many sections go through the samples together.
  private static let mostSections = 4
}

extension SecondOrderSection {
  /// The five numbers that the kernels take: the present input's weight, then each memory's, for input and output.
  var numbers: (Double, Double, Double, Double, Double) {
    (b0, b1 - a1 * b0, b2 - a2 * b0, a1, a2)
  }

  fileprivate func write(to room: UnsafeMutableBufferPointer<Double>, at place: Int) {
    (room[place], room[place + 1], room[place + 2], room[place + 3], room[place + 4]) = numbers
  }

  /// What the section remembers (transposed direct form II) after a constant input for ever.
  func settled(on input: Double) -> (next: Double, later: Double) {
    let output = input * constantGain
    let later = b2 * input - a2 * output
    return (b1 * input - a1 * output + later, later)
  }
}
