import Foundation
import GaitModel
import Testing

struct CivilDateTests {
  @Test func `days are those of the system's calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for days in stride(from: -140_000, through: 140_000, by: 97) {
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(days) * 86_400))
      let date = CivilDate(daysSince1970: days)
      // The system's calendar is the Julian one before 1582-10-15.
      if days >= -141_427 {
        #expect([date.year, date.month, date.day] == [parts.year, parts.month, parts.day])
      }
      #expect(date.daysSince1970 == days)
      #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
    }
  }

  @Test(arguments: [
    (2023, 2, 29), (2024, 2, 30), (2024, 13, 1), (2024, 0, 1), (2024, 4, 31), (1900, 2, 29),
  ])
  func `there is no such date`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func `clocks show date and time`() {
    #expect(CivilTime(secondsSince1970: 1_767_603_600).text == "2026-01-05 09:00:00")
    #expect(CivilTime(secondsSince1970: -1).text == "1969-12-31 23:59:59")
  }
}
