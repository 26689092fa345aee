/// Which minutes are looked at when a long recording is looked at in passing.
struct ActiGraphThinning {
  /// As many minutes are enough: as with other formats.
  private static let minuteCount = 512

  /// Every so many minutes one is looked at.
  private let period: Int

  /// Spreads minutes over a recording of so many seconds; `nil` for one that is short.
  init?(seconds: Int) {
    period = seconds / 60 / Self.minuteCount
    if period < 2 { return nil }
  }

  /// Whether a second lies in a minute that is looked at.
  @inline(__always)
  func keeps(_ second: Int) -> Bool { second / 60 % period == 0 }
}
