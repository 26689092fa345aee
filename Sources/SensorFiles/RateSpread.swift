import GaitModel

/// The least and the greatest rate that samples in a row have, which the mean over a file does not tell.
struct RateSpread: Hashable, Sendable {
  /// So many samples make a rate, 5 s of 100 Hz: what comes together and is no gap, half a second, moves it by a tenth.
  static let sampleCount = 500
  /// Rates that differ by more are said. Our choice, beyond that tenth at either end.
  static let largestRatio = 1.25

  private var start: Double?
  private var count = 0
  private var hertz: ClosedRange<Double>?

  /// Takes the time of the next sample, seconds.
  mutating func take(_ second: Double, isAfterGap: Bool) {
    guard let start, !isAfterGap else {
      (self.start, count) = (second, 0)
      return
    }
    count += 1
    guard count == Self.sampleCount, second > start else { return }
    let rate = Double(count) / (second - start)
    hertz = min(rate, hertz?.lowerBound ?? rate)...max(rate, hertz?.upperBound ?? rate)
    (self.start, count) = (second, 0)
  }

  /// What is to be said; `nil` where the rate is the same throughout.
  var remark: RecordingRemark? {
    guard let hertz, hertz.upperBound > Self.largestRatio * hertz.lowerBound else { return nil }
    let ends = [hertz.lowerBound, hertz.upperBound].compactMap { DecimalText.text($0, decimals: 1) }
    return RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message:
        "the rate is not the same throughout: from \(ends.joined(separator: " to ")) Hz over \(Self.sampleCount) samples "
        + "in a row; an analysis takes each sample at its own time")
  }
}
