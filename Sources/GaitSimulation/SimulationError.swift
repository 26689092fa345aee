import GaitModel

/// A walker, plan or sensor that cannot be.
public struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What came and what is allowed.
  public let description: String

  init(_ what: String, _ value: Double, allowed: ClosedRange<Double>, unit: String) {
    func text(_ number: Double) -> String { "\(number)\(unit.isEmpty ? "" : " \(unit)")" }
    description =
      "\(what) is \(text(value)); allowed is \(allowed.lowerBound) to \(text(allowed.upperBound))"
  }
}

/// A number that has bounds.
private struct Bound {
  let what: String
  let value: Double
  let allowed: ClosedRange<Double>
  let unit: String

  init(_ what: String, _ value: Double, _ allowed: ClosedRange<Double>, _ unit: String = "") {
    self.what = what
    self.value = value
    self.allowed = allowed
    self.unit = unit
  }

  /// Throws unless all lie within their bounds; NaN lies within none.
  static func check(_ bounds: [Bound]) throws(SimulationError) {
    for bound in bounds where !bound.allowed.contains(bound.value) {
      throw SimulationError(bound.what, bound.value, allowed: bound.allowed, unit: bound.unit)
    }
  }
}

extension WalkerProfile {
  /// Throws when a value is not one that a walking person can have.
  ///
  /// - Throws: ``SimulationError`` that names the value and what is allowed.
  public func validate() throws(SimulationError) {
    try Bound.check([
      Bound("height", height.meters, 0.5...2.5, "m"),
      Bound("speed", speed.metersPerSecond, 0.1...3, "m/s"),
      Bound("cadence", cadence.stepsPerMinute, 20...240, "steps/min"),
      Bound("step length", stepLength.meters, 0.05...1.5, "m"),
      Bound("double support fraction", doubleSupportFraction, 0.02...0.8),
      Bound("step time asymmetry", stepTimeAsymmetry, -1...1),
      Bound("step time variability", stepTimeVariability, 0...0.5, "s"),
      Bound("step length variability", stepLengthVariability, 0...0.3),
      Bound("amplitude jitter", amplitudeJitter, 0...0.3),
      Bound("individuality", individuality, 0...2),
      Bound("lateral sway", lateralSway, 0...10),
      Bound("excess motion", excessMotion, 0...10),
      Bound("share of hesitations", hesitationShare, 0...1),
      Bound("hesitation", hesitationSeconds, 0...10, "s"),
    ])
  }
}

extension WalkPlan {
  /// Throws when a segment cannot be carried out.
  ///
  /// - Throws: ``SimulationError`` that names the value and what is allowed.
  public func validate() throws(SimulationError) {
    let oneMonth = 31 * 86_400.0
    for segment in segments {
      switch segment {
      case .stand(let seconds):
        try Bound.check([Bound("stand", seconds, 0...oneMonth, "s")])
      case .walk(let seconds, let speed):
        try Bound.check([Bound("walk", seconds, 0...oneMonth, "s"), Self.bound(speed)])
      case .walkDistance(let meters, let speed):
        try Bound.check([Bound("walk", meters, 0...1e6, "m"), Self.bound(speed)])
      case .turn(let degrees, let seconds):
        try Bound.check([
          Bound("turn", degrees, -720...720, "degrees"), Bound("turn", seconds, 0.2...60, "s"),
        ])
      case .work(let work, let seconds):
        try Bound.check([Bound("work", seconds, 0...oneMonth, "s")] + Self.bounds(work))
      case .stairs(let steps, let riser):
        try Bound.check([
          Bound("stairs", Double(steps), 1...10_000, "steps"),
          Bound("riser", abs(riser.meters), 0.1...0.4, "m"),
        ])
      case .slope(let meters, let grade):
        try Bound.check([
          Bound("slope", meters, 0...1e6, "m"), Bound("grade", grade, -0.3...0.3),
        ])
      case .carried(let seconds, let rise):
        try Bound.check([
          Bound("ride", seconds, 0.1...oneMonth, "s"), Bound("ride", rise.meters, -5e3...5e3, "m"),
        ])
      case .run(let seconds, let speed):
        try Bound.check([
          Bound("run", seconds, 0...oneMonth, "s"),
          Bound("running speed", speed.metersPerSecond, 1...10, "m/s"),
        ])
      }
    }
  }

