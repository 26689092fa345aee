import GaitModel
import Testing

struct CSVLineTests {
  @Test(arguments: [
    ["plain", "1.5", ""], ["a, b", "say \"no\"", "\"", "\"\""], ["two\nlines", "\r", " spaced "],
    ["ä", "\",\"", ",,"], [""], ["a quote with an accent, \"\u{301}", "\"\u{fe0f}\""],
  ])
  func `what is written is read again`(fields: [String]) {
    #expect(CSVLine.fields(CSVLine.line(fields).utf8) == fields)
  }

  @Test func `other separators and lone quotes are understood`() {
    #expect(CSVLine.fields("a;\"b;c\";d".utf8, separator: UInt8(ascii: ";")) == ["a", "b;c", "d"])
    #expect(CSVLine.fields("1,\"2".utf8) == ["1", "2"])
  }

  @Test func `records end at line ends outside of quotes`() {
    let text = "name,words\r\nx,\"two\nlines, \"\"quoted\"\"\"\n\ny,\n"
    let records = [["name", "words"], ["x", "two\nlines, \"quoted\""], ["y", ""]]
    #expect(CSVLine.records(text.utf8) == records)
  }

  @Test func `a carriage return in a field is no line's end where others end lines`() {
    #expect(CSVLine.records("a,b\nx\ry,z\n".utf8) == [["a", "b"], ["x\ry", "z"]])
    #expect(CSVLine.records("a,b\r\nx\ry,z\r\n".utf8) == [["a", "b"], ["x\ry", "z"]])
  }

  /// As spreadsheets write for a Macintosh, and Windows where a program ends lines itself.
  @Test(arguments: ["\r", "\r\n", "\n", "\r\r\n"])
  func `lines end with carriage returns, too`(end: String) {
    let text = ["name,words", "x,\"two\rlines\"", "y,z"].map { $0 + end }.joined()
    let bytes = Array(text.utf8)
    #expect(CSVLine.records(bytes) == [["name", "words"], ["x", "two\rlines"], ["y", "z"]])
    #expect(CSVLine.records(bytes.dropLast(end.utf8.count)).last == ["y", "z"])
    for size in 1...bytes.count {
      let (lines, isWithinLine) = lines(of: bytes, inPiecesOf: size)
      #expect(!isWithinLine)
      #expect(lines.filter { !$0.isEmpty } == ["name,words", "x,\"two\rlines\"", "y,z"])
    }
  }

  @Test func `lines come out the same however the bytes are cut`() {
    let bytes = Array("a,\"b\nc\"\n{\"k\":\"\\\"\"}\nlast".utf8)
    for size in 1...bytes.count {
      #expect(
        lines(of: bytes, inPiecesOf: size).lines == [
          "a,\"b\nc\"", "{\"k\":\"\\\"\"}", "last",
        ])
    }
  }

  /// The lines of bytes that come in pieces, and whether the last one was open when all had come.
  private func lines(
    of bytes: [UInt8], inPiecesOf size: Int
  ) -> (lines: [String], isWithinLine: Bool) {
    var splitter = CSVSplitter()
    var lines: [String] = []
    func take() {
      while let line = splitter.next() { lines.append(String(decoding: line.line, as: UTF8.self)) }
    }
    for start in stride(from: 0, to: bytes.count, by: size) {
      splitter.append(Array(bytes[start..<min(start + size, bytes.count)]))
      take()
    }
    let isWithinLine = splitter.isWithinLine
    splitter.finish()
    take()
    return (lines, isWithinLine)
  }
}
