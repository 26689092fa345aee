import Signals

/// The fast end of the longer walks of some days: mean, scatter and change.
struct FastWalking {
  /// Days with longer walks and a measured speed.
  private(set) var dayCount = 0
  /// The mean of the days' 95th percentiles, m/s; `nil` without any, and where step length is assumed:
  /// then it is cadence in other words.
  private(set) var speed: Double?
  /// Its standard error by chance, m/s.
  private(set) var chanceError = 0.0
  /// What the device gets wrong about this person, as a share.
  private(set) var deviceErrorShare = Self.usualDeviceErrorShare
  /// From the mean to the last day along the best-fit line, m/s; 0 where that is not more than chance.
  private(set) var drift = 0.0
  /// The mean of the days' 95th percentiles of cadence, steps/min; `nil` without any.
  private(set) var cadence: Double?
  /// What three of four days' longest six minutes of one walk do not exceed, m: the longest of a
  /// month would be the one that the device misread most.
  private(set) var longestSixMinutes: Double?
  /// Minutes of longer walks on a day that has a summary.
  private(set) var minutesPerDay = 0.0
  /// Whether there are longer walks at all.
  private let hasWalks: Bool

  /// A day's weight grows with its walking up to so many seconds: one long outing is not to be the
  /// whole month. Our choice.
  static let fullWeightSeconds = 1200.0
  /// Pass one's share, where samples carry no error.
  static let usualDeviceErrorShare = 0.07

  init(days: [LocalDay: DailySummary], in window: ClosedRange<LocalDay>) {
    let summaries = window.compactMap { days[$0] }
    let sustained = summaries.compactMap { summary in
      summary.sustained.map { (day: summary.day, walks: $0, isMeasured: summary.measuresSteps) }
    }
    hasWalks = !sustained.isEmpty
    let worn = summaries.count { ($0.wornHours ?? 0) > 0 || $0.sustained != nil }
    minutesPerDay = sustained.reduce(0) { $0 + $1.walks.seconds } / 60 / Double(max(worn, 1))
    longestSixMinutes =
      WeightedQuantile(
        sustained.compactMap { entry in
          entry.isMeasured ? entry.walks.longestSixMinutes.map { ($0, 1) } : nil
        })[0.75]
    cadence = Self.mean(
      sustained.compactMap { entry in
        entry.walks.fastCadence.map {
          (value: $0, weight: Self.weight(ofSeconds: entry.walks.seconds))
        }
      })
    let speeds = sustained.filter(\.isMeasured).compactMap { entry in
      entry.walks.fastSpeed.map {
        (
          day: entry.day, figure: $0,
          weight: Self.weight(ofSeconds: entry.walks.measuredSeconds ?? entry.walks.seconds)
        )
      }
    }
    setSpeed(from: speeds)
  }

  /// Why the walks say nothing of the six-minute walk; `nil` where they say something.
  var delay: SixMinuteWalkDelay? {
    guard speed == nil, cadence == nil else { return nil }
    return hasWalks ? .unmeasuredWalking : .noSustainedWalking
  }

  private mutating func setSpeed(
    from speeds: [(day: LocalDay, figure: DailySummary.Figure, weight: Double)]
  ) {
    dayCount = speeds.count
    guard let mean = Self.mean(speeds.map { ($0.figure.value, $0.weight) }) else { return }
    speed = mean
    let (sum, squares) = speeds.reduce((0.0, 0.0)) {
      ($0.0 + $1.weight, $0.1 + $1.weight * $1.weight)
    }
    let spread = speeds.reduce(0) { total, entry in
      let miss = entry.figure.value - mean
      return total + entry.weight * miss * miss
    }
    // Bessel's correction for weights; a single day gets its own walk's error.
    let effective = sum * sum / squares
    chanceError =
      effective > 1.5
      ? (spread / sum / (effective - 1)).squareRoot()
      : speeds.first?.figure.errorWithinPerson ?? mean * 0.05
    let shares = speeds.compactMap { entry in
      entry.figure.standardError.map { $0 / entry.figure.value }
    }
    deviceErrorShare = Statistics.mean(shares) ?? Self.usualDeviceErrorShare
    drift = Self.drift(speeds.map { (Double($0.day.number), $0.figure.value) })
  }

  private static func drift(_ points: [(x: Double, y: Double)]) -> Double {
    guard points.count > 3, let line = LineFit(points), let interval = line.slope.interval,
      !interval.contains(0), let last = points.last?.x,
      let middle = Statistics.mean(points.map(\.x))
    else { return 0 }
    return line.slope.perWeek * (last - middle)
  }

  private static func weight(ofSeconds seconds: Double) -> Double {
    min(seconds, fullWeightSeconds)
  }

  private static func mean(_ values: [(value: Double, weight: Double)]) -> Double? {
    let sum = values.reduce(0) { $0 + $1.weight }
    guard sum > 0 else { return nil }
    return values.reduce(0) { $0 + $1.value * $1.weight } / sum
  }

  /// What the days say of the six-minute walk.
  var evidence: SixMinuteWalkEvidence {
    SixMinuteWalkEvidence(
      fastSpeed: speed, fastSpeedChanceError: chanceError, deviceErrorShare: deviceErrorShare,
      fastCadence: cadence, longestSixMinutes: longestSixMinutes,
      sustainedMinutesPerDay: minutesPerDay, drift: drift)
  }
}
