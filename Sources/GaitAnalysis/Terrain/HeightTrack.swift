import Foundation
import GaitModel
import Signals

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
    // A second difference of white noise has √6 of its deviation; 1.4826 as for a normal one.
    return 1.4826 * (Statistics.median(bends) ?? 0) / 6.0.squareRoot()
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
