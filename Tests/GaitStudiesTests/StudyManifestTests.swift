import Foundation
import GaitModel
import GaitStudies
import Testing

/// A manifest is read as it was meant, or every fault is named.
struct StudyManifestTests {
  private func faults(_ text: String) -> [String] {
    do {
      _ = try StudyManifest(text.utf8, name: "study.csv")
      return []
    } catch { return error.faults }
  }

  @Test func `what is written is read again`() throws {
    var row = StudyRow(path: "P07/a, b.cwa", participant: "P07")
    (row.site, row.heightMeters, row.massKilograms, row.ageYears) = (.wrist, 1.68, 70, 71.5)
    (row.sex, row.start, row.timeZone) = (.female, "2026-05-04T09:30:00", "Europe/Berlin")
    (row.settings, row.recording) = ("ours.json", "monday")
    let manifest = StudyManifest(rows: [row, StudyRow(path: "x.csv")])
    #expect(try StudyManifest(manifest.text.utf8, name: "study.csv") == manifest)
  }

  @Test(arguments: [",", ";", "\t"])
  func `a spreadsheet's separators, mark and line ends are taken`(separator: String) throws {
    let lines = [["participant", "path", "height_m"], ["P01", "a.csv", "1.7"], ["", "", ""]]
    let text = "\u{FEFF}" + lines.map { $0.joined(separator: separator) + "\r\n" }.joined()
    let rows = try StudyManifest(text.utf8, name: "study.csv").rows
    #expect(rows.count == 1)
    #expect(rows[0].participant == "P01" && rows[0].path == "a.csv" && rows[0].heightMeters == 1.7)
  }

  @Test func `a sex has the words that descriptions of recordings may use`() throws {
    let words = ["f", "F", "female", "Female", "m", "male"]
    let text = "path,sex\n" + words.enumerated().map { "\($0).csv,\($1)\n" }.joined()
    let rows = try StudyManifest(text.utf8, name: "study.csv").rows
    #expect(rows.map(\.sex) == [.female, .female, .female, .female, .male, .male])
  }

  @Test func `every fault is named with line, column and what is allowed`() {
    let found = faults(
      """
      path,site,height_m,sex,start,time_zone
      a.csv,wirst,172,x,2026-05-04T09:30:00,
      a.csv,hip,"1,72",f,yesterday,Europe/Berln
      """)
    #expect(found.count == 8, "\(found)")
    #expect(
      found[0].hasPrefix("study.csv: line 2, column site: wirst is not known (did you mean wrist?)")
    )
    #expect(found.contains { $0.contains("line 2, column height_m: 172 cannot be") })
    #expect(found.contains { $0.contains("line 2, column start") && $0.contains("+02:00") })
    #expect(found.contains { $0.contains("line 3, column height_m") && $0.contains("a point") })
    #expect(
      found.contains { $0.contains("line 3, column time_zone") && $0.contains("Europe/Berlin") })
    #expect(found.contains { $0.contains("line 3, column path: a.csv is in line 2 already") })
  }

  @Test func `a row of more or fewer fields than the header is no row`() {
    let decimal = faults("path,participant,height_m\nw1.cwa,A,1,66\n,,\nw2.cwa,A,1.66\n")
    #expect(decimal.count == 1, "\(decimal)")
    #expect(decimal[0].hasPrefix("study.csv: line 2: 4 fields; the header names 3 columns"))
    #expect(decimal[0].contains("as 1.66"))
    let cut = faults("path,participant,height_m\nw1.cwa,A,1.66\nw2.cwa,A\n")
    #expect(cut.map { $0.hasPrefix("study.csv: line 3: 2 fields; the header names 3") } == [true])
    #expect(faults("path;height_m\nw1.cwa;\"1,66\"\n")[0].contains("decimals have a point"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `a page of text in a field is refused at once`() {
    let page = String(repeating: "Europe/Berlin ", count: 20_000)
    let found = faults("path,site,time_zone\na.csv,\(page),\(page)\n")
    #expect(found.map { $0.hasPrefix("study.csv: line 2, column ") } == [true, true])
    #expect(!found.contains { $0.contains("did you mean") })
  }

  @Test func `a site that is called unknown is refused, as the .json may name one`() {
    let fault = faults("path,site\na.csv,unknown\n")
    #expect(fault.count == 1)
    #expect(
      fault.first?.hasPrefix(
        "study.csv: line 2, column site: unknown is no site; leave the field empty")
        == true, "\(fault)")
    #expect(fault.first?.contains("lower_back, hip, pocket") == true, "\(fault)")
  }

  @Test func `an unknown column names the nearest`() {
    #expect(faults("path,heigth_m\na.csv,1.7\n")[0].contains("did you mean height_m?"))
    #expect(faults("participant\nP01\n")[0].contains("column path"))
    #expect(faults("")[0].contains("empty"))
  }
}

/// People and names of a study.
struct StudyPlanTests {
  private func plan(
    _ paths: [String], _ rule: ParticipantRule = .folder,
    _ change: (inout StudyRow) -> Void = { _ in }
  ) -> StudyPlan {
    let rows = paths.map { path in
      var row = StudyRow(path: path)
      change(&row)
      return row
    }
    return StudyPlan(StudyManifest(rows: rows), root: "no/such/root", rule: rule)
  }

