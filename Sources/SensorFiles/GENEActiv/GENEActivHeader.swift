import Foundation
import GaitModel

/// The text above the first page: names and values, one in a line.
struct GENEActivHeader {
  private let values: [String: String]
  /// Bytes from the beginning of the file to the end of the header's last known line, or `nil`
  /// when the header is damaged there.
  let byteCount: Int?

  /// The last line of the header.
  private static let lastName = "Number of Pages"

  /// Reads the lines up to the first page; notes may run over several lines, which say nothing.
  init(_ head: [UInt8]) {
    let end = head.firstRange(of: GENEActivBIN.pageMark)?.lowerBound ?? head.count
    var values: [String: String] = [:]
    var (place, lastEnd): (Int, Int?) = (0, nil)
    while place < end {
      let lineEnd = head[place..<end].firstIndex(of: UInt8(ascii: "\n")) ?? end
      if let (name, value) = Self.pair(head[place..<lineEnd]) {
        if values[name] == nil { values[name] = value }
        if name == Self.lastName { lastEnd = lineEnd }
      }
      place = lineEnd + 1
    }
    self.values = values
    byteCount = lastEnd
  }

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

  /// How far the device's clock is ahead of UTC: `GMT -04:00`.
  var utcOffsetSeconds: Int? {
    guard let word = self["Time Zone"], word.hasPrefix("GMT") else { return nil }
    let zone = word.dropFirst(3).filter { $0 != " " }
    // A date in front, so that one reader knows about offsets.
    return zone.isEmpty ? 0 : DateTime("2000-01-01T00:00:00\(zone)")?.utcOffsetSeconds
  }

  /// Fields are padded with zero bytes; control characters would upset a terminal.
  private static func pair(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = plain(line[..<colon])
    let value = plain(line[(colon + 1)...])
    return name.isEmpty || value.isEmpty ? nil : (name, value)
  }

  private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    let clean = bytes.map { $0 < 32 || $0 == 127 ? 32 : $0 }
    return String(decoding: clean, as: UTF8.self).split(separator: " ").joined(separator: " ")
  }
}
