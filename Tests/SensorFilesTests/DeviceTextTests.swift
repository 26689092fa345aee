import Foundation
import TestSupport
import Testing

@testable import SensorFiles

/// Names that a device's program wrote in the encoding of Windows, or in one that nobody knows.
struct DeviceTextTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static func remarks(_ found: SensorFileInspection, about name: String) -> [String] {
    found.remarks.map(\.message).filter { $0.contains(name) }
  }

  /// The person of a `.gt3x` whose name has these bytes.
  private func inspection(ofName name: [UInt8]) throws -> SensorFileInspection {
    let file = ActiGraphFile.recording(60)
    let info = file.info.filter { !$0.hasPrefix("Subject Name") }.map { $0 + "\r\n" }.joined()
    let line = Array("Subject Name: ".utf8) + name + Array("\r\n".utf8)
    let path = folder.path + "/walk.gt3x"
    try ZipWriter.write(["info.txt": Array(info.utf8) + line, "log.bin": file.log], to: path)
    return try SensorFile.inspection(of: path)
  }

  @Test(arguments: [([0x4d, 0xfc], "Mü"), ([0x4d, 0xf6], "Mö"), ([0x8a, 0x2d, 0x80], "Š-€")])
  func `a name in Windows-1252 is that name, and said`(name: [UInt8], text: String) throws {
    let found = try inspection(ofName: name)
    #expect(found.facts.participant.identifier == text)
    let remarks = Self.remarks(found, about: "info.txt")
    #expect(remarks.count == 1 && remarks[0].contains("Windows-1252, \"\(text)\""), "\(remarks)")
    let header = GENEActivFile.header(pages: 1, subject: ["Subject Code": "@"])
    let place = try #require(header.firstIndex(of: UInt8(ascii: "@")))
    let bytes = Array(header[..<place]) + name + Array(header[(place + 1)...])
    let bin = try SensorFile.inspection(
      of: folder.write(bytes + GENEActivFile.bytes(GENEActivFile.Page()), to: "walk.bin"))
    #expect(bin.facts.participant.identifier == text)
    #expect(Self.remarks(bin, about: "Windows-1252").count == 1)
  }

  @Test(arguments: [[0x83, 0x81, 0x83], [0x4d, 0xef, 0xbf, 0xbd]])
  func `a name that cannot be read is nobody's`(name: [UInt8]) throws {
    let found = try inspection(ofName: name)
    #expect(found.facts.participant.identifier == nil)
    let remarks = Self.remarks(found, about: "info.txt")
    #expect(remarks.count == 1 && remarks[0].contains("1 of 10 lines cannot be read"), "\(remarks)")
    let header = GENEActivFile.header(pages: 1, subject: ["Subject Code": "@"])
    let place = try #require(header.firstIndex(of: UInt8(ascii: "@")))
    let bytes = Array(header[..<place]) + name + Array(header[(place + 1)...])
    let bin = try SensorFile.inspection(
      of: folder.write(bytes + GENEActivFile.bytes(GENEActivFile.Page()), to: "walk.bin"))
    #expect(bin.facts.participant.identifier == nil)
    let said = Self.remarks(bin, about: "Subject Code")
    #expect(said.count == 1 && said[0].contains("cannot be read"), "\(said)")
  }

  @Test func `a name in UTF-8 is that name, without a word`() throws {
    let found = try inspection(ofName: Array("Müller".utf8))
    #expect(found.facts.participant.identifier == "Müller")
    #expect(Self.remarks(found, about: "info.txt") == [])
  }
}
