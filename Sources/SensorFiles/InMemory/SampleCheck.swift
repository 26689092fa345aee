import GaitModel

/// Watches angular rates that a program says are in rad/s.
package struct RateCheck {
  private var turns = FastTurns()

  package init() {}

  /// Takes the rates of the next samples, the first of which has a number.
  ///
  /// - Returns: what is wrong with them, in words; `nil` when a person can have turned so.
  package mutating func trouble(x: [Float], y: [Float], z: [Float], from number: Int) -> String? {
    for i in x.indices { turns.take(Double(x[i]), Double(y[i]), Double(z[i]), line: number + i) }
    guard turns.areDegrees, let first = turns.firstLine else { return nil }
    let limit = Int(TableUnits.fastestRadiansPerSecond)
    return """
      from sample \(first) on the angular rate is above \(limit) rad/s again and again, as no person turns: give rad/s \
      (degrees per second times 0.0174533)
      """
  }
}

/// Watches times that a program gives for those that begin again, as those of a table may.
package struct RestartCheck {
  private var restart = TimeRestart(looksWithoutHeader: true)

  package init() {}

  /// Takes the time of a sample that is before the last one, both in seconds from the first.
  ///
  /// - Returns: what is wrong, in words, once it is sure that the times begin again.
  package mutating func trouble(
    _ seconds: Double, after last: Double, sample number: Int
  ) -> String? {
    restart.begin(seconds, after: last, row: number, line: number)?.trouble(above: last)
  }
}

/// Looks through a column that lies beside a program's samples for whose they are, as those of a table are looked through.
package struct OwnerCheck {
  private var column: OwnerColumn

  /// A column by its name and its first word; `nil` where it does not say whose the samples are.
  package init?(column name: String, firstWord: String) {
    guard let column = OwnerColumn(name, place: 0, firstCell: firstWord) else { return nil }
    self.column = column
  }

  /// Takes the word of the next row.
  ///
  /// - Returns: what is wrong, in words, where the row is another person's or device's than those above.
  package mutating func trouble(_ word: UnsafeBufferPointer<UInt8>) -> String? {
    column.other(than: word).map(column.words)
  }

  /// That values came one after the other, as where recordings were put behind each other; `nil` where they did not.
  package var note: String? { column.blocks }
}

/// What readers ask of samples, for samples that come from a program instead of a file.
package enum SampleCheck {
  /// Samples per second by rising stamps in seconds, which may jitter and have gaps; `nil` with fewer
  /// than two, or where nothing that measures motion is so slow or fast.
  ///
  /// As many stamps are looked at as in a table, so that both give the same rate.
  package static func samplingRateHertz(ofStamps seconds: [Double]) -> Double? {
    let first = Array(seconds.prefix(TableSample.rowLimit))
    guard let rate = SamplingClock().regularity(of: first)?.samplingRateHertz,
      possibleRatesHertz.contains(rate)
    else { return nil }
    return rate
  }

  /// The rate of rising stamps in seconds where no motion sensor has it, and what to do, in words; `nil` for other rates, and
  /// with fewer than two stamps.
  package static func impossibleRate(ofStamps seconds: [Double]) -> String? {
    let first = Array(seconds.prefix(TableSample.rowLimit))
    guard let rate = SamplingClock().regularity(of: first)?.samplingRateHertz,
      !possibleRatesHertz.contains(rate)
    else { return nil }
    let milliseconds =
      rate < possibleRatesHertz.lowerBound ? " (milliseconds divided by 1000)" : ""
    return
      "\(SamplingClock.words(ofImpossibleRate: rate)), and motion sensors give \(possibleRatesHertz.lowerBound) to "
      + "\(possibleRatesHertz.upperBound) samples per second: give seconds\(milliseconds)"
  }

  /// Whether the last of rising stamps was damaged, because the one behind it is before it: it is far ahead of both its
  /// neighbors, in any unit.
  package static func isLeap(_ rising: [Double], before stamp: Double) -> Bool {
    guard rising.count > 1, let last = rising.last, stamp < last else { return false }
    let before = rising[rising.count - 2]
    return stamp > before && last - before > 50 * (stamp - before)
  }

  /// Tells times that are too coarse for the samples, by the rule of tables: most samples have the time of the one before, and
  /// only one of each time could be kept.
  ///
  /// - Parameters:
  ///   - risingCount: how many times rise.
  ///   - repeatedCount: how many more are that of the sample before.
  /// - Returns: what is wrong, in words; `nil` for other times, and where none rises.
  package static func coarseTimes(risingCount: Int, repeatedCount: Int) -> String? {
    guard risingCount > 1, repeatedCount > risingCount else { return nil }
    return
      "\(repeatedCount) of \(repeatedCount + risingCount) samples have the time of the sample before: the times are too coarse "
      + "for the samples, as whole seconds are"
  }

  /// Samples per second that a motion sensor can give.
  package static var possibleRatesHertz: ClosedRange<Double> { SamplingClock.possibleRatesHertz }

  /// Between two times that run on, seconds.
  package static var longestPauseSeconds: Double { SamplingClock().longestPause }

  /// Whether a rate that is said is another than that of the stamps: sensors keep their own to a few hundredths. Both in
  /// samples per second.
  package static func areAtOdds(_ said: Double, _ measured: Double) -> Bool {
    abs(said - measured) > 0.05 * measured
  }

  /// Whether the middle one of the intervals between rising stamps, seconds, is that of a rate that is said, samples per second.
  package static func isMiddleInterval(of rising: [Double], rateHertz said: Double) -> Bool {
    SamplingClock().regularity(of: rising).map { !areAtOdds(said, 1 / $0.medianInterval) } ?? false
  }

  /// The remark on a rate that a program gives and whose stamps have another, both in samples per second; `nil` where they
  /// have not. The stamps win, as those of a table.
  package static func contradiction(
    said: Double, measured: Double, sampleCount: Int
  ) -> RecordingRemark? {
    TableUnits.contradiction(said, by: "sampling_rate", measured).map {
      RecordingRemark(kind: .inconsistent, sampleCount: sampleCount, message: $0)
    }
  }

  /// Stamps that are looked at for the rate.
  package static var stampCount: Int { TableSample.rowLimit }

  /// What is wrong with an acceleration that is said to be in m/s², in words; `nil` when a person can
  /// have moved so, and with less than a second of samples.
  package static func accelerationTrouble(
    x: [Double], y: [Double], z: [Double], samplingRateHertz: Double
  ) -> String? {
    guard Double(x.count) >= samplingRateHertz else { return nil }
    let level = GravityLevel(x: x, y: y, z: z, samplingRateHertz: samplingRateHertz)
    guard !level.isPossible(metersPerSecondSquaredPerUnit: 1) else { return nil }
    let found = DecimalText.text(level.level, decimals: 3) ?? "\(level.level)"
    return """
      the mean acceleration over a second is \(found) m/s², and gravity alone is 9.81 m/s²: give specific \
      force with gravity, in m/s²
      """
        + (level.isInGravities
          ? " (these values look like g: multiply them by 9.80665)"
          : level.isLeftOver ? ". \(GravityLevel.leftOverQuestion)" : "")
  }
}
