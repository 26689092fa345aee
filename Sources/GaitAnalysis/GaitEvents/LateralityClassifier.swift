import Foundation
import GaitModel
import Signals

/// Says which foot made each contact.
public protocol LateralityClassifier: ConfigurableMethod {
  /// The foot of every contact of a walk.
  ///
  /// - Parameters:
  ///   - walk: the contacts.
  ///   - axes: the body's axes in this walk, with forward's sign settled, or `nil` when it is not.
  ///   - context: the samples and the cycle of their steps.
  /// - Returns: one foot per contact; all `unknown` where it cannot be told.
  func feet(of walk: Walk, axes: BodyAxes?, in context: SequenceContext) -> [Foot]

  /// The same, with the leg that carries the device where it is worn on one.
  func sides(of walk: Walk, axes: BodyAxes?, in context: SequenceContext) -> WalkSides
}

extension LateralityClassifier {
  /// No leg carries the device.
  public func sides(of walk: Walk, axes: BodyAxes?, in context: SequenceContext) -> WalkSides {
    WalkSides(feet: feet(of: walk, axes: axes, in: context))
  }
}

/// The feet of a walk's contacts, and the leg that carries the device.
public struct WalkSides: Hashable, Sendable {
  /// One foot per contact.
  public var feet: [Foot]
  /// The leg that carries the device; `unknown` where it is worn on none, or that cannot be told.
  public var carrier: Foot
  /// How far the contacts agree on the leg, 0 not at all to 1.
  public var agreement: Double
  /// Why the leg is not told, where it is not.
  public var obstacle = MissingReason.siteNotSupported

  /// Makes the sides of a walk.
  public init(feet: [Foot], carrier: Foot = .unknown, agreement: Double = 0) {
    (self.feet, self.carrier, self.agreement) = (feet, carrier, agreement)
  }
}

/// Sides are left open.
public struct NoLaterality: LateralityClassifier {
  /// The method; it has no settings.
  public init() {}

  /// None: this method leaves the question out.
  public var provenance: Provenance { .leftOut("NoLaterality", question: "left and right") }

  /// Unknown for every contact.
  public func feet(of walk: Walk, axes: BodyAxes?, in context: SequenceContext) -> [Foot] {
    walk.contacts.map { _ in .unknown }
  }
}

/// Says which foot made each contact by the sway of the pelvis.
///
/// At the pelvis each stride sways to the standing side, turns and tilts with it. The stride-locked
/// part of sideways acceleration, yaw and roll at the instant of a contact gives log-odds for the
/// right foot; then the most likely sequence is found in which feet alternate, unless a contact was
/// missed. The model is odd: mirror the recording and every answer swaps.
///
/// Sources: signals after A. McCamley et al., Gait Posture 36:316 (2012) and M. Ullrich et al.
/// (2021); deviations: stride-locked amplitudes by demodulation; the whole walk decides together.
/// Constants: `Tools/fit/parameters`.
public struct StrideSwayLaterality: LateralityClassifier {
  /// What was fitted.
  var model = Model.fitted
  /// Sideways motion slower than this is posture, Hz.
  public var slowestSwayHertz = 0.25
  /// Rotation slower than this is turning, Hz.
  public var slowestRotationHertz = 0.2
  /// Smoothing of the stride-locked amplitudes, standard deviation in steps: about half a stride.
  public var smoothingSteps = 0.9
  /// A single contact never counts for more than this, log-odds.
  public var largestEvidence = 4.0
  /// What two contacts of the same foot in a row cost, log-odds.
  public var repetitionCost = 4.0
  /// What a change of foot costs where one contact seems missed, log-odds.
  public var changeCostAfterMiss = 2.0
  /// Beyond this share of the median step time a contact was missed.
  public var missedShare = 1.5
  /// Beyond this share nothing is known of the steps between.
  public var pauseShare = 2.5
  /// Evidence for the whole walk below which no side is named, log-odds per contact.
  public var leastEvidence = 0.1

