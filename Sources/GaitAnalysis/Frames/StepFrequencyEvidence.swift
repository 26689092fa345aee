import Foundation
import GaitModel
import Signals

/// How well each candidate step frequency explains a frame of 4 s.
///
/// True steps have power at the step frequency in the magnitude of the force, and at half of it (the
/// stride) in the vector, not in the magnitude. That is what tells one leg's rhythm from both legs' at any
/// site.
///
/// Source: conditional logit, D. McFadden (1974). Fitted by `Tools/fit/events`.
struct StepFrequencyEvidence: Hashable, Sendable {
  /// What was fitted.
  var model = Model.fitted

  /// The fitted numbers.
  struct Model: Hashable, Sendable {
    /// Weights of the evidence, in the order of `Evidence`.
    var weights: [Double]
  }

  /// The step frequency that the evidence is centered on, Hz: 108 steps a minute, an unhurried walk.
  static let usualHertz = 1.8
  /// Slowest candidate, Hz.
  static let slowestHertz = 0.6
  /// From candidate to candidate, as a difference of logarithms: under 4 %.
  static let spacing = 0.0375
  /// Candidates, Hz: 0.6 to 3.24, from shuffling to running.
  static let candidates = (0..<46).map { slowestHertz * exp(spacing * Double($0)) }

  /// How well each candidate explains a frame; larger is better, differences are log-odds.
  ///
  /// - Parameters:
  ///   - spectra: the frame.
  ///   - logs: room that is used again from frame to frame.
  /// - Returns: a score for each candidate.
  func scores(of spectra: FrameSpectra, logs: inout [Float]) -> [Double] {
    readLogs(of: spectra, into: &logs)
    let count = Self.places.count
    var scores = Self.priors.map { $0.0 * model.weights[13] + $0.1 * model.weights[14] }
    scores.withUnsafeMutableBufferPointer { scores in
      logs.withUnsafeBufferPointer { logs in
        for band in 0..<Self.bandCount {
          let weight = model.weights[band]
          for k in 0..<count { scores[k] += weight * Double(logs[band * count + k]) }
        }
      }
      let rest = model.weights
      Self.add(spectra.magnitudeCorrelation, at: Self.stepLags, times: rest[9], to: scores)
      Self.add(spectra.magnitudeCorrelation, at: Self.strideLags, times: rest[10], to: scores)
      Self.add(spectra.vectorCorrelation, at: Self.stepLags, times: rest[11], to: scores)
      Self.add(spectra.vectorCorrelation, at: Self.strideLags, times: rest[12], to: scores)
    }
    return scores
  }

  /// ln of each band's share of the power, band by band.
  private func readLogs(of spectra: FrameSpectra, into logs: inout [Float]) {
    let count = Self.places.count
    if logs.count != Self.bandCount * count {
      logs = [Float](repeating: 0, count: Self.bandCount * count)
    }
    let all = (
      spectra.magnitudeSums[Self.band] + 1e-9, spectra.vectorSums[Self.band] + 1e-9
    )
    logs.withUnsafeMutableBufferPointer { logs in
      Self.bands.withUnsafeBufferPointer { bands in
        for band in 0..<Self.bandCount {
          let isMagnitude = band < Self.multiples.count
          let sums = (isMagnitude ? spectra.magnitudeSums : spectra.vectorSums).sums
          let total = isMagnitude ? all.0 : all.1
          for k in (band * count)..<((band + 1) * count) {
            let power = sums[Int(bands[k].y)] - sums[Int(bands[k].x)]
            logs[k] = Float(power / total + Self.floor)
          }
        }
      }
    }
    Elementary.takeLogarithms(&logs)
  }

  /// Adds a correlation at the lags of all candidates.
  private static func add(
    _ y: UnsafeMutableBufferPointer<Double>, at lags: [Lag], times weight: Double,
    to scores: UnsafeMutableBufferPointer<Double>
  ) {
    lags.withUnsafeBufferPointer { lags in
      for k in lags.indices {
        let (i, share) = (lags[k].index, lags[k].share)
        scores[k] += weight * (y[i] + (y[i + 1] - y[i]) * share)
      }
    }
  }

  // MARK: Evidence

  /// Multiples of a candidate that the magnitude is asked for.
  private static let multiples = [1, 2, 3, 0.5, 1.5]
  /// Of these, those that the vector is asked for.
  private static let vectorMultiples = [0, 1, 3, 4]
  private static let bandCount = multiples.count + vectorMultiples.count
  /// Power below and above these frequencies is not gait, Hz.
  private static let band = CumulativePower.bins(in: 0.3...9)
  /// Half width of the band around a candidate or its multiple, Hz.
  private static let halfWidthHertz = 0.15
  /// What a share of power is never below before its logarithm is taken.
  private static let floor = 0.003
  private static let places = candidates.indices

  /// A place between two lags.
  private struct Lag {
    var index: Int
    var share: Double

    /// - Parameter lag: in slow samples; beyond the last but one it is held there.
    init(_ lag: Double) {
      let held = min(lag, Double(SlowAcceleration.frameLength - 2))
      index = Int(held)
      share = held - Double(index)
    }
  }

  /// Lags of a step and of a stride of each candidate.
  private static let stepLags = candidates.map { Lag(SlowAcceleration.rateHertz / $0) }
  private static let strideLags = candidates.map { Lag(2 * SlowAcceleration.rateHertz / $0) }
  /// ln of each candidate over the usual frequency, and its square.
  private static let priors = candidates.map { hertz -> (Double, Double) in
    let x = log(hertz / usualHertz)
    return (x, x * x)
  }
  /// First bin, and the first after, of each band of each candidate, band by band.
  private static let bands: [SIMD2<Int32>] =
    (multiples + vectorMultiples.map { multiples[$0] }).flatMap { multiple in
      candidates.map { hertz in
        let bins = CumulativePower.bins(around: multiple * hertz, halfWidthHertz: halfWidthHertz)
        return SIMD2(Int32(bins.lowerBound), Int32(bins.upperBound))
      }
    }
}
