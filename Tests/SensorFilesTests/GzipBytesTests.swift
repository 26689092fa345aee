import CZlib
import Testing

@testable import SensorFiles

/// What is unpacked is what zlib packed, read in pieces of any size, cut anywhere and damaged anywhere.
struct GzipBytesTests {
  /// Bytes that are handed out in pieces of a few.
  private final class Pieces: ByteStream {
    private var rest: ArraySlice<UInt8>
    private let most: Int
    let damage: String? = nil

    init(_ bytes: [UInt8], most: Int) { (rest, self.most) = (bytes[...], most) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let piece = rest.prefix(min(most, buffer.count))
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }

  private func unpacked(
    _ packed: [UInt8], most: Int = 1 << 16, piece: Int = 1 << 18
  ) throws -> (bytes: [UInt8], damage: String?) {
    let stream = GzipBytes(Pieces(packed, most: most))
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: piece))
    while true {
      let count = try stream.read(into: &buffer)
      if count == 0 { return (bytes, stream.damage) }
      bytes += buffer[..<count]
    }
  }

  /// Lines of numbers, bytes that cannot be packed, one byte over and over, nothing.
  private static let contents: [[UInt8]] = {
    var dice = Dice(state: 5)
    let lines = (0..<9000).map {
      "\(Double($0) / 100),\(Int.random(in: -9999...9999, using: &dice))\n"
    }
    return [
      Array(lines.joined().utf8), (0..<90_000).map { _ in .random(in: 0...255, using: &dice) },
      Array(repeating: 7, count: 300_000), [],
    ]
  }()

  @Test(arguments: 0..<4) func `pieces of any size give the same bytes`(content: Int) throws {
    let plain = Self.contents[content]
    let packed = try ScratchFolder.gzip(plain)
    for (most, piece) in [(1 << 16, 1 << 18), (1, 4096), (7, 65_536), (1000, 1), (1 << 16, 33)] {
      let result = try unpacked(packed, most: most, piece: piece)
      #expect(result.bytes == plain && result.damage == nil, "\(most) \(piece)")
    }
    let several = try unpacked(packed + packed + packed, most: 999, piece: 12_345)
    #expect(several.bytes == plain + plain + plain && several.damage == nil)
  }

  @Test func `what is cut anywhere gives what lies before the cut, and says so`() throws {
    let plain = Self.contents[0]
    let packed = try ScratchFolder.gzip(plain)
    for length in Array(stride(from: 2, to: packed.count, by: 997)) + [packed.count - 1] {
      let result = try unpacked(Array(packed[..<length]))
      #expect(plain.starts(with: result.bytes))
      #expect(result.damage?.contains("cut off at byte \(length)") == true, "\(length)")
      // A block of the packed bytes holds back no more than its codes.
      #expect(
        Double(result.bytes.count) > Double(plain.count) * Double(length) / Double(packed.count)
          - 60_000)
    }
  }

  @Test func `a damaged bit is seen, at the latest by the checksum`() throws {
    let packed = try ScratchFolder.gzip(Self.contents[0])
    var dice = Dice(state: 9)
    for _ in 0..<300 {
      var damaged = packed
      // The first ten bytes hold a time and a system that nobody compares.
      let place = Int.random(in: 10..<packed.count, using: &dice)
      damaged[place] ^= 1 << UInt8.random(in: 0...7, using: &dice)
      #expect(try unpacked(damaged).damage != nil, "\(place)")
    }
  }
}
