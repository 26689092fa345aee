import Foundation
import GaitModel
import Signals

/// How differently the two feet step, in time: three numbers that are not the same.
///
/// - the logarithm of the ratio of one side's median step time to the other's;
/// - the share of steps that are longer or shorter than their neighbors by more than a threshold,
///   after a running median, because a single step's time is known only to about a tenth of it.
///
/// Source: robust ratio after M. Plotnik et al., Exp. Brain Res. 181:561 (2007), who take logarithms
/// so that left over right and right over left read alike; running median and threshold are own.
struct StepTimeAsymmetry: GaitMethod {
  /// Steps outside this share of the median step time are pauses or missed contacts.
  var plausibleShare = 0.55...1.7
  /// A step is asymmetric when it differs from its neighbors by more than this share.
  var threshold = 0.10
  /// Steps in the running median: a few strides.
  var medianSteps = 7
  /// Fewer steps than this say nothing about a side.
  var leastSteps = 8

  var provenance: Provenance {
    Provenance(
      method: "StepTimeAsymmetry", question: "walking asymmetry",
      citation: "Plotnik et al. 2007, Exp. Brain Res. 181:561", doi: "10.1007/s00221-007-0955-7",
      deviations: ["medians instead of means", "share of steps after a running median"],
      revision: 1)
  }

  /// |ln(one side's step time / the other's)| of a walk with contacts at these times.
  func logRatio(ofStepsBetween contacts: [Double]) -> Measured<Double> {
    let logs = plausibleLogs(contacts)
    let even = logs.enumerated().filter { $0.offset % 2 == 0 }.compactMap(\.element)
    let odd = logs.enumerated().filter { $0.offset % 2 == 1 }.compactMap(\.element)
    guard even.count + odd.count >= leastSteps, let a = Statistics.median(even),
      let b = Statistics.median(odd)
    else { return .missing(.tooFewSteps) }
    return .known(abs(a - b))
  }

  /// Share of asymmetric steps of a walk with contacts at these times, 0-1.
  func asymmetricShare(ofStepsBetween contacts: [Double]) -> Measured<Double> {
    let logs = plausibleLogs(contacts)
    var differences: [Double] = []
    for i in logs.indices.dropFirst().dropLast() {
      guard let a = logs[i - 1], let b = logs[i], let c = logs[i + 1] else { continue }
      differences.append((i % 2 == 0 ? 1 : -1) * (b - (a + c) / 2))
    }
    guard differences.count >= leastSteps else { return .missing(.tooFewSteps) }
    let half = medianSteps / 2
    let asymmetric = differences.indices.filter { i in
      let near = differences[max(0, i - half)...min(differences.count - 1, i + half)]
      return abs(Statistics.median(near) ?? 0) > threshold
    }
    return .known(Double(asymmetric.count) / Double(differences.count))
  }

  private func plausibleLogs(_ contacts: [Double]) -> [Double?] {
    let intervals = zip(contacts.dropFirst(), contacts).map { $0 - $1 }
    guard let usual = Statistics.median(intervals) else { return [] }
    return intervals.map { plausibleShare.contains($0 / usual) ? log($0) : nil }
  }
}
