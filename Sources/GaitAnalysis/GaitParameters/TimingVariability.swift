import GaitModel
import Signals

/// How much the times of strides and steps vary within a walk.
///
/// Strides of either foot count, each against the mean of its own run; steps against the mean of their
/// own foot in the run, so that a limp is not taken for variability. Contacts that were wrong at random
/// would add to the spread, contacts that are drawn to a rhythm take from it. Against contacts
/// checked by hand those of this program add nothing to stride times and take a little from step times;
/// the latter is given back.
///
/// Where turns are not known, as without a gyroscope, their strides are among the others. There the spread is the median
/// absolute deviation from the median of the ten strides around, scaled to a standard deviation: a few strides that turn move it
/// little, and another pace behind a turn is none of it. 62 walks with turns, of 14 people, without their gyroscope: the
/// median is 26 ms; with the gyroscope, of straight strides, it is 25, and the standard deviation of all strides is 50. By
/// recording the error is 9 ms for 25 (10 about the median of the whole walk).
///
/// Source: J. M. Hausdorff, Hum. Mov. Sci. 26:555 (2007) for the quantities; P. J. Rousseeuw and C. Croux, J. Am. Stat.
/// Assoc. 88:1273 (1993) for the median deviation. What the contacts take: `Tools/fit/parameters/variability.py`.
public struct TimingVariability: ConfigurableMethod {
  /// Fewer strides say little: the error of a standard deviation of ten is a quarter of it.
  public var leastStrides = 10
  /// What contacts take from the spread of step times, seconds (fold spread 4.1 ms, 57 walks, 10 people).
  public var takenSeconds = 0.0078

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "TimingVariability", question: "variability of stride and step times",
      citation: "Hausdorff 2007, Hum. Mov. Sci. 26:555", doi: "10.1016/j.humov.2007.05.003",
      deviations: [
        "within straight runs, steps about their own foot's mean",
        "what the contacts take from step times is given back",
        "the median deviation from the strides around where turns are not known (Rousseeuw and Croux 1993)",
      ], revision: 3)
  }

  /// Standard deviations in seconds and as shares of the mean, each with its standard error.
  struct Spread: Hashable, Sendable {
    var deviation: Measured<Double>
    var variation: Measured<Double>

    /// Nothing can be said.
    static func missing(_ reason: MissingReason) -> Spread {
      Spread(deviation: .missing(reason), variation: .missing(reason))
    }
  }

  /// The spread of stride times.
  ///
  /// - Parameters:
  ///   - runs: contact times of each run, seconds, rising.
  ///   - mayTurn: whether turns may be among them.
  /// - Returns: missing for too few strides.
  func strides(of runs: [[Double]], mayTurn: Bool = false) -> Spread {
    let strides = runs.map { run in zip(run.dropFirst(2), run).map { $0 - $1 } }
    // Two strides share a step: half of them are independent.
    return spread(
      of: strides, givenBack: 0, strideCount: strides.joined().count, sharing: 2, mayTurn: mayTurn)
  }

  /// The spread of step times about their own foot's mean.
  func steps(of runs: [[Double]], mayTurn: Bool = false) -> Spread {
    let steps = runs.map { run in zip(run.dropFirst(), run).map { $0 - $1 } }
    let feet = steps.flatMap { run in
      [0, 1].map { foot in stride(from: foot, to: run.count, by: 2).map { run[$0] } }
    }
    let strideCount = steps.reduce(0) { $0 + max(0, $1.count - 1) }
    return spread(
      of: feet, givenBack: takenSeconds, strideCount: strideCount, sharing: 1, mayTurn: mayTurn)
  }

  /// So many of normally distributed values tell by their standard deviation what all tell by their median deviation, as a
  /// share: Rousseeuw and Croux 1993.
  private static let efficiency = 0.37

  /// Strides of one foot whose median is the pace where turns may be among them. Our choice: fewer take the spread itself for a
  /// pace, more reach across turns. With 5, 10 and 15 the 62 walks have .86, 1.06 and 1.03 of the spread of straight strides.
  private static let strideCountAround = 10.0

  /// Pooled over groups, each about its own mean; about the median of the values around where turns may be among them.
  private func spread(
    of groups: [[Double]], givenBack: Double, strideCount: Int, sharing: Double, mayTurn: Bool
  ) -> Spread {
    let freedom = groups.reduce(0) { $0 + max(0, $1.count - 1) }
    guard strideCount >= leastStrides, freedom > 0,
      let mean = Statistics.mean(Array(groups.joined()))
    else { return .missing(.tooFewSteps) }
    let deviations = groups.flatMap { group -> [Double] in
      if mayTurn { return Self.fromAround(group, count: Self.valuesAround(sharing: sharing)) }
      return Statistics.mean(group).map { mean in group.map { $0 - mean } } ?? []
    }
    let variance: Double
    if mayTurn {
      let usual = Statistics.median(deviations.map { abs($0) }) ?? 0
      let scaled = Statistics.deviationPerMedianDeviation * usual
      // What is measured from so many around it has lost a share of its own spread to them.
      let around = Self.valuesAround(sharing: sharing)
      let left = groups.reduce(0) {
        $0 + Double($1.count) * (1 - sharing / max(2 * sharing, Double(min($1.count, around))))
      }
      variance = scaled * scaled * Double(deviations.count) / max(1, left)
    } else {
      variance = deviations.reduce(0) { $0 + $1 * $1 } / Double(freedom)
    }
    let deviation = (variance + givenBack * givenBack).squareRoot()
    let independent = max(1, Double(freedom) / sharing * (mayTurn ? Self.efficiency : 1))
    let error = deviation / (2 * independent).squareRoot()
    return Spread(
      deviation: .known(deviation, standardError: error),
      variation: .known(deviation / mean, standardError: error / mean))
  }
}

