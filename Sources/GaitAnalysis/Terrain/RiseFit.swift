import Signals

/// A change of height that happens step by step between two contacts, level before and after.
struct Rise: Hashable, Sendable {
  /// From the last contact on the ground before to the first on the ground after.
  var contacts: ClosedRange<Int>
  /// The same in seconds of the recording.
  var seconds: ClosedRange<Double>
  /// Meters, positive up.
  var meters: Double
  /// Standard error, meters.
  var standardError: Double
  /// How well it explains the heights, as a log-likelihood; comparable for the same bins only.
  var gain: Double

  /// Meters for each step.
  var metersPerStep: Double { meters / Double(max(1, contacts.count - 1)) }

  /// 0 before the rise, 1 after it, and even from contact to contact between.
  static func progress(
    _ time: Double, _ contacts: ClosedRange<Int>, _ seconds: [Double]
  ) -> Double {
    if time <= seconds[contacts.lowerBound] { return 0 }
    if time >= seconds[contacts.upperBound] { return 1 }
    var i = contacts.lowerBound
    while seconds[i + 1] < time { i += 1 }
    let part = (time - seconds[i]) / (seconds[i + 1] - seconds[i])
    return (Double(i - contacts.lowerBound) + part) / Double(contacts.count - 1)
  }
}

/// Fits a rise to heights that are noisy and now and then wrong.
///
/// The steps say when height can change, the pressure by how much: each step of the rise adds the same
/// height. Least squares with Tukey's weights (A. E. Beaton, J. W. Tukey, Technometrics 16:147,
/// 1974), so that a door does not count.
public struct RiseFit: Hashable, Sendable {
  /// Bins further off than this many standard deviations do not count.
  public var cutoff = 3.0
  /// How often the weights are recomputed.
  public var rounds = 4
  /// How many contacts the ends are moved to find the best ones.
  public var reach = 3
  /// A typical riser, meters, as in `StairFlights`: it helps to place the ends, which the pressure alone
  /// leaves open by some steps.
  public var usualRise = 0.17
  /// How much risers differ, standard deviation in meters.
  public var usualRiseDeviation = 0.015
  /// The riser never counts for more than this, as a log-likelihood: slopes rise otherwise.
  public var largestSurprise = 8.0
  /// Relative error of every height: the air's temperature is not known, 10 °C are 3.5 %.
  public var scaleError = 0.02

  /// The best rise near one that was found.
  ///
  /// - Parameters:
  ///   - near: contacts that the rise lies between, about.
  ///   - seconds: time of every contact of the walk.
  ///   - limits: contacts that the ends are kept within.
  ///   - track: the heights.
  ///   - context: the time in which the ground is level but for the rise.
  /// - Returns: the rise, or `nil` where too few heights tell; of rises that are equally good the one whose ends
  ///   were moved least.
  func best(
    near: ClosedRange<Int>, seconds: [Double], limits: ClosedRange<Int>, track: HeightTrack,
    context: ClosedRange<Double>
  ) -> Rise? {
    let bins = track.bins(context)
    var best: Rise?
    let moves = (-reach...reach).sorted { (abs($0), $0) < (abs($1), $1) }
    for low in moves.map({ near.lowerBound + $0 }) {
      for high in moves.map({ near.upperBound + $0 })
      where limits.contains(low) && limits.contains(high) && low < high {
        let rise = fit(low...high, seconds, track, bins)
        // Where no height lies between two ends the fits are the same but for rounding.
        if let rise, rise.gain > (best?.gain ?? -.infinity) + 1e-9 { best = rise }
      }
    }
    return best
  }

  /// Least squares for the level before and the rise, both with a standard error.
  private func fit(
    _ contacts: ClosedRange<Int>, _ seconds: [Double], _ track: HeightTrack, _ bins: Range<Int>
  ) -> Rise? {
    guard bins.count > 3 else { return nil }
    let shape = bins.map { Rise.progress(track.seconds[$0], contacts, seconds) }
    let heights = track.meters[bins]
    let sigma = track.noiseMeters
    var weights = [Double](repeating: 1, count: bins.count)
    var (level, rise) = (0.0, 0.0)
    var spread = 0.0
    for _ in 0..<rounds {
      let total = weights.reduce(0, +)
      let meanShape = zip(weights, shape).reduce(0) { $0 + $1.0 * $1.1 } / total
      let meanHeight = zip(weights, heights).reduce(0) { $0 + $1.0 * $1.1 } / total
      var product = 0.0
      spread = 0
      for (k, height) in heights.enumerated() {
        let s = shape[k] - meanShape
        spread += weights[k] * s * s
        product += weights[k] * s * (height - meanHeight)
      }
      guard spread > 0.2 else { return nil }
      rise = product / spread
      level = meanHeight - rise * meanShape
      for (k, height) in heights.enumerated() {
        let off = min(1, abs(height - level - rise * shape[k]) / (cutoff * sigma))
        weights[k] = (1 - off * off) * (1 - off * off)
      }
    }
    return Rise(
      contacts: contacts,
      seconds: seconds[contacts.lowerBound]...seconds[contacts.upperBound], meters: rise,
      standardError: (sigma * sigma / spread + scaleError * rise * scaleError * rise).squareRoot(),
      gain: gain(shape, heights, level: level, rise: rise, sigma: sigma)
        - surprise(at: abs(rise) / Double(contacts.count - 1)))
  }

  /// How little a step's rise is like a riser, as a log-likelihood.
  private func surprise(at metersPerStep: Double) -> Double {
    let off = (metersPerStep - usualRise) / usualRiseDeviation
    return min(largestSurprise, off * off / 2)
  }

  /// Log-likelihood with Tukey's bounded loss, over that of bins that all lie far off.
  private func gain(
    _ shape: [Double], _ heights: ArraySlice<Double>, level: Double, rise: Double, sigma: Double
  ) -> Double {
    var sum = 0.0
    for (s, height) in zip(shape, heights) {
      let off = min(1, abs(height - level - rise * s) / (cutoff * sigma))
      let inside = 1 - off * off
      sum += inside * inside * inside
    }
    return sum * cutoff * cutoff / 6
  }
}
