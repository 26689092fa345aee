import Foundation
import Testing

/// `gait simulate --history`, `estimate`, `recalibrate` and `calibrate --six-minute-walk`, as a
/// person calls them.
struct EstimateCommandTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func simulate(
    _ history: String, seed: Int, days: Int? = nil, start: String = "2026-01-05"
  ) throws {
    let ending = try gait.run(
      [
        "simulate", "--history", history, "--seed", "\(seed)", "--participant", "P07", "--store",
        "study.gait", "--truth", "truth.csv", "--start", start,
      ] + (days.map { ["--days", "\($0)"] } ?? []))
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func document() throws -> [String: Any] {
    let ending = try gait("estimate", "--store", "study.gait", "--format", "json")
    #expect(ending.code == 0, "\(ending.message)")
    let all = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    let people = try #require(all?["participants"] as? [[String: Any]])
    return try #require(people.first)
  }

  private func walks() throws -> [[String: Any]] {
    let walk = try #require(try document()["six_minute_walk"] as? [String: Any])
    return try #require(walk["weeks"] as? [[String: Any]])
  }

  @Test(arguments: ["estimate", "recalibrate"])
  func `help shows an example and ends with 0`(command: String) throws {
    let ending = try gait(command, "--help")
    #expect(ending.code == 0 && ending.output.contains("EXAMPLE"))
  }

  @Test func `a history becomes estimates, with everything a report draws`() throws {
    try simulate("fitness", seed: 5, days: 120)
    let found = try document()
    #expect(found["time_zone"] as? String == "Europe/Berlin")
    #expect((100...120).contains((found["days"] as? [Any])?.count ?? 0), "some days at home")
    #expect((found["vo2max"] as? [Any])?.isEmpty == false)
    #expect((found["methods"] as? [Any])?.count == 4)
    let steadiness = try #require(found["steadiness"] as? [String: Any])
    #expect((steadiness["weeks"] as? [Any])?.count == 17)
    #expect(steadiness["trend"] is [String: Any])
    let readiness = try #require(found["readiness"] as? [String: Any])
    #expect(readiness["is_ready"] as? Bool == true)
    let table = try gait("estimate", "--store", "study.gait")
    #expect(table.code == 0 && table.output.contains("  Six-minute walk\n"))
  }

  @Test(arguments: [("knee-surgery", 1), ("unsteadiness", 2)])
  func `what is told names the class of its week, and all weeks end on Sunday`(
    history: String, seed: Int
  ) throws {
    try simulate(history, seed: seed, days: 140)
    let found = try document()
    let steadiness = try #require(found["steadiness"] as? [String: Any])
    let weeks = try #require(steadiness["weeks"] as? [[String: Any]])
    let events = try #require(steadiness["events"] as? [[String: Any]])
    #expect(!events.isEmpty)
    for event in events {
      let week = try #require(
        weeks.first { $0["week_ending"] as? String == event["week_ending"] as? String })
      let word = try #require(event["event"] as? String)
      #expect(word.hasSuffix("_" + (week["class"] as? String ?? "")), "\(event): \(week)")
    }
    let walks = try #require(found["six_minute_walk"] as? [String: Any])["weeks"]
    let ends = try #require(walks as? [[String: Any]]).compactMap { $0["week_ending"] as? String }
    #expect(
      ends.count > 10 && Set(ends).isSubset(of: weeks.compactMap { $0["week_ending"] as? String }),
      "\(ends)")
    let page = try gait(
      "report", "person", "--store", "study.gait", "--participant", "P07", "--output", "p.html",
      "-q")
    #expect(page.code == 0, "\(page.message)")
    let html = try gait.text(of: "p.html")
    let sundays = html.split(separator: "week ending").dropFirst().map { table in
      table.components(separatedBy: "</table>")[0]
        .matches(of: /\d{1,2} [A-Z][a-z]+ 2026/).map { String($0.output) }
    }
    #expect(sundays.count == 2 && sundays.allSatisfy { $0.count > 10 }, "\(sundays.map(\.count))")
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), .gmt)
    formatter.dateFormat = "d MMMM yyyy"
    for text in sundays.joined() {
      let day = try #require(formatter.date(from: text))
      // 1970-01-01 was a Thursday.
      #expect(Int(day.timeIntervalSince1970 / 86_400) % 7 == 3, "\(text)")
    }
  }

  @Test func `a second run finds nothing to do, and new days cost days`() throws {
    try simulate("steady", seed: 2, days: 60)
    let first = try gait("estimate", "--store", "study.gait", "--until", "2026-02-20", "-v")
    #expect(first.message.contains("P07: 47 days"))
    let second = try gait("estimate", "--store", "study.gait", "--until", "2026-02-20", "-v")
    #expect(second.message.contains("P07: 0 days and 0 weeks"))
    let next = try gait("estimate", "--store", "study.gait", "-v")
    #expect(next.message.contains("P07: 13 days"), "\(next.message)")
    let all = try gait("estimate", "--store", "study.gait", "--format", "json", "--everything")
    let again = try gait("estimate", "--store", "study.gait", "--format", "json")
    #expect(all.output == again.output && again.code == 0)
  }

  @Test func `deleted samples cost their days, and nobody else's`() throws {
    try simulate("steady", seed: 2, days: 60)
    let other = try gait(
      "simulate", "--history", "steady", "--seed", "3", "--days", "40", "--participant", "P08",
      "--store", "study.gait")
    #expect(other.code == 0)
    _ = try gait("estimate", "--store", "study.gait", "--quiet")
    let deleted = try gait(
      "delete", "--store", "study.gait", "--participant", "P07", "--from",
      "2026-02-10T00:00:00+01:00", "--to", "2026-02-11T00:00:00+01:00", "walking-speed",
      "step-length")
    #expect(deleted.code == 0, "\(deleted.message)")
    let next = try gait("estimate", "--store", "study.gait", "-v")
    #expect(next.message.contains("P07: 2 days"), "\(next.message)")
    #expect(next.message.contains("P08: 0 days and 0 weeks"), "\(next.message)")
    let after = try gait("estimate", "--store", "study.gait", "--format", "json")
    let all = try gait("estimate", "--store", "study.gait", "--format", "json", "--everything")
    #expect(after.output == all.output && all.output.contains("2026-02-10"))
    let last = try gait(
      "delete", "--store", "study.gait", "--participant", "P07", "--from",
      "2026-03-04T00:00:00+01:00", "walking-speed")
    #expect(last.code == 0, "\(last.message)")
    #expect(try gait("estimate", "--store", "study.gait", "-v").message.contains("P07: 2 days"))
  }

  @Test func `a recalibration acts from its date on, is listed and taken back`() throws {
    try simulate("knee-surgery", seed: 2)
    _ = try gait("estimate", "--store", "study.gait", "--until", "2026-04-04")
    let asked = try gait(
      "recalibrate", "--store", "study.gait", "--participant", "P07", "--from", "2026-04-05")
    #expect(asked.code == 0 && asked.output.contains("begins anew on 2026-04-05"))
    let anew = try walks().filter { $0["recalibrated_from"] as? String == "2026-04-05" }
    let first = try #require(anew.first)
    #expect(try #require(first["week_ending"] as? String) <= "2026-04-19", "within 14 days")
    #expect(try #require(first["earliest_data_used"] as? String) >= "2026-04-05")
    #expect(anew.count == 2, "then the normal window is back")
    let list = try gait(
      "recalibrate", "--store", "study.gait", "--participant", "P07", "--list")
    #expect(list.output.contains("six-minute-walk-distance from 2026-04-05"))
    let back = try gait(
      "recalibrate", "--store", "study.gait", "--participant", "P07", "--from", "2026-04-05",
      "--revoke")
    #expect(back.code == 0)
    #expect(try walks().allSatisfy { $0["recalibrated_from"] is NSNull })
  }

  @Test func `steadiness refuses to begin anew, and says what can`() throws {
    let ending = try gait(
      "recalibrate", "--store", "study.gait", "--participant", "P07", "--from", "2026-04-05",
      "--estimate", "walking-steadiness")
    #expect(ending.code == 2)
    #expect(ending.message.contains("only six-minute-walk-distance can"))
  }

  @Test func `a physiotherapist reads what changed, when, how sure it is, and what is missing`()
    throws
  {
    try simulate("knee-surgery", seed: 3, days: 112)
    let kept = try gait(
      "calibrate", "--six-minute-walk", "412", "--on", "2026-03-18", "--participant", "P07",
      "--store", "study.gait", "--apart")
    #expect(kept.code == 0, "\(kept.message)")
    let ending = try gait("estimate", "--store", "study.gait")
    let text = ending.output
    #expect(text.contains("something changed on "), "\(text)")
    #expect(text.contains("19 times in 20 between") && text.contains("of what healthy people"))
    #expect(text.contains("412 m on 18 March 2026, kept apart from the estimates"))
    #expect(text.contains("gait recalibrate --store study.gait --participant P07 --from 2026-04-"))
    #expect(
      !text.contains("_") && text.firstMatch(of: /[ ]-\d/) == nil && !text.contains("nan"),
      "\(text)")
  }

  @Test func `a height that comes after an estimate rewrites nothing in silence`() throws {
    try simulate("steady", seed: 4, days: 60)
    #expect(
      try gait("delete", "--store", "study.gait", "--participant", "P07", "height").code == 0)
    let first = try gait("estimate", "--store", "study.gait")
    #expect(first.output.contains("the height is not known") && !first.output.contains("Said anew"))
    let told = try #require(try walks().last?["uncapped_m"] as? Double)
    let second = try gait(
      "estimate", "--store", "study.gait", "--participant", "P07", "--height", "1.68")
    #expect(second.code == 0, "\(second.message)")
    #expect(second.output.contains("because the height is known now (1.68 m):"))
    #expect(
      second.output.firstMatch(of: /six-minute walk of [2-7] weeks, the first to .+/) != nil,
      "\(second.output)")
    let kept = try gait(
      "query", "--store", "study.gait", "--participant", "P07", "six-minute-walk-distance",
      "--superseded", "--format", "json")
    #expect(kept.code == 0, "\(kept.message)")
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(kept.output.utf8)) as? [[String: Any]])
    #expect(rows.count == 7)
    #expect(rows.allSatisfy { ($0["reason"] as? String)?.contains("1.68 m") == true })
    #expect(abs(try #require(rows.last?["value"] as? Double) - min(told, 500)) < 0.06)
    let third = try gait("estimate", "--store", "study.gait")
    #expect(!third.output.contains("Said anew"), "it is said once")
    let both = try gait(
      "query", "--store", "study.gait", "walking-speed", "--superseded", "--every", "day")
    #expect(both.code == 2 && both.message.contains("--superseded lists samples"))
  }

  @Test func `a notice that is no longer true is withdrawn where it was read`() throws {
    try simulate("unsteadiness", seed: 6, days: 180)
    let told = try gait("estimate", "--store", "study.gait").output
    #expect(told.contains("told on ") && !told.contains("no longer true"), "\(told)")
    let deleted = try gait(
      "delete", "--store", "study.gait", "--participant", "P07", "--from", "2026-03-01",
      "walking-speed", "step-length", "double-support", "walking-asymmetry",
      "stride-time-variability")
    #expect(deleted.code == 0, "\(deleted.message)")
    let after = try gait("estimate", "--store", "study.gait").output
    #expect(
      after.contains("no longer true, by what is stored now: walking steadiness "), "\(after)")
    #expect(after.contains("steadiness of ") && after.contains("has none now"), "\(after)")
    let events = try gait(
      "query", "--store", "study.gait", "--participant", "P07", "steadiness-event", "--superseded")
    #expect(events.output.contains("initial"), "what was told can be looked at: \(events.output)")
  }

  @Test func `under beta blockers VO2max says what it is worth`() throws {
    try simulate("fitness", seed: 5, days: 60)
    let plain = try gait("estimate", "--store", "study.gait")
    #expect(plain.output.contains("greatest oxygen uptake (VO2max)"))
    #expect(plain.output.contains("the heart rate fell from "))
    let said = try gait(
      "estimate", "--store", "study.gait", "--participant", "P07", "--heart-medication",
      "beta-blockers")
    #expect(
      said.output.contains("too high, because beta blockers slow the heart"), "\(said.output)")
    #expect(said.output.contains("because the heart medication is known now (beta blockers)"))
    let wrong = try gait(
      "estimate", "--store", "study.gait", "--participant", "P07", "--heart-medication", "tea")
    #expect(wrong.code == 2 && wrong.message.contains("calcium-channel-blockers"))
  }

  @Test(arguments: [
    "steady", "ankle-injury", "unsteadiness", "holidays", "stroke", "heat-wave", "pocket",
    "changed-pocket", "fitness",
  ])
  func `no line contradicts another, and none speaks in columns`(history: String) throws {
    try simulate(history, seed: 11, start: "2025-01-06")
    let text = try gait("estimate", "--store", "study.gait").output
    #expect(!text.contains("_") && !text.contains("nan") && !text.contains("inf "), "\(text)")
    #expect(text.firstMatch(of: /[ ]-\d/) == nil, "\(text)")
    // "6 of 3 days" is nonsense in any sentence.
    for match in text.matches(of: /(\d+) of the (\d+) days/) {
      #expect(try #require(Int(match.1)) <= #require(Int(match.2)), "\(text)")
    }
    // A class that says ok beside a notice that says low is explained.
    if text.contains(": ok\n"), text.contains("told on ") {
      #expect(text.contains("that is over:") || text.contains("that is not over:"), "\(text)")
    }
    // Who is told that a score is missing is told what it takes.
    if text.contains("none for the week") || text.contains("no score yet") {
      #expect(!text.contains("nothing that the estimates need"), "\(text)")
    }
    for title in ["Six-minute walk", "Clinic", "Steadiness", "Missing"] {
      #expect(text.contains("  \(title)\n"), "\(title)")
    }
  }

  @Test func `a phone's export says who somebody is, and the words of its categories are shown`()
    throws
  {
    try simulate("steady", seed: 4, days: 30)
    #expect(
      try gait("delete", "--store", "study.gait", "--participant", "P07", "age", "sex").code == 0)
    let export = """
      <?xml version="1.0"?><!DOCTYPE HealthData []><HealthData>
      <Me HKCharacteristicTypeIdentifierDateOfBirth="1950-03-29" \
      HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" \
      HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse="BetaBlockers"/>
      <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" \
      startDate="2026-01-06 01:00:00 +0100" endDate="2026-01-06 02:00:00 +0100" \
      value="HKCategoryValueSleepAnalysisAsleepREM"/></HealthData>
      """
    try Data(export.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let read = try gait(
      "import", "export.xml", "--participant", "P07", "--store", "study.gait")
    #expect(read.code == 0 && read.message.contains("4 samples written"), "\(read.message)")
    let again = try gait(
      "import", "export.xml", "--participant", "P07", "--store", "study.gait")
    #expect(again.message.contains("0 samples written"), "\(again.message)")
    let shown = try gait("query", "HKCategoryTypeIdentifierSleepAnalysis", "--store", "study.gait")
    #expect(shown.output.contains("AsleepREM"), "\(shown.output)")
    let person = try #require(try document()["person"] as? [String: Any])
    #expect(person["sex"] as? String == "f")
    #expect(person["heart_medication"] as? String == "beta-blockers")
    #expect(person["age_years"] as? Double == 75)
    let other = try gait(
      "estimate", "--store", "study.gait", "--participant", "P07", "--age", "60")
    #expect(
      other.code != 0 && other.message.contains("age 75 is known, and age 60 is something else"))
    let mended = try gait(
      "estimate", "--store", "study.gait", "--participant", "P07", "--age", "60", "--corrects")
    #expect(mended.code == 0, "\(mended.message)")
    let now = try #require(try document()["person"] as? [String: Any])
    #expect(now["age_years"] as? Double == 60)
  }

  @Test func `an event is entered, listed, compared and deleted`() throws {
    try simulate("ankle-injury", seed: 4, days: 100)
    let entered = try gait(
      "event", "injury", "--store", "study.gait", "--participant", "P07", "--on", "2026-03-06",
      "--words", "left ankle")
    #expect(entered.code == 0, "\(entered.message)")
    let list = try gait("event", "--store", "study.gait", "--participant", "P07", "--list")
    #expect(list.output.contains("6 March 2026: injury, left ankle"))
    let text = try gait("estimate", "--store", "study.gait").output
    #expect(text.contains("injury on 6 March 2026; latest two weeks against the four before it:"))
    let compared = try #require(try document()["since_event"] as? [[String: Any]])
    #expect(compared.contains { $0["measure"] as? String == "walking_speed_mps" })
    let gone = try gait(
      "event", "--store", "study.gait", "--participant", "P07", "--on", "2026-03-06", "--delete")
    #expect(gone.code == 0, "\(gone.message)")
    #expect((try document()["events"] as? [Any])?.isEmpty == true)
    #expect(
      try gait(
        "event", "war", "--store", "study.gait", "--participant", "P07", "--on", "2026-03-06"
      )
      .code == 2)
  }

  @Test func `the limits of the classes are options`() throws {
    try simulate("steady", seed: 4, days: 30)
    let all = try gait(
      "estimate", "--store", "study.gait", "--low-limit", "0.99", "--very-low-limit", "0.98",
      "--format", "json")
    #expect(all.code == 0 && !all.output.contains("\"class\": \"ok\""), "\(all.message)")
    let wrong = try gait(
      "estimate", "--store", "study.gait", "--low-limit", "0.2", "--very-low-limit", "0.5")
    #expect(wrong.code == 2 && wrong.message.contains("very low below low"))
    let one = try gait("estimate", "--store", "study.gait", "--low-limit", "60")
    #expect(
      one.message.contains("--low-limit 60 and --very-low-limit 0.22"), "\(one.message)")
  }

  @Test func `a clinic test is kept apart or calibrates`() throws {
    try simulate("steady", seed: 4, days: 90)
    let before = try #require(try walks().last?["meters"] as? Double)
    let apart = try gait(
      "calibrate", "--six-minute-walk", "300", "--on", "2026-03-10", "--participant", "P07",
      "--store", "study.gait", "--apart")
    #expect(apart.code == 0, "\(apart.message)")
    #expect(try walks().last?["meters"] as? Double == before)
    let ending = try gait(
      "calibrate", "--six-minute-walk", "301", "--on", "2026-03-10", "--participant", "P07",
      "--store", "study.gait")
    #expect(ending.code == 0, "\(ending.message)")
    let after = try #require(try walks().last)
    #expect(after["is_calibrated"] as? Bool == true)
    #expect(abs(try #require(after["meters"] as? Double) - 300) < abs(before - 300))
    let clinic = try #require(try document()["six_minute_walk"] as? [String: Any])
    #expect((clinic["clinic_tests"] as? [Any])?.count == 2, "shown beside the estimates")
  }

  @Test func `several people are estimated at once, and shown by name`() throws {
    for name in ["B", "A", "C"] {
      let made = try gait(
        "simulate", "--history", "steady", "--seed", "\(name.utf8.first ?? 0)", "--days", "30",
        "--participant", name, "--store", "study.gait")
      #expect(made.code == 0)
    }
    let four = try gait("estimate", "--store", "study.gait", "--format", "json", "--jobs", "4")
    let one = try gait(
      "estimate", "--store", "study.gait", "--format", "json", "--jobs", "1", "--everything")
    #expect(four.code == 0 && four.output == one.output)
    let names = four.output.split(separator: "\n").filter { $0.contains("\"participant\": ") }
    #expect(names.count == 3 && names == names.sorted())
  }

  @Test(arguments: [
    ["estimate", "--store", "none.gait"],
    ["estimate", "--store", "study.gait", "--until", "yesterday"],
    ["estimate", "--store", "study.gait", "--time-zone", "Mars/Base"],
    ["estimate", "--store", "study.gait", "--height", "1.7"],
    ["recalibrate", "--store", "study.gait", "--participant", "P07"],
    ["simulate", "--history", "knee-surgery"],
    ["calibrate", "--six-minute-walk", "412"],
    ["calibrate"],
  ])
  func `what cannot be is refused with what to do`(arguments: [String]) throws {
    let ending = try gait.run(arguments)
    #expect(ending.code == 2, "\(ending.message)")
    #expect(!ending.message.isEmpty)
  }
}
