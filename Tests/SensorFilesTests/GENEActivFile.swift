import Foundation

@testable import SensorFiles

/// Writes small recordings in the device's format, as plainly as it is described.
struct GENEActivFile {
  static let second = 1_700_000_000
  static let gains = [25_522, 25_457, 24_829]
  static let offsets = [272, -1129, 101]

  /// One page to be written.
  struct Page {
    var sequence = 0
    /// When the first sample was taken, seconds after `second`.
    var start = 0.0
    var rate = "100.0"
    /// What the page truly lasts, for the page after it.
    var duration = 3.0
    var count = 300
    var temperature = "21.5"
    var lineEnd = "\n"
    /// Raw steps of an axis of a sample, -2048 to 2047.
    var steps: (_ sample: Int, _ axis: Int) -> Int = { (($0 * 37 + $1 * 101) % 400) - 200 }
    /// The last twelve bits: light, button, and a 0.
    var rest: (_ sample: Int) -> Int = { ($0 * 4) & 0xffc }

    func acceleration(_ sample: Int, _ axis: Int) -> Float {
      let steps = Double(steps(sample, axis))
      return Float((steps * 100 - Double(offsets[axis])) / Double(gains[axis]) * 9.80665)
    }
  }

  /// The lines above the first page; `subject` replaces lines of the person.
  static func header(
    pages: Int, zone: String = "GMT +01:00", subject: [String: String] = [:], lineEnd: String = "\n"
  ) -> [UInt8] {
    let person = [
      "Device Location Code", "Subject Code", "Date of Birth", "Sex", "Height", "Weight",
      "Handedness Code", "Subject Notes",
    ].map { "\($0):\(subject[$0] ?? "")" }
    let zeros = String(repeating: "\0", count: 20)
    let axes = ["x", "y", "z"].enumerated().flatMap { axis, name in
      ["\(name) gain:\(gains[axis])", "\(name) offset:\(offsets[axis])"]
    }
    let lines =
      [
        "Device Identity", "Device Unique Serial Code:051386", "Device Type:GENEActiv",
        "Device Model:1.1", "Device Firmware Version:Ver4.08a date14Jul14",
        "Calibration Date:2019-02-04 13:49:24:000", "", "Device Capabilities",
        "Accelerometer Range:-8 to 8", "Accelerometer Resolution:0.0039",
        "Accelerometer Units:g", "Light Meter Range:0 to 5000", "Light Meter Resolution:5",
        "Light Meter Units:lux", "Temperature Sensor Range:0 to 70",
        "Temperature Sensor Resolution:0.1", "Temperature Sensor Units:deg. C", "",
        "Configuration Info", "Measurement Frequency:100 Hz", "Measurement Period:360 Hours",
        "Start Time:2023-11-14 22:13:15:000", "Time Zone:\(zone)", "", "Trial Info",
        "Study Centre:Clinic", "Study Code:1851", "Investigator ID:\(zeros)",
        "Exercise Type:\(zeros)", "Config Operator ID:\(zeros)",
        "Config Time:2023-11-14 21:00:00:000", "Config Notes:\(zeros)", "Extract Operator ID:",
        "Extract Time:2023-12-01 10:00:00:000", "Extract Notes:(device clock drift -1.459s)", "",
        "Subject Info",
      ] + person + ["", "Calibration Data"] + axes
      + ["Volts:42", "Lux:886", "", "Memory Status", "Number of Pages:\(pages)", ""]
    return Array(lines.map { $0 + lineEnd }.joined().utf8)
  }

  static func bytes(_ page: Page) -> [UInt8] {
    let head = [
      "Recorded Data", "Device Unique Serial Code:051386", "Sequence Number:\(page.sequence)",
      "Page Time:\(stamp(page.start))", "Unassigned:", "Temperature:\(page.temperature)",
      "Battery voltage:4.1642", "Device Status:Recording", "Measurement Frequency:\(page.rate)",
    ]
    var bytes = Array(head.map { $0 + page.lineEnd }.joined().utf8)
    for sample in 0..<page.count {
      for axis in 0..<3 { bytes += hex[page.steps(sample, axis) & 0xfff] }
      bytes += hex[page.rest(sample) & 0xfff]
    }
    return bytes + Array(page.lineEnd.utf8)
  }

  private static let hex: [[UInt8]] = (0..<4096).map { number in
    let text = String(number, radix: 16, uppercase: true)
    return Array((String(repeating: "0", count: 3 - text.count) + text).utf8)
  }

  /// A whole recording of pages that follow each other.
  static func recording(
    _ count: Int, like page: Page = Page(), change: (Int, inout Page) -> Void = { _, _ in }
  ) -> [UInt8] {
    var bytes = header(pages: count, lineEnd: page.lineEnd)
    var start = page.start
    for place in 0..<count {
      var next = page
      next.sequence = place
      next.start = start
      // Pages differ, so that a swapped one is seen.
      next.steps = { page.steps($0 + place, $1) }
      change(place, &next)
      start = next.start + next.duration
      bytes += Self.bytes(next)
    }
    return bytes
  }

  /// `2023-11-14 22:13:20:500`, through Foundation's calendar.
  static func stamp(_ seconds: Double) -> String {
    let whole = seconds.rounded(.down)
    let date = Date(timeIntervalSince1970: Double(second) + whole)
    let thousandths = Int(((seconds - whole) * 1000).rounded())
    return formatter.string(from: date) + String(format: ":%03d", thousandths)
  }

  private static let formatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return formatter
  }()

  /// The places at which pages begin.
  static func pagePlaces(_ bytes: [UInt8]) -> [Int] {
    bytes.ranges(of: Array("Recorded Data".utf8)).map(\.lowerBound)
  }
}