  /// The fitted numbers.
  struct Model: Hashable, Sendable {
    /// Log-odds per unit of: sideways, yaw, roll; real and imaginary part each, relative to their RMS.
    var weights: [Double]
    /// The same without gyroscope: sideways at one and at three waves per stride.
    var accelerationWeights: [Double]
    /// The same when forward's sign is not known: yaw alone.
    var yawWeights: [Double]
  }

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "StrideSwayLaterality", question: "left and right",
      citation: "McCamley et al. 2012, Gait Posture 36:316 (signals)",
      doi: "10.1016/j.gaitpost.2012.02.019",
      deviations: ["stride-locked amplitudes by demodulation", "decided over the whole walk"],
      revision: 1)
  }

  /// The most likely feet of a walk, all contacts decided together.
  public func feet(of walk: Walk, axes: BodyAxes?, in context: SequenceContext) -> [Foot] {
    let contacts = walk.positions
    guard let evidence = logOddsRight(of: walk, axes: axes, in: context) else {
      return contacts.map { _ in .unknown }
    }
    let (isRight, margin) = order.mostLikely(evidence, contacts: contacts)
    guard margin >= leastEvidence * Double(contacts.count) else {
      return contacts.map { _ in .unknown }
    }
    return isRight.map { $0 ? .right : .left }
  }

  private func logOddsRight(
    of walk: Walk, axes: BodyAxes?, in context: SequenceContext
  ) -> [Double]? {
    let samples = walk.samples.clamped(to: context.recording.samples)
    let force = context.recording.acceleration[samples]
    let rate = context.recording.angularRate?[samples]
    var signals: [(values: GridSignal<Double>, perStride: Double)] = []
    let chosen: [Double]
    if let axes {
      let sideways = steady(
        [force.each { $0.dot(axes.mediolateral) }], cutoffHertz: slowestSwayHertz)[0]
      signals.append((sideways, 1))
      if let rate {
        chosen = model.weights
        let rotation = steady(
          [axes.vertical, axes.anteroposterior].map { axis in rate.each { $0.dot(axis) } },
          cutoffHertz: slowestRotationHertz)
        signals += rotation.map { ($0, 1) }
      } else {
        chosen = model.accelerationWeights
        signals.append((sideways, 3))
      }
    } else if let rate {
      let up = context.recording.acceleration.sum(over: samples).unit
      chosen = model.yawWeights
      signals.append(
        (steady([rate.each { $0.dot(up) }], cutoffHertz: slowestRotationHertz)[0], 1))
    } else {
      return nil
    }
    return sum(signals, weights: chosen, at: walk.positions, cycle: context.cycle, samples: samples)
  }

  private func sum(
    _ signals: [(values: GridSignal<Double>, perStride: Double)], weights: [Double],
    at positions: [SamplePosition], cycle: StepCycle, samples: Range<SampleIndex>
  ) -> [Double] {
    let radians = cycle.rhythm.radians[samples]
    let hertz =
      Statistics.median(cycle.stepHertz.values(in: samples)) ?? StepFrequencyEvidence.usualHertz
    let sigma = smoothingSteps * SampleGrid.rateHertz / hertz
    let stride = cycle.strideCarrier[samples]
    let isThreefold = signals.contains { $0.perStride == 3 }
    let carriers = [stride] + (isThreefold ? [stride.times(stride).times(stride)] : [])
    var odds = [Double](repeating: 0, count: positions.count)
    for (k, signal) in signals.enumerated() {
      let wave = Demodulation(
        of: signal.values, carrier: carriers[signal.perStride == 1 ? 0 : 1], sigma: sigma)
      let scale = (Statistics.rootMeanSquare(signal.values.values) ?? 0) + 1e-9
      for (i, position) in positions.enumerated() {
        let angle = radians.value(at: position) / 2 * signal.perStride
        let (re, im) = wave.value(at: position)
        odds[i] += weights[2 * k] * (re * cos(angle) - im * sin(angle)) / scale
        odds[i] += weights[2 * k + 1] * (re * sin(angle) + im * cos(angle)) / scale
      }
    }
    return odds
  }

  private func steady(
    _ signals: [GridSignal<Double>], cutoffHertz: Double
  ) -> [GridSignal<Double>] {
    let rate = SampleGrid.rateHertz
    return KeptFilters.highPass(order: 2, cutoffHertz: cutoffHertz)
      .filteredForwardBackward(
        signals.map(\.values), padding: min(signals[0].count - 2, Int(3 * rate))
      ).map { signals[0].with($0) }
  }

  private var order: FootOrder {
    FootOrder(
      largestEvidence: largestEvidence, repetitionCost: repetitionCost,
      changeCostAfterMiss: changeCostAfterMiss, missedShare: missedShare, pauseShare: pauseShare)
  }
}
