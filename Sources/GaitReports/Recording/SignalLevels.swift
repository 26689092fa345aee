import Foundation
import GaitModel

/// A recording's signal at the levels of detail that a page shows, gathered block by block: a week
/// is never in
/// memory at once.
///
/// ```
///   whole recording   least and most of every step (0.5 s for a short recording, 5 s for a week)
///   about the bouts   up to 50 values a second, as many as the page has room for
/// ```
/// The signal is the magnitude of the specific force, m/s²: the same however the device is turned.
package struct SignalLevels {
  /// Values a second about the bouts, at most: the sharpest peaks of walking, at 15 Hz, stand out.
  private static let mostDetailHertz = 50.0
  /// Before and after a bout, seconds.
  private static let roomSeconds = 3.0
  /// Steps of the whole recording, at most.
  private static let mostSteps = 130_000.0
  /// The finest step, seconds.
  private static let finestStep = 0.5

  /// How long a step of the whole recording is, seconds.
  let step: Double
  /// The least of every step, hundredths of m/s²; `missing` without samples.
  private(set) var low: [Int16]
  /// The most of every step.
  private(set) var high: [Int16]
  /// Values a second in the details.
  let detailHertz: Double
  /// The stretches in detail, in time order.
  private(set) var details: [SignalDetail]
  /// Stretches without samples, seconds.
  private(set) var gaps: [Range<Double>] = []
  /// Whether every bout is there in detail.
  let hasEveryBout: Bool

  private var strides: StrideMeans
  private var lastSecond: Double?
  private let bridgeSeconds: Double
  private var detailIndex = 0

  /// Whatever is more is drawn as this, m/s²: few sensors feel more, hundredths of it fit into 16 bits, and one broken
  /// sample does not flatten the rest.
  private static let greatest: Float = 327

  /// Stands for a step without samples.
  static let missing = Int16.min

  /// Makes levels for a recording.
  ///
  /// - Parameters:
  ///   - analysis: What was found: details are kept about its bouts.
  ///   - mostDetails: How many values the details may have, all together; `nil` takes what a page
  /// of the
  ///     recording's length has room for.
  package init(of analysis: RecordingAnalysis, mostDetails: Int? = nil) {
    let duration = max(1, analysis.quality.durationSeconds)
    let rate = analysis.facts.samplingRateHertz
    step = max(Self.finestStep, 2 / rate, duration / Self.mostSteps)
    let count = Int((duration / step).rounded(.up)) + 1
    low = [Int16](repeating: Self.missing, count: count)
    high = low
    bridgeSeconds = RecordingQuality.longestBridgeSeconds(rateHertz: rate)
    strides = StrideMeans(of: analysis)
    let plan = Self.plan(
      analysis, duration: duration, rate: rate,
      values: mostDetails ?? Self.room(for: analysis, steps: count))
    detailHertz = plan.hertz
    hasEveryBout = plan.isWhole
    details = plan.stretches.map { SignalDetail(seconds: $0, hertz: plan.hertz) }
  }

  /// How many values of detail a page has room for: 3 MB for a day, 12 for a week, without what
  /// else it holds.
  private static func room(for analysis: RecordingAnalysis, steps: Int) -> Int {
    let days = analysis.quality.durationSeconds / 86_400
    let whole = min(12e6, 3e6 + max(0, days - 1) * 1.5e6)
    let contacts = analysis.bouts.reduce(0) {
      $0 + $1.initialContacts.count + $1.finalContacts.count
    }
    // Libraries and our own scripts; four bytes for a step, two for a contact, each in base 64; and
    // the columns of a
    // bout with its mean stride.
    let others =
      0.8e6 + Double(4 * steps + 2 * contacts) * 4 / 3 + 340 * Double(analysis.bouts.count)
    return Int(max(0, 0.95 * whole - others) * 3 / 4)
  }

  /// Which stretches are shown in detail, and how finely: everything where there is room, else all
  /// bouts, more
  /// coarsely where need be, and in the end the longest bouts.
  private static func plan(
    _ analysis: RecordingAnalysis, duration: Double, rate: Double, values: Int
  ) -> (hertz: Double, stretches: [Range<Double>], isWhole: Bool) {
    let finest = min(mostDetailHertz, rate)
    if duration * finest <= Double(values) { return (finest, [0..<duration], true) }
    let bouts = analysis.bouts.map(\.seconds)
    let all = merged(bouts, duration)
    let seconds = all.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    for hertz in [finest, min(rate, 25)] where seconds * hertz <= Double(values) {
      return (hertz, all, true)
    }
    let hertz = min(rate, 25)
    var room = Double(values) / hertz
    let longest = bouts.sorted {
      $0.upperBound - $0.lowerBound > $1.upperBound - $1.lowerBound
    }.prefix { bout in
      room -= bout.upperBound - bout.lowerBound + 2 * roomSeconds
      return room > 0
    }
    return (hertz, merged(longest.sorted { $0.lowerBound < $1.lowerBound }, duration), false)
  }

  private static func merged(_ bouts: [Range<Double>], _ duration: Double) -> [Range<Double>] {
    var merged: [Range<Double>] = []
    for bout in bouts {
      let start = max(0, bout.lowerBound - roomSeconds)
      let end = max(start, min(duration, bout.upperBound + roomSeconds))
      if let last = merged.last, start <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(end, last.upperBound)
      } else {
        merged.append(start..<end)
      }
    }
    return merged
  }

  /// Adds the next block of the recording.
  package mutating func add(_ block: RecordingBlock) {
    let axes = block.acceleration
    for i in block.seconds.indices {
      let second = block.seconds[i]
      let (x, y, z) = (axes.x[i], axes.y[i], axes.z[i])
      let magnitude = min(Self.greatest, (x * x + y * y + z * z).squareRoot())
      noteGap(before: second)
      widen(at: second, by: magnitude)
      while detailIndex < details.count, details[detailIndex].seconds.upperBound <= second {
        detailIndex += 1
      }
      if detailIndex < details.count { details[detailIndex].add(magnitude, at: second) }
      if magnitude < Self.greatest {
        strides.add(SIMD3(Double(x), Double(y), Double(z)), at: second)
      }
    }
  }

  private mutating func noteGap(before second: Double) {
    if let lastSecond, second - lastSecond > bridgeSeconds { gaps.append(lastSecond..<second) }
    lastSecond = second
  }

  private mutating func widen(at second: Double, by magnitude: Float) {
    let place = Int(second / step)
    guard low.indices.contains(place) else { return }
    let value = Int16(magnitude * 100)
    low[place] = low[place] == Self.missing ? value : min(low[place], value)
    high[place] = max(high[place], value)
  }

  /// The mean strides of the bouts that have enough.
  var meanStrides: [MeanStride] { strides.means }
}

