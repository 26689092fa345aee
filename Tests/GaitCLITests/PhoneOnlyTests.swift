import Foundation
import Testing

/// Somebody of whom a store holds nothing but what a phone says: speeds and steps, and no cadence.
struct PhoneOnlyTests {
  private let gait: GaitProcess

  /// Forty days with twelve hours of wear and four walks of two minutes and more.
  init() throws {
    gait = try GaitProcess()
    var rows = ["participant,kind,value,unit,start_time,end_time,source"]
    func add(
      _ kind: String, _ value: String, _ unit: String, _ day: String, _ from: String, _ to: String
    ) {
      rows.append(
        "Tom,\(kind),\(value),\(unit),\(day)T\(from):00+01:00,\(day)T\(to):00+01:00,Tom's iPhone")
    }
    for day in 0..<40 {
      let date = day < 31 ? "2026-01-" + String(format: "%02d", day + 1) : "2026-02-0\(day - 30)"
      for walk in 0..<4 {
        let (from, to) = ("1\(walk):00", "1\(walk):0\(walk + 2)")
        add("walking-speed", "4.\(walk)", "km/h", date, from, to)
        add("step-length", "6\(walk)", "cm", date, from, to)
        add("step-count", "220", "count", date, from, to)
      }
      add("wear-time", "43200", "s", date, "08:00", "20:00")
    }
    try rows.joined(separator: "\n").write(
      toFile: gait.path("phone.csv"), atomically: true, encoding: .utf8)
    try gait.done("import", "phone.csv", "--store", "s.gait", "--quiet")
  }

  private func plain(_ text: String) -> String {
    text.replacing("&#39;", with: "'").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test func `the page says whose walks there are, as the estimate does`() throws {
    func page(_ more: String...) throws -> String {
      let ending = try gait.run(
        ["report", "person", "--store", "s.gait", "--participant", "Tom", "--output", "p.html"]
          + more)
      #expect(ending.code == 0, "\(ending.message)")
      return plain(try gait.text(of: "p.html"))
    }
    let said = try page()
    let reason =
      "here are no walks by gait, and walking speeds by Tom's iPhone: to estimate from those"
    let isSaid = said.contains("T" + reason) && said.contains("t" + reason)
    #expect(isSaid)
    for wrong in ["Nothing is known", "0 of the last", "there are no walks<"] {
      let isThere = said.contains(wrong)
      #expect(!isThere, "\(wrong)")
    }
    let coded = try page("--code-names")
    let hasReason = coded.contains("to estimate from those")
    #expect(hasReason)
    #expect(coded.firstRange(of: "Tom") == nil)
    let ending = try gait.done("estimate", "--store", "s.gait", "--participant", "Tom")
    #expect(plain(ending.message).contains("t" + reason), "\(ending.message)")
  }

  @Test func `walks without a cadence are not said to be no walks`() throws {
    let ending = try gait.done(
      "estimate", "--store", "s.gait", "--participant", "Tom", "--source", "Tom's iPhone",
      "--height",
      "1.8", "--age", "60", "--sex", "m", "--mass", "80")
    let said = plain(ending.output)
    #expect(
      !said.contains("and there is none") && !said.contains("no walk of half a minute"), "\(said)")
    #expect(
      said.contains("the walks of half a minute or more in the window have no cadence"), "\(said)")
    #expect(said.contains("of those in the last 28 days there is no cadence"), "\(said)")
  }
}
