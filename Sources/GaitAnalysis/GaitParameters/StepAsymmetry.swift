import Foundation
import GaitModel
import Signals

/// Says how differently the two feet step.
public protocol AsymmetryEstimator: ConfigurableMethod {
  /// The asymmetry of each walk.
  ///
  /// - Parameters:
  ///   - walks: walks of some gait sequences, in time order.
  ///   - context: what they share.
  /// - Returns: one for each walk.
  func asymmetries(of walks: [Walk], in context: SequenceContext) -> [WalkAsymmetry]
}

/// How differently the two feet step in a walk.
public struct WalkAsymmetry: Hashable, Sendable {
  /// Share of steps that take longer or shorter than the other foot's, 0-1.
  public var fraction: Measured<Double>
  /// |ln(time of one foot's steps / time of the other's)|.
  public var stepTime: Measured<Double>
  /// |ln(length of one foot's steps / length of the other's)|.
  public var stepLength: Measured<Double>

  /// Makes an asymmetry.
  public init(
    fraction: Measured<Double>, stepTime: Measured<Double>,
    stepLength: Measured<Double> = .missing(.noMethod)
  ) {
    (self.fraction, self.stepTime, self.stepLength) = (fraction, stepTime, stepLength)
  }
}

/// Asymmetry is left open.
public struct NoAsymmetry: AsymmetryEstimator {
  /// The method; it has no settings.
  public init() {}

  /// None: this method leaves the question out.
  public var provenance: Provenance { .leftOut("NoAsymmetry", question: "walking asymmetry") }

  /// Missing, because no method holds where the device is worn.
  public func asymmetries(of walks: [Walk], in context: SequenceContext) -> [WalkAsymmetry] {
    walks.map { _ in
      WalkAsymmetry(fraction: .missing(.siteNotSupported), stepTime: .missing(.siteNotSupported))
    }
  }
}

