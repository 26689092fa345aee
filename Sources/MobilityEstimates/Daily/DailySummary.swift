import GaitModel
import Signals

/// What a person did on one day of their calendar. What there was not enough of is absent, not 0.
public struct DailySummary: Hashable, Sendable {
  /// A mean of the day's walks with its errors.
  public struct Figure: Hashable, Sendable {
    /// The value, weighted by walking time.
    public var value: Double
    /// Standard error against the truth, or `nil` where the walks have none.
    public var standardError: Double?
    /// Standard error by chance, against the person's other days, or `nil`.
    public var errorWithinPerson: Double?

    /// Makes a figure.
    public init(value: Double, standardError: Double? = nil, errorWithinPerson: Double? = nil) {
      self.value = value
      self.standardError = standardError
      self.errorWithinPerson = errorWithinPerson
    }
  }

  /// How a person walked on a day with enough flat, steady walks.
  public struct Walking: Hashable, Sendable {
    /// Flat, steady walks that the speeds are of: of a day with others beside them, those with measured steps where they are
    /// enough for a day. `nil` where a store no longer has their number.
    public var boutCount: Int?
    /// Mean speed, m/s.
    public var meanSpeed: Figure
    /// Half of the walking time was slower, m/s; `nil` where a store no longer has it.
    public var medianSpeed: Double?
    /// 95 % of the walking time was slower: the fastest comfortable speed, m/s.
    public var fastSpeed: Figure
    /// Standard deviation over mean of the walks' speeds; `nil` where a store no longer has it.
    public var speedVariation: Double?
    /// Mean step length, m.
    public var stepLength: Figure?
    /// Standard deviation over mean of the walks' step lengths; `nil` with too few, and where too few walks have measured
    /// steps.
    public var stepLengthVariation: Double?
    /// Mean cadence, steps/min.
    public var cadence: Figure?
    /// Mean double support, share of the stride.
    public var doubleSupport: Figure?
    /// Mean share of uneven steps.
    public var asymmetry: Figure?
    /// Mean of the walks' standard deviations of stride times over their means.
    public var strideTimeVariation: Figure?
  }

  /// What the longer walks of a day say.
  public struct Sustained: Hashable, Sendable {
    /// Time in such walks, s.
    public var seconds: Double
    /// Time in those of them whose steps were measured, s; `nil` where nothing tells.
    public var measuredSeconds: Double?
    /// 95 % of that time was slower, m/s; `nil` without speeds.
    public var fastSpeed: Figure?
    /// 95 % of that time had a lower cadence, steps/min; `nil` without cadences.
    public var fastCadence: Double?
    /// The longest distance in six minutes of one walk, m; `nil` when none lasted as long.
    public var longestSixMinutes: Double?
  }

  /// What the heart did in walks.
  public struct Heart: Hashable, Sendable {
    /// The greatest oxygen uptake that the day's walks point to, mL/(kg·min); `nil` when none does.
    public var greatestUptake: Figure?
    /// The recovery after the walk whose fall is the middle one of the day; `nil` when none was seen.
    public var recovery: HeartRateRecovery?
  }

  /// The day.
  public var day: LocalDay
  /// Time the device was worn, s; `nil` when nothing says.
  public var wornSeconds: Double?
  /// Walking time on any ground, s; `nil` when the day was hardly recorded, and where other samples show that
  /// somebody walked and none says for how long.
  public var walkingSeconds: Double?
  /// Steps on any ground; `nil` when the day was hardly recorded, and where other samples show that somebody
  /// walked and none says how many steps.
  public var stepCount: Double?
  /// How the person walked, or `nil` without enough flat, steady walks.
  public var walking: Walking?
  /// The longer walks, or `nil` without any.
  public var sustained: Sustained?
  /// What the heart did, or `nil` without heart rates.
  public var heart: Heart?
  /// The person's own factor in the day's speeds and step lengths (`PersonalCalibration.factor`): of walks with and without
  /// one, what all are over what they would be without. `nil` where none has one.
  public var personalFactor: Double?
  /// Whether the walks are those of another program, as a phone's: their speeds are what that program says, and no
  /// mark of ours tells how it came to them.
  public var isMeasuredElsewhere = false

  /// Makes a summary; what is not known stays away.
  public init(
    day: LocalDay, wornSeconds: Double? = nil, walkingSeconds: Double? = nil,
    stepCount: Double? = nil, walking: Walking? = nil, sustained: Sustained? = nil,
    heart: Heart? = nil
  ) {
    self.day = day
    self.wornSeconds = wornSeconds
    self.walkingSeconds = walkingSeconds
    self.stepCount = stepCount
    self.walking = walking
    self.sustained = sustained
    self.heart = heart
  }

  /// Whether step lengths, and so speeds, were measured: where the device is worn in a pocket or on the
  /// wrist, a step is a share of the height at every pace, and a day's steps do not vary. Where walks with measured steps are
  /// enough for a day, its speeds are of these alone. Of one or two walks the samples' own marks tell; what nothing tells was
  /// not measured, but in another program's walks.
  public var measuresSteps: Bool {
    if let walking { return walking.stepLengthVariation != nil }
    guard let sustained, !isMeasuredElsewhere else { return true }
    return (sustained.measuredSeconds ?? 0) >= sustained.seconds
  }

  /// Whether the day's speeds and step lengths can be held against those of other days: an assumed step is a share of the
  /// height, and a speed of such steps is cadence. Another program's are held against its own.
  public var comparesSpeeds: Bool { measuresSteps || isMeasuredElsewhere }

