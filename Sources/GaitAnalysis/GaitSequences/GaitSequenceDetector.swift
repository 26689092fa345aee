import GaitModel
import Signals

/// Finds where gait is at all, from short overlapping frames of the slow acceleration.
///
/// Each frame gets log-odds of gait from an ensemble of small decision trees over features that any
/// orientation leaves unchanged; the most likely sequence of "gait" and "no gait" is then decoded,
/// with a cost for every switch, while the recording arrives.
///
/// Sources: gradient boosting, J. H. Friedman, Ann. Statist. 29:1189 (2001); decoding, A. Viterbi
/// (1967). Features and trees: `Tools/fit/events`.
struct GaitSequenceDetector: GaitMethod {
  /// What a switch between gait and no gait costs, log-odds.
  var switchCost = 1.5
  /// A single frame never counts for more than this, log-odds.
  var largestEvidence = 4.0

  var provenance: Provenance {
    Provenance(
      method: "GaitSequenceDetector", question: "gait sequences",
      citation: "Friedman 2001 (boosted trees); Viterbi 1967 (decoding)",
      doi: "10.1214/aos/1013203451",
      deviations: ["features that do not depend on the sensor's orientation"], revision: 1)
  }
}

/// Log-odds of gait for each frame of a stretch, one frame after the other.
struct GaitFrameScorer {
  private var long = FrameFeatures(length: SlowAcceleration.frameLength)
  private var short = FrameFeatures(length: Self.shortLength)
  private var features = [Double](repeating: 0, count: 36)
  private var part = [Double](repeating: 0, count: 18)

  /// Slow samples in the short frame: 2.56 s, for walks of a few steps.
  static let shortLength = 64

  mutating func logOdds(of slow: SlowAcceleration, frame: Int) -> Double {
    let first = slow.samples(ofFrame: frame).lowerBound
    long.read(slow, from: first, into: &part)
    features.replaceSubrange(0..<18, with: part)
    let inset = (SlowAcceleration.frameLength - Self.shortLength) / 2
    short.read(slow, from: first + inset, into: &part)
    features.replaceSubrange(18..<36, with: part)
    return GaitFrameTrees.logOdds(features)
  }
}
