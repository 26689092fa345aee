import GaitModel

/// Brings the sensors of a recording, each with stamps of its own, onto the stamps of its
/// acceleration.
///
/// Gravity and angular rate are interpolated on a straight line between their samples, never beyond
/// them. Where one of them has nothing the sample is left out, so that every sample is whole. Slow
/// sensors keep their stamps. All tables are read side by side, a few rows at a time.
final class MergedSource: SensorFileSource {
  let facts: RecordingFacts
  let layout: SensorFileLayout

  private let name: String
  private let acceleration: TableStream
  private let gravity: StreamInterpolator?
  private let angularRate: StreamInterpolator?
  private let slow: [SideStream]
  private let failures: [SensorTables.Failure]
  private let isOfOneTable: Bool
  private let columns: SampleColumns
  /// Where second 0 lies on the common clock: at the first sample, or at the first row where the tables have no wall clock.
  private let zero: Double
  private var hasSample: Bool
  private var motion = SIMD8<Float>(repeating: 0)
  private var sampleCount = 0
  /// Where the gyroscope and gravity end, seconds on the common clock, once the acceleration has ended.
  private var ends: [(name: String, seconds: Double)] = []

  /// A sensor that ends so much before the others was switched off or lost, seconds. Our choice: satellites and batches
  /// of slow sensors take less.
  private static let earliestEnd = 10.0

  /// Opens the tables and goes to the first sample that is whole.
  init(
    _ given: SensorTables, name recording: String, path: String, settings: OpeningSettings
  ) throws(SensorFileError) {
    let tables = try StreamCoverage.withoutSparseGyroscope(given, settings: settings)
    let origin = tables.acceleration.firstSecond
    let pauses = tables.pauses.map { ClockPause(at: $0.at - origin, length: $0.length) }
    func open(_ table: SensorTable) throws(SensorFileError) -> TableStream {
      try table.stream(origin: origin, pauses: pauses)
    }
    func between(_ table: SensorTable?) throws(SensorFileError) -> StreamInterpolator? {
      guard let table else { return nil }
      return try StreamInterpolator(open(table), name: table.name)
    }
    name = tables.acceleration.name
    acceleration = try open(tables.acceleration)
    gravity = try between(tables.gravity)
    angularRate = try between(tables.angularRate)
    var slow: [SideStream] = []
    for table in tables.slow { slow.append(try SideStream(open(table), name: table.name)) }
    self.slow = slow
    failures = tables.failures
    isOfOneTable = tables.acceleration.plan.expectation.isShared
    layout = tables.layout
    hasSample = false
    let next = try Self.next(acceleration, gravity, angularRate)
    guard let next else {
      throw SensorFileError(
        .tooFewSamples, path: path,
        "its sensors have no time in common: "
          + [gravity, angularRate].compactMap { $0?.absences(besides: tables.acceleration.name) }
          .joined(separator: "; ") + ".")
    }
    // What says when the recording began, and is not one of its own clocks, means its first row.
    (hasSample, motion, zero) = (true, next, tables.wallClock == nil ? 0 : acceleration.seconds)
    let rate = tables.acceleration.plan.clock.samplingRateHertz
    var description = settings.description
    description.written = tables.acceleration.plan.writtenParticipant
    description.timeZone = description.timeZone ?? tables.timeZone
    facts = description.facts(
      name: recording, device: tables.device, samplingRateHertz: rate,
      start: tables.start(at: origin + zero), namesOffset: tables.namesOffset,
      hasAngularRate: angularRate != nil, options: settings.options)
    columns = SampleColumns(
      capacity: settings.blockSampleCount, hasAngularRate: angularRate != nil)
  }

  var remarks: [RecordingRemark] {
    layout.remarks(sampleCount: sampleCount)
      + failures.map {
        RecordingRemark(
          kind: .unreadable, sampleCount: 0, message: "\($0.name) was left out: \($0.reason)")
      }
      + absences + earlyEnds + otherClocks + Self.named(name, acceleration)
      + [gravity, angularRate].compactMap(\.self).flatMap { others($0.name, $0.stream) }
      + slow.flatMap { others($0.name, $0.stream) }
  }

  /// What is said of another sensor: in a table that sensors share without what was said of all its lines.
  private func others(_ name: String, _ stream: TableStream) -> [RecordingRemark] {
    let said = isOfOneTable ? acceleration.remarks.filter { $0.kind == .inconsistent } : []
    return Self.named(name, stream, besides: said)
  }

  private var absences: [RecordingRemark] {
    [gravity, angularRate].compactMap(\.self).compactMap { stream in
      stream.absences(besides: name).map {
        RecordingRemark(
          kind: .inconsistent, sampleCount: stream.absences.reduce(0, +), message: $0)
      }
    }
  }

  /// That the acceleration ended long before other sensors; of the slow ones the barometer counts, which always gives.
  /// A barometer that ends early is the engine's to say, whatever it comes from.
  private var earlyEnds: [RecordingRemark] {
    guard !hasSample else { return [] }
    let end = acceleration.lastSeconds
    let slow = slow.filter(\.hasPressure).map { (name: $0.name, seconds: $0.stream.lastSeconds) }
    let late = (ends + slow).filter {
      $0.seconds.isFinite && $0.seconds - end > Self.earliestEnd
    }
    guard !late.isEmpty else { return [] }
    func seconds(_ instant: Double) -> String {
      Int(exactly: (instant - zero).rounded()).map { "\($0) s" } ?? "a time that no clock shows"
    }
    let others = late.map { "\($0.name) at \(seconds($0.seconds))" }.joined(separator: ", ")
    return [
      RecordingRemark(
        kind: .inconsistent, sampleCount: 0,
        message:
          "\(name) ends at \(seconds(end)), \(others): nothing is known of what is after the acceleration"
      )
    ]
  }

