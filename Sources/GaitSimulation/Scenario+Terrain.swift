import GaitModel

extension Scenario {
  /// A lower back with a barometer beside it: doors now and then, a front passing.
  static var barometricMount: SensorMount {
    var mount = SensorMount(samplingRateHertz: 50)
    mount.orientation = .upright.tilted(forwardDegrees: 6, rightDegrees: 2)
    var barometer = Barometer(rateHertz: 10, noise: 0.05)
    barometer.doorsPerHour = 60
    barometer.weatherPerHour = 1.5
    mount.barometer = barometer
    return mount
  }

  /// Up two flights with a landing, along a corridor, down again, up a ramp, with seconds.
  static let stairRound: [(WalkPlan.Segment, Double)] = [
    (.stand(seconds: 5), 5), (.walkDistance(meters: 8), 7),
    (.stairs(steps: 18, riser: Length(meters: 0.17)), 11), (.walkDistance(meters: 10), 9),
    (.stairs(steps: 20, riser: Length(meters: 0.165)), 13), (.stand(seconds: 8), 8),
    (.walkDistance(meters: 12), 10), (.stairs(steps: 19, riser: Length(meters: -0.17)), 11),
    (.walkDistance(meters: 10), 9), (.slope(meters: 25, grade: 0.08), 21),
    (.walkDistance(meters: 10), 9), (.stand(seconds: 6), 6),
  ]

  /// Walks between rides, with seconds.
  static let liftRound: [(WalkPlan.Segment, Double)] = [
    (.stand(seconds: 5), 5), (.walkDistance(meters: 15), 13), (.stand(seconds: 5), 5),
    (.carried(seconds: 14, rise: Length(meters: 12)), 14), (.stand(seconds: 4), 4),
    (.walkDistance(meters: 20), 17), (.stand(seconds: 6), 6),
    (.carried(seconds: 20, rise: Length(meters: -15)), 20), (.stand(seconds: 5), 5),
  ]

  /// A walk, a jog for half of the time, a walk.
  static func jog(_ total: Double) -> WalkPlan {
    let walk = (total - 8) / 4
    return WalkPlan([
      .stand(seconds: 4), .walk(seconds: walk),
      .run(seconds: 2 * walk, speed: Speed(metersPerSecond: 2.8)), .walk(seconds: walk),
      .stand(seconds: 4),
    ])
  }
}
