/// A stretch of time that a clock left out: it stood still, and the recording was interrupted.
struct ClockPause: Hashable {
  /// What the clock read, seconds from the origin.
  let at: Double
  /// How long it stood, seconds.
  let length: Double

  /// The time that has passed when the clock reads `seconds`.
  static func seconds(_ seconds: Double, with pauses: [ClockPause]) -> Double {
    pauses.reduce(seconds) { $1.at <= seconds ? $0 + $1.length : $0 }
  }
}
