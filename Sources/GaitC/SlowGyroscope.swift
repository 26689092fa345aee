import CGaitKit
import SensorFiles

/// A gyroscope in a caller's memory that has numbers in some rows only, as where tables of two sensors with clocks of
/// their own were put together by time.
///
/// As in a file, a rate that is missing lies on the straight line between its neighbors where these are a quarter of a
/// second apart or less, and a gyroscope that covers too little is left out as a whole; rows without it are left out where
/// they are few (`RateCoverage`).
struct SlowGyroscope {
  private let samples: BorrowedSamples
  private let rateHertz: Double
  /// Why it cannot be used; `nil` where it can.
  let obstacle: String?

  /// Looks at all rows; `nil` without a gyroscope, and where rows without it are left out.
  init?(_ samples: BorrowedSamples, rateHertz: Double) {
    guard samples.hasAngularRate, let first = Self.firstHole(samples) else { return nil }
    (self.samples, self.rateHertz) = (samples, rateHertz)
    var (coverage, covered) = (RateCoverage(), first)
    for _ in 0..<first { coverage.take(isMissing: false) }
    for range in Self.blocks(from: first, of: samples.count) {
      let force = samples.acceleration(range)
      let block = Filler(samples, range, rateHertz: rateHertz)
      let rates = block.filled
      for place in rates[0].indices where force.allSatisfy({ $0[place].isFinite }) {
        if Self.isNumber(rates, place) { covered += 1 }
        coverage.take(isMissing: !block.hasNumber(place))
      }
    }
    guard coverage.rowCount > 0 else { return nil }
    guard coverage.missingCount < coverage.rowCount else {
      obstacle = "no sample of it has three numbers"
      return
    }
    guard coverage.costsAcceleration else { return nil }
    obstacle = StreamCoverage.obstacle(share: Double(covered) / Double(coverage.rowCount))
  }

  /// Angular rate, rad/s, one array for each axis; not a number where it is missing.
  func angularRate(_ range: Range<Int>) -> [[Float]] {
    Filler(samples, range, rateHertz: rateHertz).filled
  }

  private static func isNumber(_ rates: [[Float]], _ place: Int) -> Bool {
    rates.allSatisfy { $0[place].isFinite }
  }

  private static func firstHole(_ samples: BorrowedSamples) -> Int? {
    for range in blocks(from: 0, of: samples.count) {
      let rates = samples.angularRate(range)
      if let place = rates[0].indices.first(where: { !isNumber(rates, $0) }) {
        return range.lowerBound + place
      }
    }
    return nil
  }

  private static func blocks(from first: Int, of count: Int) -> [Range<Int>] {
    let length = BorrowedRecording.blockLength
    return stride(from: first, to: count, by: length).map { $0..<min($0 + length, count) }
  }

  /// Puts rates into a block's rows where there are none.
  private struct Filler {
    let samples: BorrowedSamples
    let rateHertz: Double
    let range: Range<Int>
    /// The block's own rates and stamps.
    private let own: [[Float]]
    private let stamps: [Double]?

    init(_ samples: BorrowedSamples, _ range: Range<Int>, rateHertz: Double) {
      (self.samples, self.range, self.rateHertz) = (samples, range, rateHertz)
      (own, stamps) = (samples.angularRate(range), samples.stamps(range))
    }

    func hasNumber(_ place: Int) -> Bool { SlowGyroscope.isNumber(own, place) }

    var filled: [[Float]] {
      var rates = own
      var next = 0
      while next < range.count {
        guard !SlowGyroscope.isNumber(own, next) else {
          next += 1
          continue
        }
        let first = next
        while next < range.count, !SlowGyroscope.isNumber(own, next) { next += 1 }
        fill(first..<next, of: &rates)
      }
      return rates
    }

    /// Fills rows without numbers, counted in the block, from those before and behind them.
    private func fill(_ hole: Range<Int>, of rates: inout [[Float]]) {
      guard let before = number(from: range.lowerBound + hole.lowerBound, by: -1),
        let after = number(from: range.lowerBound + hole.upperBound - 1, by: 1)
      else { return }
      let interval = seconds(after) - seconds(before)
      guard interval > 0, interval <= StreamCoverage.longestInterval else { return }
      for axis in 0..<3 {
        let (from, to) = (rate(before, axis), rate(after, axis))
        for place in hole {
          let share = Float((seconds(range.lowerBound + place) - seconds(before)) / interval)
          if (0...1).contains(share) { rates[axis][place] = from + (to - from) * share }
        }
      }
    }

    /// The nearest row with numbers before or behind a row, unless it is too far away.
    private func number(from place: Int, by step: Int) -> Int? {
      var other = place + step
      while (0..<samples.count).contains(other),
        abs(seconds(other) - seconds(place)) <= StreamCoverage.longestInterval
      {
        if (0..<3).allSatisfy({ rate(other, $0).isFinite }) { return other }
        other += step
      }
      return nil
    }

    private func rate(_ place: Int, _ axis: Int) -> Float {
      range.contains(place)
        ? own[axis][place - range.lowerBound] : samples.angularRate(place..<place + 1)[axis][0]
    }

    private func seconds(_ place: Int) -> Double {
      guard let stamps else { return Double(place) / rateHertz }
      return range.contains(place)
        ? stamps[place - range.lowerBound] : samples.stamps(place..<place + 1)?[0] ?? .nan
    }
  }
}