  private static func bounds(_ work: HandWork) -> [Bound] {
    [
      Bound("strokes", work.strokesPerSecond, 0.05...15, "1/s"),
      Bound("reach", work.reachMeters, 0...0.5, "m"),
      Bound("forearm", work.forearmDegrees, 0...80, "degrees"),
      Bound("steepness", work.steepness, 0...1), Bound("roundness", work.roundness, 0...1),
      Bound("second harmonic", work.secondHarmonic, 0...1),
      Bound("blow", work.blow, 0...200, "m/s²"),
      Bound("vibration", work.vibration, 0...20, "m/s²"),
    ]
  }

  private static func bound(_ speed: Speed?) -> Bound {
    Bound("speed", speed?.metersPerSecond ?? 1, 0.1...3, "m/s")
  }
}

extension SensorMount {
  /// Throws when the sensor is not one that can be built.
  ///
  /// - Throws: ``SimulationError`` that names the value and what is allowed.
  public func validate() throws(SimulationError) {
    let offsets = accelerationOffset + angularRateOffset
    let largest = offsets.max { abs($0) < abs($1) } ?? 0
    try Bound.check([
      Bound("sampling rate", samplingRateHertz, 1...2_000, "Hz"),
      Bound("acceleration noise", accelerationNoise, 0...50, "m/s²"),
      Bound("angular rate noise", angularRateNoise, 0...10, "rad/s"),
      Bound("acceleration gain", accelerationGain, 0.01...100),
      Bound("acceleration limit", accelerationLimit, 1...1_000, "m/s²"),
      Bound("stamp jitter", stampJitter, 0...0.45),
      Bound("offset", largest, -100...100),
      Bound("number of acceleration offsets", Double(accelerationOffset.count), 3...3),
      Bound("number of angular rate offsets", Double(angularRateOffset.count), 3...3),
    ])
    if let barometer { try check(barometer) }
    if let heartMonitor { try check(heartMonitor) }
  }

  private func check(_ monitor: HeartMonitor) throws(SimulationError) {
    let heart = monitor.heart
    try Bound.check([
      Bound("rate of the heart monitor", monitor.rateHertz, 0.01...samplingRateHertz, "Hz"),
      Bound("noise of the heart monitor", monitor.noise, 0...50, "1/min"),
      Bound("resting heart rate", heart.restingRate, 30...120, "1/min"),
      Bound("greatest uptake", heart.greatestUptake, 8...90, "mL/(kg·min)"),
      Bound("age", heart.ageYears, 5...110, "years"),
      Bound("time of the heart's rise", heart.riseSeconds, 5...300, "s"),
      Bound("time of the heart's fall", heart.fallSeconds, 5...300, "s"),
    ])
  }

  private func check(_ barometer: Barometer) throws(SimulationError) {
    try Bound.check([
      Bound("rate of the barometer", barometer.rateHertz, 0.01...samplingRateHertz, "Hz"),
      Bound("noise of the barometer", barometer.noise, 0...10, "hPa"),
      Bound("drift of the barometer", barometer.drift, 0...10, "hPa"),
      Bound("time of the drift", barometer.driftSeconds, 1...1e6, "s"),
      Bound("weather", barometer.weatherPerHour, -50...50, "hPa/h"),
      Bound("doors", barometer.doorsPerHour, 0...3600, "1/h"),
      Bound("door pulse", barometer.doorPulse, 0...10, "hPa"),
      Bound("time of a door pulse", barometer.doorSeconds, 0.1...60, "s"),
    ])
  }
}