  @Test func `the rule is that of folders where all lie in one`() {
    #expect(ParticipantRule.fitting(["P01/a.csv", "P02/x/a.csv"]) == .folder)
    #expect(ParticipantRule.fitting(["P01/a.csv", "b.csv"]) == .name)
    #expect(ParticipantRule.name.participant(of: "data/P01_day1.csv") == "P01")
    #expect(ParticipantRule.name.participant(of: "walk.csv") == nil)
    #expect(ParticipantRule.none.participant(of: "P01/a.csv") == nil)
  }

  @Test func `who nobody knows is a failure, and the others are planned`() {
    let plan = plan(["P01/a.csv", "b.csv"])
    #expect(plan.recordings.map(\.participant) == ["P01"])
    #expect(plan.failures.map(\.reason) == ["no_participant"])
  }

  @Test func `a folder with a space at its end is no second person`() {
    let plan = plan(["P1/a.csv", "P1 /b.csv"])
    #expect(plan.recordings.map(\.participant) == ["P1"])
    #expect(plan.failures.map(\.reason) == ["bad_participant"])
    #expect(plan.failures.allSatisfy { $0.message.contains("makes another person of it") })
  }

  @Test func `recordings of one name get their folders before it`() {
    let plan = plan([
      "P01/mon/acc.csv", "P01/tue/acc.csv", "P02/mon/acc.csv", "P01/a/x.csv", "P01/a/x.cwa",
    ])
    let names = plan.recordings.map(\.folder)
    #expect(Set(names).count == 5)
    #expect(names[2] == "P02/acc")
    #expect(names.contains("P01/x.csv") && names.contains("P01/x.cwa"))
    #expect(names.contains("P01/mon_acc.csv"))
  }

  @Test func `a name that a manifest gives stays beside a file that is called so`() {
    let plan = plan(["P01/a/acc.csv", "P01/b/x.csv"]) { row in
      if row.path.hasSuffix("x.csv") { row.recording = "ACC" }
    }
    #expect(plan.recordings.map(\.name) == ["acc.csv", "ACC"])
  }

  @Test func `people whose names differ in capital letters alone are named once`() {
    let plan = plan(["p01/a.csv", "P01/b.csv", "P01/c.csv", "P02/d.csv"])
    #expect(
      plan.remarks == [
        "P01 and p01 differ in capital letters alone and count as different people; if they are one, give them one name"
      ])
    #expect(AlikeNames.sentences(of: ["P01", "P02"], beside: ["P01", "P02", "P03"]).isEmpty)
    let beside = AlikeNames.sentences(of: ["P01", "P02", "p01"], beside: ["P02", "p02", "p01"])
    #expect(beside.count == 1)
    #expect(
      beside.first?.hasPrefix("the store holds p02, too, a name that differs from P02 in capital")
        == true, "\(beside)")
  }

  @Test func `a shard has the names of the whole, and the shards are the whole`() {
    let paths = (0..<20).map { "P0\($0 % 3)/\($0)/acc.csv" }
    let whole = plan(paths)
    let parts = (1...8).map { whole.shard($0, of: 8) }
    #expect(parts.flatMap(\.recordings).sorted { $0.index < $1.index } == whole.recordings)
  }

  @Test func `two people under one name are not touched`() {
    var place = 0
    let plan = plan(["P01/a.csv", "P01/b.csv", "P02/c.csv"]) { row in
      row.heightMeters = [1.62, 1.82, 1.7][place]
      place += 1
    }
    #expect(plan.failures.map(\.reason) == ["conflicting_facts", "conflicting_facts"])
    #expect(plan.recordings.map(\.participant) == ["P02"])
  }

  @Test func `a mass that is ten times another is asked about, and nothing is refused`() {
    func remarks(_ masses: [Double], ages: [Double?] = [40, 40]) -> [String] {
      var (masses, ages) = (masses[...], ages[...])
      let plan = plan(["P1/a.csv", "P1/b.csv"]) {
        ($0.massKilograms, $0.ageYears) = (masses.removeFirst(), ages.removeFirst())
      }
      #expect(plan.recordings.count == 2 && plan.failures.isEmpty)
      return plan.remarks
    }
    #expect(remarks([64, 640]).contains { $0.hasPrefix("P1 has the masses 64 and 640 kg: one") })
    #expect(remarks([64, 40]) == [] && remarks([16, 64], ages: [5, 19]) == [])
  }

  @Test func `who is set aside is said to be analyzed in nothing`() {
    func remarks(_ heights: [Double], _ masses: [Double]) -> [String] {
      var (heights, masses) = (heights[...], masses[...])
      return plan(["P1/a.csv", "P1/b.csv"]) {
        ($0.heightMeters, $0.massKilograms) = (heights.removeFirst(), masses.removeFirst())
      }.remarks
    }
    #expect(remarks([1.62, 1.82], [51, 110]) == [])
    #expect(
      remarks([1.62, 1.64], [51, 110]) == [
        "P1 has the masses 51 and 110 kg: one of them may be a slip; each recording is analyzed with "
          + "its own",
        "P1 has the heights 1.62, 1.64 m; each recording is analyzed with its own",
      ])
  }

  @Test func `a growing child has two heights`() {
    var place = 0
    let plan = plan(["P01/a.csv", "P01/b.csv"]) { row in
      (row.heightMeters, row.ageYears) = [(1.2, 7), (1.5, 11)][place]
      place += 1
    }
    #expect(plan.failures.isEmpty && plan.recordings.count == 2)
  }

  @Test func `names become names of files`() {
    #expect(StudyRecording.fileName("a/b") == "a%2Fb")
    #expect(StudyRecording.fileName("..") == "%2E.")
    #expect(StudyRecording.fileName("50%") == "50%25")
  }
}
