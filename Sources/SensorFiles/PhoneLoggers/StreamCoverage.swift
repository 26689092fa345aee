import GaitModel

/// How much of the acceleration another sensor covers.
enum StreamCoverage {
  /// A gyroscope that covers less of the acceleration is left out as a whole: a sample without it is
  /// lost, and walking is told from acceleration alone nearly as well.
  static let leastShare = 0.9

  /// The same tables, the gyroscope left out when it covers too little. Both tables' stamps are
  /// read once from beginning to end, and nothing else of them.
  static func withoutSparseGyroscope(
    _ given: SensorTables, settings: OpeningSettings
  ) throws(SensorFileError) -> SensorTables {
    guard let angularRate = given.angularRate else { return given }
    let share = try share(of: given.acceleration, in: angularRate, settings: settings)
    guard share < leastShare else { return given }
    var tables = given
    tables.angularRate = nil
    tables.failures.append(
      SensorTables.Failure(
        name: angularRate.name,
        reason: "it covers \((share * 100).rounded() / 100) of the acceleration's samples; "
          + "\(leastShare) are needed, because a sample without angular rate would be lost"))
    return tables
  }

  private static func share(
    of acceleration: SensorTable, in other: SensorTable, settings: OpeningSettings
  ) throws(SensorFileError) -> Double {
    let origin = acceleration.firstSecond
    let stamps = try acceleration.withoutValues(settings: settings)
      .stream(origin: origin, pauses: [])
    let covering = try StreamInterpolator(
      other.withoutValues(settings: settings).stream(origin: origin, pauses: []),
      name: other.name)
    var (count, covered) = (0, 0)
    while try stamps.next() {
      count += 1
      if try covering.motion(at: stamps.seconds) != nil { covered += 1 }
    }
    return count == 0 ? 0 : Double(covered) / Double(count)
  }
}
