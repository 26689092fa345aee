import Foundation
import GaitModel
import Signals

/// Recognizes from the walking what a device moves with, if no site was given.
public protocol WearingRecognizer: ConfigurableMethod {
  /// What some gait sequences look like to the recognition.
  ///
  /// - Parameters:
  ///   - recording: sequences of walking.
  ///   - cycle: the cycle of their steps.
  /// - Returns: the evidence; `nil` where there is none.
  func evidence(in recording: SequenceRecording, cycle: StepCycle) -> WearingEvidence?

  /// Evidence of the same wearing, taken together.
  func joined(_ evidence: WearingEvidence, _ more: WearingEvidence) -> WearingEvidence

  /// How likely each place is, the most likely first; empty with too little walking.
  func probabilities(_ evidence: WearingEvidence) -> [PlaceProbability]

  /// The place, where one is likely enough to be taken as if it had been given.
  func place(_ evidence: WearingEvidence) -> WornPlace?

  /// Whether the device moves with the pelvis, where that is likely enough either way.
  func isPelvis(_ evidence: WearingEvidence) -> Bool?

  /// Standard error of the speed that a recognized site adds, m/s.
  var speedStandardErrorMetersPerSecond: Double { get }
}

extension WearingRecognizer {
  /// How likely the device moves with the pelvis, 0-1; `nil` with too little walking.
  func pelvisProbability(_ evidence: WearingEvidence) -> Double? {
    probabilities(evidence).first { $0.place.isPelvis }?.probability
  }
}

/// Recognizes from the walking whether a device is at the pelvis, in a pocket, in the hand or on the wrist, if no site
/// was given.
///
/// A leg is a pendulum: it swings once a stride, fast forward and slowly back. The pelvis rolls a little with every stride. A
/// phone in the hand is held level and nods with every step; a swinging arm does both. The logarithms of five
/// amplitudes, locked to step and stride, have a mean for each place and one covariance for all; all walks since the
/// device was put on count together. Without a gyroscope four amplitudes tell hands and wrists only: a belt and a
/// pocket are named with their probability, and never taken for certain.
///
/// Source: own; linear discriminant by R. A. Fisher, Ann. Eugen. 7:179 (1936); stride and step content by body segment as
/// in R. Moe-Nilssen, J. L. Helbostad, J. Biomech. 37:121 (2004). Fitted by `Tools/fit/sites/position.py`.
public struct WearingPosition: WearingRecognizer {
  /// What was fitted.
  var model = Model.fitted
  /// A place is taken as if it had been given when it is at least this likely, and a pelvis is excluded when the other places
  /// are: with data sets left out such answers are right in .95 or more.
  public var leastConfidenceShare = 0.95
  /// And only after so much walking, seconds: a few strides of one person are like many others'.
  public var leastSeconds = 5.0
  /// Standard error of the speed that a recognized site adds, m/s: at most one site in twenty is wrong, and a
  /// speed is then off by about .25 m/s.
  public var speedStandardErrorMetersPerSecond = 0.06
  /// Added to amplitudes before their logarithm: noise of a still sensor, rad/s, m/s² and rad.
  public var floor = 0.05
  /// Smoothing of the demodulated motion, seconds: about a stride.
  public var smoothingSeconds = 1.2
  /// Smoothing of the acceleration before its tilt, standard deviation in seconds: what repeats with each step is gone, and
  /// half of what repeats with each stride is left.
  public var tiltSmoothingSeconds = 0.2
  /// A shorter gait sequence is not looked at, seconds: less than two strides.
  public var leastSequenceSeconds = 2.0

  /// The fitted numbers: for each place its log-odds with all amplitudes at 1, then what they gain per unit of ln of each
  /// amplitude.
  struct Model: Hashable, Sendable {
    // With a gyroscope, in the order of `turningAmplitudes`.
    var turningPelvis: [Double]
    var turningPocket: [Double]
    var turningHand: [Double]
    var turningWrist: [Double]
    // Without one, in the order of `forceAmplitudes`.
    var forcePelvis: [Double]
    var forcePocket: [Double]
    var forceHand: [Double]
    var forceWrist: [Double]

