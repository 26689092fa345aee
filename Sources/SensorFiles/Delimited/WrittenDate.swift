import GaitModel

extension DateTime {
  /// Reads a cell in each way in which a time column is read: as a date with the year first or the month by its name, and as
  /// one whose digits stand together where the column's name gives no unit that a number counts. `nil` for anything else.
  init?(_ cell: String, below name: ColumnName) {
    if let date = DateTime(cell) {
      self = date
    } else if let seconds = DateOrder(unambiguous: cell)?.seconds(cell)
      ?? (name.unit == nil ? ClockDigits.seconds(cell) : nil)
    {
      self.init(secondsSince1970: seconds, utcOffsetSeconds: nil)
    } else {
      return nil
    }
  }
}
