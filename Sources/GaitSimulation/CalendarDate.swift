import Foundation

/// Date and time of day in UTC, as the clocks of devices count.
struct CalendarDate {
  let year, month, day, hour, minute, second: Int

  /// The date so many seconds after 1970-01-01 00:00:00.
  init(secondsSince1970: Int) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second],
      from: Date(timeIntervalSince1970: Double(secondsSince1970)))
    year = parts.year ?? 1970
    month = parts.month ?? 1
    day = parts.day ?? 1
    hour = parts.hour ?? 0
    minute = parts.minute ?? 0
    second = parts.second ?? 0
  }

  /// `2026-01-05 09:00:00`.
  var text: String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(year)-\(two(month))-\(two(day)) \(two(hour)):\(two(minute)):\(two(second))"
  }
}
