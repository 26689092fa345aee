import Foundation
import GaitModel

/// A classic: walking is where the magnitude of the force varies and repeats itself.
///
/// A frame is walking when the force varies by more than a little and its normalized autocorrelation has a high
/// peak at the lag of a step or a stride.
///
/// Source: A. Rai, K. K. Chintalapudi, V. N. Padmanabhan, R. Sen, Zee, Proc. MobiCom 293 (2012), whose
/// thresholds A. Brajdic, R. Harle, Proc. UbiComp 225 (2013) found best of many.
public struct AutocorrelationGaitSequenceDetector: GaitSequenceDetector {
  /// How the frames are decided together.
  public var decoding = SequenceDecoding()
  /// A frame that varies by less is idle, standard deviation in m/s²; 0.01 g in the paper is for a phone at rest.
  public var leastDeviation = 0.6
  /// The autocorrelation must reach this, as in the paper.
  public var leastCorrelationShare = 0.7
  /// Lags at which a step or a stride may repeat, seconds, as in the paper.
  public var lagSeconds = 0.4...1.0

  /// The method with the thresholds of the paper.
  public init() {}

  /// Where the method comes from, and how it departs from there.
  public var provenance: Provenance {
    Provenance(
      method: "AutocorrelationGaitSequenceDetector", question: "gait sequences",
      citation: "Rai et al. 2012, Proc. MobiCom 293; Brajdic and Harle 2013, Proc. UbiComp 225",
      doi: "10.1145/2348543.2348580",
      deviations: [
        "frames of 4 s in place of windows of 2 s that grow with the lag",
        "decided together with a cost for switching", "running is not told from walking",
      ], revision: 1)
  }

  /// Walking at full strength where both thresholds are passed, none elsewhere.
  public func evidence(of frame: inout FrameReading) -> FrameEvidence {
    let spread = exp(frame.levels().magnitudeLevel)
    let step = 1 / SlowAcceleration.rateHertz
    var (best, lag) = (-1.0, lagSeconds.lowerBound)
    while lag <= lagSeconds.upperBound {
      best = max(best, frame.magnitudeCorrelation(atSeconds: lag))
      lag += step
    }
    let isWalking = spread >= leastDeviation && best >= leastCorrelationShare
    return FrameEvidence(walking: isWalking ? decoding.largestEvidence : -decoding.largestEvidence)
  }
}
