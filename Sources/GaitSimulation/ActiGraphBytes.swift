import GaitModel

/// A recording as an ActiGraph GT9X Link would store it, without its IMU: a zip file with `info.txt`
/// and `log.bin`, one record of acceleration for each second. The layout is described with the
/// reader, in `SensorFiles`.
enum ActiGraphBytes {
  /// Steps for 1 g: ±8 g in 12 bits.
  static let stepsPerG = 256.0
  private static let limits = -2048...2047
  /// Rates that the device can be set to, in tens.
  private static let possibleRates = 30...100

  /// All bytes of a recording's file, whole seconds of it; the rest is left out, as the device does.
  ///
  /// - Parameters:
  ///   - recording: Evenly sampled at 30, 40, … 100 Hz; its angular rate is left out.
  ///   - startSeconds: The device's clock at the first sample, seconds since 1970.
  /// - Returns: `nil` when the device has no such clock.
  static func bytes(of recording: SimulatedRecording, startSeconds: Int) -> [UInt8]? {
    guard let rate = Int(exactly: recording.facts.samplingRateHertz),
      possibleRates.contains(rate), rate % 10 == 0
    else { return nil }
    let block = recording.wholeBlock()
    guard block.isEven(rateHertz: Double(rate)) else { return nil }
    var log: [UInt8] = []
    for second in 0..<block.seconds.count / rate {
      let range = second * rate..<(second + 1) * rate
      log += record(at: startSeconds + second, samples(block, range))
    }
    let text = info(of: recording.facts, rate: rate, startSeconds: startSeconds)
    return StoredZip.bytes(
      of: [("info.txt", Array(text.utf8)), ("log.bin", log)],
      date: CivilTime(secondsSince1970: startSeconds))
  }

  /// A record of type 26 (ACTIVITY2): separator, type, time, size, payload, and what makes the
  /// exclusive or of all bytes 255.
  private static func record(at second: Int, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x1e, 26]
    bytes.append(second, byteCount: 4)
    bytes.append(payload.count, byteCount: 2)
    bytes += payload
    return bytes + [~bytes.reduce(0, ^)]
  }

  private static func samples(_ block: RecordingBlock, _ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count * 6)
    for index in range {
      let steps = block.acceleration.steps(
        index, stepsPerUnit: stepsPerG / standardGravity, within: limits)
      for step in steps { bytes.append(step, byteCount: 2) }
    }
    return bytes
  }

  private static func info(of facts: RecordingFacts, rate: Int, startSeconds: Int) -> String {
    // Units of 0.1 µs since the year 1.
    let start = (startSeconds + 62_135_596_800) * 10_000_000
    let height = facts.participant.height.map {
      ["Height: \(DecimalText.text($0.meters * 100, decimals: 1) ?? "")"]
    }
    let lines =
      [
        "Serial Number: TAS1H00000000", "Device Type: Link", "Firmware: 1.7.2",
        "Battery Voltage: 4.16", "Sample Rate: \(rate)", "Start Date: \(start)",
        "TimeZone: 00:00:00", "Board Revision: 8", "Unexpected Resets: 0",
        "Acceleration Scale: \(DecimalText.text(stepsPerG, decimals: 1) ?? "")",
        "Acceleration Min: -8.0", "Acceleration Max: 8.0", "Subject Name: \(facts.name)",
      ] + (height ?? [])
    return lines.map { $0 + "\r\n" }.joined()
  }
}
