// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CGaitKit
import GaitAnalysis
import GaitModel
import GaitResults
import SensorFiles

/// A recording that is analyzed while it goes on.
final class LiveStream {
  private var engine: GaitEngine
  private let options: Options
  private let facts: RecordingFacts
  private var gate: SampleGate
  /// Whether the rate of the first stamps was looked at.
  private var isRateChecked = false
  /// Whether the times of the first samples were looked at for those that are too coarse.
  private var isCoarsenessChecked = false
  private var closedCount = 0
  private var isFinished = false
  private var refused = RefusedBlocks()
  /// The bouts that closed during the last call.
  private(set) var bouts: ResultTable

  init(rateHertz: Double, hasAngularRate: Bool, options: Options) throws {
    guard SampleCheck.possibleRatesHertz.contains(rateHertz) else {
      throw BadArgument("sampling_rate_hz \(rateHertz) is none that a motion sensor gives")
    }
    if let obstacle = SamplingSufficiency(rateHertz: rateHertz).obstacle { throw obstacle }
    self.options = options
    facts = options.facts(rateHertz: rateHertz, hasAngularRate: hasAngularRate)
    engine = options.work.pipeline.engine(for: facts)
    gate = SampleGate(facts: facts)
    bouts = Self.table(of: [], facts: facts, options: options, numberedFrom: 1)
  }

  /// Takes the next samples, all of them or none. They are looked through here, so that no call leaves the bouts of the one
  /// before.
  ///
  /// - Parameters:
  ///   - samples: what is appended.
  ///   - told: what the caller says of them, which is all that is known where they cannot be looked through; `nil` for nothing.
  /// - Throws: what is wrong with them.
  func append(
    _ samples: @autoclosure () throws -> BorrowedSamples, told: BorrowedSamples.Told? = nil
  ) throws {
    bouts = table(of: [])
    var told = told
    let closed: [WalkingBout]
    do {
      let samples = try samples()
      told = samples.told
      closed = try closedBouts(taking: samples)
    } catch {
      refuse(told)
      throw error
    }
    bouts = table(of: closed)
    closedCount += closed.count
  }

  /// Notes samples that were refused.
  private func refuse(_ told: BorrowedSamples.Told?) {
    // Values of slower sensors alone have times of their own.
    guard told?.count != 0 else { return }
    let stamps = gate.origin == nil ? told?.stamps ?? [] : []
    refused.take(
      sampleCount: told?.count,
      beginning: gate.hasBeginning ? nil : stamps.first { $0.isFinite } ?? .nan)
    gate.pass(stamps)
  }

  /// The bouts that close as the next samples are taken.
  private func closedBouts(taking samples: BorrowedSamples) throws -> [WalkingBout] {
    guard !isFinished else { throw BadArgument("the stream is finished; open another") }
    var gate = gate
    try gate.add(side: samples.side())
    guard samples.count > 0 else {
      self.gate = gate
      return []
    }
    guard samples.hasAngularRate == facts.hasAngularRate else {
      throw BadArgument(
        facts.hasAngularRate
          ? "the stream was opened with angular rate and these samples have none"
          : "the stream was opened without angular rate and these samples have one")
    }
    let all = 0..<samples.count
    let block = try gate.block(of: samples, all, angularRate: samples.angularRate(all))
    self.gate = gate
    if !isCoarsenessChecked, gate.clock.isFull {
      try checkCoarseness()
      isCoarsenessChecked = true
    }
    guard let block else { return [] }
    let closed = engine.append(block)
    if !isRateChecked, gate.clock.isComplete {
      try checkRate()
      isRateChecked = true
    }
    return closed
  }

  /// Throws where most samples have the time of the one before, so that they would be lost.
  private func checkCoarseness() throws(BadArgument) {
    guard let trouble = gate.clock.coarseTimes else { return }
    throw BadArgument(
      "\(trouble). Open another stream and give finer times, or none, for evenly spaced samples")
  }

