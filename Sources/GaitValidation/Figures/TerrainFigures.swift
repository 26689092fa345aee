/// The figures of what ground and of running, by time rather than by recording.
enum TerrainFigures {
  /// All of them.
  static let all: [Figure] = ground + running

  /// Datasets that hold level walking only, without a word for it in every recording.
  private static let levelDatasets: Set<String> = [
    "mobgap", "voisard_ipol", "voisard_semiogram", "weallwalk", "spsw_har", "oxford_steps",
  ]
  private static let jumping: Set<String> = ["jump", "Hopping", "JUM"]

  private static let ground: [Figure] = [
    .quotient(
      .terrain, "time on level ground called stairs", "1", worst: .highest, isHeadline: true
    ) { isLevel($0) ? ($0.activity.stairsSeconds, $0.activity.walkingSeconds) : nil },
    .quotient(
      .terrain, "time of gait on stairs called stairs", "1", worst: .lowest, isHeadline: true
    ) {
      guard $0.label?.hasPrefix("stairs") == true else { return nil }
      return (
        $0.activity.stairsSeconds, $0.activity.walkingSeconds + $0.activity.runningSeconds
      )
    },
    .quotient(
      .terrain, "time of walking on stairs called stairs", "1", worst: .lowest, isHeadline: true
    ) {
      $0.label?.hasPrefix("stairs") == true
        ? ($0.activity.stairsSeconds, $0.activity.walkingSeconds) : nil
    },
  ]

  private static let running: [Figure] = [
    .quotient(
      .terrain, "time of gait in running called running", "1", worst: .lowest, isHeadline: true
    ) {
      guard $0.label == "running" else { return nil }
      return (
        $0.activity.runningSeconds, $0.activity.walkingSeconds + $0.activity.runningSeconds
      )
    },
    .quotient(.terrain, "time of running called running", "1", worst: .lowest) {
      $0.label == "running" ? ($0.activity.runningSeconds, $0.activity.durationSeconds) : nil
    },
    .quotient(
      .terrain, "time of walking called running", "1", worst: .highest, isHeadline: true
    ) {
      guard isLevel($0) else { return nil }
      return (
        $0.activity.runningSeconds, $0.activity.walkingSeconds + $0.activity.runningSeconds
      )
    },
    .quotient(
      .terrain, "jumping called running", "s/min", worst: .highest, isHeadline: true, scale: 60
    ) {
      $0.label == "other" && jumping.contains($0.condition ?? "")
        ? ($0.activity.runningSeconds, $0.activity.durationSeconds) : nil
    },
  ]

  /// Whether all walking in the recording is on the flat.
  private static func isLevel(_ score: RecordingScore) -> Bool {
    score.label == "walking"
      || (score.label == nil && levelDatasets.contains(score.recording.dataset))
  }
}
