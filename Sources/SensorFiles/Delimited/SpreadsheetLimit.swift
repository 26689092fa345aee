/// Spreadsheets hold so many rows and leave out what is below them when they open a longer table: two hours and three quarters at
/// 100 Hz. What they save then is a table that ends there (Microsoft, *Excel specifications and limits*).
enum SpreadsheetLimit {
  private static let lineCount = 1_048_576

  /// What to say of a table of so many lines, with those of its header; `nil` of any other than just as many as there is room for.
  static func note(lineCount: Int) -> String? {
    guard lineCount == self.lineCount else { return nil }
    return
      "it has \(lineCount.grouped) lines, as many as a spreadsheet holds: where one saved it, what was recorded behind them is "
      + "lost; export the recording again and do not save it in a spreadsheet"
  }
}
