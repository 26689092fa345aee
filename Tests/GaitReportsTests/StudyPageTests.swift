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

  /// The tables of a page by their captions.
  private func shown(_ tables: StudyPage.Tables) -> [String: PageTable] {
    let page = StudyPage(name: "study", tables: tables).page(program: "gait")
    let all = page.sections.flatMap(\.blocks).compactMap { block -> (String, PageTable)? in
      if case .table(let table) = block { (table.caption, table) } else { nil }
    }
    return Dictionary(all) { first, _ in first }
  }

  @Test func `no recording is missing where there are many devices`() throws {
    var tables = tables()
    let rows = (0..<25).map {
      "P\($0),r,r.cwa,hip,\"AX6, session \($0)\",100,3600,\($0 < 20 ? 0 : 36)\n"
    }
    tables.recordings = WordTable(
      csv: ("participant,recording,path,site,device,sampling_rate_hz,duration_s,gap_s\n"
        + rows.joined()).utf8)
    let devices = try #require(shown(tables)["Recordings by device"]?.rows)
    #expect(devices.count == 21)
    // Those that come last by name stand together.
    #expect(devices.last?.map(\.text) == ["5 other devices", "5", "100.0", "1.00", "0.00"])
    #expect(devices.compactMap { Int($0[1].text) }.reduce(0, +) == 25)
  }

  @Test func `sites of which there are as many stand in the order of their names`() {
    var tables = tables()
    let sites = ["wrist", "pocket", "hip", "bag", "hand", "neck", "arm", "lower_back"]
    let rows =
      sites.map { "P1,r,r.cwa,\($0),AX6,100,3600,0\n" } + ["P1,r,r.cwa,wrist,AX6,100,3600,0\n"]
    tables.recordings = WordTable(
      csv: ("participant,recording,path,site,device,sampling_rate_hz,duration_s,gap_s\n"
        + rows.joined()).utf8)
    let facts = StudyPage(name: "study", tables: tables).page(program: "gait").facts
    #expect(
      facts.first { $0.name == "recordings by site" }?.value
        == "wrist: 2, arm: 1, bag: 1, hand: 1, hip: 1, lower back: 1, neck: 1, pocket: 1")
  }

  @Test func `a median says of how many people it is, and NaN is nobody's value`() throws {
    var tables = tables()
    tables.persons = WordTable(
      csv: """
        participant,age_years,sex,n_valid_days,steps_per_day,worn_h_per_day,all_median_walking_speed_mps
        P1,41,f,5,8000,15,1.1
        P2,42,f,0,,,1.3
        P3,43,f,0,NaN,nan,1.2
        P4,NaN,m,NaN,inf,NaN,NaN

        """.utf8)
    let medians = try #require(shown(tables).first { $0.key.hasPrefix("Medians") }?.value.rows)
    #expect(medians.count == 1)
    #expect(
      medians.first?.map(\.text).enumerated().filter { $0.offset != 4 }.map(\.element)
        == ["40 to 49", "women", "3", "1.20", "–", "–", "8000 (1)"])
    let tiles = StudyPage(name: "study", tables: tables).page(program: "gait").tiles
    #expect(tiles.first { $0.name == "worn per valid day" }?.value == "15.0 h")
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
