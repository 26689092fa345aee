import SignalKernels

extension FilterCascade {
  /// One signal through two filters, each exactly as alone: a recursion waits for its own last output, and meanwhile the
  /// other one can go on.
  ///
  /// - Parameters:
  ///   - x: evenly spaced samples; none, one or two are fine.
  ///   - first: a filter of four sections at most, and how the signal goes on beyond its ends.
  ///   - second: the other one.
  ///   - padding: by how many samples it goes on, at most `x.count - 1`.
  /// - Returns: as many samples from each.
  public static func filteredForwardBackward(
    _ x: [Double], by first: (filter: FilterCascade, edge: EdgeExtension),
    and second: (filter: FilterCascade, edge: EdgeExtension), padding: Int
  ) -> (first: [Double], second: [Double]) {
    let filters = (first.filter.sections, second.filter.sections)
    precondition(max(filters.0.count, filters.1.count) <= 4, "four sections at most")
    guard !x.isEmpty else { return ([], []) }
    let length = min(max(padding, 0), x.count - 1)
    let a = first.edge.extending(x, before: length, after: length)
    let b = second.edge.extending(x, before: length, after: length)
    var rows = a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        [SIMD2<Double>](count: a.count) { SIMD2(a[$0], b[$0]) }
      }
    }
    return rows.withUnsafeMutableBufferPointer { rows in
      pass(filters, over: rows, isBackward: false)
      pass(filters, over: rows, isBackward: true)
      return (
        [Double](count: x.count) { rows[length + $0].x },
        [Double](count: x.count) { rows[length + $0].y }
      )
    }
  }

  /// One pass in place; every section has settled on the sample that it begins with.
  private static func pass(
    _ filters: ([SecondOrderSection], [SecondOrderSection]),
    over rows: UnsafeMutableBufferPointer<SIMD2<Double>>, isBackward: Bool
  ) {
    guard let base = rows.baseAddress else { return }
    let first = base + (isBackward ? rows.count - 1 : 0)
    let count = max(filters.0.count, filters.1.count)
    var level = first.pointee
    var (numbers, memory): ([SIMD2<Double>], [SIMD2<Double>]) = ([], [])
    for place in 0..<count {
      // The filter with fewer sections passes on what it has.
      let a = place < filters.0.count ? filters.0[place] : .nothing
      let b = place < filters.1.count ? filters.1[place] : .nothing
      let (ofA, ofB) = (a.numbers, b.numbers)
      numbers += [SIMD2(ofA.0, ofB.0), SIMD2(ofA.1, ofB.1), SIMD2(ofA.2, ofB.2)]
      numbers += [SIMD2(ofA.3, ofB.3), SIMD2(ofA.4, ofB.4)]
      let (settledA, settledB) = (a.settled(on: level.x), b.settled(on: level.y))
      memory += [SIMD2(settledA.next, settledB.next), SIMD2(settledA.later, settledB.later)]
      level *= SIMD2(a.constantGain, b.constantGain)
    }
    guard count > 0 else { return }
    signal_kernels_cascade_of_two(first, rows.count, isBackward ? -2 : 2, numbers, count, memory)
  }
}

extension SecondOrderSection {
  /// Changes nothing.
  fileprivate static let nothing = SecondOrderSection(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0)
}