/// A stretch of signal in detail.
struct SignalDetail {
  /// From when to when, seconds of the recording; it begins on the grid of values.
  let seconds: Range<Double>
  private let hertz: Double
  private var sums: [Float]
  private var counts: [UInt16]

  init(seconds: Range<Double>, hertz: Double) {
    let start = (seconds.lowerBound * hertz).rounded(.down) / hertz
    self.seconds = start..<max(start, seconds.upperBound)
    self.hertz = hertz
    let count = max(1, Int((self.seconds.upperBound - start) * hertz))
    sums = [Float](repeating: 0, count: count)
    counts = [UInt16](repeating: 0, count: count)
  }

  /// Adds a value; it belongs to the nearest place, so that stamps on the grid each have their own.
  mutating func add(_ value: Float, at second: Double) {
    let place = Int(((second - seconds.lowerBound) * hertz).rounded())
    guard sums.indices.contains(place) else { return }
    sums[place] += value
    counts[place] += 1
  }

  /// One byte for each value, with the value of byte 0 and that of a step. A place without samples
  /// lies on the line
  /// between its neighbors.
  var quantized: (low: Float, scale: Float, bytes: [UInt8]) {
    let values = filled
    let low = values.min() ?? 0
    let scale = max(((values.max() ?? 0) - low) / 255, 1e-4)
    return (low, scale, values.map { UInt8(min(255, (($0 - low) / scale).rounded())) })
  }

  private var filled: [Float] {
    var values = zip(sums, counts).map { $1 > 0 ? $0 / Float($1) : .nan }
    var last: Int?
    for place in values.indices where !values[place].isNaN {
      let before = last.map { values[$0] } ?? values[place]
      let first = last.map { $0 + 1 } ?? 0
      for empty in first..<place {
        let share = Float(empty - first + 1) / Float(place - first + 1)
        values[empty] = before + (values[place] - before) * share
      }
      last = place
    }
    let end = last.map { values[$0] } ?? 0
    for place in (last.map { $0 + 1 } ?? 0)..<values.count { values[place] = end }
    return values
  }
}
