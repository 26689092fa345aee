import GaitModel

/// The two small files that stand beside a written `_motion.tsv`.
package enum BIDSTables {
  /// `_channels.tsv`: a row for each column of `_motion.tsv`.
  package static func channels(of facts: RecordingFacts) -> String {
    let point = facts.site.map(trackedPoint) ?? "unknown"
    var text = "name\tcomponent\ttype\ttracked_point\tunits\tsampling_frequency\n"
    for (type, unit) in [("ACCEL", "m/s^2")] + (facts.hasAngularRate ? [("GYRO", "rad/s")] : []) {
      for axis in ["x", "y", "z"] {
        text += "\(type)_\(axis)\t\(axis)\t\(type)\t\(point)\t\(unit)\t\(facts.samplingRateHertz)\n"
      }
    }
    return text + "latency\tn/a\tLATENCY\tn/a\ts\t\(facts.samplingRateHertz)\n"
  }

  /// `_motion.json`: what BIDS asks for, and what is known of the person.
  ///
  /// - Parameters:
  ///   - facts: the recording.
  ///   - name: its name, which says task and tracking system.
  ///   - description: what is known of the person.
  /// - Returns: the document, first what BIDS asks for.
  package static func sidecar(
    of facts: RecordingFacts, name: String, description: [JSONValue.Member]
  ) -> JSONValue {
    let axes = facts.hasAngularRate ? 3 : 0
    let known: KeyValuePairs<String, JSONValue> = [
      "TaskName": .string(entity("task", in: name) ?? "unknown"),
      "TrackingSystemName": .string(entity("tracksys", in: name) ?? "unknown"),
      "Manufacturer": .string(facts.device),
      "SamplingFrequency": .exact(facts.samplingRateHertz),
      "MotionChannelCount": .integer(3 + axes + 1),
      "ACCELChannelCount": .integer(3),
      "GYROChannelCount": .integer(axes),
      "LATENCYChannelCount": .integer(1),
      "TrackedPointsCount": .integer(1),
      "MissingValues": .string("n/a"),
    ]
    return .object(known.map { JSONValue.Member(key: $0.key, value: $0.value) } + description)
  }

  /// Whether a name can be that of a recording: `sub-01_task-walk_tracksys-imu`.
  package static func isName(_ name: String) -> Bool {
    name.hasPrefix("sub-")
      && ["sub", "task", "tracksys"].allSatisfy { entity($0, in: name) != nil }
  }

  private static func entity(_ key: String, in name: String) -> String? {
    name.split(separator: "_").first { $0.hasPrefix(key + "-") }
      .map { String($0.dropFirst(key.count + 1)) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// `LowerBack` for `lower_back`.
  private static func trackedPoint(_ site: WearingSite) -> String {
    site.rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
