import Foundation

/// What stands in `_motion.json`: the rate and the device.
struct BIDSSidecar {
  private let values: [String: JSONValue]

  /// Reads the file; one that is missing or no JSON says nothing.
  init(_ file: RecordingFile?) {
    let read = file.flatMap {
      try? JSONDecoder().decode([String: JSONValue].self, from: Data($0.head))
    }
    values = read ?? [:]
  }

  /// Samples per second: as measured, or else as set; `nil` when neither is said.
  var rate: Double? {
    ["SamplingFrequencyEffective", "SamplingFrequency"].lazy.compactMap { number($0) }
      .first { SamplingClock.possibleRatesHertz.contains($0) }
  }

  /// What recorded.
  var device: String {
    let parts = ["Manufacturer", "ManufacturersModelName"].compactMap(text)
    return parts.isEmpty ? "BIDS motion" : "BIDS motion (\(parts.joined(separator: " ")))"
  }

  /// One phrase for `gait inspect` for each thing said.
  var details: [String] {
    ["TaskName", "TrackingSystemName", "DeviceSerialNumber", "SoftwareVersions"].compactMap { key in
      text(key).map { "\(key): \($0)" }
    }
  }

  private func number(_ key: String) -> Double? {
    if case .number(let value) = values[key] { value } else { nil }
  }

  private func text(_ key: String) -> String? {
    guard case .text(let value) = values[key], !value.isEmpty, value != "n/a" else { return nil }
    return value
  }
}
