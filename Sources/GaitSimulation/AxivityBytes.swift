import GaitModel

/// A recording as an Axivity AX6 would store it: a header, then blocks of forty samples of angular
/// rate and acceleration, 16 bits each. The layout is described with the reader, in `SensorFiles`.
struct AxivityBytes {
  /// Steps for 1 g: the finest that hold ±8 g.
  static let stepsPerG = 4096.0
  /// Full scale of the angular rate, °/s.
  static let rangeDegrees = 2000.0

  private static let sectorByteCount = 512
  private static let samplesPerBlock = 40
  /// Times later than one and a half intervals begin a block of their own.
  private static let longestInterval = 1.5

  private let rateCode: UInt8
  private let rateHertz: Double
  private let startSeconds: Int
  private var bytes: [UInt8]
  private var sequence = 0

  /// All bytes of a recording's file.
  ///
  /// - Parameters:
  ///   - recording: At 12.5, 25, 50, 100, … Hz; the device has no other rates.
  ///   - startSeconds: The device's clock at the first sample, seconds since 1970.
  /// - Returns: `nil` at another rate.
  static func bytes(of recording: SimulatedRecording, startSeconds: Int) -> [UInt8]? {
    let rate = recording.facts.samplingRateHertz
    guard let code = (6...15).first(where: { 3200 / Double(1 << (15 - $0)) == rate }) else {
      return nil
    }
    var file = AxivityBytes(rateCode: UInt8(code), rateHertz: rate, startSeconds: startSeconds)
    file.append(recording.wholeBlock())
    return file.bytes
  }

  private init(rateCode: UInt8, rateHertz: Double, startSeconds: Int) {
    // The top two bits halve the range of 16 g once.
    self.rateCode = rateCode | 0x40
    self.rateHertz = rateHertz
    self.startSeconds = startSeconds
    bytes = [UInt8](repeating: 0xff, count: 2 * Self.sectorByteCount)
    bytes.replaceSubrange(0..<5, with: [0x4d, 0x44, 0xfc, 3, 0x64])
    // Device 1, session 1, always logging, firmware 0.
    bytes.replaceSubrange(5..<13, with: [1, 0, 1, 0, 0, 0, 0, 0])
    bytes.replaceSubrange(13..<21, with: [UInt8](repeating: 0, count: 8))
    bytes[35] = 2
    bytes[36] = self.rateCode
    bytes[41] = 0
    let empty = [UInt8](repeating: 0x20, count: 448)
    bytes.replaceSubrange(64..<512, with: empty)
  }

  private mutating func append(_ block: RecordingBlock) {
    var start = 0
    while start < block.seconds.count {
      var end = start + 1
      while end < min(start + Self.samplesPerBlock, block.seconds.count),
        block.seconds[end] - block.seconds[end - 1] < Self.longestInterval / rateHertz
      {
        end += 1
      }
      append(block, start..<end)
      start = end
    }
  }

  private mutating func append(_ block: RecordingBlock, _ range: Range<Int>) {
    var sector = [UInt8](repeating: 0, count: Self.sectorByteCount)
    let start = block.seconds[range.lowerBound]
    let whole = Int(start.rounded(.down))
    let ticks = Int((start - Double(whole)) * 32_768)
    sector.put(0x5841, at: 0, byteCount: 2)
    sector.put(508, at: 2, byteCount: 2)
    sector.put(0x8000 | ticks, at: 4, byteCount: 2)
    sector.put(1, at: 6, byteCount: 4)
    sector.put(sequence, at: 10, byteCount: 4)
    sector.put(Self.stamp(startSeconds + whole), at: 14, byteCount: 4)
    // Unit of 1/4096 g, 2000 °/s, no light; 23 °C; a full battery.
    sector.put(4 << 13 | 2 << 10, at: 18, byteCount: 2)
    sector.put(250, at: 20, byteCount: 2)
    sector[23] = 200
    sector[24] = rateCode
    sector[25] = 0x62
    // The whole samples that the fraction makes are taken off, for programs without fractions.
    sector.put(-Int(Double(ticks) / 32_768 * rateHertz), at: 26, byteCount: 2)
    sector.put(range.count, at: 28, byteCount: 2)
    for (place, index) in range.enumerated() {
      for (axis, steps) in Self.steps(block, index).enumerated() {
        sector.put(steps, at: 30 + 12 * place + 2 * axis, byteCount: 2)
      }
    }
    let sum = stride(from: 0, to: 510, by: 2).reduce(0) {
      $0 + Int(sector[$1]) + Int(sector[$1 + 1]) << 8
    }
    sector.put(-sum, at: 510, byteCount: 2)
    bytes += sector
    sequence += 1
  }

  /// Angular rate, then acceleration, in steps of 16 bits.
  private static func steps(_ block: RecordingBlock, _ index: Int) -> [Int] {
    let limits = Int(Int16.min)...Int(Int16.max)
    let rate = block.angularRate ?? Axes()
    return rate.steps(index, stepsPerUnit: 180 / .pi * 32_768 / rangeDegrees, within: limits)
      + block.acceleration.steps(
        index, stepsPerUnit: stepsPerG / standardGravity, within: limits)
  }

  /// Year since 2000 in 6 bits, month in 4, day in 5, hour in 5, minute and second in 6 each.
  private static func stamp(_ secondsSince1970: Int) -> Int {
    let time = CivilTime(secondsSince1970: secondsSince1970)
    let date = time.date
    return (date.year - 2000) << 26 | date.month << 22 | date.day << 17 | time.hour << 12
      | time.minute << 6 | time.second
  }
}
