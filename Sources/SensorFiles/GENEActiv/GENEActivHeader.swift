import Foundation
import GaitModel

/// The text above the first page: names and values, one in a line.
struct GENEActivHeader {
  private let values: [String: String]
  /// What to say of lines that are not UTF-8.
  let encodingRemarks: [String]
  /// Bytes from the beginning of the file to the end of the header's last known line, or `nil`
  /// when the header is damaged there.
  let byteCount: Int?

  /// The last line of the header.
  private static let lastName = "Number of Pages"

  /// The parts of the header by their headings in small letters, and the fields in them, as far as they may stand behind notes.
  private static let parts: [String: Set<String>] = [
    "device identity": [], "device capabilities": [],
    "configuration info": [
      "Measurement Frequency", "Measurement Period", "Start Time", "Time Zone",
    ],
    "trial info": [
      "Study Centre", "Study Code", "Investigator ID", "Exercise Type", "Config Operator ID",
      "Config Time", "Config Notes", "Extract Operator ID", "Extract Time", "Extract Notes",
    ],
    "subject info": [
      "Device Location Code", "Subject Code", "Date of Birth", "Sex", "Height", "Weight",
      "Handedness Code", "Subject Notes",
    ],
    "calibration data": [
      "x gain", "x offset", "y gain", "y offset", "z gain", "z offset", "Volts", "Lux",
    ],
    "memory status": [lastName],
  ]

  /// Reads the lines up to the first page.
  ///
  /// Notes may run over several lines: `Height: as her daughter says` in them is no height. So behind notes a field counts
  /// once, in its own part, or where the heading of that part is nowhere.
  init(_ head: [UInt8]) {
    let end = head.firstPlace(of: GENEActivBIN.pageMark) ?? head.count
    let lines = Self.lines(head[..<end])
    let headings = Set(lines.compactMap { Self.heading(head[$0]) })
    var values: [String: String] = [:]
    var remarks: [String] = []
    var (seen, part): (Set<String>, String?) = ([], nil)
    var (isBehindNotes, lastEnd): (Bool, Int?) = (false, nil)
    for line in lines {
      if let heading = Self.heading(head[line]) {
        (part, isBehindNotes) = (heading, false)
        continue
      }
      guard let (name, bytes) = Self.pair(head[line]) else { continue }
      if isBehindNotes {
        let home = Self.parts.first { $0.value.contains(name) }?.key
        guard let home, home == part || !headings.contains(home), !seen.contains(name) else {
          continue
        }
      }
      seen.insert(name)
      isBehindNotes = isBehindNotes || name.hasSuffix(" Notes")
      guard !bytes.isEmpty else { continue }
      if values[name] == nil {
        let value = DeviceText(bytes)
        values[name] = value?.text
        if value?.isUTF8 != true {
          remarks.append(DeviceText.remark(of: name, readAs: value?.text))
        }
      }
      if name == Self.lastName { lastEnd = line.upperBound }
    }
    self.values = values
    encodingRemarks = remarks
    byteCount = lastEnd
  }

  /// Where the lines are, without their ends.
  private static func lines(_ text: ArraySlice<UInt8>) -> [Range<Int>] {
    var (lines, place): ([Range<Int>], Int) = ([], text.startIndex)
    while place < text.endIndex {
      let end = text[place...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
      lines.append(place..<end)
      place = end + 1
    }
    return lines
  }

  /// The names of all lines that say something, in alphabetical order.
  var names: [String] { values.keys.sorted() }

  /// What is said under a name; `nil` when nothing is.
  subscript(name: String) -> String? { values[name] }

  /// Samples per second, as the device was set: `50 Hz`.
  var rateHertz: Double? {
    let number = self["Measurement Frequency"]?.split(separator: " ").first.map(String.init)
    return number.flatMap(GENEActivNumber.decimal).flatMap {
      GENEActivPageHead.possibleRatesHertz.contains($0) ? $0 : nil
    }
  }

  /// Pages that the device wrote.
  var pageCount: Int? {
    self[Self.lastName].flatMap(GENEActivNumber.decimal).flatMap { Int(exactly: $0) }
  }

  /// How far the device's clock is ahead of UTC: `GMT -04:00`, `UTC+2`; `nil` of a zone's name, of which it is not known
  /// whether the clock was put forward with it.
  var utcOffsetSeconds: Int? {
    guard let word = self["Time Zone"]?.filter({ $0 != " " }),
      word.hasPrefix("GMT") || word.hasPrefix("UTC")
    else { return nil }
    return TimeZone(named: word)?.secondsFromGMT(for: Date(timeIntervalSince1970: 0))
  }

  /// A line's name and the bytes of its value.
  private static func pair(_ line: ArraySlice<UInt8>) -> (name: String, value: [UInt8])? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = DeviceText(plain(line[..<colon]))?.text, !name.isEmpty
    else { return nil }
    return (name, plain(line[(colon + 1)...]))
  }

