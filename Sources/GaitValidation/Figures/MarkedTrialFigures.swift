/// The figures of trials and labels: walks over a known distance, tasks, recordings in which nobody walks.
enum MarkedTrialFigures {
  /// Those of walks over a known distance, and of recordings without a step.
  static let all: [Figure] =
    [
      .quotient(.trials, "marked walks found", "1", worst: .lowest, isHeadline: true) { score in
        let walks = walks(score)
        return walks.isEmpty ? nil : (Double(walks.count { $0.isFound }), Double(walks.count))
      },
      .quotient(.trials, "time of marked walks found", "1", worst: .lowest, isHeadline: true) {
        score in
        let walks = walks(score)
        guard !walks.isEmpty else { return nil }
        return (
          walks.reduce(0) { $0 + $1.walkingSeconds },
          walks.reduce(0) { $0 + $1.trial.durationSeconds }
        )
      },
      .quotient(.trials, "speed of marked walks found", "1", worst: .lowest, isHeadline: true) {
        score in
        let walks = walks(score)
        return walks.isEmpty
          ? nil : (Double(walks.count { $0.speed != nil }), Double(walks.count))
      },
    ]
    + speeds("speed of marked walks ", \.speed)
    + speeds("speed of marked walks by bouts ", \.boutSpeed)
    + errors("distance of marked walks ") { ($0.distance, $0.trial.distanceMeters) }
    + errors("distance of marked walks by bouts ") { ($0.boutDistance, $0.trial.distanceMeters) }
    + [
      .quotient(
        .steps, "false steps where nobody walks", "1/min", worst: .highest, isHeadline: true,
        scale: 60
      ) { $0.falseSteps.map { ($0.count, $0.seconds) } }
    ]

  /// Time of a task or of a label that was found as walking, in the study's own words.
  static func tasks(of scores: [RecordingScore]) -> [Figure] {
    let tasks = Set(scores.flatMap(\.trials).filter { !isWalk($0) }.map(\.trial.name))
    let labels = Set(scores.compactMap(\.label)).subtracting(known)
    return tasks.sorted().map { task in
      .quotient(
        .trials, "time of \(task) found as walking", "1", worst: .none, isHeadline: true
      ) { score in
        let own = score.trials.filter { $0.trial.name == task && !isWalk($0) }
        guard !own.isEmpty else { return nil }
        return (
          own.reduce(0) { $0 + $1.walkingSeconds },
          own.reduce(0) { $0 + $1.trial.durationSeconds }
        )
      }
    }
      + labels.sorted().map { label in
        .quotient(
          .activity, "time of \(label) found as walking", "1", worst: .none, isHeadline: true
        ) {
          $0.label == label ? ($0.activity.walkingSeconds, $0.activity.durationSeconds) : nil
        }
      }
  }

  /// Step counts by how far they can be trusted and by whether the recording is a walk, where a study tells: a count of
  /// walks and one of days with everything in them are not wrong alike.
  static func grades(of scores: [RecordingScore]) -> [Figure] {
    let grades = Set(scores.filter { $0.steps != nil }.compactMap(grade))
    guard grades.count > 1 else { return [] }
    return grades.sorted().flatMap { own in
      Figure.errors(.steps, "\(own): ", "%", isHeadline: true) { score in
        grade(score) == own ? score.steps.map { [$0.errorPercent] } ?? [] : []
      }
    }
  }

  private static func grade(_ score: RecordingScore) -> String? {
    score.reference.events?.grade.map { grade in
      "\(walkWords.contains(score.label ?? "walk") ? "walks" : "other activities"), \(grade)"
    }
  }

  /// Words for a recording of walking.
  private static let walkWords: Set<String> = ["walk", "walking"]

  /// Labels that have figures of their own.
  private static let known: Set<String> = [
    "walking", "walking+stumble", "other", "running", "stairs_up", "stairs_down", "stairs",
  ]

  private static func isWalk(_ score: TrialScore) -> Bool { score.trial.distanceMeters != nil }

  private static func walks(_ score: RecordingScore) -> [TrialScore] {
    score.trials.filter(isWalk)
  }

  private static func speeds(
    _ name: String, _ found: @escaping @Sendable (TrialScore) -> Double?
  ) -> [Figure] {
    errors(name) { (found($0), $0.trial.speedMetersPerSecond) } + [
      .correlation(.trials, name, isHeadline: true) { score in
        walks(score).compactMap { walk in
          found(walk).flatMap { speed in walk.trial.speedMetersPerSecond.map { (speed, $0) } }
        }
      }
    ]
  }

  private static func errors(
    _ name: String, _ values: @escaping @Sendable (TrialScore) -> (Double?, Double?)
  ) -> [Figure] {
    Figure.errors(.trials, name, "%", isHeadline: true, isPerRecording: false) { score in
      walks(score).compactMap { walk in
        let (found, truth) = values(walk)
        guard let found, let truth, truth > 0 else { return nil }
        return 100 * (found / truth - 1)
      }
    }
  }
}
