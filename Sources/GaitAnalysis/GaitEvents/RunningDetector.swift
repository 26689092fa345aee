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
  /// Least share of a frame in which the sensor is nearly weightless (below 4 m/s²).
  var leastWeightlessShare = 0.05

  var provenance: Provenance {
    Provenance(
      method: "RunningDetector", question: "running or walking",
      citation: "McMahon and Cheng 1990, J. Biomech. 23:65", doi: "10.1016/0021-9290(90)90042-2",
      deviations: ["flight read from the force at the waist, not from the feet"], revision: 1)
  }

  /// Seconds of the recording at which frames of running are centered.
  func runningSeconds(in frames: GaitFrames) -> [Double] {
    frames.frames.indices
      .filter {
        frames.frames[$0].variation > leastVariation
          && frames.frames[$0].weightlessShare > leastWeightlessShare
      }
      .map { frames.seconds(at: $0) }
  }
}
