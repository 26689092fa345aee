import GaitModel

/// Room for one block of samples, filled sample by sample and handed out as arrays.
final class SampleColumns {
  let capacity: Int
  private(set) var count = 0
  private let hasAngularRate: Bool
  private let hasPressure: Bool
  private let hasHeartRate: Bool
  private let seconds: UnsafeMutablePointer<Double>
  private let values: UnsafeMutablePointer<Float>

  /// Makes room for `capacity` samples.
  init(capacity: Int, hasAngularRate: Bool, hasPressure: Bool, hasHeartRate: Bool) {
    self.capacity = capacity
    self.hasAngularRate = hasAngularRate
    self.hasPressure = hasPressure
    self.hasHeartRate = hasHeartRate
    seconds = .allocate(capacity: capacity)
    values = .allocate(capacity: capacity * 8)
  }

  deinit {
    seconds.deallocate()
    values.deallocate()
  }

  /// Adds a sample; `channels` are the eight values after the time, in the order of `Channel`.
  @inline(__always)
  func append(seconds stamp: Double, _ channels: SIMD8<Float>) {
    seconds[count] = stamp
    var place = values + count
    for channel in 0..<8 {
      place.pointee = channels[channel]
      place += capacity
    }
    count += 1
  }

  /// Hands out what was added, and begins anew; `nil` when nothing was.
  func takeBlock() -> RecordingBlock? {
    guard count > 0 else { return nil }
    defer { count = 0 }
    return RecordingBlock(
      seconds: Array(UnsafeBufferPointer(start: seconds, count: count)),
      acceleration: axes(from: 0), angularRate: hasAngularRate ? axes(from: 3) : nil,
      pressureHectopascals: hasPressure ? column(6) : nil,
      heartRateBeatsPerMinute: hasHeartRate ? column(7) : nil)
  }

  private func axes(from first: Int) -> Axes {
    Axes(x: column(first), y: column(first + 1), z: column(first + 2))
  }

  private func column(_ place: Int) -> [Float] {
    Array(UnsafeBufferPointer(start: values + place * capacity, count: count))
  }
}
