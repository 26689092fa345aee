import Foundation
import Testing

/// Whoever has an operation and a medication has the comparison of both.
struct SeveralEventTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "knee-surgery", "--participant", "P", "--store", "s.gait", "--seed",
      "3", "--days", "150", "--start", "2025-10-06", "-q")
    try enter("operation", "2026-01-04", "new hip")
  }

  private func enter(_ kind: String, _ day: String, _ words: String) throws {
    try gait.done(
      "event", kind, "--store", "s.gait", "--participant", "P", "--on", day, "--words", words)
  }

  private func text() throws -> String { try gait.done("estimate", "--store", "s.gait").output }

  private func compared() throws -> [[String: Any]] {
    let output = try gait.done("estimate", "--store", "s.gait", "--format", "json", "-q").output
    let all = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let person = try #require((all?["participants"] as? [[String: Any]])?.first)
    return try #require(person["since_event"] as? [[String: Any]])
  }

  private func page() throws -> String {
    try gait.done(
      "report", "person", "--store", "s.gait", "--participant", "P", "--output", "p.html", "-q")
    return try gait.text(of: "p.html")
  }

  /// The lines of a comparison, without the event's own.
  private func lines(_ text: String, after heading: String) throws -> ArraySlice<Substring> {
    let lines = text.split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.hasPrefix("    \(heading)") }, "\(text)")
    return lines[(place + 1)...].prefix { $0.contains(", before ") }
  }

  @Test func `a second event leaves the comparison of the first in text, page and JSON`() throws {
    let operation = "operation on 4 January 2026; latest two weeks against the four before it:"
    let alone = try lines(text(), after: operation)
    let aloneRows = try compared()
    #expect(aloneRows.count > 3 && aloneRows.allSatisfy { $0["event"] as? String == "operation" })
    try enter("medication", "2026-02-25", "iron")
    let both = try text()
    #expect(try Array(lines(both, after: operation)) == Array(alone) && alone.count > 3)
    let medication = try lines(both, after: "medication on 25 February 2026; the 8 days since")
    #expect(medication.count > 3 && Array(medication) != Array(alone))
    let rows = try compared()
    let days = rows.compactMap { $0["date"] as? String }
    #expect(days == days.sorted(by: >) && days.count == rows.count, "the latest first: \(days)")
    let kept = rows.filter { $0["event"] as? String == "operation" } as [NSDictionary]
    #expect(kept == aloneRows as [NSDictionary])
    #expect(
      rows.contains {
        $0["event"] as? String == "medication" && $0["date"] as? String == "2026-02-25"
          && $0["words"] as? String == "iron"
      })
    let html = try page()
    for (name, event) in [
      ("before-after", "medication on 25 February 2026"),
      ("before-after-2", "operation on 4 January 2026"),
    ] {
      #expect(html.contains("id=\"figure-\(name)\""))
      #expect(html.contains("Before and after \(event): means with 95 % intervals"))
      #expect(html.contains("Now as a share of before \(event)"))
    }
  }

  @Test func `the latest three are told, those that cannot be compared too, and how many more`()
    throws
  {
    try enter("medication", "2026-01-04", "iron")
    try enter("injury", "2025-11-20", "fall")
    try enter("heat-wave", "2026-02-01", "hot")
    let three = try text()
    #expect(
      three.contains("    medication and operation on 4 January 2026; latest two weeks against")
        || three.contains(
          "    operation and medication on 4 January 2026; latest two weeks against")
    )
    #expect(
      three.contains("    injury on 20 November 2025; latest")
        && !three.contains("days with events"))
    try enter("other", "2026-03-03", "flu")
    let four = try text()
    #expect(
      four.contains("    other on 3 March 2026: too few days before or since to compare\n"),
      "\(four)")
    #expect(!four.contains("    injury on 20 November 2025;"))
    let more =
      "these are the latest 3 of 4 days with events: gait estimate --format json compares all"
    #expect(four.contains(more), "\(four)")
    #expect(try compared().contains { $0["event"] as? String == "injury" })
    let html = try page()
    #expect(html.contains(more) && html.contains("other on 3 March 2026: too few days"))
    #expect(
      html.contains("id=\"figure-before-after\"") && html.contains("id=\"figure-before-after-2\""))
    #expect(!html.contains("id=\"figure-before-after-3\""), "two of the three can be compared")
  }

  @Test func `the head of the page names all that happened on the day`() throws {
    try enter("medication", "2026-01-04", "iron")
    let lead = try #require(try page().firstMatch(of: /<p class="lead"[^>]*>([^<]*)</)?.1)
    for word in [
      "edication", "peration", " on 4 January 2026 (", "iron", "new hip", "Fastest comfortable",
    ] {
      #expect(lead.contains(word), "\(word): \(lead)")
    }
  }
}
