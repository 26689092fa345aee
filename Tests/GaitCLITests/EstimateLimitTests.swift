import Foundation
import Testing

/// Estimates of what lies beyond the data, beyond the people of the norms, or says two things.
struct EstimateLimitTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @discardableResult
  private func run(_ words: String..., store: String = "s.gait") throws -> String {
    let ending = try gait.run(words + ["--store", store])
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return (ending.output + " " + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private func simulate(
    _ history: String = "steady", seed: Int = 1, days: Int = 60, store: String = "s.gait"
  ) throws {
    // Days after the last are days that are over, too: nobody enters what is still to come.
    try run(
      "simulate", "--history", history, "--seed", "\(seed)", "--participant", "P", "--start",
      "2024-01-08", "--days", "\(days)", store: store)
  }

  private func document(store: String = "s.gait") throws -> [String: Any] {
    let ending = try gait("estimate", "--store", store, "--format", "json", "-q")
    #expect(ending.code == 0, "\(ending.message)")
    let all = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    let people = try #require(all?["participants"] as? [[String: Any]])
    return try #require(people.first)
  }

  private func walks(store: String = "s.gait") throws -> [[String: Any]] {
    let walk = try #require(try document(store: store)["six_minute_walk"] as? [String: Any])
    return try #require(walk["weeks"] as? [[String: Any]])
  }

  private func page(store: String = "s.gait") throws -> String {
    try run("report", "person", "--participant", "P", "--output", "\(store).html", store: store)
    return try gait.text(of: "\(store).html")
  }

  // MARK: - Beyond the data

  @Test func `what is entered months after the last day with data waits for it`() throws {
    try simulate()
    try run("estimate")
    try run("calibrate", "--six-minute-walk", "300", "--on", "2024-10-15", "--participant", "P")
    let said = try run("estimate")
    #expect(said.contains("300 m on 15 October 2024, calibrates nothing so far"), "\(said)")
    _ = try document()
    let html = try page()
    #expect(html.contains("300 m on 15 October 2024"))
    #expect(!html.contains("15 October 2024: 300 m"), "nothing is drawn beside the figures")
    try run("recalibrate", "--participant", "P", "--from", "2024-12-02")
    #expect(try run("estimate").contains("2 December 2024: the six-minute walk begins anew"))
    try run("recalibrate", "--participant", "P", "--from", "2024-12-02", "--revoke")
    try run("estimate")
    try run("event", "operation", "--participant", "P", "--on", "2024-11-20")
    try run("estimate")
    try run("delete", "six-minute-walk-distance", "--participant", "P", "--by-hand")
    #expect(try run("estimate").contains("no test is known"))
    for day in ["2020-01-01", "2024-01-09"] {
      try run("estimate", "--everything", "--until", day)
      try run("estimate")
    }
    _ = try page()
  }

  @Test func `a test that waited calibrates as one that was there at once`() throws {
    for store in ["s.gait", "whole.gait"] {
      try simulate(days: 182, store: store)
      let looksBack = store == "s.gait"
      if looksBack { try run("estimate", "--until", "2024-02-25") }
      try run(
        "calibrate", "--six-minute-walk", "300", "--on", "2024-06-10", "--participant", "P",
        store: store)
      if looksBack { try run("estimate", "--until", "2024-02-25") }
      try run("estimate", store: store)
    }
    func text(_ store: String) throws -> String {
      let weeks = try walks(store: store)
      #expect(weeks.last?["is_calibrated"] as? Bool == true && weeks.count > 20)
      let data = try JSONSerialization.data(withJSONObject: weeks, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self)
    }
    #expect(try text("s.gait") == text("whole.gait"))
  }

  @Test(arguments: [("2024-06-12", 155), ("2024-03-12", 40)])
  func `a test of after the data calibrates where walks lie about it`(_ day: String, _ days: Int)
    throws
  {
    try simulate(days: days)
    try run("calibrate", "--six-minute-walk", "300", "--on", day, "--participant", "P")
    let said = try run("estimate")
    #expect(said.contains("calibrates the estimates from then on") == (days > 40), "\(said)")
    #expect(said.contains("calibrates nothing so far") == (days == 40), "\(said)")
  }

  // MARK: - Beyond the people of the norms

  struct Stranger: CustomTestStringConvertible {
    /// What the command line says of somebody whom no equation is of.
    var facts: [String]
    /// Why there is no reference.
    var reference: String
    /// Why there is no score.
    var norm: String

    var testDescription: String { facts.joined(separator: " ") }
  }

  @Test(arguments: [
    Stranger(
      facts: ["--age", "95", "--height", "1.25", "--mass", "100", "--sex", "m"],
      reference: "the equations are of people of 20 to 80 years",
      norm: "the norms give no possible speed for this height and mass"),
    Stranger(
      facts: ["--age", "75", "--height", "1.25", "--mass", "100", "--sex", "m"],
      reference: "the equation gives no possible distance for this height and mass",
      norm: "the norms give no possible speed for this height and mass"),
    Stranger(
      facts: ["--age", "5", "--height", "1.10", "--mass", "18", "--sex", "f"],
      reference: "the equations are of people of 20 to 80 years",
      norm: "the norms are of people of 20 to 99 years"),
  ])
  func `nobody is held against equations of other people`(_ person: Stranger) throws {
    try simulate()
    let first = try walks()
    #expect(first.allSatisfy { $0["predicted_m"] is Double && $0["no_reference"] is NSNull })
    let ending = try gait.run(
      ["estimate", "--store", "s.gait", "--participant", "P", "--corrects"] + person.facts)
    #expect(ending.code == 0, "\(ending.message)")
    let said = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("healthy people like this one: \(person.reference)"), "\(said)")
    #expect(!said.contains("of what healthy people like this one walk"), "\(said)")
    #expect(said.contains("when the last week was over: \(person.norm)"), "\(said)")
    for week in try walks() {
      #expect(week["predicted_m"] is NSNull && week["lower_limit_of_normal_m"] is NSNull)
      #expect((week["no_reference"] as? String)?.isEmpty == false)
    }
    let html = try page()
    #expect(html.contains(person.reference) && html.contains(person.norm))
    #expect(!html.contains("95 of 100 of them"))
  }

  @Test func `what is not known is not named among what norms are chosen by`() throws {
    try simulate()
    try run("delete", "age", "sex", "--participant", "P")
    let said = try run("estimate")
    #expect(said.contains("times the falls of others of that height (19 times"), "\(said)")
    #expect(
      try page().contains(
        "Who walks at every norm of people of that height has 0.85; 1 is a limit."))
    try run("estimate", "--participant", "P", "--age", "70")
    #expect(try run("estimate").contains("of others of that age and height (19 times"))
  }

  // MARK: - Two things at once

  @Test func `an event that becomes one of another class is withdrawn and told anew`() throws {
    try simulate(seed: 3, days: 91)
    func hear(_ more: String...) throws -> (said: String, heard: [String]) {
      try Data().write(to: URL(fileURLWithPath: gait.path("heard")))
      let ending = try gait.run(
        [
          "estimate", "--store", "s.gait", "--participant", "P", "--on-event",
          "echo $GAIT_EVENT $GAIT_DATE >> heard",
        ] + more)
      #expect(ending.code == 0, "\(ending.message)")
      return (
        ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " "),
        try gait.text(of: "heard").split(separator: "\n").map(String.init)
          .filter { $0.contains("low") }
      )
    }
    let day = "2024-02-11"
    #expect(try hear("--height", "1.60", "--corrects").heard == ["initial_low \(day)"])
    let worse = try hear("--height", "1.90", "--corrects")
    #expect(worse.said.contains("told on 11 February 2024: walking steadiness is very low"))
    #expect(
      Set(worse.heard) == ["withdrawn_initial_low \(day)", "initial_very_low \(day)"],
      "\(worse.heard)")
    #expect(
      worse.said.contains(
        "no longer true, by what is stored now: walking steadiness has been low for a month (11 February 2024)"
      ), "\(worse.said)")
    #expect(try hear().heard.isEmpty)
    // What a run without a listener found waits, and what went back meanwhile is not told.
    try run("estimate", "--participant", "P", "--height", "1.60", "--corrects")
    #expect(
      try Set(hear().heard) == ["withdrawn_initial_very_low \(day)", "initial_low \(day)"])
    try run("estimate", "--participant", "P", "--height", "1.90", "--corrects")
    try run("estimate", "--participant", "P", "--height", "1.60", "--corrects")
    #expect(try hear().heard.isEmpty)
  }

  @Test func `tests that contradict each other make nothing surer`() throws {
    try simulate(days: 182)
    for store in ["one.gait", "like.gait", "two.gait"] {
      try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path(store))
    }
    func calibrate(_ meters: String, _ day: String, _ store: String) throws {
      try run(
        "calibrate", "--six-minute-walk", meters, "--on", "2024-06-\(day)", "--participant", "P",
        store: store)
    }
    for store in ["one.gait", "like.gait"] { try calibrate("350", "10", store) }
    try calibrate("352", "12", "like.gait")
    try calibrate("250", "10", "two.gait")
    try calibrate("500", "12", "two.gait")
    func errors(_ store: String) throws -> (last: Double, scatter: Double?) {
      let week = try #require(try walks(store: store).last)
      return (
        try #require(week["standard_error"] as? Double), week["clinic_test_scatter"] as? Double
      )
    }
    let (one, like, two) = (
      try errors("one.gait"), try errors("like.gait"), try errors("two.gait")
    )
    #expect(like.last < one.last && like.scatter == nil && one.scatter == nil)
    #expect(two.last > 1.5 * one.last, "\(two) \(one)")
    let scatter = try #require(two.scatter)
    #expect(scatter > 5 && scatter < 10)
    #expect(try run("estimate", store: "two.gait").contains("the 2 tests differ"))
    let html = try page(store: "two.gait")
    #expect(html.contains("10 June 2024: 250 m") && html.contains("12 June 2024: 500 m"))
    #expect(try !run("estimate", store: "like.gait").contains("tests differ"))
  }

  @Test func `a change that is over is said to be over though the last day has no figure`() throws {
    try simulate("heat-wave", seed: 4, days: 120)
    try run("delete", "wear-time", "--participant", "P", "--from", "2024-05-06")
    let said = try run("estimate")
    let days = "n the 6 days, from 30 April 2024 to 5 May 2024: walking"
    #expect(said.contains("i" + days), "\(said)")
    #expect(said.contains("steps a day (as before the change)"), "\(said)")
    let html = try page()
    #expect(html.contains(". I" + days))
    #expect(html.contains("around which the feet differ by more than 10 % in time"))
    let all = try #require(try document()["days"] as? [[String: Any]])
    #expect(all.last?["steps"] is NSNull)
  }

  // MARK: - As many days as there are

  @Test func `before and after an event as many days are named as there are`() throws {
    try simulate()
    try run("event", "injury", "--participant", "P", "--on", "2024-01-13")
    #expect(
      try run("estimate").contains(
        "injury on 13 January 2024; latest two weeks against the 5 days before it:"))
    #expect(try page().contains("5 days before"))
    try run("event", "operation", "--participant", "P", "--on", "2024-03-02")
    #expect(
      try run("estimate").contains(
        "operation on 2 March 2024; the 6 days since against the four weeks before it:"))
    let html = try page()
    let lead = try #require(html.firstMatch(of: /<p class="lead"[^>]*>([^<]*)</)).1
    #expect(lead.contains("in the 6 days since, which is") && !lead.contains("two weeks"))
    #expect(html.contains("latest 6 days") && html.contains("latest two weeks"), "of the injury")
  }

  @Test func `a mean that begins anew at an event says its days`() throws {
    try simulate()
    let days = "mean of 7 days to 7 March 2024"
    #expect(try page().contains(days))
    func from() throws -> [String?] {
      let days = try #require(try document()["days"] as? [[String: Any]])
      return days.suffix(2).map { ($0["seven_days"] as? [String: Any])?["from"] as? String }
    }
    #expect(try from() == ["2024-02-29", "2024-03-01"])
    try run("event", "other", "--participant", "P", "--on", "2024-03-05", "--words", "moved")
    let html = try page()
    #expect(!html.contains(days))
    #expect(html.contains("mean of 3 days, from 5 March 2024 to 7 March 2024"))
    #expect(try from() == ["2024-03-05", "2024-03-05"])
  }

  /// Somebody who carries a phone on some days only, until 25 March.
  private func simulatePhone() throws {
    try run(
      "simulate", "--history", "phone-at-home", "--seed", "2", "--participant", "P", "--start",
      "2026-01-05", "--days", "80")
  }

  /// What the tiles of a page say of the days of their means.
  private func means(on page: String) throws -> [String] {
    let day = "[0-9]+ [A-Z][a-z]+ [0-9]{4}"
    return page.ranges(
      of: try Regex("mean of [0-9]+ days(?: with a value)?(?:, from \(day))? to \(day)")
    ).map { String(page[$0]) }
  }

  @Test func `a mean says how many days have a value`() throws {
    try simulatePhone()
    try run("event", "other", "--participant", "P", "--on", "2026-03-20")
    let five = "mean of 5 days with a value, from 20 March 2026 to 25 March 2026"
    #expect(try means(on: page()) == [five, five])
    // A day of which the steps are not known is a day with a speed.
    try run(
      "delete", "step-count", "--participant", "P", "--from", "2026-03-21", "--to", "2026-03-22")
    #expect(try means(on: page()) == [five, five.replacing("5 days", with: "4 days")])
    let days = try #require(try document()["days"] as? [[String: Any]])
    let last = try #require(days.last?["seven_days"] as? [String: Any])
    let counted = try #require(last["days"] as? [String: Any])
    let speed = try #require(counted["walking_speed_mps"] as? [String: Any])
    let steps = try #require(counted["steps"] as? [String: Any])
    #expect(speed["count"] as? Int == 5 && speed["from"] as? String == "2026-03-20")
    #expect(steps["count"] as? Int == 4 && steps["from"] as? String == "2026-03-20")
    #expect(last["from"] as? String == "2026-03-20")
  }

  @Test func `what became of a change names the days of each measure`() throws {
    try simulate("knee-surgery", seed: 4, days: 110)
    try run(
      "delete", "step-count", "--participant", "P", "--from", "2024-04-15", "--to", "2024-04-16")
    let said = try run("estimate", "--until", "2024-04-18")
    let (speeds, steps) = (
      "n the 7 days to 18 April 2024: walking speed",
      "; in the 6 days with a value, from 12 April 2024 to 18 April 2024: walking"
    )
    #expect(said.contains("i" + speeds) && said.contains(steps), "\(said)")
  }

  @Test func `days that were not worn are in no mean`() throws {
    try simulatePhone()
    func means(until day: String) throws -> [String] {
      try run("report", "person", "--participant", "P", "--until", day, "--output", "\(day).html")
      return try self.means(on: gait.text(of: "\(day).html"))
    }
    let three = "mean of 3 days, from 12 March 2026 to 14 March 2026"
    #expect(try means(until: "2026-03-14") == [three, three])
    try run("event", "other", "--participant", "P", "--on", "2026-03-11")
    #expect(try means(until: "2026-03-16") == [three, three])
  }
}
