import Foundation

/// What the file says about the device and how it was set, for a person to read.
struct GENEActivDetails {
  let header: GENEActivHeader
  let first: GENEActivPage

  /// Lines of the header that are worth a word, and the word.
  private static let named = [
    ("Device Firmware Version", "firmware"), ("Calibration Date", "calibrated"),
    ("Accelerometer Range", "accelerometer range"), ("Start Time", "set to start"),
    ("Measurement Period", "set to last"), ("Study Centre", "study center"),
    ("Study Code", "study code"), ("Exercise Type", "exercise type"),
    ("Device Location Code", "worn at"), ("Handedness Code", "handedness"),
    ("Config Notes", "notes at setting up"), ("Extract Notes", "notes at reading out"),
    ("Subject Notes", "notes on the subject"),
  ]

  /// `GENEActiv 1.1, device 051386`.
  var device: String {
    var words = [header["Device Type"] ?? "GENEActiv", header["Device Model"]].compactMap(\.self)
      .joined(separator: " ")
    if let serial = header["Device Unique Serial Code"] { words += ", device \(serial)" }
    return words
  }

  /// One phrase for each thing.
  var sentences: [String] {
    let lines = Self.named.compactMap { name, word in header[name].map { "\(word): \($0)" } }
    return lines + Self.state(of: first).map { "at the start: \($0)" }
  }

  /// What only the pages tell: how often the button was pressed, and the last page's state.
  static func sentences(last: GENEActivPage?, pressCount: Int) -> [String] {
    let state = last.map(state) ?? []
    return state.map { "at the end: \($0)" }
      + (pressCount > 0 ? ["presses of the button: \(pressCount)"] : [])
  }

  private static func state(of page: GENEActivPage) -> [String] {
    let parts = [
      page.batteryVolts.map { String(format: "battery %.2f V", $0) },
      page.temperatureCelsius.map { String(format: "temperature %.1f °C", $0) },
    ].compactMap(\.self)
    return parts.isEmpty ? [] : [parts.joined(separator: ", ")]
  }
}
