import GaitModel

/// The samples of `activity.bin`, which older devices write: no records, no times, from the start to
/// the end of the recording.
final class ActiGraphActivity: ActiGraphStretches {
  private static let bytesPerTwoSamples = 9
  /// Samples of a stretch: a multiple of two, so that each begins with a byte.
  private static let sampleCount = 4096

  private let stream: any ByteStream
  private let rateHertz: Double
  private let frame: ActiGraphFrame
  private let storage = UnsafeMutableRawBufferPointer.allocate(
    byteCount: sampleCount / 2 * bytesPerTwoSamples, alignment: 16)
  private var usedCount = 0
  private var cutByteCount = 0

  /// Reads from the first sample on; `scale` is the accelerometer's steps for one g.
  init(_ stream: any ByteStream, rateHertz: Double, scale: Double) {
    self.stream = stream
    self.rateHertz = rateHertz
    frame = .activity(scale: scale)
  }

  deinit { storage.deallocate() }

  func next() throws(SensorFileError) -> [ActiGraphStretch]? {
    var byteCount = 0
    while byteCount < storage.count {
      let more = try stream.read(
        into: UnsafeMutableRawBufferPointer(rebasing: storage[byteCount...]))
      if more == 0 { break }
      byteCount += more
    }
    let count = frame.sampleCount(payloadByteCount: byteCount)
    // The last half-byte of an odd number of samples is no sample.
    if byteCount > 0 { cutByteCount = byteCount - (count * Self.bytesPerTwoSamples + 1) / 2 }
    guard count > 0, let base = storage.baseAddress else { return nil }
    defer { usedCount += count }
    return [
      ActiGraphStretch(
        bytes: UnsafeRawPointer(base), frame: frame, count: count,
        first: Double(usedCount) / rateHertz, step: 1 / rateHertz)
    ]
  }

  var remarks: [RecordingRemark] {
    var messages = stream.damage.map { [$0] } ?? []
    if cutByteCount > 0 {
      messages.append("\(ActiGraphGT3X.activityName) ends inside a sample")
    }
    return messages.map { RecordingRemark(kind: .truncated, sampleCount: 0, message: $0) }
  }

  func heartRates(until end: Double) -> [SideChannel: SideSamples] { [:] }
}
