/// Which heart rates of a recording are kept as they are, and which as means of a minute.
///
/// Around walks and runs every ten seconds count, because the heart follows effort and recovers within
/// a minute. In between a minute says as much, and a week costs a sixth.
///
/// ```
///   minute  |      |      |      |      |      |      |
///   walk             =========                              120 s later
///   kept    |------|·|·|·|·|·|·|·|·|·|·|·|·|·|·|·|·|------|
/// ```
struct HeartRateThinning {
  /// Shorter walks and runs are no effort, s.
  var shortestEffortSeconds = 60.0
  /// After an effort the heart rate is followed so long, s: beyond the minute of its recovery.
  var secondsAfter = 120.0

  /// What is kept of a recording's heart rates.
  /// - Parameters:
  ///   - means: The recording's heart rates, in time order.
  ///   - walks: Its walks and runs, in time order, seconds.
  /// - Returns: Means of ten seconds or of a minute, in time order.
  func kept(_ means: [HeartRateMean], around walks: [Range<Double>]) -> [HeartRateMean] {
    let efforts = walks.filter {
      $0.upperBound - $0.lowerBound >= shortestEffortSeconds
    }
    var kept: [HeartRateMean] = []
    var minute: [HeartRateMean] = []
    for mean in means {
      if let first = minute.first, Self.minute(of: first) != Self.minute(of: mean) {
        kept += thinned(minute, efforts)
        minute = []
      }
      minute.append(mean)
    }
    return kept + thinned(minute, efforts)
  }

  private static func minute(of mean: HeartRateMean) -> Double {
    (mean.seconds.lowerBound / 60).rounded(.down)
  }

  private func thinned(
    _ minute: [HeartRateMean], _ efforts: [Range<Double>]
  ) -> [HeartRateMean] {
    guard let first = minute.first, let last = minute.last else { return [] }
    let span = first.seconds.lowerBound..<last.seconds.upperBound
    let isEffort = efforts.contains {
      span.overlaps($0.lowerBound..<$0.upperBound + secondsAfter)
    }
    if isEffort { return minute }
    let sum = minute.reduce(0) { $0 + $1.heartRate.beatsPerMinute }
    return [
      HeartRateMean(
        seconds: span, heartRate: HeartRate(beatsPerMinute: sum / Double(minute.count)))
    ]
  }
}
