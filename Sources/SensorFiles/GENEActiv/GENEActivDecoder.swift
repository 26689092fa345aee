import GaitModel

/// Turns the digits of a page into numbers.
///
/// A sample has twelve hexadecimal digits: three axes of 12 bits in two's complement, then 10 bits
/// of light, the button, and a bit that is 0. Two digits are looked up at once.
final class GENEActivDecoder {
  static let digitsPerSample = 12

  /// Set in the table where two letters are not two digits.
  private static let fault: UInt16 = 0x8000
  /// The bit of a sample's last digit that is set while the button is down.
  private static let button: UInt16 = 2
  /// The 4096 numbers that three digits can stand for.
  private static let stepCount = 4096

  /// What two letters stand for; the first of them lies in the lower byte.
  private static let pairs: [UInt16] = (0..<1 << 16).map { letters in
    guard let high = digit(UInt8(letters & 0xff)), let low = digit(UInt8(letters >> 8)) else {
      return fault
    }
    return high << 4 | low
  }

  private let steps = UnsafeMutablePointer<Float>.allocate(capacity: 3 * stepCount)

  /// Works out what each number of steps is worth.
  init(_ calibration: GENEActivCalibration) {
    for axis in 0..<3 {
      for step in 0..<Self.stepCount {
        let signed = step < Self.stepCount / 2 ? step : step - Self.stepCount
        steps[axis * Self.stepCount + step] = calibration.acceleration(steps: signed, axis: axis)
      }
    }
  }

  deinit { steps.deallocate() }

  /// Decodes `count` samples into all x, then all y, then all z, m/s²; `nil` when a letter is no
  /// digit. Also says whether the button was down at any of them.
  func samples(
    _ text: UnsafePointer<UInt8>, count: Int
  ) -> (values: [Float], isPressed: Bool)? {
    var seen: (all: UInt16, last: UInt16) = (Self.fault, 0)
    let values = [Float](unsafeUninitializedCapacity: 3 * count) { room, filled in
      guard let target = room.baseAddress else { return }
      Self.pairs.withUnsafeBufferPointer { pairs in
        guard let pairs = pairs.baseAddress else { return }
        seen = decode(text, count: count, by: pairs, into: target)
        filled = 3 * count
      }
    }
    return seen.all & Self.fault == 0 ? (values, seen.last & Self.button != 0) : nil
  }

  /// The bits of all pairs of digits that were met, and of the last pair of each sample.
  private func decode(
    _ text: UnsafePointer<UInt8>, count: Int, by pairs: UnsafePointer<UInt16>,
    into target: UnsafeMutablePointer<Float>
  ) -> (all: UInt16, last: UInt16) {
    let xs = steps
    let (ys, zs) = (xs + Self.stepCount, xs + 2 * Self.stepCount)
    let (yTarget, zTarget) = (target + count, target + 2 * count)
    var (all, last): (UInt16, UInt16) = (0, 0)
    var place = UnsafeRawPointer(text)
    for sample in 0..<count {
      let a = Self.pair(pairs, place, 0)
      let b = Self.pair(pairs, place, 2)
      let c = Self.pair(pairs, place, 4)
      let d = Self.pair(pairs, place, 6)
      let e = Self.pair(pairs, place, 8)
      let f = Self.pair(pairs, place, 10)
      all |= a | b | c | d | e
      last |= f
      target[sample] = xs[Int((a &<< 4 | b &>> 4) & 0xfff)]
      yTarget[sample] = ys[Int((b &<< 8 | c) & 0xfff)]
      zTarget[sample] = zs[Int((d &<< 4 | e &>> 4) & 0xfff)]
      place += Self.digitsPerSample
    }
    return (all | last, last)
  }

  /// How often the button was pressed down; `isDown` is whether it was before and is after.
  func pressCount(_ text: UnsafePointer<UInt8>, count: Int, isDown: inout Bool) -> Int {
    var presses = 0
    for sample in 0..<count {
      let last = Self.digit(text[sample * Self.digitsPerSample + Self.digitsPerSample - 1]) ?? 0
      let isDownNow = last & Self.button != 0
      if isDownNow, !isDown { presses += 1 }
      isDown = isDownNow
    }
    return presses
  }

  /// The places among `count` samples whose letters are all digits.
  func readable(_ text: UnsafePointer<UInt8>, count: Int) -> [Int] {
    (0..<count).filter { sample in
      let start = text + sample * Self.digitsPerSample
      return (0..<Self.digitsPerSample).allSatisfy { Self.digit(start[$0]) != nil }
    }
  }

  @inline(__always)
  private static func pair(
    _ table: UnsafePointer<UInt16>, _ text: UnsafeRawPointer, _ offset: Int
  ) -> UInt16 {
    let letters = text.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
    return table[Int(UInt16(littleEndian: letters))]
  }

  private static func digit(_ letter: UInt8) -> UInt16? {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(letter) - 48
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(letter) - 55
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(letter) - 87
    default: nil
    }
  }
}

/// Puts samples of several pages into one block.
struct GENEActivSamples {
  /// Some samples of a page.
  struct Piece {
    let page: GENEActivPage
    let span: GENEActivClock.Span
    let samples: Range<Int>
  }

  private let pieces: [Piece]
  private let count: Int

  /// The pieces follow each other in time.
  init(_ pieces: [Piece]) {
    self.pieces = pieces
    count = pieces.reduce(0) { $0 + $1.samples.count }
  }

  /// All samples; `origin` is that of the recording.
  func block(origin: GENEActivOrigin) -> RecordingBlock {
    RecordingBlock(
      seconds: seconds(origin: origin), acceleration: Axes(x: axis(0), y: axis(1), z: axis(2)),
      side: side(origin: origin))
  }

  /// Counted from the page's first slot, so that cuts do not change them.
  private func seconds(origin: GENEActivOrigin) -> [Double] {
    Array(unsafeUninitializedCapacity: count) { room, filled in
      guard var target = room.baseAddress else { return }
      for piece in pieces {
        let (span, first) = (piece.span, piece.samples.lowerBound)
        if piece.page.slots.isEmpty {
          for place in 0..<piece.samples.count {
            target[place] = origin.seconds(span, slot: first &+ place)
          }
        } else {
          for place in 0..<piece.samples.count {
            target[place] = origin.seconds(span, slot: piece.page.slots[first + place])
          }
        }
        target += piece.samples.count
      }
      filled = count
    }
  }

  private func axis(_ axis: Int) -> [Float] {
    Array(unsafeUninitializedCapacity: count) { room, filled in
      guard var target = room.baseAddress else { return }
      for piece in pieces {
        piece.page.values.withUnsafeBufferPointer { values in
          guard let base = values.baseAddress else { return }
          let start = axis * piece.page.sampleCount + piece.samples.lowerBound
          target.initialize(from: base + start, count: piece.samples.count)
        }
        target += piece.samples.count
      }
      filled = count
    }
  }

  /// The page's temperature belongs to its first sample.
  private func side(origin: GENEActivOrigin) -> [SideChannel: SideSamples] {
    var temperature = SideSamples()
    for piece in pieces where piece.samples.lowerBound == 0 {
      guard let degrees = piece.page.temperatureCelsius else { continue }
      let second = origin.seconds(piece.span, slot: piece.page.slot(of: 0))
      temperature.append(seconds: second, Float(degrees))
    }
    return temperature.seconds.isEmpty ? [:] : [.temperature: temperature]
  }
}
