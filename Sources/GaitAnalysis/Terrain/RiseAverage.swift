import Foundation

/// The height of a flight, averaged over where its ends may lie.
///
/// Pressure leaves the ends of a flight open by a step or two, and every choice of them gives another
/// height. Each choice is fitted by least squares (level, trend, rise), weighed by how likely it makes
/// the heights, and the mean is taken: of all estimates it errs least (Bar-Shalom, Li and Kirubarajan,
/// chapter 2).
public struct RiseAverage: Hashable, Sendable {
  /// How many contacts each end may lie away from where it was found.
  public var reach = 5
  /// Fewer steps are no flight.
  public var leastSteps = 4
  /// A typical riser, meters, as in `StairFlights`.
  public var usualRise = 0.17
  /// How much risers differ, standard deviation in meters.
  public var usualRiseDeviation = 0.015
  /// What weather and the sensor's drift change in a second, standard deviation in meters: 2 hPa an
  /// hour.
  public var trendDeviation = 0.005
  /// What the sensor's drift adds to the error of a height beyond a trend, standard deviation in meters.
  public var driftMeters = 0.08
  /// Bins further off than this many standard deviations do not count: doors.
  public var cutoff = 3.0
  /// How often the weights of the bins are recomputed.
  public var rounds = 4
  /// Relative error of every height: the air's temperature is not known, 10 °C are 3.5 %.
  public var scaleError = 0.02

  /// A rise with the mean height of all likely ends, and with the likeliest ends.
  ///
  /// - Parameters:
  ///   - rise: the rise as it was found.
  ///   - seconds: time of every contact of the walk.
  ///   - limits: contacts that the ends are kept within.
  ///   - track: the heights.
  ///   - context: the time in which the ground is level but for the rise.
  /// - Returns: the average rise, or the given rise where there are too few heights.
  func settled(
    _ rise: Rise, seconds: [Double], limits: ClosedRange<Int>, track: HeightTrack,
    context: ClosedRange<Double>
  ) -> Rise {
    let bins = track.bins(context)
    let times = bins.map { track.seconds[$0] }
    var choices = ends(near: rise.contacts, limits).map { contacts in
      RiseChoice(
        contacts: contacts, shape: times.map { Rise.progress($0, contacts, seconds) })
    }
    guard bins.count > 3, !choices.isEmpty else { return rise }
    let middle = (seconds[rise.contacts.lowerBound] + seconds[rise.contacts.upperBound]) / 2
    let heights = Array(track.meters[bins])
    let trend = times.map { $0 - middle }
    var weights = [Double](repeating: 1, count: bins.count)
    for _ in 0..<rounds {
      let line = WeightedLine(
        weights: weights.map { $0 / (track.noiseMeters * track.noiseMeters) }, trend: trend,
        slopeVariance: trendDeviation * trendDeviation)
      for k in choices.indices { weigh(&choices[k], heights, line, sign: rise.meters) }
      share(&choices)
      let off = line.residuals(of: heights, without: curve(choices))
      weights = off.map {
        let far = min(1, abs($0) / (cutoff * track.noiseMeters))
        return (1 - far * far) * (1 - far * far)
      }
    }
    return averaged(choices, rise, seconds)
  }

  private func ends(near: ClosedRange<Int>, _ limits: ClosedRange<Int>) -> [ClosedRange<Int>] {
    var ends: [ClosedRange<Int>] = []
    for low in (near.lowerBound - reach)...(near.lowerBound + reach) {
      for high in (near.upperBound - reach)...(near.upperBound + reach)
      where limits.contains(low) && limits.contains(high) && high - low >= leastSteps {
        ends.append(low...high)
      }
    }
    return ends
  }

  /// Mean and variance of the height with these ends, and how likely they are: what is known of risers
  /// and what the heights say are both normal, so the integral over the height is a formula.
  private func weigh(
    _ choice: inout RiseChoice, _ heights: [Double], _ line: WeightedLine, sign: Double
  ) {
    let told = line.regression(of: heights, on: choice.shape)
    let steps = Double(choice.contacts.count - 1)
    let expected = (sign < 0 ? -1 : 1) * steps * usualRise
    let variance = usualRiseDeviation * usualRiseDeviation * steps * steps
    let precision = told.precision + 1 / variance
    choice.meters = (told.product + expected / variance) / precision
    choice.variance = 1 / precision
    choice.logLikelihood =
      precision * choice.meters * choice.meters / 2 - expected * expected / variance / 2
      - log(precision * variance) / 2
  }

