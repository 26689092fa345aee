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
  func scores(of spectra: FrameSpectra) -> [Double] {
    let magnitude = CumulativePower(spectra.magnitudePower)
    let vector = CumulativePower(spectra.vectorPower)
    let all = (magnitude[Self.band] + 1e-9, vector[Self.band] + 1e-9)
    var logs: [Float] = []
    logs.reserveCapacity(9 * Self.evidence.count)
    for candidate in Self.evidence {
      for m in 0..<5 {
        logs.append(Float(magnitude[candidate.multiples[m]] / all.0 + Self.floor))
      }
      for m in Self.vectorMultiples {
        logs.append(Float(vector[candidate.multiples[m]] / all.1 + Self.floor))
      }
    }
    Elementary.takeLogarithms(&logs)
    var scores = [Double](repeating: 0, count: Self.evidence.count)
    for (k, candidate) in Self.evidence.enumerated() {
      var score = candidate.prior.0 * model.weights[13] + candidate.prior.1 * model.weights[14]
      for w in 0..<9 { score += model.weights[w] * Double(logs[9 * k + w]) }
      score += model.weights[9] * spectra.magnitudeCorrelation(atLag: candidate.stepLag)
      score += model.weights[10] * spectra.magnitudeCorrelation(atLag: candidate.strideLag)
      score += model.weights[11] * spectra.vectorCorrelation(atLag: candidate.stepLag)
      score += model.weights[12] * spectra.vectorCorrelation(atLag: candidate.strideLag)
      scores[k] = score
    }
    return scores
  }

  // MARK: Evidence

  /// Of the multiples of a candidate, those that the vector is asked for.
  private static let vectorMultiples = [0, 1, 3, 4]
  /// Power below and above these frequencies is not gait, Hz.
  private static let band = CumulativePower.bins(in: 0.3...9)
  /// Half width of the band around a candidate or its multiple, Hz.
  private static let halfWidthHertz = 0.15
  /// What a share of power is never below before its logarithm is taken.
  private static let floor = 0.003
  private static let evidence = candidates.map { Evidence($0) }

  /// Where to look for a candidate: the bins of its multiples, the lags of its step and stride.
  private struct Evidence {
    var multiples: [Range<Int>]
    var stepLag: Double
    var strideLag: Double
    var prior: (Double, Double)

    init(_ hertz: Double) {
      multiples = [1, 2, 3, 0.5, 1.5].map {
        CumulativePower.bins(around: $0 * hertz, halfWidthHertz: halfWidthHertz)
      }
      let last = Double(SlowAcceleration.frameLength - 2)
      stepLag = min(SlowAcceleration.rateHertz / hertz, last)
      strideLag = min(2 * SlowAcceleration.rateHertz / hertz, last)
      let x = log(hertz / usualHertz)
      prior = (x, x * x)
    }
  }
}
