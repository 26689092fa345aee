/// What is known about a table before its rows are looked at. The plain case is that nothing is.
struct TableExpectation {
  /// What the time column counts, if the logger says so; `nil`: decided by its name and numbers.
  var time: TimeScale?
  /// The unit of an acceleration without gravity, which gravity's size therefore cannot show.
  var accelerationUnit: ColumnUnit?
  /// Whether the acceleration has the sign of gravity, as Apple's Core Motion writes it: at rest,
  /// face up, z is −1 g.
  var isCoreMotion = false
  /// Whether the table is that of a slow sensor: one row is enough, at whatever rate.
  var isSlow = false
  /// Whether a row may be without any value, as in a table that several sensors share.
  var isShared = false
  /// Where the rate stands that counts the time of a table without a clock.
  var rateWords = "sampling_rate_hz of the description"
}