  /// The heading that a line is, in small letters; `nil` for none.
  private static func heading(_ line: ArraySlice<UInt8>) -> String? {
    guard line.count < 64, let text = DeviceText(plain(line))?.text.lowercased() else { return nil }
    let name = text.hasSuffix(":") ? String(text.dropLast()) : text
    return parts[name] == nil ? nil : name
  }

  /// Fields are padded with zero bytes; control characters would upset a terminal.
  private static func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let space = UInt8(ascii: " ")
    let clean = bytes.map { $0 < 32 || $0 == 127 ? space : $0 }
    return Array(clean.split(separator: space).joined(separator: [space]))
  }
}

/// Numbers and times as the device's software writes them, with a point or a comma by the country
/// of the computer.
enum GENEActivNumber {
  /// `28.2`, `28,2` or `-4`, spaces around it; `nil` for anything else.
  static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let number = text.drop { $0 == UInt8(ascii: " ") }.prefix { !isBlank($0) }
    // 15 digits are exact.
    guard number.count(where: isDigit) <= 15, text[number.endIndex...].allSatisfy(isBlank),
      number.allSatisfy({ isDigit($0) || "-.,".utf8.contains($0) })
    else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: number.count + 1) { copy in
      let comma = UInt8(ascii: ",")
      for (place, byte) in number.enumerated() {
        copy.initializeElement(at: place, to: byte == comma ? UInt8(ascii: ".") : byte)
      }
      // The C library looks at the byte behind a number.
      copy.initializeElement(at: number.count, to: 0)
      return DecimalNumber.read(field: UnsafeBufferPointer(rebasing: copy[..<number.count]))
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == 0
  }

  /// The same of a word.
  static func decimal(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { decimal($0) }
  }

  /// A number without decimals from 0 up.
  static func count(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    decimal(text).flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Seconds since 1970 on the device's clock, of `2019-05-21 16:16:43:500`: the third colon stands
  /// for a point.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    // `yyyy-mm-dd hh:mm:ss:fff`; whatever is longer is none.
    guard (19...32).contains(text.count) else { return nil }
    let end = text.lastIndex { $0 != UInt8(ascii: "\r") }.map { $0 + 1 } ?? 0
    let time = DateTime(UnsafeBufferPointer(rebasing: text[..<end]))
    return time?.utcOffsetSeconds == nil ? time?.secondsSince1970 : nil
  }
}

/// How steps of the sensor become acceleration: (100 · steps − offset) / gain, in g.
struct GENEActivCalibration: Hashable {
  /// Hundredths of a step for 1 g of a device without faults: 256 steps for 1 g.
  static let nominalGain = 25_600.0
  /// Gains of real devices are within 4 % of the nominal one; what is outside of half to twice is a
  /// damaged header.
  static let possibleGains = nominalGain / 2...nominalGain * 2
  /// A sensor that is off by more than 1 g is none.
  static let possibleOffsets = -nominalGain...nominalGain

  /// x, y, z; hundredths of a step for 1 g.
  var gains = [nominalGain, nominalGain, nominalGain]
  /// x, y, z; hundredths of a step at 0 g.
  var offsets = [0.0, 0.0, 0.0]
  /// What the header does not say and was taken to be nominal: `x gain`.
  var assumed: [String] = []

  /// A device without faults.
  init() {}

  /// The calibration that a header names.
  init(_ header: GENEActivHeader) {
    for (axis, name) in ["x", "y", "z"].enumerated() {
      gains[axis] = value(header, "\(name) gain", Self.possibleGains) ?? Self.nominalGain
      offsets[axis] = value(header, "\(name) offset", Self.possibleOffsets) ?? 0
    }
  }

  private mutating func value(
    _ header: GENEActivHeader, _ name: String, _ limits: ClosedRange<Double>
  ) -> Double? {
    let number = header[name].flatMap(GENEActivNumber.decimal)
    if let number, limits.contains(number) { return number }
    assumed.append(name)
    return nil
  }

  /// m/s² of a number of steps, from -2048 to 2047.
  func acceleration(steps: Int, axis: Int) -> Float {
    Float((Double(steps) * 100 - offsets[axis]) / gains[axis] * standardGravity)
  }
}
