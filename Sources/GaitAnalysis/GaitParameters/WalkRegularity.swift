import GaitModel
import Signals

/// How much one step, and one stride, resembles the next.
///
/// The unbiased autocorrelation of the vertical acceleration of a straight run has a peak one step
/// later and one stride later; their heights are the regularities, and their quotient the symmetry.
/// Runs are averaged by their strides.
///
/// Source: R. Moe-Nilssen, J. L. Helbostad, J. Biomech. 37:121 (2004).
public struct WalkRegularity: ConfigurableMethod {
  /// Fewer strides, over all runs, do not tell repetition from chance.
  public var leastStrides = 6
  /// The peak is searched within this share of the mean step about one step and two.
  public var searchShare = 0.2

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "WalkRegularity", question: "regularity and symmetry",
      citation: "Moe-Nilssen and Helbostad 2004, J. Biomech. 37:121",
      doi: "10.1016/S0021-9290(03)00233-1",
      deviations: ["the vertical axis only", "runs between turns, averaged by their strides"],
      revision: 2)
  }

  /// Regularity of steps and of strides: 1 where all are alike, and above 1 by chance in a short run, of whose autocorrelation
  /// the unbiased estimate divides by few products; missing for too few strides.
  struct Values: Hashable, Sendable {
    var step: Measured<Double>
    var stride: Measured<Double>
    var symmetry: Measured<Double>
  }

  /// Regularity of a walk's vertical acceleration.
  ///
  /// - Parameters:
  ///   - vertical: upward acceleration, m/s².
  ///   - runs: sample positions of each run's contacts, rising.
  /// - Returns: means over runs; missing for too few strides.
  func values(of vertical: GridSignal<Double>, runs: [[SamplePosition]]) -> Values {
    var (step, stride, weight) = (0.0, 0.0, 0.0)
    for run in runs {
      guard let first = run.first, let last = run.last, run.count > 4 else { continue }
      let samples = Int(first.rounded())..<min(vertical.endIndex, Int(last.rounded()) + 1)
      let period = (last - first) / Double(run.count - 1)
      let r = Autocorrelation.coefficients(
        vertical[samples].values, maximumLag: Int((2 + searchShare) * period) + 2)
      let strides = Double(run.count - 2)
      step += strides * peak(of: r, about: period, period: period)
      stride += strides * peak(of: r, about: 2 * period, period: period)
      weight += strides
    }
    guard weight >= Double(leastStrides) else {
      return Values(
        step: .missing(.tooFewSteps), stride: .missing(.tooFewSteps),
        symmetry: .missing(.tooFewSteps))
    }
    return Values(
      step: .known(step / weight), stride: .known(stride / weight),
      symmetry: stride > 0 ? .known(step / stride) : .missing(.outOfRange))
  }

  private func peak(of r: [Double], about lag: Double, period: Double) -> Double {
    let low = max(1, Int(lag - searchShare * period))
    let high = min(r.count - 1, Int(lag + searchShare * period) + 1)
    guard low <= high else { return 0 }
    return r[low...high].reduce(-1, max)
  }
}
