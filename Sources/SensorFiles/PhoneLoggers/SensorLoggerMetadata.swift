import Foundation

/// What Sensor Logger says about a recording in `Metadata.csv`.
struct SensorLoggerMetadata {
  /// Start of the recording, seconds since 1970; `nil` when it is not said.
  let startSeconds: Double?
  private let table: SmallTable?

  /// Reads the table; without one nothing is known.
  init(_ file: RecordingFile?) {
    table = file.map { SmallTable($0) }
    startSeconds = table?.number("recording epoch time").map { $0 / 1000 }
  }

  /// What recorded.
  var device: String {
    let parts = ["device name", "platform"].compactMap { table?.text($0) }
    return parts.isEmpty ? "Sensor Logger" : "Sensor Logger (\(parts.joined(separator: ", ")))"
  }

  /// Whether acceleration and gravity have the sign of gravity: iOS writes what Core Motion gives,
  /// unless the switch "Standardise Units & Frames" was on.
  var isCoreMotion: Bool {
    table?.text("platform")?.lowercased().contains("ios") == true && !isStandardized
  }

  /// What follows from it.
  var conversions: [String] {
    guard let platform = table?.text("platform") else {
      return [
        "acceleration: Metadata.csv does not tell the platform; the sign is taken as Android's"
      ]
    }
    guard !isCoreMotion else { return [] }
    return [
      "acceleration: the sign is Android's (platform \(platform)"
        + (isStandardized ? ", standardisation on)" : ")")
    ]
  }

  /// One phrase for `gait inspect` for each thing said.
  var details: [String] {
    [
      "device name", "platform", "platform version", "appVersion", "standardisation",
      "recording timezone", "version",
    ].compactMap { name in table?.text(name).map { "\(name): \($0)" } }
  }

  /// How far the local clock was ahead of UTC, seconds; 0 when no time zone is named.
  func utcOffset(at seconds: Double) -> Int {
    guard let name = table?.text("recording timezone"), let zone = TimeZone(identifier: name)
    else { return 0 }
    return zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
  }

  private var isStandardized: Bool {
    ["true", "1", "yes", "on"].contains(table?.text("standardisation")?.lowercased() ?? "")
  }
}
