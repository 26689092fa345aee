/// A sensor's samples, asked for between them: at stamps that rise, those of another sensor.
final class StreamInterpolator {
  /// Why there is no value.
  enum Absence: Int, CaseIterable {
    /// The sensor had not yet begun.
    case notBegun
    /// The sensor had ended.
    case ended
    /// The samples around are too far from each other.
    case gap
  }

  /// What two samples may be apart for a value between them, seconds: as long as an interval is no
  /// gap of a recording either.
  static let longestInterval = SensorFileInspection.shortestGapSeconds

  /// The table's name.
  let name: String
  let stream: TableStream
  /// How often there was no value, by reason.
  private(set) var absences = [Int](repeating: 0, count: Absence.allCases.count)

  private var before = Sample(seconds: -.infinity)
  private var after = Sample(seconds: -.infinity)
  private var hasEnded = false

  private struct Sample {
    var seconds: Double
    var motion = SIMD8<Float>(repeating: 0)
  }

  /// Begins before the first sample.
  init(_ stream: TableStream, name: String) throws(SensorFileError) {
    self.stream = stream
    self.name = name
    try advance()
  }

  /// The values at a time not before that of the last question; `nil` where there are none.
  func motion(at seconds: Double) throws(SensorFileError) -> SIMD8<Float>? {
    while after.seconds < seconds, !hasEnded { try advance() }
    if after.seconds == seconds { return after.motion }
    if hasEnded { return absent(.ended) }
    if before.seconds == -.infinity { return absent(.notBegun) }
    let interval = after.seconds - before.seconds
    if interval > Self.longestInterval { return absent(.gap) }
    let share = Float((seconds - before.seconds) / interval)
    return before.motion + (after.motion - before.motion) * share
  }

  /// Sums up what was missing; `nil` when nothing was.
  func absences(besides other: String) -> String? {
    let count = absences.reduce(0, +)
    guard count > 0 else { return nil }
    let parts = zip(["before it begins", "after it ends", "in its gaps"], absences)
      .filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return "\(name) has nothing for \(count) samples of \(other), which were left out: "
      + parts.joined(separator: ", ")
  }

  private func absent(_ reason: Absence) -> SIMD8<Float>? {
    absences[reason.rawValue] += 1
    return nil
  }

  private func advance() throws(SensorFileError) {
    before = after
    if try stream.next() {
      after = Sample(seconds: stream.seconds, motion: stream.motion)
    } else {
      hasEnded = true
    }
  }
}
