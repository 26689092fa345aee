import Foundation
import GaitModel
import Testing

@testable import GaitAnalysis

/// Gyroscopes that turn at rest, or reach their limit.
struct RateWatchTests {
  /// Ten seconds of standing and ten of turning on a grid, each axis with an offset, rad/s.
  private func columns(offset: SIMD3<Double>, limit: Double = .infinity) -> [[Float]] {
    (0..<6).map { c in
      (0..<2000).map { i in
        let t = Double(i) / 100
        let noise = 0.005 * sin(Double(i * i % 977))
        guard c >= 3 else { return Float((c == 2 ? 9.81 : 0) + noise) }
        let turn = t < 10 ? 0 : 3 * sin(2 * .pi * t + Double(c))
        return Float(max(-limit, min(limit, turn + offset[c - 3] + noise)))
      }
    }
  }

  private func watch(_ columns: [[Float]], cutEvery length: Int = 400) -> RateWatch {
    var watch = RateWatch()
    for from in stride(from: 0, to: columns[0].count, by: length) {
      let part = from..<min(columns[0].count, from + length)
      let cut = columns.map { Array($0[part]) }
      watch.append(raw: Axes(x: cut[3], y: cut[4], z: cut[5]))
      watch.append(grid: cut, start: from)
    }
    return watch
  }

  @Test(arguments: [(0.0, false), (0.02, false), (0.1, true), (-0.3, true)])
  func `a rate at rest is told`(offset: Double, isTold: Bool) {
    let remarks = watch(columns(offset: SIMD3(0, offset, 0))).remarks
    #expect(remarks.count == (isTold ? 1 : 0))
    let degrees = String(format: "%.1f", abs(offset) * 180 / .pi)
    if isTold { #expect(remarks[0].message.contains("turns by \(degrees) °/s"), "\(remarks)") }
  }

  @Test(arguments: [1, 37, 99, 200, 2000])
  func `however the samples are cut`(length: Int) {
    let remarks = watch(columns(offset: SIMD3(0.1, 0.1, 0), limit: 2.1817), cutEvery: length)
      .remarks
    #expect(
      remarks.map(\.message)
        == watch(columns(offset: SIMD3(0.1, 0.1, 0), limit: 2.1817)).remarks.map(\.message))
  }

  @Test(arguments: [(.infinity, false), (2.1817, true), (1.2, false)])
  func `a limit is told where the rate stands still at it again and again`(
    limit: Double, isTold: Bool
  ) {
    let remarks = watch(columns(offset: .zero, limit: limit)).remarks
    #expect(remarks.map { $0.message.contains("limit of 125 °/s") } == (isTold ? [true] : []))
  }

  /// The mean of so many samples of three columns.
  private func mean(_ columns: ArraySlice<[Float]>, _ length: Int, _ place: Int) -> SIMD3<Double> {
    let means: [Double] = columns.map { column in
      let part = column[place * length..<(place + 1) * length]
      return part.reduce(0.0) { $0 + Double($1) } / Double(length)
    }
    return SIMD3(means[0], means[1], means[2])
  }

  /// What axes leave, by the formula.
  private func share(_ columns: [[Float]], _ axes: AxisNaming, every length: Int) -> Double {
    var (rest, whole) = (0.0, 0.0)
    for place in 1..<columns[0].count / length {
      let before = mean(columns[..<3], length, place - 1)
      let after = mean(columns[..<3], length, place)
      let change = (after - before) / (Double(length) / 100)
      let rate =
        (mean(columns[3...], length, place - 1) + mean(columns[3...], length, place)) / 2
      var named = SIMD3<Double>.zero
      for axis in 0..<3 { named[axis] = axes.signs[axis] * rate[axes.places[axis]] }
      let left = change - ((before + after) / 2).cross(named)
      rest += left.dot(left)
      whole += change.dot(change)
    }
    return rest / whole
  }

  @Test(arguments: [1, 37, 99, 200, 2000])
  func `the share that axes leave is the plain one, however the samples are cut`(length: Int) {
    let columns: [[Float]] = (0..<6).map { c in
      (0..<2000).map { i in
        let phase = Double(i) * 0.013 * Double(c + 1)
        return Float(sin(phase)) * Float(c + 2)
      }
    }
    var sense = RateSense()
    for from in stride(from: 0, to: 2000, by: length) {
      let part = from..<min(2000, from + length)
      sense.append(columns.map { Array($0[part]) }, start: from)
    }
    for axes in [AxisNaming.asTheyCome, .all[13], .all[47]] {
      let (short, long) = (share(columns, axes, every: 40), share(columns, axes, every: 120))
      #expect(abs(sense.short.left(by: axes) - short) < 1e-9 * short)
      #expect(abs(sense.long.left(by: axes) - long) < 1e-9 * long)
    }
    #expect(Set(AxisNaming.all).count == 48)
  }
}
