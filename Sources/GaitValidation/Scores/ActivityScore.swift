/// How a whole recording was labelled.
struct ActivityScore: Sendable, Hashable {
  /// Length of the recording, seconds.
  var durationSeconds: Double
  /// Time in walking bouts, level or on stairs, seconds.
  var walkingSeconds: Double
  /// From the start of the first walking bout to the end of the last, seconds; `nil` without any.
  var walkingExtent: ClosedRange<Double>?
  /// Time in running bouts, seconds.
  var runningSeconds: Double
  /// Time in walking bouts on stairs, seconds.
  var stairsSeconds: Double
  /// Time in bouts that go up, seconds.
  var upSeconds: Double
  /// Time in bouts that go down, seconds.
  var downSeconds: Double

  /// A walk that fills a recording begins and ends this close to its ends, seconds.
  private static let closeEnough = 1.0

  /// A file is classified by what fills more than this share of its time.
  private static let majority = 0.5

  /// Measures the bouts of a recording.
  init(bouts: [EngineOutput.Bout], durationSeconds: Double) {
    func seconds(_ isCounted: (EngineOutput.Bout) -> Bool) -> Double {
      TickSet(
        seconds: bouts.filter(isCounted).map(\.seconds), durationSeconds: durationSeconds
      ).seconds
    }
    self.durationSeconds = durationSeconds
    walkingSeconds = seconds { $0.kind != .running }
    let walks = bouts.filter { $0.kind != .running }.map(\.seconds)
    if let start = walks.map(\.lowerBound).min(), let end = walks.map(\.upperBound).max() {
      walkingExtent = start...max(start, end)
    }
    runningSeconds = seconds { $0.kind == .running }
    stairsSeconds = seconds { $0.kind == .stairs }
    upSeconds = seconds { $0.direction == .up }
    downSeconds = seconds { $0.direction == .down }
  }

  /// Share of the recording in walking bouts, 0-1.
  var walkingShare: Double { durationSeconds > 0 ? walkingSeconds / durationSeconds : 0 }
  /// Whether the recording is classified as walking.
  var isWalking: Bool { walkingShare > Self.majority }
  /// Whether the recording is classified as walking from its first second on.
  var isWalkingFromStart: Bool {
    isWalking && (walkingExtent?.lowerBound ?? .infinity) <= Self.closeEnough
  }
  /// Whether the recording is classified as walking up to its last second.
  var isWalkingToEnd: Bool {
    isWalking && (walkingExtent?.upperBound ?? 0) >= durationSeconds - Self.closeEnough
  }
  /// Whether the recording is classified as running.
  var isRunning: Bool { runningSeconds > Self.majority * durationSeconds }
  /// Whether most of the time in walking bouts is on stairs.
  var isStairs: Bool { stairsSeconds > 0 && stairsSeconds > Self.majority * walkingSeconds }
}
