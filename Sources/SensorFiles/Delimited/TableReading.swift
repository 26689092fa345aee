/// The top of a table, read in the way that gives most rows.
struct TableReading {
  let sample: TableSample
  /// Whether times are dates.
  let readsDateTimes: Bool

  /// Reads numbers; where most rows fail, perhaps because the times are dates, dates too.
  init(
    of file: RecordingFile, header: TableHeader, columns: ColumnLayout,
    _ expectation: TableExpectation
  ) throws(SensorFileError) {
    let hasClock = columns.column(.time) != nil
    func read(dateTimes: Bool) throws(SensorFileError) -> TableSample {
      let lines = LineBuffer(
        path: file.path, stream: try file.bytes(), hasDecimalCommas: header.hasDecimalCommas)
      let rows = try RowReader(
        lines: lines, header: header, layout: columns, readsDateTimes: dateTimes,
        isShared: expectation.isShared)
      return try TableSample(
        reading: rows, hasClock: hasClock, hasAngularRate: columns.column(.angularRateX) != nil)
    }
    let numbers = try read(dateTimes: false)
    if hasClock, numbers.unusableCount * 2 > numbers.lineCount {
      let dates = try read(dateTimes: true)
      readsDateTimes = dates.stamps.count > numbers.stamps.count
      // When they are no dates either, the first reading's complaint stands.
      sample = readsDateTimes ? dates : numbers
    } else {
      readsDateTimes = false
      sample = numbers
    }
    try Self.check(sample, of: file)
  }

  private static func check(
    _ sample: TableSample, of file: RecordingFile
  ) throws(SensorFileError) {
    if sample.lineCount == 0 {
      throw SensorFileError(
        .empty, path: file.path,
        "there is a header and no row below it"
          + (file.headDamage.map { " (\($0))" } ?? "") + ".")
    }
    if sample.unusableCount * 2 > sample.lineCount {
      throw UnusableLines.error(
        path: file.path, placeWord: RowReader.placeWord, unusable: sample.unusableCount,
        of: sample.lineCount, example: sample.firstUnusable)
    }
    if sample.stamps.isEmpty { throw noRow(file.path, sample) }
  }

  private static func noRow(_ path: String, _ sample: TableSample) -> SensorFileError {
    SensorFileError(
      .tooFewSamples, path: path, "none of its \(sample.lineCount) rows has all that is needed.")
  }
}
