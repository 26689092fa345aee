import Foundation
import Testing

/// A person with a walk whose steps were measured and one, on the wrist, whose steps are a share of the height.
struct AssumedSpeedTests {
  private let study: StudyOfWalks

  init() throws { study = try StudyOfWalks(people: 2, walks: 2) }

  @Test func `speeds of assumed steps are counted, and who has both is named`() throws {
    let json = "recordings/P01/walk2.json"
    try study.write(json, study.gait.text(of: json).replacing("lower_back", with: "wrist"))
    let run = try study.batch()
    #expect(run.code == 0, "\(run.message)")
    let said = run.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      said.contains("P01: some walks have measured step lengths and others a share of the height"),
      "\(said)")
    let groups = ["all", "from_10_to_30_s", "over_30_s", "over_60_s"]
    let ends = ["assumed_distance_m"] + groups.map { $0 + "_n_assumed_bouts" }
    for table in ["recordings", "days", "weeks", "persons"] {
      let text = try study.gait.text(of: "out/tables/\(table).csv")
      let header = text.split(separator: "\n").first?.split(separator: ",").map(String.init) ?? []
      #expect(Array(header.suffix(ends.count)) == ends, "\(table)")
    }
    let recordings = try study.table("recordings")
    let wrist = try #require(recordings.first { $0["site"] == "wrist" })
    #expect(wrist["all_n_bouts"] == "1" && wrist["all_n_assumed_bouts"] == "1")
    #expect(wrist["assumed_distance_m"] == wrist["distance_m"])
    let persons = try study.table("persons")
    #expect(persons.map { $0["all_n_bouts"] } == ["2", "2"])
    #expect(persons.map { $0["all_n_assumed_bouts"] } == ["1", "0"])
    #expect(persons.map { $0["assumed_distance_m"] } == [wrist["distance_m"], "0.0000"])
    let page = try study.gait("report", "study", "out", "--output", "study.html")
    let words = page.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("The walking speed of 1 of 2 people is made, wholly or in part"), "\(words)")
  }
}
