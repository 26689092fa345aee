import Foundation
import GaitModel
import Signals

/// Which of a day's walks have measured steps, and which its speeds and step lengths are of.
///
/// ```
///   a day's walks                            told by
///   with a factor of the person's own        their method: what is cadence by it was not measured
///   without a length                         that: the analysis keeps none that it assumed
///   the others, enough for a day             how their lengths vary
///   the others, fewer                        the samples' marks
///   another program's                        nothing: it is as it says
/// ```
extension DailySummaryRule {
  /// The days with longer walks whose step lengths do not show by themselves whether they were measured.
  func daysToldByMarks(
    in rows: [AnySampleKind: [SampleRow]], days: ClosedRange<LocalDay>, calendar: DayCalendar
  ) -> Set<LocalDay> {
    let rows = DayRows(rows, days: days, calendar: calendar)
    return Set(
      days.filter { day in
        let (speeds, steps) = (rows.of(.walkingSpeed, on: day), rows.of(.stepLength, on: day))
        return !steps.isEmpty && !lengthsTell(speeds, steps)
          && (isDistribution(speeds) || speeds.contains { $0.seconds >= sustainedSeconds })
      })
  }

  /// When the walks of a day began whose steps were measured, milliseconds since 1970; `nil` where they are another program's.
  func measuredWalks(_ rows: DayRows, _ marks: StepMarks, on day: LocalDay) -> Set<Int64>? {
    measured(rows, marks, on: day).map { Set($0.steps.map(\.start)) }
  }

  /// Walks of a day.
  typealias Walks = (speeds: ArraySlice<SampleRow>, steps: ArraySlice<SampleRow>)

  /// The walks of a day whose steps were measured; `nil` where they are another program's.
  private func measured(_ rows: DayRows, _ marks: StepMarks, on day: LocalDay) -> Walks? {
    guard !marks.areElsewhere else { return nil }
    var walks: Walks = (rows.of(.walkingSpeed, on: day), rows.of(.stepLength, on: day))
    let areTold = lengthsTell(walks.speeds, walks.steps)
    let assumed = areTold ? marks.byCadence : marks.assumed
    // As a rule nothing is marked and every walk has a length: then these are all.
    if !assumed.isEmpty { walks.steps = walks.steps.filter { !assumed.contains($0.start) }[...] }
    if !areTold || !assumed.isEmpty {
      let starts = Set(walks.steps.map(\.start))
      walks.speeds = walks.speeds.filter { starts.contains($0.start) }[...]
    }
    guard isDistribution(walks.speeds) else { return walks }
    return Self.isMeasured(walks.steps, rows.of(.cadence, on: day)) ? walks : ([], [])
  }

  /// The walks that a day's speeds and step lengths are of: those with measured steps where they are enough for a day, and all
  /// of a day where they are not.
  struct CountedWalks {
    var walks: Walks
    /// Whether the steps of all of them were measured.
    var areMeasured: Bool
    /// Time in longer walks of measured steps, s; `nil` where walks are another program's.
    var measuredSeconds: Double?
  }

  /// The walks among a day's that count.
  func counted(_ rows: DayRows, _ marks: StepMarks, on day: LocalDay) -> CountedWalks {
    let all: Walks = (rows.of(.walkingSpeed, on: day), rows.of(.stepLength, on: day))
    guard let measured = measured(rows, marks, on: day) else {
      let areMeasured =
        all.steps.count >= fewestBouts && Self.isMeasured(all.steps, rows.of(.cadence, on: day))
      return CountedWalks(walks: all, areMeasured: areMeasured)
    }
    let isEnough = isDistribution(measured.speeds)
    return CountedWalks(
      walks: isEnough ? measured : all, areMeasured: isEnough,
      measuredSeconds: measured.speeds.reduce(0) {
        $1.seconds >= sustainedSeconds ? $0 + $1.seconds : $0
      })
  }

  /// Whether there are enough walks for a day, and the lengths of all.
  private func lengthsTell(
    _ speeds: ArraySlice<SampleRow>, _ steps: ArraySlice<SampleRow>
  ) -> Bool {
    isDistribution(speeds) && Self.hasLengths(speeds, steps)
  }

  /// Whether every walk has a step length: the analysis keeps none that it assumed, so that one without, as of a wrist
  /// beside those of a hip, was not measured.
  private static func hasLengths(
    _ speeds: ArraySlice<SampleRow>, _ steps: ArraySlice<SampleRow>
  ) -> Bool {
    // Both are in the order of their starts.
    var next = steps.startIndex
    return speeds.allSatisfy { walk in
      while next < steps.endIndex, steps[next].start < walk.start { next += 1 }
      return next < steps.endIndex && steps[next].start == walk.start
    }
  }

  /// Whether step lengths say more than cadence does: an assumed length is one share of the height, or,
  /// with a person's own factor, grows with the root of cadence and nothing else.
  private static func isMeasured(
    _ steps: ArraySlice<SampleRow>, _ cadences: ArraySlice<SampleRow>
  ) -> Bool {
    // Both are in the order of their starts.
    var next = cadences.startIndex
    let pairs = steps.compactMap { step -> (Double, Double)? in
      while next < cadences.endIndex, cadences[next].start < step.start { next += 1 }
      guard next < cadences.endIndex, cadences[next].start == step.start else { return nil }
      return (log(step.value), 0.5 * log(cadences[next].value))
    }
    let plain = Statistics.sampleStandardDeviation(pairs.map(\.0)) ?? 0
    let beside = Statistics.sampleStandardDeviation(pairs.map { $0.0 - $0.1 }) ?? plain
    return min(plain, beside) > Self.leastMeasuredVariation
  }

  /// A measured length varies by more from walk to walk, as a share: pass one's own scatter is 3 %.
  private static let leastMeasuredVariation = 0.005
}
