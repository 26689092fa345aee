import Foundation
import Testing

@testable import MobilityEstimates

struct DayCalendarTests {
  private func calendar(_ zone: String) throws -> DayCalendar {
    DayCalendar(timeZone: try #require(TimeZone(identifier: zone)))
  }

  @Test(arguments: [
    ("2026-03-29", 23.0), ("2026-10-25", 25.0), ("2026-06-01", 24.0),
  ])
  func `days are as long as the clocks on the wall make them`(date: String, hours: Double) throws {
    let calendar = try calendar("Europe/Berlin")
    let interval = calendar.interval(of: try #require(calendar.day(date)))
    #expect(interval.upperBound.timeIntervalSince(interval.lowerBound) == hours * 3600)
    #expect(calendar.text(of: calendar.day(containing: interval.lowerBound)) == date)
    #expect(calendar.text(of: calendar.day(containing: interval.upperBound - 0.001)) == date)
    #expect(calendar.text(of: calendar.day(containing: interval.upperBound)) > date)
  }

  @Test func `where a clock skips midnight the day begins at its first instant`() throws {
    let calendar = try calendar("America/Sao_Paulo")
    let interval = calendar.interval(of: try #require(calendar.day("2018-11-04")))
    #expect(interval.upperBound.timeIntervalSince(interval.lowerBound) == 23 * 3600)
    #expect(calendar.text(of: calendar.day(containing: interval.lowerBound)) == "2018-11-04")
    #expect(calendar.text(of: calendar.day(containing: interval.lowerBound - 1)) == "2018-11-03")
  }

  @Test func `the same instant belongs to the day of the person's own time zone`() throws {
    let instant = Date(timeIntervalSince1970: 1_780_272_000)  // 2026-06-01 00:00 UTC
    for (zone, date) in [
      ("Pacific/Auckland", "2026-06-01"), ("America/Los_Angeles", "2026-05-31"),
    ] {
      let calendar = try calendar(zone)
      #expect(calendar.text(of: calendar.day(containing: instant)) == date)
    }
  }

  @Test(arguments: ["Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kathmandu"])
  func `the quick table of days says what the calendar says`(zone: String) throws {
    let calendar = try calendar(zone)
    let first = try #require(calendar.day("2011-12-01"))
    let grid = DayGrid(first...first.advanced(by: 800), in: calendar)
    var dice = SystemDice(seed: 5)
    let begin = calendar.start(of: first)
    for _ in 0..<3000 {
      let date = begin + dice.uniform() * 799 * 86_400
      let asked = try #require(grid.day(containing: date))
      #expect(asked == calendar.day(containing: date))
      #expect(grid.interval(of: asked).contains(date))
    }
    #expect(grid.day(containing: begin - 1) == nil)
  }

  @Test(arguments: ["2026-02-30", "2026-2-3", "today", "", "2026-13-01"])
  func `what is no date is no day`(text: String) throws {
    #expect(try calendar("Europe/Berlin").day(text) == nil)
  }

  @Test func `weeks run from Monday to Sunday`() throws {
    let calendar = try calendar("Europe/Berlin")
    let week = LocalWeek(containing: try #require(calendar.day("2026-11-21")))
    #expect(calendar.text(of: week.firstDay) == "2026-11-16")
    #expect(calendar.text(of: week.lastDay) == "2026-11-22")
    #expect(week.days.count == 7)
    #expect(LocalWeek(containing: LocalDay(number: -4)).lastDay.number == -4)
  }
}