/// How differently the two feet step, in time: two numbers that are not the same.
///
/// - the logarithm of the ratio of one side's median step time to the other's;
/// - the share of steps around which the feet differ by more than a threshold, after a running median,
///   because a single step's time is known only to about a tenth of it.
///
/// Source: robust ratio after M. Plotnik et al., Exp. Brain Res. 181:561 (2007), who take logarithms
/// so that left over right and right over left read alike; running median and threshold are own.
public struct StepTimeAsymmetry: AsymmetryEstimator {
  /// Finds the contacts a second time, so that two readings of them can be compared.
  public var phase = PhaseInitialContactDetector()
  /// Left out at both ends of a straight run, seconds: starting and stopping.
  public var marginSeconds = 0.8
  /// Steps outside this share of the median step time are pauses or missed contacts.
  public var plausibleShare = 0.55...1.7
  /// A step is asymmetric when the feet around it differ by more than this, as a logarithm.
  public var threshold = 0.10
  /// Ratios in the running median: ten strides.
  public var medianSteps = 20
  /// Fewer ratios than this say nothing about a step.
  public var leastRatios = 6
  /// Straight runs of fewer contacts are not judged.
  public var leastContacts = 6
  /// Fewer steps than this say nothing about a foot.
  public var leastStepsPerFoot = 3

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "StepTimeAsymmetry", question: "walking asymmetry",
      citation: "Plotnik et al. 2007, Exp. Brain Res. 181:561", doi: "10.1007/s00221-007-0955-7",
      deviations: [
        "medians instead of means",
        "share of steps after a running median, by two readings of the contacts",
      ], revision: 2)
  }

  /// The method that it asks for contacts by the phase.
  public var parts: [any GaitMethod] { [phase] }

  /// Both numbers for each walk, from its straight runs.
  public func asymmetries(of walks: [Walk], in context: SequenceContext) -> [WalkAsymmetry] {
    let contacts = phase.contacts(in: context.cycle)
    let sharpened = contacts.map { SampleGrid.seconds(at: $0.sharpened) }
    let detected = contacts.map(\.seconds)
    return walks.map { walk in
      let places = straightRuns(of: sharpened, in: walk.seconds, turns: context.knownTurns)
      let runs = places.map { Array(sharpened[$0]) }
      return WalkAsymmetry(
        fraction: asymmetricShare(
          of: runs, confirmedBy: places.map { Array(detected[$0]) }),
        stepTime: logRatio(of: runs))
    }
  }

  /// Places of a walk's contacts, run by run between turns, without starting and stopping.
  private func straightRuns(
    of times: [Double], in range: Range<Double>, turns: [Turn]
  ) -> [Range<Int>] {
    var start = times.firstIndex { $0 >= range.lowerBound } ?? times.count
    let end = times[start...].firstIndex { $0 > range.upperBound } ?? times.count
    var runs: [Range<Int>] = []
    for i in start..<end where turns.contains(where: { $0.seconds.contains(times[i]) }) {
      runs.append(start..<i)
      start = i + 1
    }
    runs.append(start..<end)
    return runs.map { withoutEnds($0, of: times) }.filter { $0.count >= leastContacts }
  }

  private func withoutEnds(_ run: Range<Int>, of times: [Double]) -> Range<Int> {
    guard let first = run.first, let last = run.last else { return run }
    let start = run.first { times[$0] >= times[first] + marginSeconds } ?? run.upperBound
    let end = run.last { times[$0] <= times[last] - marginSeconds } ?? start - 1
    return start..<max(start, end + 1)
  }

  /// |ln(one foot's step time / the other's)|, mean over straight runs weighted by their steps.
  ///
  /// - Parameter runs: contact times of each straight run, seconds, rising.
  /// - Returns: 0 for equal feet; missing when no run has three steps of each foot.
  func logRatio(of runs: [[Double]]) -> Measured<Double> {
    var (sum, weight) = (0.0, 0.0)
    for logs in runs.map(plausibleLogs) {
      let even = stride(from: 0, to: logs.count, by: 2).compactMap { logs[$0] }
      let odd = stride(from: 1, to: logs.count, by: 2).compactMap { logs[$0] }
      guard min(even.count, odd.count) >= leastStepsPerFoot, let a = Statistics.median(even),
        let b = Statistics.median(odd)
      else { continue }
      sum += abs(a - b) * Double(even.count + odd.count)
      weight += Double(even.count + odd.count)
    }
    return weight > 0 ? .known(sum / weight) : .missing(.tooFewSteps)
  }

  /// Share of asymmetric steps over straight runs, 0-1.
  ///
  /// A waveform that differs between the feet moves one foot's contacts more than the other's, each
  /// time that contacts are moved by it. Feet that land unevenly are uneven before and after: a step
  /// counts only when both readings of its contacts say the same.
  ///
  /// - Parameters:
  ///   - runs: contact times of each straight run, seconds, rising.
  ///   - others: the same contacts by another reading, run by run, contact by contact.
  /// - Returns: missing when no step has enough neighbors.
  func asymmetricShare(
    of runs: [[Double]], confirmedBy others: [[Double]]
  ) -> Measured<Double> {
    var (asymmetric, judged) = (0, 0)
    for (run, other) in zip(runs, others) {
      for case (let a?, let b?) in zip(localRatios(of: run), localRatios(of: other)) {
        judged += 1
        if min(a, b) > threshold || max(a, b) < -threshold { asymmetric += 1 }
      }
    }
    return judged > 0 ? .known(Double(asymmetric) / Double(judged)) : .missing(.tooFewSteps)
  }

  /// Running median of the alternating ratios, one for each; `nil` where too few are plausible.
  private func localRatios(of contacts: [Double]) -> [Double?] {
    let ratios = alternatingRatios(plausibleLogs(contacts))
    var near: [Double] = []
    near.reserveCapacity(medianSteps)
    return ratios.indices.map { i in
      let first = max(0, min(i - medianSteps / 2, ratios.count - medianSteps))
      near.removeAll(keepingCapacity: true)
      for case let ratio? in ratios[first..<min(ratios.count, first + medianSteps)] {
        near.append(ratio)
      }
      return near.count >= leastRatios ? Statistics.median(near) : nil
    }
  }

  /// Logarithm of even over odd step time for each pair of neighbors; `nil` where one is implausible.
  private func alternatingRatios(_ logs: [Double?]) -> [Double?] {
    guard logs.count > 1 else { return [] }
    return (0..<(logs.count - 1)).map { j in
      guard let a = logs[j], let b = logs[j + 1] else { return nil }
      return j % 2 == 0 ? a - b : b - a
    }
  }

  private func plausibleLogs(_ contacts: [Double]) -> [Double?] {
    let intervals = zip(contacts.dropFirst(), contacts).map { $0 - $1 }
    guard let usual = Statistics.median(intervals) else { return [] }
    return intervals.map { plausibleShare.contains($0 / usual) ? log($0) : nil }
  }
}
