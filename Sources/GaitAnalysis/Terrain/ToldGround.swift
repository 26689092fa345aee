import GaitModel

/// In how many walks the ground was told, and in how many it was not because the air pressure has too few values in them.
struct ToldGround: Sendable {
  /// In shorter walks nobody climbs a flight that counts, seconds: it takes sixteen steps.
  private static let leastSeconds = 8.0
  /// Whether it was told in any walk.
  private(set) var isKnown = false
  /// Of walks that last so long.
  private var (told, untold) = (0, 0)

  /// Adds the walks of a recording, from which dead sensors are left out.
  mutating func add(_ parts: [GroundedWalk], in recording: SequenceRecording) {
    isKnown = isKnown || parts.contains { $0.ground != .unknown }
    guard recording.pressure != nil, recording.activity == .walking else { return }
    for part in parts
    where part.walk.seconds.upperBound - part.walk.seconds.lowerBound >= Self.leastSeconds {
      if part.ground == .unknown { untold += 1 } else { told += 1 }
    }
  }

  /// What is to be said where nothing but air pressure tells stairs.
  var remark: RecordingRemark? {
    guard untold > 0 else { return nil }
    return RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message:
        "the air pressure has too few values in \(untold) of \((told + untold).counted("walk")) of \(Int(Self.leastSeconds)) s "
        + "and more to tell stairs from level ground: flights there are not counted")
  }
}
