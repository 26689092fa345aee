import GaitModel

/// In how many walks the ground was told, and in how many it was not because the air pressure has too few values in them.
struct ToldGround: Sendable {
  /// In shorter walks nobody climbs a flight that counts, seconds: it takes sixteen steps.
  private static let leastSeconds = 8.0
  /// Whether it was told anywhere.
  private var isTold = false
  /// Whether somebody walked where it was not.
  private var isUntold = false
  /// Of walks that last so long, where there was air pressure.
  private var (told, untold) = (0, 0)
  /// Of all walks that last so long, how many there are, and in how many it was not told.
  private var (long, open) = (0, 0)

  /// Adds the walks of a recording, from which dead sensors are left out. Runs are not asked: nothing is counted in them.
  mutating func add(_ parts: [GroundedWalk], in recording: SequenceRecording) {
    isTold = isTold || parts.contains { $0.ground != .unknown }
    guard recording.activity == .walking else { return }
    isUntold = isUntold || parts.contains { $0.ground == .unknown }
    let ofLong = parts.filter {
      $0.walk.seconds.upperBound - $0.walk.seconds.lowerBound >= Self.leastSeconds
    }
    let openCount = ofLong.count { $0.ground == .unknown }
    (long, open) = (long + ofLong.count, open + openCount)
    guard recording.pressure != nil else { return }
    (told, untold) = (told + ofLong.count - openCount, untold + openCount)
  }

  /// Whether somebody walked and nothing says of any walk whether they climbed.
  var isUnknown: Bool { isUntold && !isTold }

  /// What is to be said where the motion tells stairs, but not in walks that do not show the device to be where it does.
  var remarkBesideMotion: RecordingRemark? {
    guard open > 0 else { return nil }
    return RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message:
        "stairs were not looked for in \(open.grouped) of \(long.counted("walk")) of \(Int(Self.leastSeconds)) s and more, which "
        + "do not show that the device was at the pelvis or in a pocket: flights there are not counted"
    )
  }

  /// What is to be said where nothing but air pressure tells stairs.
  var remark: RecordingRemark? {
    guard untold > 0 || isUnknown else { return nil }
    let which =
      untold > 0
      ? "\(untold) of \((told + untold).counted("walk")) of \(Int(Self.leastSeconds)) s and more"
      : "every walk"
    return RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message:
        "the air pressure has too few values in \(which) to tell stairs from level ground: flights there are not counted"
    )
  }
}
