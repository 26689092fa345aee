import Foundation
import GaitModel
import Testing

struct JSONValueTests {
  private let value = JSONValue.members([
    "name": .string("a \"b\"\n\\"), "n": .integer(-3), "x": .number(0.12345, decimals: 3),
    "none": .number(.nan, decimals: 2), "list": .array([.flag(true), .null, .array([])]),
  ]).adding(["last": .members(["k": .optional(1.5, decimals: 1)])])

  @Test func `both ways of writing hold the same`() throws {
    let texts = [value.document, value.lines]
    let read = try texts.map { text in
      try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }
    #expect(read[0] == read[1])
    #expect(read[0]["name"] as? String == "a \"b\"\n\\")
    #expect(read[0]["none"] is NSNull)
  }

  @Test func `keys keep their order, one member on a line`() {
    let lines = value.lines.split(separator: "\n")
    #expect(lines.first == "{" && lines.last == "}")
    #expect(lines[3] == "\"x\":0.123,")
    #expect(lines[6] == "\"last\":{\"k\":1.5}")
  }

  @Test(arguments: [
    "", "plain", "ä\u{2028}", "\"", "a\\b", "\n", "\u{0}", "\u{1f}", "a\tb", "\u{7f}",
  ])
  func `a string is read back`(text: String) throws {
    let written = JSONValue.array([.string(text)]).compact
    let read = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String]
    #expect(read == [text])
  }
}
