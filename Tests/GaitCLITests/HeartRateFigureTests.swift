import Foundation
import Testing

/// Figures of a heart rate, of which a store keeps ten seconds about walks and minutes elsewhere.
struct HeartRateFigureTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func csv(_ words: String...) throws -> [[String]] {
    let ending = try gait.run(words + ["--store", "s.gait", "--format", "csv"])
    #expect(ending.code == 0, "\(ending.message)")
    return ending.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func column(_ name: String, of table: [[String]]) throws -> [Double] {
    let place = try #require(table.first?.firstIndex(of: name))
    return table.dropFirst().compactMap { Double($0[place]) }
  }

  @Test func `the mean of a day is that of its time, and so is a watch's of the same heart`() throws
  {
    _ = try gait(
      "simulate", "heart-rate", "--seconds", "1440", "--seed", "1", "--output", "h.csv")
    let analyzed = try gait(
      "analyze", "h.csv", "--participant", "H", "--start", "2026-05-01T10:00:00+02:00", "--store",
      "s.gait")
    #expect(analyzed.code == 0, "\(analyzed.message)")
    let table = try gait.text(of: "h.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let heart = try #require(table.first?.firstIndex(of: "heart_rate_bpm"))
    let beats = table.dropFirst().compactMap { line in
      Double(line[heart]).map { (second: Double(line[0]) ?? 0, rate: $0) }
    }
    let mean = beats.reduce(0) { $0 + $1.rate } / Double(beats.count)
    let day = try csv("query", "heart-rate", "--every", "day")
    let ours = try #require(try column("mean", of: day).first)
    #expect(abs(ours - mean) < 1, "\(ours) for \(mean)")

    let start = Date(timeIntervalSince1970: 1_777_622_400)
    let style = Date.ISO8601FormatStyle()
    let records = beats.enumerated().filter { $0.offset.isMultiple(of: 5) }.map { _, beat in
      let time = start.addingTimeInterval(beat.second.rounded()).formatted(style)
        .replacing("T", with: " ").replacing("Z", with: " +0000")
      return """
        <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" \
        creationDate="\(time)" startDate="\(time)" endDate="\(time)" value="\(beat.rate)"/>
        """
    }
    let text = "<HealthData locale=\"en\">" + records.joined() + "</HealthData>"
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    #expect(
      try gait("import", "export.xml", "--participant", "H", "--store", "s.gait").code == 0)
    let mixed = try csv("query", "heart-rate", "--every", "day", "--mix-sources")
    let both = try #require(try column("mean", of: mixed).first)
    #expect(abs(both - mean) < 1, "\(both) of both")
    for span in ["day", "bout"] {
      let pairs = try csv("compare", "heart-rate", "--by", span)
      let differences = zip(try column("ours", of: pairs), try column("theirs", of: pairs)).map(-)
      #expect(!differences.isEmpty)
      let bias = differences.reduce(0, +) / Double(differences.count)
      #expect(abs(bias) < 0.5, "\(span): \(bias)")
    }
  }

  @Test func `VO2max says that a medicine slowed the heart until none of its days was under it`()
    throws
  {
    let made = try gait(
      "simulate", "--history", "fitness", "--participant", "F", "--store", "s.gait", "--days",
      "120", "--seed", "5")
    #expect(made.code == 0, "\(made.message)")
    let estimate = ["estimate", "--store", "s.gait", "--participant", "F"]
    for words in [["beta-blockers", "--corrects"], ["none", "--since", "2026-04-10"]] {
      let ending = try gait.run(estimate + ["--heart-medication"] + words)
      #expect(ending.code == 0, "\(ending.message)")
    }
    let rows = try csv("query", "vo2max").dropFirst()
    #expect(rows.count > 10)
    // Of the four weeks to 3 May, the first four days are from before the change.
    #expect(rows.allSatisfy { $0.joined(separator: ",").contains("beta-blockers") }, "\(rows)")
    _ = try gait.run(estimate + ["--heart-medication", "none", "--since", "2026-04-01"])
    let marked = try csv("query", "vo2max").dropFirst().filter {
      $0.joined(separator: ",").contains("beta-blockers")
    }
    #expect(marked.count == rows.count - 2, "the last two begin on 5 and 6 April")
    let then = try gait.run(estimate + ["--until", "2026-04-19"]).output
    #expect(then.contains("too high, because beta blockers slow the heart"), "\(then)")
    _ = try gait(
      "report", "person", "--store", "s.gait", "--participant", "F", "--output", "f.html")
    let page = try gait.text(of: "f.html")
    let words = "\(marked.count) weeks under a medicine that slows the heart are too high"
    #expect(page.contains(words))
    #expect(page.contains("VO2max, latest 26 weeks") && page.contains(">beta-blockers</td>"))
    #expect(page.contains("greatest oxygen uptake (VO2max) "))
  }

  @Test func `a heart rate ends with its recording`() throws {
    _ = try gait("simulate", "heart-rate", "--seconds", "127", "--seed", "1", "--output", "h.csv")
    let analyzed = try gait(
      "analyze", "h.csv", "--participant", "H", "--start", "2026-05-01T10:00:00+02:00", "--store",
      "s.gait")
    #expect(analyzed.code == 0, "\(analyzed.message)")
    func lastEnd(_ kind: String) throws -> String? {
      let table = try csv("query", kind)
      let place = try #require(table.first?.firstIndex(of: "end_time"))
      return table.dropFirst().map { $0[place] }.max()
    }
    let (heart, wear) = try (lastEnd("heart-rate"), lastEnd("wear-time"))
    #expect(try #require(heart) <= #require(wear))
  }
}
