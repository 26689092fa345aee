import Foundation
import GaitModel
import SampleStorage
import Testing

/// Health exports of which a stretch in the middle is missing: the halves of two elements are no element.
struct LostStretchTests {
  private static let records = (0..<40).map { minute in
    """
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" \
    creationDate="2026-05-04 08:\(minute + 10):30 +0200" startDate="2026-05-04 08:\(minute + 10):00 +0200" \
    endDate="2026-05-04 08:\(minute + 10):20 +0200" value="\(minute + 20)"/>\n
    """
  }
  private static let head = "<HealthData locale=\"de_DE\">\n"
  private static let whole = head + records.joined() + "</HealthData>\n"

  private func read(_ document: String) throws -> (samples: Int, reader: HealthExportReader) {
    var rest = Array(document.utf8)[...]
    var reader = HealthExportReader(participant: "P01", path: "export.xml") {
      defer { rest = rest.dropFirst(97) }
      return rest.isEmpty ? nil : Array(rest.prefix(97))
    }
    var count = 0
    while let next = try reader.next() { count += next.count }
    return (count, reader)
  }

  /// The document from its beginning to a mark in record 5, and on from another mark in record 25.
  private func joined(_ end: String, _ begin: String) throws -> String {
    let (first, second) = (Self.records[5], Self.records[25])
    let from = try #require(first.range(of: end)).upperBound
    let on = try #require(second.range(of: begin)).lowerBound
    return Self.head + Self.records[..<5].joined() + first[..<from] + second[on...]
      + Self.records[26...].joined() + "</HealthData>\n"
  }

  private func expectRefusal(
    _ document: String, saying words: String, _ location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: ImportError.self, sourceLocation: location) {
      try read(document)
    }
    #expect(
      error?.description.contains(words) == true, "\(error?.description ?? "")",
      sourceLocation: location)
  }

  @Test func `what no element has is refused with its line`() throws {
    #expect(try read(Self.whole).samples == 40)
    let line = "line 7: "
    expectRefusal(
      try joined("endDate=\"2026-", "05-04 08:35:00"),
      saying: line + "an element with endDate twice, which XML does not allow")
    expectRefusal(
      try joined("/>\n", "type="), saying: "line 8: there is text between elements")
    expectRefusal(
      try joined("startDate=\"2026", " <Record"), saying: line + "an element with a \"<\" in it")
    expectRefusal(
      try joined("unit=\"count\"", "Date="), saying: line + "an element without a space before")
    expectRefusal(
      try joined(" <", "sourceName="), saying: line + "an element without a name")
    expectRefusal(
      try joined("<Record ", "<Record"), saying: line + "an element with a \"<\" in it")
    let place = try #require(Self.whole.range(of: "08:15:00"))
    expectRefusal(
      Self.whole.replacingCharacters(in: place, with: "08:\0\0\0\0\0"),
      saying: line + "an element with a byte of zero")
    expectRefusal(
      Self.whole.replacing(Self.records[5], with: "\0\0"),
      saying: line + "there is text between elements")
  }

  @Test func `elements close as they opened, and nothing follows the document`() throws {
    let open = Self.records[5].replacing("/>\n", with: ">")
    let entry = "<MetadataEntry key=\"a\" value=\"b\"/>"
    let record = open + entry + "</Record>\n"
    #expect(try read(Self.head + record + record + "</HealthData>").samples == 2)
    expectRefusal(
      Self.head + entry + "</Record>\n" + record + "</HealthData>",
      saying: "line 2: Record ends, and HealthData is open")
    expectRefusal(
      Self.head + open + entry + record + "</HealthData>",
      saying: "line 2: Record begins within Record")
    expectRefusal(
      Self.whole + Self.records[3], saying: "Record begins behind </HealthData>")
    expectRefusal(
      Self.whole + "20\"/>\n", saying: "line 43: there is text behind </HealthData>")
    // What XML allows around the elements is no loss.
    let around = "\u{FEFF}<?xml version=\"1.0\"?>\r\n" + Self.whole + "\n<!-- the end -->\n"
    #expect(try read(around).samples == 40)
  }

  @Test func `a record without what all have is none`() throws {
    expectRefusal(
      try joined("startDate=\"2026-05-04", " 08:35:20"), saying: "line 7: Record has no endDate")
    expectRefusal(
      try joined("sourceName=\"iPh", "05-04 08:35:30"), saying: "line 7: Record has no unit")
    for name in ["type", "sourceName", "startDate", "endDate", "unit", "value"] {
      expectRefusal(
        Self.whole.replacing(
          Self.records[5], with: Self.records[5].replacing(" \(name)=", with: " un\(name)=")),
        saying: "line 7: Record has no \(name)")
    }
  }

  @Test func `wherever a stretch is missing, it is refused or counted`() throws {
    // Names of attributes that are cut and begin anew in the middle, and values of one attribute in two records, become whole.
    let (bytes, length) = (Array(Self.whole.utf8), Self.records[0].utf8.count)
    let start = Self.head.utf8.count + 3 * length
    var silent = 0
    for place in stride(from: start, to: start + length, by: 3) {
      for shift in stride(from: 1, to: length, by: 5) {
        var rest = bytes
        rest.removeSubrange(place..<(place + 20 * length + shift))
        let text = String(decoding: rest, as: UTF8.self)
        let isSeen: Bool
        do {
          let (_, reader) = try read(text)
          isSeen = reader.unreadable + reader.unknown.count + reader.foreignUnits.count > 0
        } catch { isSeen = error is ImportError }
        silent += isSeen ? 0 : 1
      }
    }
    let all = (length / 3 + 1) * ((length - 1) / 5 + 1)
    #expect(Double(silent) / Double(all) < 0.15, "\(silent) of \(all)")
  }

  @Test func `elements that a phone does not declare are counted by name`() throws {
    let misspelt = Self.whole.replacing(
      Self.records[5], with: Self.records[5].replacing("<Record", with: "<Recod"))
    let (samples, reader) = try read(misspelt)
    #expect(samples == 39 && reader.unknown == ["Recod": 1])
    #expect(try read(HealthExport.everything().document).reader.unknown.isEmpty)
  }
}
