import Foundation
import GaitModel
import Testing

/// What is written as bytes, against plain twins.
struct PlainTextTwinTests {
  @Test func `instants are those of Foundation's calendar`() throws {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt)
    // From 1900 to 2100; Foundation's sums of seconds and their parts end in other last bits.
    for step in 0..<2000 {
      let milliseconds = -2_208_988_800_000 + step * 3_155_695_201
      let text = InstantText.local(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
      let read = try style.parse(text + "Z").timeIntervalSince1970
      #expect(abs(read * 1000 - Double(milliseconds)) < 0.1, "\(text)")
      #expect(text.count == 23)
    }
  }

  @Test func `a line is its quoted fields with commas between`() {
    let pieces = ["a", "\"", ",", "\n", "\r", "ä", " ", "7.25", ""]
    for _ in 0..<2000 {
      let fields = (0..<Int.random(in: 0...6)).map { _ in
        (0..<Int.random(in: 0...3)).map { _ in pieces.randomElement()! }.joined()
      }
      #expect(CSVLine.line(fields) == fields.map(CSVLine.quoted).joined(separator: ","))
    }
  }

  @Test func `fields are those that are read byte by byte`() {
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...12)).map { _ in Array("a\",é;".utf8).randomElement()! }
      #expect(CSVLine.fields(bytes) == Self.fields(bytes), "\(bytes)")
    }
  }

  private static func fields(_ line: [UInt8]) -> [String] {
    var fields: [[UInt8]] = [[]]
    var (isQuoted, hasJustClosed) = (false, false)
    for byte in line {
      let isQuote = byte == UInt8(ascii: "\"")
      if isQuote ? hasJustClosed : isQuoted || byte != UInt8(ascii: ",") {
        fields[fields.count - 1].append(byte)
      } else if !isQuote {
        fields.append([])
      }
      if isQuote { isQuoted.toggle() }
      hasJustClosed = isQuote && !isQuoted
    }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [(0, 1), (0, 3), (7, 1), (7, 2), (10, 1), (99, 3), (12_345, 2), (999, 3)])
  func `digits are those of the number, with zeros before it`(number: UInt64, digits: Int) {
    var bytes = Array("x".utf8)
    DecimalText.append(number, digits: digits, to: &bytes)
    let plain = String(number)
    let zeros = String(repeating: "0", count: max(0, digits - plain.count))
    #expect(String(decoding: bytes, as: UTF8.self) == "x" + zeros + plain)
  }
}