extension TimingVariability {
  /// Values of the strides around, where so many values share one that is independent.
  private static func valuesAround(sharing: Double) -> Int { Int(strideCountAround * sharing) + 1 }

  /// What values differ from the median of so many around them; at both ends of the first or last so many.
  private static func fromAround(_ values: [Double], count: Int) -> [Double] {
    var around = values.prefix(count).sorted()
    var first = 0
    return values.indices.map { i in
      // The stretch moves on by one value at a time, in one array.
      if i - count / 2 > first, first + count < values.count {
        around.remove(at: around.partitioningIndex { $0 >= values[first] })
        let new = values[first + count]
        around.insert(new, at: around.partitioningIndex { $0 >= new })
        first += 1
      }
      let middle = around.count / 2
      let median =
        around.count % 2 == 1 ? around[middle] : (around[middle - 1] + around[middle]) / 2
      return values[i] - median
    }
  }
}

/// Finds the stretches of a walk that its quality is read from: straight, without pauses, without
/// starting and stopping.
public struct SteadyRuns: Hashable, Sendable {
  /// A step outside this share of the median hides a pause, a missed contact or one too many.
  public var plausibleShare = 0.6...1.5
  /// A turn bends the steps beside it too, seconds.
  public var turnMarginSeconds = 0.1
  /// Contacts left out at both ends of a run: the first and last step differ from the others.
  public var marginContacts = 1
  /// Shorter runs say little about repetition.
  public var leastContacts = 6

  /// Indices of the contacts of each run, rising.
  func runs(of motion: WalkSignal, turns: [Turn]) -> [Range<Int>] {
    let seconds = motion.contacts.map { SampleGrid.seconds(at: $0) }
    let steps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
    guard let usual = Statistics.median(steps) else { return [] }
    var runs: [Range<Int>] = []
    var start = 0
    for i in seconds.indices {
      let goesOn =
        i < steps.count && plausibleShare.contains(steps[i] / usual)
        && !isTurning(seconds[i]..<seconds[i + 1], turns)
      if goesOn { continue }
      let run = (start + marginContacts)..<max(start + marginContacts, i + 1 - marginContacts)
      if run.count >= leastContacts { runs.append(run) }
      start = i + 1
    }
    return runs
  }

  private func isTurning(_ seconds: Range<Double>, _ turns: [Turn]) -> Bool {
    turns.contains {
      seconds.upperBound > $0.seconds.lowerBound - turnMarginSeconds
        && seconds.lowerBound < $0.seconds.upperBound + turnMarginSeconds
    }
  }
}
