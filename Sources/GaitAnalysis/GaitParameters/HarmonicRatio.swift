import Foundation
import GaitModel
import Signals

/// What of a stride's motion repeats with every step, and how smooth it is, from its harmonics.
///
/// A stride holds two steps. Up and forward both steps do the same: their motion lies in the even
/// harmonics of the stride. To the side the second mirrors the first: odd harmonics. Each straight
/// stride is read at equal shares of its time; values are means over strides.
///
/// - harmonic ratio: sum of the amplitudes that belong over the sum of those that do not;
/// - improved harmonic ratio: power of those that belong as a share of all, which does not run away
///   when the others vanish;
/// - smoothness: -ln of the mean square jerk over the mean square acceleration, in units of the stride time.
///   For harmonics of power P it is -ln(Σ (2πk)² P / Σ P), over all three axes.
///
/// Source: H. B. Menz, S. R. Lord, R. C. Fitzpatrick, Gait Posture 18:35 (2003); I. Pasciuto, E. Bergamini,
/// M. Iosa, G. Vannozzi, A. Cappozzo, J. Biomech. 53:84 (2017); A. Melendez-Calderon, C. Shirota,
/// S. Balasubramanian, Front. Bioeng. Biotechnol. 8:558771 (2021) for jerk from acceleration.
public struct HarmonicRatio: ConfigurableMethod {
  /// Harmonics of the stride that are looked at, as published.
  public var harmonics = 20
  /// Harmonics that smoothness is read from: up to some 6 Hz, which a recording at 20 Hz still holds.
  public var smoothHarmonics = 6
  /// Fewer strides do not make a mean.
  public var leastStrides = 8
  /// Points that a stride is read at, four for each harmonic.
  public var points = 80

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "HarmonicRatio", question: "evenness and smoothness",
      citation:
        "Menz et al. 2003, Gait Posture 18:35; Pasciuto et al. 2017, J. Biomech. 53:84; "
        + "Melendez-Calderon et al. 2021, Front. Bioeng. Biotechnol. 8:558771",
      doi: "10.1016/j.jbiomech.2017.01.005",
      deviations: ["jerk over the root mean square of acceleration, not its peak"], revision: 2)
  }

  /// The values of a walk.
  struct Values: Hashable, Sendable {
    var ratio: BodyAxisValues
    var improved: BodyAxisValues
    var smoothness: Measured<Double>
  }

  /// Ratios and smoothness of a walk's straight strides.
  ///
  /// - Parameters:
  ///   - axes: upward, forward and sideways acceleration, m/s².
  ///   - isHeadingKnown: without it only the vertical ratio and the smoothness, which no turn about the
  ///     vertical changes, are known.
  ///   - runs: sample positions of each run's contacts, rising.
  /// - Returns: means over strides with their standard errors; missing for too few strides.
  func values(
    of axes: [GridSignal<Double>], isHeadingKnown: Bool, runs: [[SamplePosition]]
  ) -> Values {
    var (ratios, shares) = (
      [[Double]](repeating: [], count: 3), [[Double]](repeating: [], count: 3)
    )
    var smooth: [Double] = []
    var powers = HarmonicPowers(harmonics: harmonics)
    var stride = [[Double]](repeating: [Double](repeating: 0, count: points), count: 3)
    for run in runs where run.count > 2 {
      for i in 0..<(run.count - 2) {
        for axis in 0..<3 { axes[axis].read(from: run[i], to: run[i + 2], into: &stride[axis]) }
        powers.read(stride[0][...], stride[1][...], stride[2][...])
        for axis in 0..<3 {
          let parts = parts(of: powers, axis: axis)
          ratios[axis].append(parts.ratio)
          shares[axis].append(parts.share)
        }
        smooth.append(smoothness(of: powers))
      }
    }
    return Values(
      ratio: axisValues(ratios, isHeadingKnown), improved: axisValues(shares, isHeadingKnown),
      smoothness: mean(smooth))
  }

  private func parts(
    of powers: HarmonicPowers, axis: Int
  ) -> (ratio: Double, share: Double) {
    let isMirrored = axis == 2
    var amplitude = (belongs: 0.0, other: 0.0)
    var sum = (belongs: 0.0, other: 0.0)
    for k in 1..<(powers.harmonics + 1) {
      let power = powers[signal: axis, harmonic: k]
      let isEven = k % 2 == 0
      if isEven != isMirrored {
        amplitude.belongs += power.squareRoot()
        sum.belongs += power
      } else {
        amplitude.other += power.squareRoot()
        sum.other += power
      }
    }
    return (
      amplitude.belongs / max(amplitude.other, .leastNormalMagnitude),
      sum.belongs / max(sum.belongs + sum.other, .leastNormalMagnitude)
    )
  }

  private func smoothness(of powers: HarmonicPowers) -> Double {
    var (jerk, motion) = (0.0, 0.0)
    for axis in 0..<3 {
      for k in 1..<(min(smoothHarmonics, powers.harmonics) + 1) {
        let (turns, power) = (2 * Double.pi * Double(k), powers[signal: axis, harmonic: k])
        jerk += turns * turns * power
        motion += power
      }
    }
    return -log(max(jerk, .leastNormalMagnitude) / max(motion, .leastNormalMagnitude))
  }

  private func axisValues(_ x: [[Double]], _ isHeadingKnown: Bool) -> BodyAxisValues {
    guard isHeadingKnown else {
      return BodyAxisValues(
        vertical: mean(x[0]), anteroposterior: .missing(.headingUnknown),
        mediolateral: .missing(.headingUnknown))
    }
    return BodyAxisValues(
      vertical: mean(x[0]), anteroposterior: mean(x[1]), mediolateral: mean(x[2]))
  }

  private func mean(_ x: [Double]) -> Measured<Double> {
    guard x.count >= leastStrides, let mean = Statistics.mean(x),
      let spread = Statistics.sampleStandardDeviation(x)
    else { return .missing(.tooFewSteps) }
    // Two strides share a step: half of them are independent.
    return .known(mean, standardError: spread / (Double(x.count) / 2).squareRoot())
  }
}
