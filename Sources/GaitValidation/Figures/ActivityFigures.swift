/// The figures of recordings that show one activity throughout, by their label.
enum ActivityFigures {
  /// All of them.
  static let all: [Figure] = walking + other + running + stairs + shortBouts

  /// Labels, as the studies write them.
  private static let jumping: Set<String> = ["jump", "Hopping", "JUM"]
  /// Opening a door, a phone call and getting into a car may hold real steps: a step found there is
  /// not known to be false.
  private static let mayHoldSteps: Set<String> = [
    "OpeningDoor", "MakingACall", "car_in_out", "CSI",
  ]
  /// Hands at work and chairs: nobody takes a step.
  private static let withoutSteps: Set<String> = [
    "drinking water", "jacket on/off", "pick up object", "sit/stand", "washing hands",
    "waving hand",
  ]
  /// In this dataset every stretch is labelled, so walking elsewhere is false.
  private static let fullyLabelledDataset = "spsw_har"

  private static let walking: [Figure] = [
    share("walking found", worst: .lowest, label: "walking", isHeadline: true) { $0.isWalking },
    share("walking from the start found", worst: .lowest, label: "walking") {
      $0.isWalkingFromStart
    },
    share("walking up to the end found", worst: .lowest, label: "walking", isHeadline: true) {
      $0.isWalkingToEnd
    },
    share("any walking found in walking", worst: .lowest, label: "walking") {
      $0.walkingSeconds > 0
    },
    Figure(.activity, "mean share found of walking", "1", worst: .lowest) {
      mean($0.filter { $0.label == "walking" }.map(\.activity.walkingShare))
    },
    share("walking taken for stairs", worst: .highest, label: "walking", isHeadline: true) {
      $0.isStairs
    },
    share("stumbling walk found", worst: .lowest, label: "walking+stumble") { $0.isWalking },
  ]

  private static let other: [Figure] =
    falseWalking("in other activities") { $0.label == "other" }
    + falseWalking("without jumping and possible steps", isHeadline: true) {
      $0.label == "other" && !jumping.union(mayHoldSteps).contains($0.condition ?? "")
    }
    + falseWalking("in jumping", isHeadline: true) {
      $0.label == "other" && jumping.contains($0.condition ?? "")
    }
    + falseWalking("in tasks without a step", isHeadline: true) {
      withoutSteps.contains($0.label ?? "")
    }

  /// False walking in one kind of other activity, in the study's own word.
  static func falseWalking(condition: String) -> [Figure] {
    falseWalking("in \(condition)") { $0.label == "other" && $0.condition == condition }
  }

  private static func falseWalking(
    _ name: String, isHeadline: Bool = false,
    _ isCounted: @escaping @Sendable (RecordingScore) -> Bool
  ) -> [Figure] {
    [
      .share(.activity, "false walking \(name), recordings", worst: .highest) {
        isCounted($0) ? $0.activity.walkingSeconds > 0 : nil
      },
      .quotient(
        .activity, "false walking \(name)", "s/min", worst: .highest, isHeadline: isHeadline,
        scale: 60
      ) { isCounted($0) ? ($0.activity.walkingSeconds, $0.activity.durationSeconds) : nil },
    ]
  }

  private static let running: [Figure] = [
    share("running taken for walking", worst: .highest, label: "running", isHeadline: true) {
      $0.isWalking
    },
    share("running found", worst: .lowest, label: "running", isHeadline: true) { $0.isRunning },
    .quotient(.activity, "time of running taken for walking", "1", worst: .highest) {
      $0.label == "running" ? ($0.activity.walkingSeconds, $0.activity.durationSeconds) : nil
    },
  ]

  private static let stairs: [Figure] = [
    onStairs("stairs found as gait") { $0.isWalking },
    onStairs("stairs found as stairs", isHeadline: true) { $0.isStairs },
    .quotient(.activity, "time of stairs found as gait", "1", worst: .lowest) {
      isOnStairs($0) ? ($0.activity.walkingSeconds, $0.activity.durationSeconds) : nil
    },
    .share(.activity, "right direction on stairs", worst: .lowest, isHeadline: true) {
      switch $0.label {
      case "stairs_up": $0.activity.upSeconds > $0.activity.downSeconds
      case "stairs_down": $0.activity.downSeconds > $0.activity.upSeconds
      default: nil
      }
    },
  ]

  private static let shortBouts: [Figure] = [
    .share(.activity, "any true walking found", worst: .lowest) {
      isFullyLabelled($0) ? ($0.walking?.hits ?? 0) > 0 : nil
    },
    .quotient(.activity, "false walking outside walking", "s/min", worst: .highest, scale: 60) {
      guard isFullyLabelled($0), let walking = $0.walking else { return nil }
      return (
        walking.falseAlarms, $0.activity.durationSeconds - walking.hits - walking.misses
      )
    },
  ]

  private static func isFullyLabelled(_ score: RecordingScore) -> Bool {
    score.recording.dataset == fullyLabelledDataset
  }

  private static func isOnStairs(_ score: RecordingScore) -> Bool {
    score.label?.hasPrefix("stairs") == true
  }

  private static func onStairs(
    _ name: String, isHeadline: Bool = false,
    _ isTrue: @escaping @Sendable (ActivityScore) -> Bool
  ) -> Figure {
    .share(.activity, name, worst: .lowest, isHeadline: isHeadline) {
      isOnStairs($0) ? isTrue($0.activity) : nil
    }
  }

  private static func share(
    _ name: String, worst: Figure.Worst, label: String, isHeadline: Bool = false,
    _ isTrue: @escaping @Sendable (ActivityScore) -> Bool
  ) -> Figure {
    .share(.activity, name, worst: worst, isHeadline: isHeadline) {
      $0.label == label ? isTrue($0.activity) : nil
    }
  }
}
