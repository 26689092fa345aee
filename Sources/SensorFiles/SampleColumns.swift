import GaitModel

/// Room for one block of samples, filled sample by sample and handed out as arrays.
final class SampleColumns {
  let capacity: Int
  private(set) var count = 0
  private let hasAngularRate: Bool
  private let seconds: UnsafeMutablePointer<Double>
  private let values: UnsafeMutablePointer<Float>
  private var side: [SideChannel: SideSamples] = [:]

  private static let channelCount = 6

  /// Makes room for `capacity` samples.
  init(capacity: Int, hasAngularRate: Bool) {
    self.capacity = capacity
    self.hasAngularRate = hasAngularRate
    seconds = .allocate(capacity: capacity)
    values = .allocate(capacity: capacity * Self.channelCount)
  }

  deinit {
    seconds.deallocate()
    values.deallocate()
  }

  /// Adds a sample; the first six places of `motion` are acceleration and angular rate.
  @inline(__always)
  func append(seconds stamp: Double, _ motion: SIMD8<Float>) {
    seconds[count] = stamp
    var place = values + count
    for channel in 0..<Self.channelCount {
      place.pointee = motion[channel]
      place += capacity
    }
    count += 1
  }

  /// Adds what slow sensors gave at the time of the sample that was added last.
  func append(seconds stamp: Double, side values: [(SideChannel, Float)]) {
    for (channel, value) in values {
      side[channel, default: SideSamples()].append(seconds: stamp, value)
    }
  }

  /// Adds what slow sensors gave in a row of their own; what is not later than a channel's last value is left out.
  func append(_ row: SlowRows.Row) {
    for (channel, value) in row.side
    where row.seconds > side[channel]?.seconds.last ?? -.infinity {
      side[channel, default: SideSamples()].append(seconds: row.seconds, value)
    }
  }

  /// Hands out what was added and starts an empty block; `nil` when nothing was added.
  func takeBlock() -> RecordingBlock? {
    guard count > 0 else { return nil }
    defer {
      count = 0
      side = [:]
    }
    return RecordingBlock(
      seconds: Array(UnsafeBufferPointer(start: seconds, count: count)),
      acceleration: axes(from: 0), angularRate: hasAngularRate ? axes(from: 3) : nil, side: side)
  }

  private func axes(from first: Int) -> Axes {
    Axes(x: column(first), y: column(first + 1), z: column(first + 2))
  }

  private func column(_ place: Int) -> [Float] {
    Array(UnsafeBufferPointer(start: values + place * capacity, count: count))
  }
}
