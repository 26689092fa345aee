import Foundation
import GaitModel
import Signals

/// Decides for each step whether it climbs, descends or stays level, by heights that are noisy.
///
/// One Kalman filter for each kind of ground follows the height and the rise of a step; the filters
/// compete step by step, and a change costs something (Viterbi's algorithm with a filter for each
/// survivor: Y. Bar-Shalom, X. R. Li, T. Kirubarajan, Estimation with Applications to Tracking and
/// Navigation, 2001, chapter 11). The steps come from the acceleration: without one, height does not
/// change.
public struct HeightDecoder: Hashable, Sendable {
  /// Rise of a step on stairs, meters: risers are 0.15-0.20 m high.
  public var stairRise = 0.17
  /// Its standard deviation, meters.
  public var stairRiseDeviation = 0.02
  /// Standard deviation of the rise of a step on a slope, meters: 5 % of a step of 0.65 m.
  public var slopeRise = 0.03
  /// What a change of ground costs, as a log-likelihood.
  public var switchCost = 6.0
  /// Standard deviation that the height gains in a second on level ground, meters: weather, and the
  /// sensor's drift.
  public var driftMeters = 0.02
  /// A height never counts for more than this, as a log-likelihood: doors.
  public var largestSurprise = 6.0

  /// Kinds of ground that compete.
  enum Kind: Int, CaseIterable, Sendable { case level, up, down, slope }

  /// The kind of ground of each step: from a contact to the next.
  ///
  /// - Parameters:
  ///   - seconds: times of the contacts.
  ///   - track: heights; those before the first contact tell where it starts.
  ///   - lead: seconds before the first contact in which the ground is assumed level.
  /// - Returns: one kind fewer than contacts.
  func kinds(seconds: [Double], track: HeightTrack, lead: Double) -> [Kind] {
    let start = track.bins((seconds[0] - lead)...seconds[0])
    let noise = track.noiseMeters * track.noiseMeters
    var level = HeightFilter(noise: noise)
    if let first = start.first { level.height = track.meters[first] }
    for bin in start { _ = level.update(track.meters[bin], part: 0, limit: largestSurprise) }
    var survivors = Kind.allCases.map { kind -> HeightSurvivor in
      HeightSurvivor(
        filter: entered(kind, from: level), score: kind == .level ? 0 : -switchCost)
    }
    var path = MostLikelyPath(scores: survivors.map(\.score))
    for step in 0..<(seconds.count - 1) {
      let span = seconds[step]...seconds[step + 1]
      let entries = step == 0 ? Array(zip(survivors, Kind.allCases)) : choices(survivors)
      survivors = entries.map { advanced($0.0, over: span, track) }
      path.append(scores: survivors.map(\.score), origins: entries.map { Int16($0.1.rawValue) })
    }
    return path.states.dropFirst().map { Kind.allCases[$0] }
  }

  /// For each kind of ground, the best survivor to go on from.
  private func choices(_ survivors: [HeightSurvivor]) -> [(HeightSurvivor, Kind)] {
    Kind.allCases.map { kind in
      var best = (survivors[kind.rawValue], kind)
      for other in Kind.allCases where other != kind {
        let score = survivors[other.rawValue].score - switchCost
        guard score > best.0.score else { continue }
        best = (
          HeightSurvivor(
            filter: entered(kind, from: survivors[other.rawValue].filter), score: score), other
        )
      }
      return best
    }
  }

  private func entered(_ kind: Kind, from filter: HeightFilter) -> HeightFilter {
    var next = filter
    switch kind {
    case .level: next.enter(rise: 0, deviation: 0)
    case .up: next.enter(rise: stairRise, deviation: stairRiseDeviation)
    case .down: next.enter(rise: -stairRise, deviation: stairRiseDeviation)
    case .slope: next.enter(rise: 0, deviation: slopeRise)
    }
    return next
  }

  /// A survivor after one more step with the heights measured in it.
  private func advanced(
    _ survivor: HeightSurvivor, over span: ClosedRange<Double>, _ track: HeightTrack
  ) -> HeightSurvivor {
    var next = survivor
    let duration = span.upperBound - span.lowerBound
    for bin in track.bins(span) {
      let part = (track.seconds[bin] - span.lowerBound) / max(duration, 1e-6)
      next.score += next.filter.update(track.meters[bin], part: part, limit: largestSurprise)
    }
    next.filter.step(drift: driftMeters * driftMeters * duration)
    return next
  }
}

/// A filter with how well it did so far.
private struct HeightSurvivor {
  var filter: HeightFilter
  var score: Double
}

