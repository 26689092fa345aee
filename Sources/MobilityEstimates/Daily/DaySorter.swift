import Foundation
import GaitModel

/// Sorts samples into the days on which they began, and wear into the days that it covers.
struct DaySorter {
  private let grid: DayGrid
  /// One entry for each day of the grid.
  private(set) var walks: [DayWalks]
  private var wear: [LocalDay: [WornStretch]] = [:]

  /// Time in a stretch, of which a share was worn.
  private struct WornStretch {
    var start: Double
    var end: Double
    var share: Double
  }

  init(days: ClosedRange<LocalDay>, calendar: DayCalendar) {
    grid = DayGrid(days, in: calendar)
    walks = Array(repeating: DayWalks(), count: days.count)
  }

  /// Adds samples by kind; what is not walking or wear does not count, nor what is not flat and
  /// steady where that matters, nor what people entered.
  mutating func add(_ samples: [AnySampleKind: [Sample]]) {
    for (kind, samples) in samples {
      switch kind {
      case Self.speed: sort(samples) { $0.speed.append($1) }
      case Self.stepLength: sort(samples) { $0.stepLength.append($1) }
      case Self.cadence: sort(samples) { $0.cadence.append($1) }
      case Self.doubleSupport: sort(samples) { $0.doubleSupport.append($1) }
      case Self.asymmetry: sort(samples) { $0.asymmetry.append($1) }
      case Self.strideTimeVariation: sort(samples) { $0.strideTimeVariation.append($1) }
      case Self.walkingTime: sort(samples) { $0.walkingTime.append($1) }
      case Self.stepCount: sort(samples) { $0.steps.append($1) }
      case Self.wearTime: addWear(samples)
      default: continue
      }
    }
  }

  /// Seconds worn by day; a stretch that two devices shared counts once.
  func wornSeconds() -> [LocalDay: Double] { wear.mapValues(Self.seconds) }

  /// The kinds that are sorted.
  static let kinds: Set<AnySampleKind> = [
    speed, stepLength, cadence, doubleSupport, asymmetry, strideTimeVariation, walkingTime,
    stepCount, wearTime,
  ]

  private static let speed = SampleKind.walkingSpeed.erased
  private static let stepLength = SampleKind.stepLength.erased
  private static let cadence = SampleKind.cadence.erased
  private static let doubleSupport = SampleKind.doubleSupport.erased
  private static let asymmetry = SampleKind.walkingAsymmetry.erased
  private static let strideTimeVariation = SampleKind.strideTimeVariability.erased
  private static let walkingTime = SampleKind.walkingTime.erased
  private static let stepCount = SampleKind.stepCount.erased
  private static let wearTime = SampleKind.wearTime.erased

  private mutating func sort(_ samples: [Sample], append: (inout DayWalks, DayWalks.Value) -> Void)
  {
    var usable = UsableOrigin()
    for sample in samples where usable.contains(sample) {
      guard let day = grid.day(containing: sample.start) else { continue }
      append(
        &walks[grid.first.distance(to: day)],
        DayWalks.Value(
          value: sample.value, seconds: sample.durationSeconds, error: sample.standardError,
          errorWithinPerson: sample.standardErrorWithinPerson))
    }
  }

  private mutating func addWear(_ samples: [Sample]) {
    var usable = UsableOrigin()
    for sample in samples where usable.contains(sample) && sample.durationSeconds > 0 {
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

/// Whether samples count, asked once for all that share an origin: copying metadata for every sample
/// took most of the time of sorting a year.
private struct UsableOrigin {
  private var latest: Sample.Origin?
  private var isUsable = false

  /// Whether a sample is of flat, steady walking, or of a kind that does not ask for it, and measured.
  mutating func contains(_ sample: Sample) -> Bool {
    let origin = sample.origin
    if origin == latest { return isUsable }
    let metadata = origin.metadata
    latest = origin
    isUsable = metadata.leftOutReason == nil && !metadata.isEnteredByHand
    return isUsable
  }
}
