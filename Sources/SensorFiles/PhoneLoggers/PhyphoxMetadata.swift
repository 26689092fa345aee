import GaitModel

/// What phyphox says about a recording in the folder `meta`.
struct PhyphoxMetadata {
  /// The times at which the clock stood while the recording was paused.
  let pauses: [ClockPause]
  /// The wall clock where the clock of the recording reads 0.
  let wallClock: WallClock?
  /// What does not fit together.
  let contradictions: [String]
  private let properties: SmallTable?

  /// A pause of the wall clock shorter than this is round-off, seconds.
  private static let shortestPause = 0.01

  /// Reads `meta/time.csv` and `meta/device.csv`; what is missing is not known.
  init(of folder: RecordingFile) {
    properties = (try? folder.member("meta/device.csv")).map { SmallTable($0) }
    let times = (try? folder.member("meta/time.csv")).map { SmallTable($0) }
    let events = times.map { Self.events(in: $0) } ?? []
    var pauses: [ClockPause] = []
    var isBackward = false
    for (before, event) in zip(events, events.dropFirst()) where event.isStart {
      let length = event.system - before.system - (event.experiment - before.experiment)
      if length > Self.shortestPause {
        pauses.append(ClockPause(at: event.experiment, length: length))
      }
      isBackward = isBackward || length < -Self.shortestPause
    }
    self.pauses = pauses
    contradictions =
      isBackward
      ? ["clock: meta/time.csv goes back by the wall clock; such a pause is taken as none"] : []
    wallClock = events.first.map {
      WallClock(
        secondsSince1970: $0.system - $0.experiment, utcOffsetSeconds: $0.utcOffsetSeconds)
    }
  }

  /// What recorded.
  var device: String {
    let parts = [["deviceBrand", "brand"], ["deviceModel", "model"]].compactMap(property)
    return parts.isEmpty ? "phyphox" : "phyphox (\(parts.joined(separator: " ")))"
  }

  /// One phrase for `gait inspect` for each thing said.
  var details: [String] {
    let said = ["version", "deviceBrand", "deviceModel", "deviceRelease"].compactMap { name in
      property([name]).map { "\(name): \($0)" }
    }
    return said
      + (pauses.isEmpty
        ? [] : ["paused \(pauses.count) times; the pauses are gaps of the recording"])
  }

  private func property(_ names: [String]) -> String? {
    guard let rows = properties?.rows else { return nil }
    return names.lazy.compactMap { name in
      rows.first { $0.count > 1 && $0[0].lowercased() == name.lowercased() && !$0[1].isEmpty }?[1]
    }.first
  }

  private struct Event {
    let isStart: Bool
    let experiment: Double
    let system: Double
    let utcOffsetSeconds: Int
  }

  /// The events in order; what cannot be read is passed over.
  private static func events(in table: SmallTable) -> [Event] {
    table.rows.indices.compactMap { row in
      guard let experiment = table.number("experiment time", row: row),
        let system = table.number("system time", row: row)
      else { return nil }
      let offset = table.text("system time text", row: row).flatMap { utcOffset(in: $0) }
      return Event(
        isStart: table.text("event", row: row)?.uppercased() == "START", experiment: experiment,
        system: system, utcOffsetSeconds: offset ?? 0)
    }
  }

  /// The offset in `2024-05-01 09:30:00.125 UTC+02:00`.
  private static func utcOffset(in text: String) -> Int? {
    let parts = text.split(separator: " ")
    guard parts.count == 3, parts[2].hasPrefix("UTC") else { return nil }
    return DateTime("\(parts[0])T\(parts[1])\(parts[2].dropFirst(3))")?.utcOffsetSeconds
  }
}
