import GaitModel

/// The blocks of a stream that were refused. Whether they were appended again, mended, nobody can see here.
struct RefusedBlocks {
  private var callCount = 0
  /// Samples in them, as far as they could be counted.
  private var sampleCount = 0
  /// The first stamp of the first of them, where nothing was taken before; not a number where it has none.
  private var beginning: Double?

  /// Counts a block.
  ///
  /// - Parameters:
  ///   - sampleCount: how many samples it has; `nil` where that cannot be told.
  ///   - beginning: its first stamp, where nothing was taken before, or not a number; `nil` where something was.
  mutating func take(sampleCount: Int?, beginning: Double?) {
    callCount += 1
    self.sampleCount += sampleCount ?? 0
    self.beginning = self.beginning ?? beginning
  }

  /// That blocks were refused; `nil` where none was.
  ///
  /// - Parameters:
  ///   - hasTimes: whether the samples of the stream have times.
  ///   - origin: second 0 of the results by the caller's clock.
  /// - Returns: what they lack in the results.
  func remark(hasTimes: Bool, origin: Double?) -> RecordingRemark? {
    guard callCount > 0 else { return nil }
    return RecordingRemark(
      kind: .inconsistent, sampleCount: sampleCount,
      message: hasTimes ? losses(origin: origin) : standstill)
  }

  private var whose: String { callCount == 1 ? "its" : "their" }

  private func losses(origin: Double?) -> String {
    let samples = sampleCount > 0 ? " (\(sampleCount.counted("sample")))" : ""
    let isLater = beginning.map { $0 != origin } ?? false
    return
      "\(callCount.counted("block"))\(samples) \(callCount.verb("was", "were")) refused: unless \(whose) samples were appended "
      + "again, they are not in the results"
      + (isLater ? ", and second 0 and the start are those of the first sample that was taken" : "")
  }

  private var standstill: String {
    "\(callCount.counted("block")) without times \(callCount.verb("was", "were")) refused and took no time: "
      + "unless \(whose) samples were appended again, all times behind \(callCount == 1 ? "it" : "them") are too early; append "
      + "samples without values (NaN) in \(whose) place, or give times"
  }
}
