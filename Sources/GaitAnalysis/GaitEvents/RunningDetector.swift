import GaitModel

/// Tells running from walking, frame by frame.
///
/// Running shakes the sensor harder than any walk and has moments of flight, in which it is nearly
/// weightless. Both together were never seen in walking.
///
/// Source: flight as the mark of running, T. A. McMahon, G. C. Cheng, J. Biomech. 23:65 (1990);
/// thresholds own, on seven people at the waist: walking called running 0 of all files.
struct RunningDetector: GaitMethod {
  /// The force must vary by at least this, RMS over a frame, m/s².
  var leastVariation = 6.0
  /// Below this the sensor is nearly weightless, m/s².
  var weightlessForce = 4.0
  /// Least share of a frame that is nearly weightless.
  var leastWeightlessShare = 0.05

  var provenance: Provenance {
    Provenance(
      method: "RunningDetector", question: "running or walking",
      citation: "McMahon and Cheng 1990, J. Biomech. 23:65", doi: "10.1016/0021-9290(90)90042-2",
      deviations: ["flight read from the force at the waist, not from the feet"], revision: 1)
  }

  /// Seconds of the recording at which frames of running are centered.
  func runningSeconds(in slow: SlowAcceleration) -> [Double] {
    slow.frames.filter { isRunning(slow, frame: $0) }.map { slow.seconds(ofFrame: $0) }
  }

  private func isRunning(_ slow: SlowAcceleration, frame: Int) -> Bool {
    let range = slow.samples(ofFrame: frame)
    let n = Double(range.count)
    var mean = SIMD3<Double>.zero
    var square = 0.0
    var weightless = 0
    for i in range {
      let force = SIMD3(Double(slow.x[i]), Double(slow.y[i]), Double(slow.z[i]))
      mean += force / n
      square += force.dot(force) / n
      if force.norm < weightlessForce { weightless += 1 }
    }
    let variation = max(0, square - mean.dot(mean)).squareRoot()
    return variation > leastVariation && Double(weightless) > leastWeightlessShare * n
  }
}