  /// Throws where the stamps are no seconds, and where their rate is too low, whatever the stream was opened with.
  private func checkRate() throws {
    if let trouble = gate.clock.impossibleTimes(openedWith: facts.samplingRateHertz) {
      throw BadArgument(trouble)
    }
    if let hertz = gate.clock.usableHertz,
      let obstacle = SamplingSufficiency(rateHertz: hertz).obstacle
    {
      throw UnusableStream(obstacle: obstacle, remarks: clockRemarks)
    }
  }

  /// What the stamps say that the stream was not opened for.
  private var clockRemarks: [RecordingRemark] {
    [
      gate.clock.remark(openedWith: facts.samplingRateHertz),
      gate.clock.packets?.streamRemark(sampleCount: gate.usedCount),
    ].compactMap(\.self)
  }

  /// Everything that was found.
  func finish() throws -> AnalyzedRecording {
    guard !isFinished else { throw BadArgument("the stream is finished already") }
    isFinished = true
    bouts = table(of: [])
    if let rest = try gate.finish() { _ = engine.append(rest) }
    if let trouble = gate.accelerationTrouble { throw trouble }
    if let trouble = gate.gyroscopeTrouble { throw BadArgument(trouble) }
    try checkCoarseness()
    try checkRate()
    let analysis = engine.finish()
    let remarks =
      clockRemarks
      + [refused.remark(hasTimes: !gate.isWithoutStamps, origin: gate.origin)].compactMap(\.self)
    if let obstacle = analysis.obstacle {
      throw UnusableStream(obstacle: obstacle, remarks: remarks)
    }
    return AnalyzedRecording(
      name: options.name, completing: analysis, work: options.work,
      read: gate.remarks + remarks)
  }

  private func table(of closed: [WalkingBout]) -> ResultTable {
    Self.table(of: closed, facts: facts, options: options, numberedFrom: closedCount + 1)
  }

  private static func table(
    of closed: [WalkingBout], facts: RecordingFacts, options: Options, numberedFrom first: Int
  ) -> ResultTable {
    let analysis = RecordingAnalysis(
      facts: options.work.identity.completed(facts), quality: RecordingQuality(),
      gaitSequences: [], bouts: closed, turns: .missing(.noMethod),
      stairFlights: .missing(.noMethod))
    return ResultTable(
      BoutTable.table(of: analysis, name: options.name, numberedFrom: first),
      described: DescribedFiles.bouts)
  }
}

/// Opens a live stream.
@c @implementation
public func gait_stream_open(
  _ sampling_rate_hz: Double, _ has_angular_rate: Bool, _ options: UnsafePointer<gait_options>?,
  _ error: UnsafeMutablePointer<gait_error>?
) -> OpaquePointer? {
  Call.handle(error) {
    try LiveStream(
      rateHertz: sampling_rate_hz, hasAngularRate: has_angular_rate, options: Options(options))
  }
}

/// Takes the next samples of a stream.
@c @implementation
public func gait_stream_append(
  _ stream: OpaquePointer, _ samples: UnsafePointer<gait_samples>,
  _ error: UnsafeMutablePointer<gait_error>?
) -> gait_status {
  Call.status(error) {
    try Call.object(behind: stream, as: LiveStream.self).append(
      BorrowedSamples(samples.pointee), told: BorrowedSamples.Told(samples.pointee))
    return GAIT_OK
  }
}

/// The bouts that closed while samples were taken last.
@c @implementation
public func gait_stream_bouts(_ stream: OpaquePointer) -> OpaquePointer {
  Call.object(behind: stream, as: LiveStream.self).bouts.borrowedHandle
}

/// Ends a stream.
@c @implementation
public func gait_stream_finish(
  _ stream: OpaquePointer, _ error: UnsafeMutablePointer<gait_error>?
) -> OpaquePointer? {
  Call.handle(error) {
    FinishedAnalysis(try Call.object(behind: stream, as: LiveStream.self).finish())
  }
}

/// Closes a stream.
@c @implementation
public func gait_stream_close(_ stream: OpaquePointer?) {
  Call.close(stream, as: LiveStream.self)
}
