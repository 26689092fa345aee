/// The device's clock in 32 bits: from the top 6 bits of year since 2000, 4 of month, 5 of day,
/// 5 of hour, 6 of minute, 6 of second. It is a local clock without an offset from UTC.
enum AxivityStamp {
  /// Seconds from 1970 to the reading of the clock, or `nil` when it is no date; all zeros and all
  /// ones, which stand for "unknown", "always" and "never", are none.
  static func secondsSince1970(_ stamp: UInt32) -> Int? {
    let year = 2000 + Int(stamp >> 26)
    let month = Int(stamp >> 22 & 0x0f)
    let day = Int(stamp >> 17 & 0x1f)
    let hour = Int(stamp >> 12 & 0x1f)
    let minute = Int(stamp >> 6 & 0x3f)
    let second = Int(stamp & 0x3f)
    guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let days = daysBefore(year: year, month: month) + day - 1
    return days * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

  /// Every fourth year from 2000 to 2063 is a leap year.
  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    if month == 2 { return isLeap(year) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private static func daysBefore(year: Int, month: Int) -> Int {
    let years = year - 2000
    let leapDays = (years + 3) / 4 + (month > 2 && isLeap(year) ? 1 : 0)
    // 2000-01-01 is day 10,957.
    return 10_957 + years * 365 + leapDays + daysBeforeMonth[month - 1]
  }
}
