/// A staleness with its days named: "everything" has become the days that there are.
struct SettledStaleness {
  var days: Set<LocalDay>
  var estimatesFrom: LocalDay?
  var isEverything: Bool

  /// The earliest day that anything is to be made for; `nil` when nothing is.
  var firstDay: LocalDay? {
    [days.min(), estimatesFrom].compactMap { $0 }.min()
  }

  /// The days in stretches without gaps, each short enough that a life's walks are not in memory at
  /// once.
  var stretches: [ClosedRange<LocalDay>] {
    var stretches: [ClosedRange<LocalDay>] = []
    for day in days.sorted() {
      if let last = stretches.last, last.upperBound.advanced(by: 1) == day,
        last.count < Self.longestStretch
      {
        stretches[stretches.count - 1] = last.lowerBound...day
      } else {
        stretches.append(day...day)
      }
    }
    return stretches
  }

  /// A year: some 10 MB of rows.
  private static let longestStretch = 366
}

extension EstimateReading {
  /// Names the days of a staleness, and lets a changed day about a clinic test make everything
  /// stale that the test calibrates.
  func settled(_ stale: Staleness, through lastDay: LocalDay) async throws -> SettledStaleness {
    var settled = SettledStaleness(
      days: stale.days.filter { $0 <= lastDay }, estimatesFrom: stale.estimatesFrom,
      isEverything: stale.isEverything)
    if stale.isEverything, let first = try await earliestDay(), first <= lastDay {
      settled.days.formUnion(first...lastDay)
      settled.estimatesFrom = first
      return settled
    }
    let around = update.settings.calibration.daysAround
    for test in try await wishes().tests {
      let near = test.day.advanced(by: -around)...test.day.advanced(by: around)
      if settled.days.contains(where: near.contains) {
        settled.estimatesFrom = min(settled.estimatesFrom ?? test.day, test.day)
      }
    }
    return settled
  }
}
