import GaitModel

/// Hands out the samples of a table.
///
/// Stamps rise strictly: a row whose time is not later than that of the row before is left out and
/// counted. A row that cannot be read is left out and leaves its gap.
final class DelimitedTextSource: SensorFileSource {
  let facts: RecordingFacts
  let layout: SensorFileLayout

  /// A sample whose stamp leaps ahead. One damaged stamp would otherwise hold back all samples
  /// until the clock has caught up; so the row after it decides.
  private struct Leap {
    let seconds: Double
    let motion: SIMD8<Float>
    let side: [(SideChannel, Float)]
    let line: Int
    let excerpt: String
  }

  /// A step of the clock that is looked at twice: longer than any pause of a running sensor.
  private static let leapSeconds = SamplingClock().longestPause

  /// A stamp further from the first is damaged, seconds: ten years, longer than any battery lasts.
  private static let longestSeconds = 10 * 365.25 * 86_400

  private let path: String
  private let conversion: RowConversion
  private let rows: RowReader
  private let columns: SampleColumns
  private var log = RemarkLog()
  private var firstStamp: Double?
  private var lastSeconds = -Double.infinity
  private var leap: Leap?
  private var rowNumber = -1
  private var sampleCount = 0
  private var hasEnded = false

  init(_ file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    path = file.path
    let plan = try TablePlan(for: file, settings: settings)
    conversion = RowConversion(plan)
    rows = try plan.rows(of: file)
    layout = plan.layout
    facts = settings.description.facts(
      name: file.name, device: DelimitedText.name,
      samplingRateHertz: plan.clock.samplingRateHertz, start: plan.start,
      hasAngularRate: plan.hasAngularRate, options: settings.options)
    columns = SampleColumns(
      capacity: settings.blockSampleCount, hasAngularRate: plan.hasAngularRate)
  }

  var remarks: [RecordingRemark] {
    let conversions = layout.conversions.map {
      RecordingRemark(kind: .converted, sampleCount: sampleCount, message: $0)
    }
    let damage = rows.damage.map {
      RecordingRemark(kind: .truncated, sampleCount: 0, message: $0)
    }
    let contradictions = layout.contradictions.map {
      RecordingRemark(kind: .inconsistent, sampleCount: sampleCount, message: $0)
    }
    return conversions + contradictions + log.remarks + (damage.map { [$0] } ?? [])
  }

  func nextBlock() throws -> RecordingBlock? {
    // A row may add two samples: a leap that it settles, and itself.
    while !hasEnded, columns.count < columns.capacity - 1 {
      switch try rows.next() {
      case .row:
        rowNumber += 1
        take()
      case .nothing: continue
      case .unreadable:
        rowNumber += 1
        note(.unreadable, "not a row of numbers, skipped")
      case .notFinite:
        rowNumber += 1
        note(.notFinite, "a value that is not finite, skipped")
      case .end:
        hasEnded = true
        settleLeap(before: .infinity)
        try checkShare()
      }
    }
    return columns.takeBlock()
  }

  @inline(__always)
  private func take() {
    let raw = rows.raw
    let stamp = conversion.hasTime ? raw[Channel.time.rawValue] : Double(rowNumber)
    let origin = firstStamp ?? stamp
    let seconds = (stamp - origin) * conversion.secondsPerUnit
    if leap != nil { settleLeap(before: seconds) }
    guard seconds > lastSeconds, seconds <= Self.longestSeconds else {
      return noteOrder(isSame: seconds == lastSeconds)
    }
    let motion = conversion.motion(raw)
    guard isFinite(motion) else {
      return note(.notFinite, "a value that is not finite, skipped")
    }
    if seconds - lastSeconds > Self.leapSeconds, firstStamp != nil {
      leap = Leap(
        seconds: seconds, motion: motion, side: sideValues, line: rows.lineNumber,
        excerpt: rows.excerpt)
      return
    }
    firstStamp = origin
    append(seconds, motion)
    if !conversion.sideChannels.isEmpty { columns.append(seconds: seconds, side: sideValues) }
  }

  /// What the slow channels give in this row.
  private var sideValues: [(SideChannel, Float)] {
    conversion.sideChannels.compactMap { channel in
      channel.value(in: rows.raw).map { (channel.side, $0) }
    }
  }

  @inline(__always)
  private func append(_ seconds: Double, _ motion: SIMD8<Float>) {
    lastSeconds = seconds
    sampleCount += 1
    columns.append(seconds: seconds, motion)
  }

  /// A leap was a gap when the clock goes on from it, and damage when the clock goes on from
  /// before it.
  private func settleLeap(before seconds: Double) {
    guard let held = leap else { return }
    leap = nil
    if seconds < held.seconds, seconds > lastSeconds {
      log.note(
        .outOfOrder, Self.backwards, line: held.line, example: held.excerpt)
    } else {
      append(held.seconds, held.motion)
      columns.append(seconds: held.seconds, side: held.side)
    }
  }

  private static let backwards = "a time that does not fit between its neighbors, skipped"

  /// Numbers that a `Float` cannot hold become infinite only here.
  @inline(__always)
  private func isFinite(_ values: SIMD8<Float>) -> Bool {
    (values - values) == SIMD8<Float>(repeating: 0)
  }

  private func noteOrder(isSame: Bool) {
    if isSame {
      note(.duplicate, "the time of the row before once more, skipped")
    } else {
      note(.outOfOrder, Self.backwards)
    }
  }

  private func note(_ kind: RecordingRemark.Kind, _ words: String) {
    log.note(kind, words, line: rows.lineNumber, example: rows.excerpt)
  }

  private func checkShare() throws(SensorFileError) {
    let kinds: [RecordingRemark.Kind] = [.unreadable, .notFinite, .outOfOrder]
    let unusable = kinds.reduce(0) { $0 + log.count($1) }
    guard unusable * 2 > rowNumber + 1 else { return }
    throw UnusableLines.error(
      path: path, unusable: unusable, of: rowNumber + 1, example: log.firstPlace(kinds))
  }
}
