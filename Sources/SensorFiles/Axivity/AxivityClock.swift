/// Gives every block its times.
///
/// ```
///   block 0     |block 1     |block 2       samples
///          *           *            *       the clock was read (`stampedSample`), here or beyond
///   E0     |     E1    |     E2     |       the end of a block lies on the line through two stars
/// ```
/// The crystal of the sensor and that of the clock differ by 1 or 2 %, so times run linearly from
/// one reading of the clock to the next. Before the first reading, and after a pause, the rate is
/// that of the rate code. A block whose neighbor was lost keeps its place by the sequence numbers.
struct AxivityClock {
  /// When a block's samples were taken.
  struct Span: Hashable {
    /// The first sample, seconds since 1970 on the device's clock.
    let first: Double
    /// From one sample to the next, seconds.
    let step: Double
  }

  /// Two readings of the clock belong to one stretch when the rate between them is this close to
  /// that of the code (sensors are within 3 %), …
  var rateTolerance = 0.1
  /// … and this many samples more or less: readings are whole samples apart.
  var sampleTolerance = 2.0
  /// More lost blocks in a row than this are a pause: a day of 40 samples at 100 Hz.
  var longestLoss: UInt32 = 216_000

  private struct Reading {
    let block: AxivityBlock
    /// The stretch's sample at which the clock was read.
    let sample: Double
    let seconds: Double
    /// The stretch's sample after the block's last, and its time.
    let endSample: Double
    let end: Double
  }

  private var last: Reading?

  /// When the block's samples were taken; `nil` when that is not after those of the block before.
  mutating func place(_ block: AxivityBlock) -> Span? {
    continued(block) ?? restarted(block)
  }

  /// Blocks missing between the last placed block and this one, by their numbers; 0 after a pause.
  func missingBlocks(before block: AxivityBlock) -> Int {
    guard let last, isSameStretch(last.block, block) else { return 0 }
    return Int(block.sequence - last.block.sequence) - 1
  }

  private func isSameStretch(_ a: AxivityBlock, _ b: AxivityBlock) -> Bool {
    a.rateHertz == b.rateHertz && a.sessionIdentifier == b.sessionIdentifier
      && a.packing == b.packing && b.sequence > a.sequence && b.sequence - a.sequence <= longestLoss
  }

  private mutating func continued(_ block: AxivityBlock) -> Span? {
    guard let last, isSameStretch(last.block, block) else { return nil }
    let missing = Double(missingBlocks(before: block) * block.packing.capacity)
    let firstSample = last.endSample + missing
    let sample = firstSample + Double(block.stampedSample)
    let seconds = Double(block.wholeSeconds) + block.fraction
    let samples = sample - last.sample
    let ideal = samples / block.rateHertz
    let slack = rateTolerance * ideal + sampleTolerance / block.rateHertz
    guard samples > 0, abs(seconds - last.seconds - ideal) <= slack else { return nil }
    let interval = (seconds - last.seconds) / samples
    let endSample = firstSample + Double(block.sampleCount)
    let end = seconds + (endSample - sample) * interval
    let first = missing > 0 ? seconds + (firstSample - sample) * interval : last.end
    return accept(
      Reading(block: block, sample: sample, seconds: seconds, endSample: endSample, end: end),
      first: max(first, last.end))
  }

  private mutating func restarted(_ block: AxivityBlock) -> Span? {
    let seconds = Double(block.wholeSeconds) + block.fraction
    let first = block.nominalStart
    return accept(
      Reading(
        block: block, sample: Double(block.stampedSample), seconds: seconds,
        endSample: Double(block.sampleCount), end: first + block.duration),
      first: max(first, last?.end ?? first))
  }

  /// Half the time that the samples should take is the least: else the block is one that was
  /// there before, or its clock was set back.
  private mutating func accept(_ reading: Reading, first: Double) -> Span? {
    let duration = reading.end - first
    guard duration >= reading.block.duration / 2 else { return nil }
    last = reading
    return Span(first: first, step: duration / Double(reading.block.sampleCount))
  }
}
