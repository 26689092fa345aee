/// A set of whole ticks of a clock, kept as sorted half-open stretches that do not touch.
///
/// Counting overlaps on stretches costs as much as there are stretches; a mask over a week of
/// hundredths of a second would cost sixty million steps.
struct TickSet: Sendable, Hashable {
  /// The stretches, sorted, none touching the next.
  private(set) var stretches: [Range<Int>] = []

  /// The ticks inside any of the ranges and inside `limits`.
  init(_ ranges: [Range<Int>], limits: Range<Int>) {
    let sorted = ranges.map { $0.clamped(to: limits) }.filter { !$0.isEmpty }
      .sorted { $0.lowerBound < $1.lowerBound }
    for range in sorted {
      if let last = stretches.last, range.lowerBound <= last.upperBound {
        stretches[stretches.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        stretches.append(range)
      }
    }
  }

  /// How many ticks the set holds.
  var count: Int { stretches.reduce(0) { $0 + $1.count } }

  /// The ticks that are in both sets.
  func intersection(_ other: TickSet) -> TickSet {
    var common = TickSet()
    var i = 0
    var j = 0
    while i < stretches.count, j < other.stretches.count {
      let both = stretches[i].clamped(to: other.stretches[j])
      if !both.isEmpty { common.stretches.append(both) }
      if stretches[i].upperBound < other.stretches[j].upperBound { i += 1 } else { j += 1 }
    }
    return common
  }

  private init() {}
}

extension Double {
  /// The nearest whole number, halves to even, held within ±10¹⁵: files may hold absurd times.
  var nearestInt: Int {
    Int(Swift.min(Swift.max(self, -1e15), 1e15).rounded(.toNearestOrEven))
  }
}

extension TickSet {
  /// Ticks per second of the grid on which seconds of walking are compared.
  ///
  /// A hundredth of a second is finer than any reference and coarse enough that the rounding of a
  /// text file does not show.
  static let ticksPerSecond = 100.0

  /// The hundredths of a second inside the stretches, from 0 to the end of the recording.
  init(seconds: [Range<Double>], durationSeconds: Double) {
    let end = Self.tick(durationSeconds) + 1
    self.init(
      seconds.compactMap {
        let start = Self.tick($0.lowerBound)
        let stop = Self.tick($0.upperBound)
        return start < stop ? start..<stop : nil
      }, limits: 0..<max(0, end))
  }

  /// The size of the set in seconds.
  var seconds: Double { Double(count) / Self.ticksPerSecond }

  private static func tick(_ seconds: Double) -> Int {
    (seconds * ticksPerSecond).nearestInt
  }
}
