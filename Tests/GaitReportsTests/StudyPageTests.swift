import Foundation
import GaitModel
import Testing

@testable import GaitReports

/// The page of a study says what its tables hold.
struct StudyPageTests {
  /// Twenty people whose speeds lie about 1.1 m/s, and one who is said to fly.
  private func tables(
    ages: Bool = true, sexes: Bool = true, people: ClosedRange<Int> = 1...20
  ) -> StudyPage.Tables {
    var persons =
      "participant,age_years,sex,n_valid_days,steps_per_day,all_median_walking_speed_mps\n"
    var recordings = "participant,recording,path,site,device,sampling_rate_hz,duration_s,gap_s\n"
    for number in people {
      let speed = number == 20 ? 3.4 : 1 + 0.01 * Double(number)
      persons +=
        "P\(number),\(ages ? "\(40 + number)" : ""),\(sexes ? number.isMultiple(of: 2) ? "f" : "m" : ""),5,8000,\(speed)\n"
      recordings += "P\(number),monday,P\(number)/monday.cwa,hip,AX6,100,3600,36\n"
    }
    let failures =
      "path,participant,reason,message\nP1/x.cwa,P1,truncated,\"P1/x.cwa: ends early\"\n"
    return StudyPage.Tables(
      persons: WordTable(csv: persons.utf8), recordings: WordTable(csv: recordings.utf8),
      days: WordTable(csv: "participant,day,worn_h\nP1,2026-05-04,14\n".utf8),
      failures: WordTable(csv: failures.utf8))
  }

  @Test func `who flies stands out, and leads to the recording`() throws {
    let page = StudyPage(name: "study", tables: tables()) { "pages/\($0)-\($1).html" }
    #expect(page.outliers.map(\.participant) == ["P20"])
    let section = try #require(
      page.page(program: "gait").sections.first { $0.identifier == "outliers-part" })
    let links = section.blocks.compactMap { block -> String? in
      if case .table(let table) = block { table.rows.first?.last?.link } else { nil }
    }
    #expect(links == ["pages/P20-monday.html"])
  }

  @Test func `what was not looked at is said, and why`() throws {
    func told(_ tables: StudyPage.Tables) throws -> [String] {
      let page = StudyPage(name: "study", tables: tables).page(program: "gait")
      let section = try #require(page.sections.first { $0.identifier == "outliers-part" })
      return section.blocks.flatMap { block -> [String] in
        switch block {
        case .sentences(let lines): return lines
        case .notes(let title, let lines): return lines.map { "\(title): \($0)" }
        default: return []
        }
      }
    }
    let nobody = ["cadence", "double support"].map {
      "Not looked at: \($0): nobody has a value, and it takes 10"
    }
    let worn = "Not looked at: wear: nobody has a value, and it takes 10"
    let alike =
      "Not looked at: steps: half of the 19 people or more have the same value, so that there is no spread to hold others against"
    #expect(
      try told(tables(people: 1...19)) == ["Nobody stands out in speed."] + nobody + [alike, worn])
    let few = ["speed", "steps"].map {
      "Not looked at: \($0): 9 people have a value, and it takes 10"
    }
    #expect(try told(tables(people: 12...20)) == [few[0]] + nobody + [few[1], worn])
    // Who flies stands out, and the rest is said below.
    #expect(try told(tables()).suffix(4).first == nobody[0])
  }

  @Test func `without ages and without anybody the page says so`() throws {
    let none = StudyPage(name: "study", tables: tables(ages: false)).page(program: "gait")
    #expect(!none.figures.map(\.name).contains("speed-by-age"))
    let empty = WordTable(csv: "participant,path\n".utf8)
    let nobody = StudyPage(
      name: "study",
      tables: StudyPage.Tables(persons: empty, recordings: empty, days: empty, failures: empty)
    ).page(program: "gait")
    #expect(nobody.figures.isEmpty && nobody.lead.first?.hasPrefix("0 people") == true)
  }

  @Test func `ages are shown although nobody's sex is known`() throws {
    let page = StudyPage(name: "study", tables: tables(sexes: false)).page(program: "gait")
    for name in ["ages", "speed-by-age", "steps-by-age"] {
      let figure = try #require(page.figures.first { $0.name == name })
      #expect(figure.chart.layers.contains { $0.name == "of unknown sex" }, "\(name)")
    }
    #expect(page.figures.first { $0.name == "ages" }?.caption.contains("20 of 20 people") == true)
    let known = StudyPage(name: "study", tables: tables()).page(program: "gait")
    // The people whose days they are, not all of the study.
    let wear = try #require(known.figures.first { $0.name == "wear" })
    #expect(wear.caption.hasSuffix("1 day of 1 person."), "\(wear.caption)")
    #expect(!known.figures.flatMap(\.chart.layers).contains { $0.name == "of unknown sex" })
  }

  @Test func `a study that was analyzed with other settings says which`() {
    func told(_ settings: [[String]]) -> (fact: String?, lists: [String]) {
      var tables = tables()
      tables.settings = settings
      let page = StudyPage(name: "study", tables: tables.coded()).page(program: "gait")
      let lists = page.sections.filter { $0.identifier == "settings-part" }.flatMap(\.blocks)
        .compactMap { block -> String? in
          if case .notes(let title, let lines) = block { "\(title): \(lines)" } else { nil }
        }
      return (page.facts.first { $0.name == "settings" }?.value, lists)
    }
    let changed = ["presets.pelvis.stepLength.temper = -0.6"]
    #expect(told([]).fact == nil)
    #expect(told([[], []]) == ("as measured best", []))
    let title = "that differ from those measured best"
    #expect(
      told([changed]) == ("1 changed, see below", ["Settings of 1 recording \(title): \(changed)"]))
    #expect(
      told([[], changed, []]) == (
        "2 different ones, see below",
        [
          "Settings of 2 recordings \(title): [\"none\"]",
          "Settings of 1 recording \(title): \(changed)",
        ]
      ))
  }

  @Test func `coded tables hold no name`() {
    let coded = tables().coded()
    let all = [coded.persons, coded.recordings, coded.failures].flatMap { table in
      ["participant", "path", "message"].flatMap { table.words($0) }
    }
    #expect(!all.contains { $0.contains(/P\d+\/|^P\d+$/) })
    #expect(coded.persons.words("participant").first == CodeName.of("P1"))
  }
}