  /// How much each choice counts.
  private func share(_ choices: inout [RiseChoice]) {
    let best = choices.reduce(-Double.infinity) { max($0, $1.logLikelihood) }
    let sum = choices.reduce(0) { $0 + exp($1.logLikelihood - best) }
    for k in choices.indices { choices[k].share = exp(choices[k].logLikelihood - best) / sum }
  }

  /// The mean height gained at each bin.
  private func curve(_ choices: [RiseChoice]) -> [Double] {
    var curve = [Double](repeating: 0, count: choices[0].shape.count)
    for choice in choices where choice.share > 1e-6 {
      for i in curve.indices { curve[i] += choice.share * choice.meters * choice.shape[i] }
    }
    return curve
  }

  private func averaged(_ choices: [RiseChoice], _ rise: Rise, _ seconds: [Double]) -> Rise {
    let mean = choices.reduce(0) { $0 + $1.share * $1.meters }
    let square = choices.reduce(0) { $0 + $1.share * ($1.variance + $1.meters * $1.meters) }
    var settled = rise
    if let likeliest = choices.max(by: { $0.share < $1.share }) {
      settled.contacts = likeliest.contacts
      settled.seconds =
        seconds[likeliest.contacts.lowerBound]...seconds[likeliest.contacts.upperBound]
    }
    settled.meters = mean
    let scale = scaleError * mean
    settled.standardError = (square - mean * mean + scale * scale + driftMeters * driftMeters)
      .squareRoot()
    return settled
  }
}

/// One choice of where a flight begins and ends.
private struct RiseChoice {
  var contacts: ClosedRange<Int>
  /// Share of the rise that is done at each bin.
  var shape: [Double]
  var meters = 0.0
  var variance = 0.0
  var logLikelihood = 0.0
  var share = 0.0
}

/// A level and a trend, taken out of heights by weighted least squares; the trend is known to be small.
private struct WeightedLine {
  private let weights: [Double]
  private let trend: [Double]
  /// Inverse of the normal matrix of level and trend.
  private var (levels, mixed, trends) = (0.0, 0.0, 0.0)

  init(weights: [Double], trend: [Double], slopeVariance: Double) {
    (self.weights, self.trend) = (weights, trend)
    var (n, first, second) = (0.0, 0.0, 1 / slopeVariance)
    for (w, t) in zip(weights, trend) {
      n += w
      first += w * t
      second += w * t * t
    }
    let determinant = max(n * second - first * first, 1e-12)
    (levels, mixed, trends) = (second / determinant, -first / determinant, n / determinant)
  }

  private func sums(_ x: [Double]) -> (level: Double, trend: Double) {
    var sums = (level: 0.0, trend: 0.0)
    for i in x.indices {
      sums.level += weights[i] * x[i]
      sums.trend += weights[i] * x[i] * trend[i]
    }
    return sums
  }

  /// Level and slope of the line through `x`.
  private func line(_ x: (level: Double, trend: Double)) -> (level: Double, slope: Double) {
    (levels * x.level + mixed * x.trend, mixed * x.level + trends * x.trend)
  }

  /// What a shape explains beyond the line: its precision, and precision times size.
  func regression(of x: [Double], on shape: [Double]) -> (precision: Double, product: Double) {
    let (ours, theirs) = (sums(shape), sums(x))
    let fitted = line(ours)
    var (square, product) = (0.0, 0.0)
    for i in shape.indices {
      square += weights[i] * shape[i] * shape[i]
      product += weights[i] * shape[i] * x[i]
    }
    return (
      square - fitted.level * ours.level - fitted.slope * ours.trend,
      product - fitted.level * theirs.level - fitted.slope * theirs.trend
    )
  }

  /// What is left of heights when a curve and the line through the rest are taken away.
  func residuals(of x: [Double], without curve: [Double]) -> [Double] {
    let rest = zip(x, curve).map { $0 - $1 }
    let fitted = line(sums(rest))
    return rest.indices.map { rest[$0] - fitted.level - fitted.slope * trend[$0] }
  }
}
