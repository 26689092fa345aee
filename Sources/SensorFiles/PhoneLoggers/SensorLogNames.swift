/// The names by which SensorLog's tables are known: what is measured, the axis and the unit in one
/// word, as in `accelerometerAccelerationX(G)`.
enum SensorLogNames {
  private static let marks = [
    "accelerometeraccelerationx(g)", "motionuseraccelerationx(g)", "motiongravityx(g)",
  ]

  /// Whether a table was written by SensorLog. It runs on Apple's devices only and writes what
  /// Core Motion gives.
  static func areWritten(in names: [String]) -> Bool {
    names.contains { marks.contains($0.lowercased()) }
  }

  /// The stamps of the sensor whose acceleration is read: a row holds the last sample of each
  /// sensor, which is older than the row by a time that varies.
  static func clock(of acceleration: ColumnLayout.AccelerationPlaces, in names: [String]) -> Int? {
    guard areWritten(in: names) else { return nil }
    let sensor = acceleration.gravity.isEmpty ? "accelerometer" : "motion"
    return names.firstIndex { $0.lowercased().hasPrefix(sensor + "timestamp_sincereboot") }
  }

  /// The column that tells when a row was written, with the offset of the local clock.
  static func wallClock(in names: [String]) -> Int? {
    names.firstIndex { $0.lowercased().hasPrefix("loggingtime") }
  }
}

/// The names of Physics Toolbox's tables that are too short to be known by themselves.
enum PhysicsToolboxNames {
  /// `p`, which is the air pressure in a table that has `gFx`.
  static func pressure(in names: [String]) -> Int? {
    guard names.contains(where: { $0.lowercased() == "gfx" }) else { return nil }
    return names.firstIndex { $0.lowercased() == "p" }
  }
}
