import Foundation
import GaitModel

/// Sorts samples into the days on which they began, and wear into the days that it covers.
struct DaySorter {
  private let grid: DayGrid
  private(set) var walks: [LocalDay: DayWalks] = [:]
  private var wear: [LocalDay: [WornStretch]] = [:]

  /// Time in a stretch, of which a share was worn.
  private struct WornStretch {
    var start: Double
    var end: Double
    var share: Double
  }

  init(days: ClosedRange<LocalDay>, calendar: DayCalendar) {
    grid = DayGrid(days, in: calendar)
  }

  /// Adds samples of any kinds; what is not walking or wear does not count, nor what is not flat and
  /// steady where that matters, nor what people entered.
  mutating func add(_ samples: [Sample]) {
    for (kind, samples) in Dictionary(grouping: samples, by: \.kind) {
      switch kind {
      case Self.speed: add(samples, to: \.speed)
      case Self.stepLength: add(samples, to: \.stepLength)
      case Self.cadence: add(samples, to: \.cadence)
      case Self.doubleSupport: add(samples, to: \.doubleSupport)
      case Self.asymmetry: add(samples, to: \.asymmetry)
      case Self.walkingTime: addNumbers(samples, to: \.walkingSeconds)
      case Self.stepCount: addNumbers(samples, to: \.steps)
      case Self.wearTime: addWear(samples)
      default: continue
      }
    }
  }

  /// Seconds worn by day; a stretch that two devices shared counts once.
  func wornSeconds() -> [LocalDay: Double] { wear.mapValues(Self.seconds) }

  /// The kinds that are sorted.
  static let kinds: Set<AnySampleKind> = [
    speed, stepLength, cadence, doubleSupport, asymmetry, walkingTime, stepCount, wearTime,
  ]

  private static let speed = SampleKind.walkingSpeed.erased
  private static let stepLength = SampleKind.stepLength.erased
  private static let cadence = SampleKind.cadence.erased
  private static let doubleSupport = SampleKind.doubleSupport.erased
  private static let asymmetry = SampleKind.walkingAsymmetry.erased
  private static let walkingTime = SampleKind.walkingTime.erased
  private static let stepCount = SampleKind.stepCount.erased
  private static let wearTime = SampleKind.wearTime.erased

  private mutating func add(
    _ samples: [Sample], to path: WritableKeyPath<DayWalks, [DayWalks.Value]>
  ) {
    for sample in samples {
      let metadata = sample.metadata
      guard metadata.leftOutReason == nil, !metadata.isEnteredByHand,
        let day = grid.day(containing: sample.start)
      else { continue }
      walks[day, default: DayWalks()][keyPath: path].append(
        DayWalks.Value(
          value: sample.value, seconds: sample.durationSeconds, error: sample.standardError,
          errorWithinPerson: sample.standardErrorWithinPerson))
    }
  }

  private mutating func addNumbers(
    _ samples: [Sample], to path: WritableKeyPath<DayWalks, [Double]>
  ) {
    for sample in samples where !sample.metadata.isEnteredByHand {
      guard let day = grid.day(containing: sample.start) else { continue }
      walks[day, default: DayWalks()][keyPath: path].append(sample.value)
    }
  }

  private mutating func addWear(_ samples: [Sample]) {
    for sample in samples where !sample.metadata.isEnteredByHand && sample.durationSeconds > 0 {
      let share = min(sample.value / sample.durationSeconds, 1)
      for day in grid.days(overlapping: sample.start..<sample.end) {
        let interval = grid.interval(of: day)
        let start = max(sample.start, interval.lowerBound).timeIntervalSinceReferenceDate
        let end = min(sample.end, interval.upperBound).timeIntervalSinceReferenceDate
        wear[day, default: []].append(WornStretch(start: start, end: end, share: share))
      }
    }
  }

  private static func seconds(_ stretches: [WornStretch]) -> Double {
    let sorted = stretches.sorted {
      ($0.start, $0.end, $0.share) < ($1.start, $1.end, $1.share)
    }
    var (seconds, reached) = (0.0, -Double.infinity)
    for stretch in sorted where stretch.end > reached {
      seconds += (stretch.end - max(stretch.start, reached)) * stretch.share
      reached = stretch.end
    }
    return seconds
  }
}
