import Foundation

@testable import SensorFiles

/// Writes small recordings in the device's format, as plainly as it is described.
struct AxivityFile {
  static let second = 1_700_000_000

  /// One block to be written.
  struct Block {
    var packing = AxivityBlock.Packing.packed
    var rateCode: UInt8 = 0x4a
    var session: UInt32 = 7
    var sequence: UInt32 = 0
    /// When the first sample was taken, seconds after `second`.
    var start = 0.0
    var period = 0.01
    var count = 120
    var scaleBits: UInt16 = 0
    var hasFraction = true
    /// Raw steps of an axis of a sample, in the order of the file.
    var steps: (_ sample: Int, _ axis: Int) -> Int = { (($0 * 37 + $1 * 101) % 400) - 200 }
    var exponent: (_ sample: Int) -> Int = { $0 % 4 }
    var namedCount: Int?

    var capacity: Int { packing.capacity }
  }

  static func header(model: UInt8 = 0x17, annotation: String = "") -> [UInt8] {
    var bytes = [UInt8](repeating: 0xff, count: 1024)
    bytes.replaceSubrange(0..<4, with: [0x4d, 0x44, 0xfc, 3])
    bytes[4] = model
    bytes.replaceSubrange(5..<7, with: [0x39, 0x30])
    bytes.replaceSubrange(7..<11, with: [7, 0, 0, 0])
    bytes.replaceSubrange(13..<21, with: [UInt8](repeating: 0, count: 8))
    bytes[36] = 0x4a
    bytes[41] = 44
    bytes.replaceSubrange(64..<512, with: [UInt8](repeating: 0x20, count: 448))
    bytes.replaceSubrange(64..<64 + annotation.utf8.count, with: annotation.utf8)
    return bytes
  }

  static func bytes(_ block: Block) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 512)
    func put(_ value: Int, _ place: Int, _ count: Int) {
      for byte in 0..<count { bytes[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    put(0x5841, 0, 2)
    put(508, 2, 2)
    put(Int(block.session), 6, 4)
    put(Int(block.sequence), 10, 4)
    // The clock is read at the block's end, as the device does.
    let rate = AxivityBlock.rateHertz(code: block.rateCode)
    let read = block.start + Double(block.count) * block.period
    let whole = Int(read.rounded(.down))
    let ticks = block.hasFraction ? Int((read - Double(whole)) * 32_768) : 0
    let sample =
      block.hasFraction
      ? block.count
      : Int(
        ((Double(whole) - block.start) / block.period).rounded())
    put(block.hasFraction ? 0x8000 | ticks : 0x3039, 4, 2)
    put(stamp(second + whole), 14, 4)
    put(Int(block.scaleBits) | 100, 18, 2)
    put(256, 20, 2)
    bytes[23] = 200
    bytes[24] = block.rateCode
    bytes[25] =
      switch block.packing {
      case .packed: 0x30
      case .threeAxes: 0x32
      case .sixAxes: 0x62
      case .nineAxes: 0x92
      }
    put(sample - Int(Double(ticks) / 32_768 * rate), 26, 2)
    put(block.namedCount ?? block.count, 28, 2)
    let axes = block.packing == .packed ? 3 : block.packing.bytesPerSample / 2
    for sample in 0..<block.count {
      let steps = (0..<axes).map { block.steps(sample, $0) }
      if block.packing == .packed {
        let bits = (0..<3).reduce(block.exponent(sample) << 30) {
          $0 | (steps[$1] & 0x3ff) << (10 * $1)
        }
        put(bits, 30 + sample * 4, 4)
      } else {
        for axis in 0..<axes { put(steps[axis], 30 + (sample * axes + axis) * 2, 2) }
      }
    }
    seal(&bytes)
    return bytes
  }

  /// Sets the last word so that all words sum to 0.
  static func seal(_ sector: inout [UInt8]) {
    var sum = 0
    for place in stride(from: 0, to: 510, by: 2) {
      sum += Int(sector[place]) | Int(sector[place + 1]) << 8
    }
    let rest = -sum & 0xffff
    sector[510] = UInt8(rest & 0xff)
    sector[511] = UInt8(rest >> 8)
  }

  /// A whole recording of full blocks that follow each other.
  static func recording(
    _ count: Int, like block: Block = Block(), change: (Int, inout Block) -> Void = { _, _ in }
  ) -> [UInt8] {
    var bytes = header(model: block.packing.hasAngularRate ? 0x64 : 0x17)
    var start = block.start
    for place in 0..<count {
      var next = block
      next.sequence = UInt32(place)
      next.start = start
      next.count = block.capacity
      change(place, &next)
      start = next.start + Double(next.count) * next.period
      bytes += Self.bytes(next)
    }
    return bytes
  }

  /// The clock's 32 bits, through Foundation's calendar.
  static func stamp(_ seconds: Int) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    let date = Date(timeIntervalSince1970: Double(seconds))
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    let days =
      ((parts.year ?? 2000) - 2000) << 26 | (parts.month ?? 0) << 22 | (parts.day ?? 0) << 17
    return days | (parts.hour ?? 0) << 12 | (parts.minute ?? 0) << 6 | (parts.second ?? 0)
  }
}
