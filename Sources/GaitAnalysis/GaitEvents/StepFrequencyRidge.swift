import Foundation
import GaitModel
import Signals

/// Follows the step frequency through a stretch of gait.
///
/// Every frame of 4 s is asked how well each candidate frequency explains it: true steps have power
/// at the step frequency in the magnitude of the force, and at half of it (the stride) in the
/// vector, not in the magnitude. That is what tells one leg's rhythm from both legs' at any site. The
/// best path through the frames is found by dynamic programming, so that half and double cadence
/// do not flicker in and out.
///
/// Sources: conditional logit, D. McFadden (1974); path search, A. Viterbi, IEEE Trans. Inf. Theory
/// 13:260 (1967). Coefficients: `Tools/fit/events`.
struct StepFrequencyRidge: GaitMethod {
  /// Weights of the evidence, in the order of `Evidence`; fitted, see `provenance`.
  var weights: [Double] = [
    1.24041, 0.0551, 0.13703, -0.45133, -0.0391, 0.29417, -0.13928, 1.20409, -0.11844, 2.40806,
    0.17265, -0.68771, 1.48204, -2.24453, -1.27529,
  ]
  /// What a change of the step frequency costs, per unit of its logarithm and frame.
  var changeCost = 25.0
  /// The most that any change costs: a walk may stop and another begin.
  var largestChangeCost = 8.0

  /// The step frequency that the evidence is centered on, Hz: 108 steps a minute, an unhurried walk.
  static let usualHertz = 1.8
  /// Slowest candidate, Hz.
  static let slowestHertz = 0.6
  /// From candidate to candidate, as a difference of logarithms: under 4 %.
  static let spacing = 0.0375
  /// Candidates, Hz: 0.6 to 3.24, from shuffling to running.
  static let candidates = (0..<46).map { slowestHertz * exp(spacing * Double($0)) }

  var provenance: Provenance {
    Provenance(
      method: "StepFrequencyRidge", question: "step frequency",
      citation: "McFadden 1974 (conditional logit); Viterbi 1967 (path search)",
      doi: "10.1109/TIT.1967.1054010",
      deviations: ["evidence from the magnitude and from the vector, so that no axis is needed"],
      revision: 1)
  }

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
      var score = candidate.prior.0 * weights[13] + candidate.prior.1 * weights[14]
      for w in 0..<9 { score += weights[w] * Double(logs[9 * k + w]) }
      score += weights[9] * spectra.magnitudeCorrelation(atLag: candidate.stepLag)
      score += weights[10] * spectra.magnitudeCorrelation(atLag: candidate.strideLag)
      score += weights[11] * spectra.vectorCorrelation(atLag: candidate.stepLag)
      score += weights[12] * spectra.vectorCorrelation(atLag: candidate.strideLag)
      scores[k] = score
    }
    return scores
  }

  /// The step frequency at every sample of an excerpt, Hz.
  func stepHertz(in excerpt: GaitExcerpt) -> [Double] {
    let likelihoods = excerpt.frames.frames.map { Self.logLikelihoods($0.scores) }
    let path = bestPath(likelihoods)
    let hertz = path.indices.map { refined(path[$0], in: likelihoods[$0]) }
    let first = excerpt.position(at: excerpt.frames.seconds(at: 0))
    let hop = Double(SlowAcceleration.hop * SlowAcceleration.factor)
    return (0..<excerpt.count).map { Interpolation.linear(hertz, at: (Double($0) - first) / hop) }
  }

  private static func logLikelihoods(_ scores: [Double]) -> [Double] {
    let top = scores.max() ?? 0
    let total = log(scores.reduce(0) { $0 + exp($1 - top) })
    return scores.map { $0 - top - total }
  }

  /// The best candidate in each frame, given how well every candidate explains every frame.
  func bestPath(_ scores: [[Double]]) -> [Int] {
    let n = Self.candidates.count
    // Beyond this many candidates every change costs the same, so that the best of all will do.
    let reach = Int((largestChangeCost / (changeCost * Self.spacing)).rounded(.up))
    var best = scores[0]
    var cameFrom: [[Int16]] = [Array(repeating: 0, count: n)]
    for score in scores.dropFirst() {
      var next = score
      var from = [Int16](repeating: 0, count: n)
      let far = best.indices.max { best[$0] < best[$1] } ?? 0
      for k in 0..<n {
        var top = best[far] - largestChangeCost
        from[k] = Int16(far)
        for j in max(0, k - reach)...min(n - 1, k + reach) {
          let cost = min(changeCost * Self.spacing * Double(abs(j - k)), largestChangeCost)
          if best[j] - cost > top {
            top = best[j] - cost
            from[k] = Int16(j)
          }
        }
        next[k] += top
      }
      best = next
      cameFrom.append(from)
    }
    var k = best.indices.max { best[$0] < best[$1] } ?? 0
    var path = [Int](repeating: 0, count: scores.count)
    for t in scores.indices.reversed() {
      path[t] = k
      k = Int(cameFrom[t][k])
    }
    return path
  }

  /// The frequency at the top of a parabola through the best candidate and its neighbors, Hz.
  private func refined(_ k: Int, in score: [Double]) -> Double {
    var place = Double(k)
    if k > 0, k < score.count - 1 {
      let curvature = score[k - 1] - 2 * score[k] + score[k + 1]
      if curvature < -1e-9 {
        place += max(-0.5, min(0.5, 0.5 * (score[k - 1] - score[k + 1]) / curvature))
      }
    }
    return Self.slowestHertz * exp(Self.spacing * place)
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
