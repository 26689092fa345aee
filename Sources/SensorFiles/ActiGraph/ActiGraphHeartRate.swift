import GaitModel

/// Heart rates that wait for the block they belong to.
struct ActiGraphHeartRate {
  private var waiting = SideSamples()
  private var lastSeconds = -1.0

  /// Beats per minute in a record's payload; `nil` when there is none.
  static func beatsPerMinute(
    of record: ActiGraphRecord, in bytes: UnsafeRawBufferPointer
  ) -> Float? {
    let start = record.payloadOffset
    switch (record.type, record.payloadByteCount) {
    case (ActiGraphRecord.Kind.heartRate, 1...):
      return bytes[start] > 0 ? Float(bytes[start]) : nil
    case (ActiGraphRecord.Kind.heartRateBluetooth, 2...):
      // Bluetooth's heart rate measurement: flags, then one byte, or two when the first flag is set.
      if bytes[start] & 1 == 0 { return bytes[start + 1] > 0 ? Float(bytes[start + 1]) : nil }
      guard record.payloadByteCount >= 3 else { return nil }
      let rate = UInt16(bytes[start + 1]) | UInt16(bytes[start + 2]) << 8
      return rate > 0 ? Float(rate) : nil
    default: return nil
    }
  }

  /// Takes in a value; one that is not later than the last, or before the first sample, is left out.
  mutating func append(seconds: Double, _ value: Float) {
    guard seconds > lastSeconds, seconds >= 0 else { return }
    lastSeconds = seconds
    waiting.append(seconds: seconds, value)
  }

  /// The values up to a time.
  mutating func take(until end: Double) -> [SideChannel: SideSamples] {
    guard let first = waiting.seconds.first, first <= end else { return [:] }
    let count = waiting.seconds.firstIndex { $0 > end } ?? waiting.seconds.count
    let taken = SideSamples(
      seconds: Array(waiting.seconds[..<count]), values: Array(waiting.values[..<count]))
    waiting.seconds.removeFirst(count)
    waiting.values.removeFirst(count)
    return [.heartRate: taken]
  }
}
