import GaitModel

/// A recording as a GENEActiv would store it: a header of 59 lines, then pages of text with 300
/// samples each. The layout is described with the reader, in `SensorFiles`.
enum GENEActivBytes {
  /// Steps for 1 g: ±8 g in 12 bits.
  static let stepsPerG = 256.0
  private static let limits = -2048...2047
  private static let samplesPerPage = 300
  /// Rates that the device can be set to, Hz.
  private static let possibleRates = 10.0...100.0

  /// All bytes of a recording's file, whole pages of it; the rest is left out, as the device does.
  ///
  /// - Parameters:
  ///   - recording: Evenly sampled at 10-100 Hz, such that a page takes whole tenths of a second; its
  ///     angular rate is left out.
  ///   - startSeconds: The device's clock at the first sample, seconds since 1970.
  /// - Returns: `nil` when the device has no such clock.
  static func bytes(of recording: SimulatedRecording, startSeconds: Int) -> [UInt8]? {
    let rate = recording.facts.samplingRateHertz
    let tenths = (Double(samplesPerPage) * 10 / rate).rounded()
    guard possibleRates.contains(rate), abs(tenths * rate / 10 - Double(samplesPerPage)) < 1e-6
    else { return nil }
    let block = recording.wholeBlock()
    guard block.isEven(rateHertz: rate) else { return nil }
    let pageCount = block.seconds.count / samplesPerPage
    let start = stamp(startSeconds, tenths: 0)
    var bytes = Array(header(of: recording.facts, start: start, pageCount: pageCount).utf8)
    for page in 0..<pageCount {
      let head = pageHead(
        number: page, time: stamp(startSeconds, tenths: page * Int(tenths)), rate: rate)
      bytes += Array(head.utf8)
      let first = page * samplesPerPage
      for index in first..<first + samplesPerPage { append(block, index, to: &bytes) }
      bytes += Array("\r\n".utf8)
    }
    return bytes
  }

  /// Twelve hexadecimal digits: three axes in two's complement; no light, the button not pressed.
  private static func append(_ block: RecordingBlock, _ index: Int, to bytes: inout [UInt8]) {
    let steps = block.acceleration.steps(
      index, stepsPerUnit: stepsPerG / standardGravity, within: limits)
    for number in steps + [0] {
      for shift in [8, 4, 0] { bytes.append(digits[number >> shift & 0xf]) }
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func pageHead(number: Int, time: String, rate: Double) -> String {
    lines([
      "Recorded Data", "Device Unique Serial Code:000000", "Sequence Number:\(number)",
      "Page Time:\(time)", "Unassigned:", "Temperature:21.5", "Battery voltage:4.1642",
      "Device Status:Recording",
      "Measurement Frequency:\(DecimalText.text(rate, decimals: 1) ?? "")",
    ])
  }

  private static func header(of facts: RecordingFacts, start: String, pageCount: Int) -> String {
    lines(device + setting(facts, start: start) + trial + subject(facts) + calibration)
      + lines(["Memory Status", "Number of Pages:\(pageCount)", ""])
  }

  private static let device = [
    "Device Identity", "Device Unique Serial Code:000000", "Device Type:GENEActiv",
    "Device Model:1.2", "Device Firmware Version:Ver6.14a", "Calibration Date:",
    "", "Device Capabilities", "Accelerometer Range:-8 to 8",
    "Accelerometer Resolution:0.0039", "Accelerometer Units:g", "Light Meter Range:0 to 5000",
    "Light Meter Resolution:5", "Light Meter Units:lux", "Temperature Sensor Range:0 to 60",
    "Temperature Sensor Resolution:0.1", "Temperature Sensor Units:deg. C", "",
  ]

  private static func setting(_ facts: RecordingFacts, start: String) -> [String] {
    [
      "Configuration Info",
      "Measurement Frequency:\(DecimalText.text(facts.samplingRateHertz, decimals: 1) ?? "") Hz",
      "Measurement Period:24 Hours", "Start Time:\(start)", "Time Zone:GMT +00:00", "",
    ]
  }

  private static let trial = [
    "Trial Info", "Study Centre:", "Study Code:", "Investigator ID:", "Exercise Type:",
    "Config Operator ID:", "Config Time:", "Config Notes:", "Extract Operator ID:",
    "Extract Time:", "Extract Notes:", "",
  ]

  private static func subject(_ facts: RecordingFacts) -> [String] {
    let site = facts.site?.rawValue.replacing("_", with: " ") ?? ""
    let height = facts.participant.height.flatMap { DecimalText.text($0.meters * 100, decimals: 1) }
    return [
      "Subject Info", "Device Location Code:\(site)", "Subject Code:\(facts.name)",
      "Date of Birth:1900-1-1", "Sex:", "Height:\(height ?? "")", "Weight:", "Handedness Code:",
      "Subject Notes:", "",
    ]
  }

  /// A gain is hundredths of a step for 1 g.
  private static var calibration: [String] {
    let axes = ["x", "y", "z"].flatMap { ["\($0) gain:\(Int(stepsPerG * 100))", "\($0) offset:0"] }
    return ["Calibration Data"] + axes + ["Volts:0", "Lux:0", ""]
  }

  /// `2026-01-05 09:00:00:000`.
  private static func stamp(_ startSeconds: Int, tenths: Int) -> String {
    let date = CivilTime(secondsSince1970: startSeconds + tenths / 10)
    return "\(date.text):\(tenths % 10)00"
  }

  private static func lines(_ lines: [String]) -> String {
    lines.map { $0 + "\r\n" }.joined()
  }
}