  /// That all of a slow sensor lies far from the recording: one of both clocks is wrong, and nobody can tell which.
  private var otherClocks: [RecordingRemark] {
    guard !hasSample else { return [] }
    let end = acceleration.lastSeconds
    return slow.compactMap { side in
      guard let first = side.firstSeconds, side.count >= Self.fewestValues else { return nil }
      let gap = max(first - end, zero - side.stream.lastSeconds)
      guard gap.isFinite, gap > Self.longestDelay else { return nil }
      let minutes = (gap / 60).rounded()
      let time =
        minutes < 120
        ? "\(Int(minutes)) min"
        : DecimalText.text(gap / 3600, decimals: 1).map { $0 + " h" } ?? LocalClock.words(gap)
      return RecordingRemark(
        kind: .inconsistent, sampleCount: 0,
        message:
          "\(side.name) lies \(time) \(first > end ? "after" : "before") \(name): one of their clocks is wrong, and with it "
          + "perhaps the start of the recording, which is that of \(name); where it is known, give it with --start and "
          + "--override-start"
      )
    }
  }

  /// So far from the recording a slow sensor may lie, seconds: satellites are found within minutes. A clock that misses
  /// summer time is an hour off, less what the recording lasts.
  private static let longestDelay = 300.0
  /// Fewer values are no table: a place that was known before is given at once, with the time when it was found.
  private static let fewestValues = 3

  private static func named(
    _ name: String, _ stream: TableStream, besides said: [RecordingRemark] = []
  ) -> [RecordingRemark] {
    stream.remarks.filter { !said.contains($0) }.map { remark in
      var named = remark
      named.message = "\(name): \(remark.message)"
      return named
    }
  }

  func nextBlock() throws -> RecordingBlock? {
    while hasSample, columns.count < columns.capacity {
      let seconds = acceleration.seconds
      columns.append(seconds: seconds - zero, motion)
      for stream in slow { try stream.take(until: seconds, zero: zero, into: columns) }
      sampleCount += 1
      try advance()
    }
    guard columns.count > 0 else { return nil }
    if !hasSample {
      for stream in slow { try stream.take(until: .infinity, zero: zero, into: columns) }
    }
    return columns.takeBlock()
  }

  private func advance() throws(SensorFileError) {
    if let next = try Self.next(acceleration, gravity, angularRate) {
      motion = next
    } else {
      hasSample = false
      try acceleration.checkShare()
      try angularRate?.stream.checkTurns()
      for other in [gravity, angularRate].compactMap(\.self) {
        ends.append((other.name, try other.end()))
      }
    }
  }

  /// Goes on to the next sample for which every sensor has a value; `nil` at the end.
  private static func next(
    _ acceleration: TableStream, _ gravity: StreamInterpolator?,
    _ angularRate: StreamInterpolator?
  ) throws(SensorFileError) -> SIMD8<Float>? {
    while try acceleration.next() {
      var motion = acceleration.motion
      let seconds = acceleration.seconds
      if let gravity {
        guard let values = try gravity.motion(at: seconds) else { continue }
        motion += values
      }
      if let angularRate {
        guard let values = try angularRate.motion(at: seconds) else { continue }
        motion += values
      }
      return motion
    }
    return nil
  }
}

extension SensorTables {
  /// The wall clock when so many seconds have passed since the common clock read 0.
  fileprivate func start(at seconds: Double) -> WallClock? {
    wallClock?.advanced(by: seconds)
  }

  /// How the tables are read, for `gait inspect`.
  fileprivate var layout: SensorFileLayout {
    SensorFileLayout(
      format: format,
      channels: all.flatMap { table in
        table.plan.layout.channels.map {
          SensorFileLayout.Channel(
            nameInFile: "\(table.name): \($0.nameInFile)", name: $0.name, unit: $0.unit)
        }
      },
      ignoredChannels: ignoredNames,
      conversions: conversions + named(\.conversions),
      contradictions: contradictions + named(\.contradictions),
      clock: acceleration.plan.clock, details: details + all.map(\.words))
  }

  private func named(_ sentences: KeyPath<SensorFileLayout, [String]>) -> [String] {
    all.flatMap { table in
      table.plan.layout[keyPath: sentences].map { "\(table.name): \($0)" }
    }
  }
}

/// A slow sensor's samples, handed out as the recording comes to their time.
final class SideStream {
  let name: String
  let stream: TableStream
  private var hasSample = false
  /// When its first value is, seconds on the common clock; `nil` without any.
  let firstSeconds: Double?
  /// How many values were read.
  private(set) var count = 0

  /// Whether it is a barometer.
  var hasPressure: Bool { stream.hasPressure }

  /// Begins before the first sample.
  init(_ stream: TableStream, name: String) throws(SensorFileError) {
    self.stream = stream
    self.name = name
    let hasFirst = try stream.next()
    (hasSample, firstSeconds) = (hasFirst, hasFirst ? stream.seconds : nil)
  }

  /// Adds the samples up to and at a time to those of a block. The recording begins at `zero`: stamps
  /// are counted from there, and what was before is left out.
  func take(
    until seconds: Double, zero: Double, into columns: SampleColumns
  ) throws(SensorFileError) {
    while hasSample, stream.seconds <= seconds {
      if stream.seconds >= zero {
        let values = stream.sideValues
        stream.noteGiven(values.lazy.map(\.0))
        columns.append(seconds: stream.seconds - zero, side: values)
      }
      count += 1
      hasSample = try stream.next()
    }
  }
}
