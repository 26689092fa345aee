import Foundation
import GaitModel

/// The first 1024 bytes of the file: the device and how it was set.
struct AxivityHeader: Hashable {
  static let byteCount = 1024

  /// `AX3` or `AX6`.
  var model = "AX3/AX6"
  var deviceIdentifier: UInt32?
  var sessionIdentifier: UInt32?
  var firmware: UInt8?
  /// What was set as the begin and end of logging, seconds since 1970; `nil` for always or never.
  var loggingStart: Int?
  var loggingEnd: Int?
  var rateHertz: Double?
  var rangeG: Int?
  /// °/s; `nil` without a gyroscope.
  var angularRangeDegrees: Int?
  /// What was typed in when the device was set up, name and value.
  var annotations: [Annotation] = []

  /// A name and a value.
  struct Annotation: Hashable {
    var name: String
    var value: String
  }

  /// How a header begins: `MD`, and how many bytes follow.
  static let mark: [UInt8] = [0x4d, 0x44, 0xfc, 3]

  static func isMarked(_ head: some Sequence<UInt8>) -> Bool { head.starts(with: mark) }

  /// `device 45056, session 1020030004`; empty where nothing is known.
  private var owner: String {
    [deviceIdentifier.map { "device \($0)" }, sessionIdentifier.map { "session \($0)" }]
      .compactMap(\.self).joined(separator: ", ")
  }

  /// What to say of files that were put behind each other.
  ///
  /// - Parameters:
  ///   - byte: where the other file begins.
  ///   - path: the file.
  ///   - head: the first half of its header, or nothing where that is not together.
  /// - Returns: the error that refuses them.
  static func joined(at byte: Int, of path: String, _ head: [UInt8] = []) -> SensorFileError {
    let owner = AxivityHeader(head).owner
    return SensorFileError(
      .severalRecordings, path: path,
      "another recording begins at byte \(byte.grouped)\(owner.isEmpty ? "" : " (\(owner))"), with a header of its own; "
        + "make a file of each.")
  }

  /// Throws where another file begins within the header of the first one, which is cut off there.
  static func check(_ file: RecordingFile) throws(SensorFileError) {
    guard isMarked(file.head),
      // The other one's mark may begin in the header's last bytes.
      let found = Array(file.head.prefix(byteCount + mark.count - 1).dropFirst()).firstPlace(
        of: mark)
    else { return }
    let start = found + 1
    guard !file.head[start...].starts(with: file.head[..<start]) else { return }
    throw joined(at: start, of: file.path, Array(file.head[start...].prefix(512)))
  }

  /// Reads the header; one that is damaged or cut says nothing.
  init(_ head: [UInt8]) {
    guard Self.isMarked(head), head.count >= 512 else { return }
    head.withUnsafeBytes { read($0) }
    annotations = Self.annotations(in: head[64..<512])
    if head.count >= Self.byteCount { annotations += Self.annotations(in: head[512..<1024]) }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) {
    model = bytes[4] == 0x64 ? "AX6" : "AX3"
    let upper = AxivityBlock.word(bytes, 11)
    deviceIdentifier =
      UInt32(AxivityBlock.word(bytes, 5)) | (upper == 0xffff ? 0 : UInt32(upper) << 16)
    sessionIdentifier = AxivityBlock.longWord(bytes, 7)
    loggingStart = AxivityStamp.secondsSince1970(AxivityBlock.longWord(bytes, 13))
    loggingEnd = AxivityStamp.secondsSince1970(AxivityBlock.longWord(bytes, 17))
    let gyroscope = bytes[35]
    if gyroscope != 0, gyroscope != 0xff, (1...6).contains(gyroscope & 15) {
      angularRangeDegrees = 8000 >> Int(gyroscope & 15)
    }
    let code = bytes[36]
    if code != 0, code != 0xff {
      rateHertz = AxivityBlock.rateHertz(code: code)
      rangeG = 16 >> Int(code >> 6)
    }
    firmware = bytes[41]
  }

  /// `name=value&name=value`, percent-encoded as in addresses of the web, padded with spaces,
  /// zeros or ones.
  private static func annotations(in bytes: ArraySlice<UInt8>) -> [Annotation] {
    let text = bytes.prefix { $0 != 0 && $0 != 0xff }
    return text.split(separator: UInt8(ascii: "&")).compactMap { pair in
      let halves = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { return nil }
      let annotation = Annotation(name: plain(halves[0]), value: plain(halves[1]))
      return annotation.name.isEmpty || annotation.value.isEmpty ? nil : annotation
    }
  }

  /// Undoes the encoding; control characters become spaces, so that a terminal is safe. Empty where it is no text.
  private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(digit),
        let low = rest.dropFirst().first.flatMap(digit)
      {
        result.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    let words = DeviceText(result.map { $0 < 32 || $0 == 127 ? 0x20 : $0 })?.text ?? ""
    return words.split(separator: " ").joined(separator: " ")
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

/// What the file says about the device and its surroundings, for a person to read.
struct AxivityDetails {
  let header: AxivityHeader
  let first: AxivityBlock

  /// `Axivity AX3, device 45056, session 1020030004`.
  var device: String {
    var words = ["Axivity \(model)"]
    if let identifier = header.deviceIdentifier { words.append("device \(identifier)") }
    words.append("session \(header.sessionIdentifier ?? first.sessionIdentifier)")
    return words.joined(separator: ", ")
  }

  /// One sentence for each thing.
  var sentences: [String] {
    var result: [String] = []
    if let firmware = header.firmware { result.append("firmware \(firmware)") }
    if let range = header.rangeG { result.append("accelerometer range ±\(range) g") }
    if let range = header.angularRangeDegrees { result.append("gyroscope range ±\(range) °/s") }
    result += [("start", header.loggingStart), ("end", header.loggingEnd)].compactMap { name, set in
      set.map { "set to \(name): \(Self.reading($0))" }
    }
    result.append("at the start: " + Self.state(of: first))
    return result + header.annotations.map { "\($0.name): \($0.value)" }
  }

  /// What only the samples tell: taps, as far as was looked, and the state of the device at the last block that was read.
  static func sentences(
    last: AxivityBlock?, tapCounts: (single: Int, double: Int), isThinned: Bool
  ) -> [String] {
    var result: [String] = []
    if let last { result.append("at the end: " + state(of: last)) }
    if tapCounts.single + tapCounts.double > 0 {
      result.append(
        "taps on the device: \(tapCounts.single) single, \(tapCounts.double) double"
          + (isThinned ? BlockClock.looked : ""))
    }
    return result
  }

  /// What the device's clock shows so many seconds after 1970.
  private static func reading(_ seconds: Int) -> String {
    InstantText.text(
      WallClock(secondsSince1970: Double(seconds), utcOffsetSeconds: 0, isLocal: true))
  }

  private static func state(of block: AxivityBlock) -> String {
    [
      block.batteryVolts.map { String(format: "battery %.2f V", $0) },
      block.temperatureCelsius.map { String(format: "temperature %.1f °C", $0) },
      "light \(block.lightSteps) of 1023",
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// A file without a header can still tell an AX6 by its gyroscope.
  private var model: String {
    header.deviceIdentifier == nil && first.packing.hasAngularRate ? "AX6" : header.model
  }
}