    static let turningAmplitudes: [WearingAmplitude] = [
      .strideTilting, .unevenTilting, .stepTilting, .unevenBounce, .tilt,
    ]
    static let forceAmplitudes: [WearingAmplitude] = [
      .strideSway, .tilt, .landingSway, .stepBounce,
    ]

    /// Log-odds of a place for the logarithms of the amplitudes, up to what all places share.
    func logOdds(of place: WornPlace, _ logarithms: [WearingAmplitude: Double]) -> Double {
      let turns = logarithms[.strideTilting] != nil
      let weights =
        switch place {
        case .pelvis: turns ? turningPelvis : forcePelvis
        case .pocket: turns ? turningPocket : forcePocket
        case .hand: turns ? turningHand : forceHand
        case .wrist: turns ? turningWrist : forceWrist
        }
      let amplitudes = turns ? Self.turningAmplitudes : Self.forceAmplitudes
      return zip(amplitudes, weights.dropFirst()).reduce(weights[0]) { sum, term in
        sum + term.1 * (logarithms[term.0] ?? 0)
      }
    }
  }

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "WearingPosition", question: "wearing position",
      citation: "Moe-Nilssen and Helbostad 2004 (step and stride content by segment)",
      doi: "10.1016/S0021-9290(03)00233-1",
      deviations: [
        "own linear discriminant on turning, bounce and sway; says unknown below .95",
        "without a gyroscope only hand and wrist",
      ],
      revision: 2)
  }

  /// How likely each place is, the most likely first; empty with too little walking.
  public func probabilities(_ evidence: WearingEvidence) -> [PlaceProbability] {
    guard evidence.seconds >= leastSeconds else { return [] }
    let logarithms = evidence.amplitudes.mapValues { log($0 + floor) }
    let logOdds = WornPlace.allCases.map { model.logOdds(of: $0, logarithms) }
    let most = logOdds.max() ?? 0
    let odds = logOdds.map { exp($0 - most) }
    let sum = odds.reduce(0, +)
    return zip(WornPlace.allCases, odds).map { PlaceProbability($0, probability: $1 / sum) }
      .sorted { $0.probability > $1.probability }
  }

  /// The place, where one is likely enough to be taken as if it had been given. Without a gyroscope that is a hand or
  /// a wrist: "pelvis" and "pocket" are wrong too often.
  public func place(_ evidence: WearingEvidence) -> WornPlace? {
    guard let likeliest = probabilities(evidence).first,
      likeliest.probability >= leastConfidenceShare,
      evidence.hasTurning || likeliest.place.isHandOrWrist
    else { return nil }
    return likeliest.place
  }

  /// Whether the device moves with the pelvis, where that is likely enough either way; without a gyroscope where a hand or
  /// a wrist is.
  public func isPelvis(_ evidence: WearingEvidence) -> Bool? {
    if let place = place(evidence) { return place.isPelvis }
    guard evidence.hasTurning, let probability = pelvisProbability(evidence) else { return nil }
    return probability <= 1 - leastConfidenceShare ? false : nil
  }

  /// What the sequences look like; `nil` when all are short.
  public func evidence(in recording: SequenceRecording, cycle: StepCycle) -> WearingEvidence? {
    var sum: WearingEvidence?
    for sequence in recording.sequences {
      let samples = recording.indices(sequence)
      guard samples.count > Int(leastSequenceSeconds * SampleGrid.rateHertz) else { continue }
      let part = WearingEvidence(
        amplitudes: amplitudes(
          force: recording.acceleration.values(in: samples),
          rate: recording.angularRate?.values(in: samples), stride: cycle.strideCarrier[samples]),
        seconds: Double(samples.count) / SampleGrid.rateHertz)
      sum = sum.map { joined($0, part) } ?? part
    }
    return sum
  }

  /// What a walk's samples look like; `stride` over the same ones.
  func amplitudes(
    force: ArraySlice<SIMD3<Double>>, rate: ArraySlice<SIMD3<Double>>?, stride: Carrier
  ) -> [WearingAmplitude: Double] {
    let up = force.reduce(.zero, +).unit
    let east = up.somePerpendicular
    let axes = [east, up.cross(east), up]
    let waves = CycleWaves(stride: stride)
    let motion = lanes(of: force, along: axes)
    let tilt = tilt(of: force, along: axes)
    guard let rate else {
      let powers = forcePowers(motion, motion, waves)
      return forceAmplitudes(powers.sway, powers.rest, tilt: tilt)
    }
    let turning = lanes(of: rate, along: axes)
    let (sway, rest) = forcePowers(motion, turning, waves)
    let (steps, last) = turningPowers(turning, waves)
    var found = forceAmplitudes(sway, rest, tilt: tilt)
    found[.stepTurning] = amplitude([steps[0], steps[1], steps[2]])
    found[.stepTilting] = amplitude([steps[0], steps[1]])
    found[.strideTilting] = amplitude([rest[2], rest[3]])
    found[.unevenTilting] = amplitude([steps[3], last])
    return found
  }

  private func forceAmplitudes(
    _ sway: SIMD4<Double>, _ rest: SIMD4<Double>, tilt: Double
  ) -> [WearingAmplitude: Double] {
    [
      .strideSway: amplitude([sway[0], sway[1]]), .landingSway: amplitude([sway[2], sway[3]]),
      .stepBounce: amplitude([rest[0]]), .unevenBounce: amplitude([rest[1]]), .tilt: tilt,
    ]
  }

  /// A motion along three axes, and its length, without their means.
  private func lanes(
    of motion: ArraySlice<SIMD3<Double>>, along axes: [SIMD3<Double>]
  ) -> [SIMD4<Double>] {
    let (x, y, z) = (axes[0], axes[1], axes[2])
    var sum = SIMD4<Double>.zero
    var lanes = motion.withUnsafeBufferPointer { motion in
      [SIMD4<Double>](count: motion.count) {
        let vector = motion[$0]
        let row = SIMD4(vector.dot(x), vector.dot(y), vector.dot(z), vector.norm)
        sum += row
        return row
      }
    }
    let mean = sum / Double(lanes.count)
    lanes.withUnsafeMutableBufferPointer { for i in $0.indices { $0[i] -= mean } }
    return lanes
  }

  // MARK: Powers

  /// Cosine and sine of the phases of stride, step, three strides and two steps, a row for each sample.
  private struct CycleWaves {
    let cosine: [SIMD4<Double>]
    let sine: [SIMD4<Double>]

    init(stride: Carrier) {
      typealias Turn = (cosine: Double, sine: Double)
      func sum(_ a: Turn, _ b: Turn) -> Turn {
        (a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine)
      }
      var sines = [SIMD4<Double>](repeating: .zero, count: stride.sine.count)
      cosine = stride.cosine.withUnsafeBufferPointer { cosine in
        stride.sine.withUnsafeBufferPointer { sine in
          sines.withUnsafeMutableBufferPointer { sines in
            [SIMD4<Double>](count: cosine.count) {
              let stride = (cosine: cosine[$0], sine: sine[$0])
              let step = sum(stride, stride)
              let (uneven, landing) = (sum(step, stride), sum(step, step))
              sines[$0] = SIMD4(stride.sine, step.sine, uneven.sine, landing.sine)
              return SIMD4(stride.cosine, step.cosine, uneven.cosine, landing.cosine)
            }
          }
        }
      }
      sine = sines
    }
  }

  private typealias Row = SIMD4<Double>

  /// Mean squares of the amplitudes of waves that lie in two signals, four at a time.
  ///
  /// - Parameters:
  ///   - a: a signal's rows.
  ///   - b: the other signal's rows.
  ///   - waves: of the cycle.
  ///   - signals: what of both signals stands in each lane.
  ///   - carriers: which wave goes with each lane.
  /// - Returns: one for each lane.
  @inline(__always)
  private func powers(
    _ a: [Row], _ b: [Row], _ waves: CycleWaves, signals: (Row, Row) -> Row,
    carriers: (Row) -> Row
  ) -> Row {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        waves.cosine.withUnsafeBufferPointer { cosine in
          waves.sine.withUnsafeBufferPointer { sine in
            RowDemodulation(
              count: a.count, start: 0, sigma: smoothingSeconds * SampleGrid.rateHertz
            ) { (signals(a[$0], b[$0]), carriers(cosine[$0]), carriers(sine[$0])) }.meanPowers
          }
        }
      }
    }
  }

  /// Mean squares of the amplitudes of a force: of its sway at stride and landing; then of its bounce at the step and of its
  /// length at three strides, and of turning about both horizontal axes at the stride.
  private func forcePowers(
    _ force: [Row], _ turning: [Row], _ waves: CycleWaves
  ) -> (sway: Row, rest: Row) {
    let sway = powers(
      force, turning, waves, signals: { force, _ in Row(force.x, force.y, force.x, force.y) },
      carriers: { Row($0[0], $0[0], $0[3], $0[3]) })
    let rest = powers(
      force, turning, waves,
      signals: { force, turning in Row(force.z, force.w, turning.x, turning.y) },
      carriers: { Row($0[1], $0[2], $0[0], $0[0]) })
    return (sway, rest)
  }

  /// Mean squares of the amplitudes of turning: about three axes at the step and about the first at three strides; then
  /// about the second there.
  private func turningPowers(_ turning: [Row], _ waves: CycleWaves) -> (steps: Row, last: Double) {
    let steps = powers(
      turning, turning, waves,
      signals: { turning, _ in Row(turning.x, turning.y, turning.z, turning.x) },
      carriers: { Row($0[1], $0[1], $0[1], $0[2]) })
    let last = powers(
      turning, turning, waves, signals: { turning, _ in Row(repeating: turning.y) },
      carriers: { Row(repeating: $0[2]) })
    return (steps, last[0])
  }

  /// Root of the summed squares of amplitudes: a wave has half of its amplitude on either side of zero.
  private func amplitude(_ powers: [Double]) -> Double { 2 * powers.reduce(0, +).squareRoot() }

  /// Samples per value of the smoothed acceleration: 25 values a second.
  private static let tiltStride = 4

  /// Root mean square of the sine between up and the acceleration without its steps.
  private func tilt(
    of force: ArraySlice<SIMD3<Double>>, along axes: [SIMD3<Double>]
  ) -> Double {
    let stride = Self.tiltStride
    let kernel = KeptFilters.gaussian(
      sigmaSamples: tiltSmoothingSeconds * SampleGrid.rateHertz / Double(stride))
    let (x, y, z) = (axes[0], axes[1], axes[2])
    let means = force.withUnsafeBufferPointer { force in
      [SIMD4<Double>](count: (force.count + stride - 1) / stride) { k in
        let end = min(force.count, (k + 1) * stride)
        var sum = SIMD3<Double>.zero
        for i in (k * stride)..<end {
          sum += SIMD3(force[i].dot(x), force[i].dot(y), force[i].dot(z))
        }
        return SIMD4(sum / Double(end - k * stride), 0)
      }
    }
    let smooth = kernel.convolved(means)
    let squares = smooth.reduce(0) { sum, force in
      let size = SIMD3(force.x, force.y, force.z).norm
      return sum + (size > 0 ? 1 - pow(force.z / size, 2) : 0)
    }
    return (squares / Double(smooth.count)).squareRoot()
  }

  /// Logarithms weighted by the walking behind each, a floor added.
  public func joined(_ evidence: WearingEvidence, _ more: WearingEvidence) -> WearingEvidence {
    let total = evidence.seconds + more.seconds
    let amplitudes = evidence.amplitudes.merging(more.amplitudes) { a, b in
      exp((evidence.seconds * log(a + floor) + more.seconds * log(b + floor)) / total) - floor
    }
    return WearingEvidence(amplitudes: amplitudes, seconds: total)
  }
}

extension WearingEvidence {
  /// Whether there was a gyroscope.
  fileprivate var hasTurning: Bool { amplitudes[.strideTilting] != nil }
}
