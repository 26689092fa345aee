/// The rows of a table of text.
typealias TableStream = RowStream<RowReader>

extension RowStream where Rows == RowReader {
  /// Begins at the top of a table of text.
  convenience init(
    _ file: RecordingFile, plan: TablePlan, origin: Double? = nil, pauses: [ClockPause] = []
  ) throws(SensorFileError) {
    self.init(
      path: file.path, rows: try plan.rows(of: file), conversion: RowConversion(plan),
      origin: origin, pauses: pauses)
  }
}
