import GaitModel

/// The tables of a recording: which of them are read, and what is known about it besides.
struct SensorTables {
  /// A table that could not be used though the logger wrote it, and why.
  struct Failure {
    let name: String
    let reason: String
  }

  /// What the format is called.
  var format: String
  /// What recorded.
  var device: String
  /// The acceleration: its stamps are the recording's.
  var acceleration: SensorTable
  /// Gravity, when the acceleration is without it.
  var gravity: SensorTable?
  /// Angular rate.
  var angularRate: SensorTable?
  /// Slow sensors.
  var slow: [SensorTable] = []
  /// Stretches of time that the common clock left out, counted from its 0.
  var pauses: [ClockPause] = []
  /// The wall clock where the common clock reads 0, the pauses left out.
  var wallClock: WallClock?
  /// Tables that were found damaged.
  var failures: [Failure] = []
  /// What else the logger says.
  var details: [String] = []
  /// What was chosen and converted.
  var conversions: [String] = []
  /// What does not fit together.
  var contradictions: [String] = []
  /// Files that are not read.
  var ignoredNames: [String] = []

  /// The tables that are read, the acceleration first.
  var all: [SensorTable] {
    [acceleration] + [gravity, angularRate].compactMap(\.self) + slow
  }
}