  /// Hours the device was worn; `nil` when nothing says.
  public var wornHours: Double? { wornSeconds.map { $0 / 3600 } }
}

/// The mean of the last seven days, which begins anew at an event so that before and after an
/// operation never blend.
///
/// ```
///   day      1  2  3  4  5  6  7  8  9 10
///   event                      |            surgery on day 7
///   mean of  1..........6      7..........10
/// ```
public struct SmoothingRule: Hashable, Sendable {
  /// Days in the mean.
  public var days = 7
  /// Fewer days with a value make none.
  public var fewestDays = 3

  /// The usual rule.
  public init() {}

  /// The smoothed values.
  /// - Parameters:
  ///   - values: Values by day; days without are absent.
  ///   - restarts: First days after an event, in any order.
  /// - Returns: A mean for every day that has a value and enough days since the latest event, in time order.
  public func smoothed(
    _ values: [LocalDay: Double], restartingOn restarts: [LocalDay] = []
  ) -> [SmoothedMean] {
    let days = values.map { (day: $0, value: $1) }.sorted { $0.day < $1.day }
    // Neither end of the days in a mean ever goes back.
    var first = 0
    return days.indices.compactMap { last in
      let begin = firstDay(endingOn: days[last].day, restartingOn: restarts)
      while days[first].day < begin { first += 1 }
      return mean(of: days[first...last])
    }
  }

  /// The mean of the days that end with one, whether or not that one has a value.
  /// - Parameters:
  ///   - values: Values by day; days without are absent.
  ///   - day: The last of the days.
  ///   - restarts: First days after an event, in any order.
  /// - Returns: The mean of those that have a value; `nil` with too few since the latest event.
  public func mean(
    of values: [LocalDay: Double], endingOn day: LocalDay, restartingOn restarts: [LocalDay] = []
  ) -> SmoothedMean? {
    let used = (firstDay(endingOn: day, restartingOn: restarts)...day).compactMap { day in
      values[day].map { (day: day, value: $0) }
    }
    return mean(of: used[...])
  }

  private func mean(of used: ArraySlice<(day: LocalDay, value: Double)>) -> SmoothedMean? {
    guard used.count >= fewestDays, let first = used.first, let last = used.last,
      let mean = Statistics.mean(used.map(\.value))
    else { return nil }
    return SmoothedMean(
      value: mean, firstDay: first.day, lastDay: last.day, dayCount: used.count)
  }

  /// The first of the days that can be in a mean; those without a value are not.
  /// - Parameters:
  ///   - day: The last of the days.
  ///   - restarts: First days after an event, in any order.
  /// - Returns: The day of the latest event, or six days before the last one where that is later.
  public func firstDay(
    endingOn day: LocalDay, restartingOn restarts: [LocalDay] = []
  ) -> LocalDay {
    let usual = day.advanced(by: 1 - days)
    guard !restarts.isEmpty else { return usual }
    return restarts.filter { $0 <= day }.max().map { max($0, usual) } ?? usual
  }
}

/// A mean of days, and which days are in it: those that have a value.
public struct SmoothedMean: Hashable, Sendable {
  /// The mean, in the unit of its values.
  public var value: Double
  /// The first day that has a value.
  public var firstDay: LocalDay
  /// The last one.
  public var lastDay: LocalDay
  /// How many days have a value: fewer than there are from the first to the last where some between them have none.
  public var dayCount: Int

  /// Makes a mean.
  public init(value: Double, firstDay: LocalDay, lastDay: LocalDay, dayCount: Int) {
    self.value = value
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.dayCount = dayCount
  }

  /// Its days in words: `7 days to 5 July 2026`; `3 days, from 3 July 2026 to 5 July 2026` where there are fewer, and
  /// `3 days with a value, from 1 July 2026 to 5 July 2026` where others lie between them.
  package func days(by rule: SmoothingRule) -> String {
    guard dayCount < rule.days else { return "\(dayCount) days to \(lastDay.words)" }
    let isWhole = firstDay.distance(to: lastDay) + 1 == dayCount
    return "\(dayCount) days\(isWhole ? "" : " with a value"), from \(firstDay.words) to "
      + lastDay.words
  }
}

/// The mean of some walks, weighted by their time, and how much they differ.
struct WalkMean {
  /// The mean. Its error against the truth is the walks' own, because it holds what is wrong every time
  /// and does not shrink; that against the own past shrinks with the number of walks.
  let figure: DailySummary.Figure
  /// Standard deviation by time over the mean; `nil` of fewer than two or about 0.
  let variation: Double?

  /// Makes it of walks in their order; `nil` when they took no time.
  init?(_ walks: ArraySlice<SampleRow>) {
    var (seconds, sum, errors, errorCount) = (0.0, 0.0, 0.0, 0.0)
    for walk in walks {
      seconds += walk.seconds
      sum += walk.value * walk.seconds
      if let error = walk.standardError {
        errors += error
        errorCount += 1
      }
    }
    guard seconds > 0 else { return nil }
    let mean = sum / seconds
    variation = Self.variation(of: walks, about: mean, seconds: seconds)
    figure = DailySummary.Figure(
      value: mean, standardError: errorCount > 0 ? errors / errorCount : nil,
      errorWithinPerson: variation.map { $0 * mean / Double(walks.count).squareRoot() })
  }

  private static func variation(
    of walks: ArraySlice<SampleRow>, about mean: Double, seconds: Double
  ) -> Double? {
    guard walks.count > 1, mean > 0 else { return nil }
    var squares = 0.0
    for walk in walks { squares += (walk.value - mean) * (walk.value - mean) * walk.seconds }
    return (squares / seconds).squareRoot() / mean
  }
}