/// A Kalman filter of height and of the rise of a step (R. E. Kalman, J. Basic Eng. 82:35, 1960).
struct HeightFilter: Sendable {
  /// Height at the last contact, meters.
  var height = 0.0
  /// Height that a step adds, meters.
  var rise = 0.0
  private var heightVariance = 100.0
  private var riseVariance = 0.0
  private var covariance = 0.0
  private let noise: Double

  /// - Parameter noise: variance of one measured height, m².
  init(noise: Double) { self.noise = noise }

  /// The ground changes: the next steps rise otherwise.
  mutating func enter(rise: Double, deviation: Double) {
    self.rise = rise
    riseVariance = deviation * deviation
    covariance = 0
  }

  /// Takes a measured height, some part of a step after the last contact.
  ///
  /// - Returns: its log-likelihood, up to a constant; at worst `-limit`, and then it is ignored.
  mutating func update(_ measured: Double, part: Double, limit: Double) -> Double {
    let off = measured - height - part * rise
    let toHeight = heightVariance + part * covariance
    let toRise = covariance + part * riseVariance
    let variance = toHeight + part * toRise + noise
    let surprise = off * off / variance / 2 + log(variance / noise) / 2
    guard off * off / variance / 2 < limit else { return -limit }
    height += toHeight / variance * off
    rise += toRise / variance * off
    heightVariance -= toHeight * toHeight / variance
    covariance -= toHeight * toRise / variance
    riseVariance -= toRise * toRise / variance
    return -min(surprise, limit)
  }

  /// Goes on to the next contact.
  mutating func step(drift: Double) {
    height += rise
    heightVariance += 2 * covariance + riseVariance + drift
    covariance += riseVariance
  }
}

/// Height over time from air pressure, in bins of half a second.
struct HeightTrack: Sendable {
  /// Middle of each bin, seconds of the recording, rising.
  private(set) var seconds: [Double] = []
  /// Height above the first bin, meters.
  private(set) var meters: [Double] = []
  /// Standard deviation of the noise of one bin, meters; from how bins differ from their neighbors.
  private(set) var noiseMeters = 0.0
  /// Start of the first bin, seconds of the recording.
  private var origin = 0.0

  /// Width of a bin, seconds: about a step; what is faster is noise or a gust.
  static let binSeconds = 0.5
  /// Height over which pressure falls by the factor e in the standard atmosphere at 15 °C, meters
  /// (ICAO standard atmosphere, R T / (M g)); 10 °C more or less change it by 3.5 %.
  static let scaleHeightMeters = 8434.5
  /// Noise is never taken for less than this, meters: what drafts do indoors.
  static let leastNoiseMeters = 0.05

  /// - Parameter pressure: hPa at the sensor's own clock.
  init(_ pressure: SideSamples) {
    guard let start = pressure.values.firstIndex(where: { $0 > 0 }) else { return }
    let first = pressure.values[start]
    // Bins begin with the first sample, so that they do not depend on when the clock was started.
    origin = pressure.seconds[start]
    var (bin, sum, count) = (Int.min, 0.0, 0)
    for i in pressure.seconds.indices where pressure.values[i] > 0 {
      let place = Int(((pressure.seconds[i] - origin) / Self.binSeconds + 1e-6).rounded(.down))
      if place != bin {
        close(bin, sum, count)
        (bin, sum, count) = (place, 0, 0)
      }
      sum -= Self.scaleHeightMeters * log(Double(pressure.values[i]) / Double(first))
      count += 1
    }
    close(bin, sum, count)
    noiseMeters = max(Self.leastNoiseMeters, roughness)
  }

  private mutating func close(_ bin: Int, _ sum: Double, _ count: Int) {
    guard count > 0 else { return }
    seconds.append(origin + (Double(bin) + 0.5) * Self.binSeconds)
    meters.append(sum / Double(count))
  }

  /// From second differences, which a steady climb leaves at zero; the median does not see the doors.
  private var roughness: Double {
    guard meters.count > 2 else { return Self.leastNoiseMeters }
    let bends = (1..<(meters.count - 1)).map { (i: Int) -> Double in
      let neighbors = meters[i - 1] + meters[i + 1]
      return abs(neighbors - 2 * meters[i])
    }
    // A second difference of white noise has √6 of its deviation.
    return Statistics.deviationPerMedianDeviation * (Statistics.median(bends) ?? 0)
      / 6.0.squareRoot()
  }

  /// The bins between two times.
  func bins(_ range: ClosedRange<Double>) -> Range<Int> {
    let low = place(of: range.lowerBound)
    return low..<max(low, place(of: range.upperBound))
  }

  /// The first bin whose middle is not before a time.
  private func place(of time: Double) -> Int {
    var (low, high) = (0, seconds.count)
    while low < high {
      let middle = (low + high) / 2
      if seconds[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
