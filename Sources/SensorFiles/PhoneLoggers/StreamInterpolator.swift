import GaitModel

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

  static let longestInterval = StreamCoverage.longestInterval

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

  /// Reads on to the sensor's last sample and says when that was.
  func end() throws(SensorFileError) -> Double {
    while !hasEnded { try advance() }
    return after.seconds
  }

  /// Sums up what was missing; `nil` when nothing was.
  func absences(besides other: String) -> String? {
    let count = absences.reduce(0, +)
    guard count > 0 else { return nil }
    let parts = zip(["before it begins", "after it ends", "in its gaps"], absences)
      .filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return
      "\(name) has nothing for \(count.counted("sample")) of \(other), which \(count.verb("was", "were")) left out: "
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

/// How much of the acceleration another sensor covers.
package enum StreamCoverage {
  /// What two samples may be apart for a value between them, seconds: a quarter of a second is half a
  /// step at the usual pace, which no straight line can make up for.
  package static let longestInterval = 0.25
  /// A gyroscope that covers less of the acceleration is left out as a whole: a sample without it is
  /// lost, and walking is told from acceleration alone nearly as well.
  package static let leastShare = 0.9

  /// Why a gyroscope that covers this share of the acceleration's samples is left out; `nil` where it is not.
  package static func obstacle(share: Double) -> String? {
    guard share < leastShare else { return nil }
    return "it covers \((share * 100).rounded() / 100) of the acceleration's samples; "
      + "\(leastShare) are needed, because a sample without angular rate would be lost"
  }

  /// The same tables, the gyroscope left out when it covers too little. Both tables' stamps are
  /// read once from beginning to end, and nothing else of them.
  static func withoutSparseGyroscope(
    _ given: SensorTables, settings: OpeningSettings
  ) throws(SensorFileError) -> SensorTables {
    guard let angularRate = given.angularRate else { return given }
    let share = try share(of: given.acceleration, in: angularRate, settings: settings)
    guard let obstacle = obstacle(share: share) else { return given }
    var tables = given
    tables.angularRate = nil
    tables.failures.append(
      SensorTables.Failure(name: angularRate.name, reason: obstacle))
    return tables
  }

  private static func share(
    of acceleration: SensorTable, in other: SensorTable, settings: OpeningSettings
  ) throws(SensorFileError) -> Double {
    let origin = acceleration.firstSecond
    let stamps = try acceleration.withoutValues(settings: settings)
      .stream(origin: origin, pauses: [])
    let covering = try StreamInterpolator(
      other.withoutValues(settings: settings).stream(origin: origin, pauses: []),
      name: other.name)
    var (count, covered) = (0, 0)
    while try stamps.next() {
      count += 1
      if try covering.motion(at: stamps.seconds) != nil { covered += 1 }
    }
    return count == 0 ? 0 : Double(covered) / Double(count)
  }
}
