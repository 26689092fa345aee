import Foundation
import GaitModel
import SignalKernels
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

  /// Where the scores of a frame lie, among those of all frames one after the other.
  static func places(of frame: FrameIndex) -> Range<Int> {
    (frame * candidates.count)..<((frame + 1) * candidates.count)
  }

  /// How well each candidate explains a frame; larger is better, differences are log-odds.
  ///
  /// - Parameters:
  ///   - spectra: the frame.
  ///   - logs: room that is used again from frame to frame.
  /// - Returns: a score for each candidate.
  func scores(of spectra: FrameSpectra, logs: inout [Float]) -> [Double] {
    var scores: [Double] = []
    read(spectra, into: &scores, logs: &logs)
    return scores
  }

  /// The same into an array that is used again from frame to frame.
  func read(_ spectra: FrameSpectra, into scores: inout [Double], logs: inout [Float]) {
    readLogs(of: spectra, into: &logs)
    let (count, weights) = (Self.places.count, model.weights)
    if scores.count != count { scores = [Double](repeating: 0, count: count) }
    scores.withUnsafeMutableBufferPointer { scores in
      for k in 0..<count {
        scores[k] = Self.priors[k].0 * weights[13] + Self.priors[k].1 * weights[14]
      }
      signal_kernels_add_picked(
        scores.baseAddress, logs, Self.bandPlaces, weights, Self.bandCount, count)
      let (magnitude, vector) = (spectra.magnitudeCorrelation, spectra.vectorCorrelation)
      Self.stepLags.add(magnitude, times: weights[9], to: scores)
      Self.strideLags.add(magnitude, times: weights[10], to: scores)
      Self.stepLags.add(vector, times: weights[11], to: scores)
      Self.strideLags.add(vector, times: weights[12], to: scores)
    }
  }

  /// ln of each band's share of the power: of the magnitude's bands, then of the vector's, then some that nobody asks for.
  private func readLogs(of spectra: FrameSpectra, into logs: inout [Float]) {
    let magnitudeCount = Self.magnitudeBands.count
    if logs.count != Self.roomForLogs {
      logs = [Float](repeating: 1, count: Self.roomForLogs)
    }
    let all = (
      spectra.magnitudeSums[Self.band] + 1e-9, spectra.vectorSums[Self.band] + 1e-9
    )
    logs.withUnsafeMutableBufferPointer { logs in
      let (magnitude, vector) = (
        UnsafeMutableBufferPointer(rebasing: logs[..<magnitudeCount]),
        UnsafeMutableBufferPointer(rebasing: logs[magnitudeCount...])
      )
      signal_kernels_band_shares(
        spectra.magnitudeSums.sums.baseAddress, Self.magnitudeBands.edges, magnitude.count, all.0,
        Self.floor, magnitude.baseAddress)
      signal_kernels_band_shares(
        spectra.vectorSums.sums.baseAddress, Self.vectorBands.edges, Self.vectorBands.count, all.1,
        Self.floor, vector.baseAddress)
      for k in (magnitudeCount + Self.vectorBands.count)..<logs.count { logs[k] = 1 }
    }
    Elementary.takeLogarithms(&logs)
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
  private static let floor: Float = 0.003
  private static let places = candidates.indices

  /// Places between two lags, one for each candidate.
  private struct Lags {
    private let places: [Int32]
    private let shares: [Double]

    /// - Parameter lags: in slow samples; beyond the last but one they are held there.
    init(_ lags: [Double]) {
      let held = lags.map { min($0, Double(SlowAcceleration.frameLength - 2)) }
      places = held.map { Int32($0) }
      shares = held.map { $0 - $0.rounded(.down) }
    }

    /// Adds a correlation at these lags.
    func add(
      _ y: UnsafeMutableBufferPointer<Double>, times weight: Double,
      to scores: UnsafeMutableBufferPointer<Double>
    ) {
      signal_kernels_add_between(
        scores.baseAddress, y.baseAddress, places, shares, weight, places.count)
    }
  }

  /// Lags of a step and of a stride of each candidate.
  private static let stepLags = Lags(candidates.map { SlowAcceleration.rateHertz / $0 })
  private static let strideLags = Lags(candidates.map { 2 * SlowAcceleration.rateHertz / $0 })
  /// ln of each candidate over the usual frequency, and its square.
  private static let priors = candidates.map { hertz -> (Double, Double) in
    let x = log(hertz / usualHertz)
    return (x, x * x)
  }
  private static let magnitudeBands = Bands(multiples)
  private static let vectorBands = Bands(vectorMultiples.map { multiples[$0] })
  /// Where the logarithm of each candidate's band is, multiple by multiple: of the magnitude, then of the vector.
  private static let bandPlaces =
    magnitudeBands.places + vectorBands.places.map { $0 + Int32(magnitudeBands.count) }
  /// Logarithms are taken sixteen at a time.
  private static let roomForLogs = (magnitudeBands.count + vectorBands.count + 15) / 16 * 16

  /// The bands around some multiples of each candidate, each once: neighbors share one, and so do multiples.
  private struct Bands {
    /// First bin, and the first after, of each band.
    private(set) var edges: [Int32] = []
    /// Which band is a candidate's, multiple by multiple.
    private(set) var places: [Int32] = []
    var count: Int { edges.count / 2 }

    init(_ multiples: [Double]) {
      var known: [Range<Int>: Int] = [:]
      for multiple in multiples {
        for hertz in candidates {
          let bins = CumulativePower.bins(around: multiple * hertz, halfWidthHertz: halfWidthHertz)
          if known[bins] == nil {
            known[bins] = count
            edges += [Int32(bins.lowerBound), Int32(bins.upperBound)]
          }
          places.append(Int32(known[bins, default: 0]))
        }
      }
    }
  }
}
