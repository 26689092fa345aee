import Foundation
import GaitModel
import Signals

/// Says which leg carries the phone, and which foot made each contact, by the swing of a thigh in a trouser pocket.
///
/// A thigh turns about one axis, across the body. It swings forward while the other foot stands and back while its own
/// does, so the angle from a contact to the next is larger after a contact of the other foot than after one of its
/// own. The sign of the axis follows from two things: a thigh swings forward faster than back, and the body is pushed
/// forward before it is lifted. With up and forward known, so is left: the body sways to the foot that stands, and a
/// vote of all contacts says which leg it is.
///
/// Source: own; the thigh as a pendulum with one axis, S. Mochon, T. A. McMahon, J. Biomech. 13:49 (1980); push before
/// lift as in ``BodyAlignment``. Nothing is fitted; how often it is right is in `Tools/fit/sites/thigh.py`.
public struct ThighSwingLaterality: LateralityClassifier {
  /// The axis is sought in windows of this length, seconds: a phone moves in a pocket.
  public var windowSeconds = 20.0
  /// A thigh swings at least so hard about its axis at the stride, RMS in rad/s: phones in bags and jackets have up to
  /// 0.24, those on a thigh 0.27 and more.
  public var leastSwing = 0.25
  /// What a usual difference between two steps says, log-odds: one contact in a hundred looks like the other leg's.
  public var usualEvidence = 4.0
  /// What two contacts of the same foot in a row cost, log-odds, as at the pelvis.
  public var repetitionCost = 4.0
  /// The vote on the leg, from -1 to 1, must be as clear as this.
  public var leastVote = 0.3
  /// Two windows have the same axis when the cosine between them is larger.
  public var leastAxisCosine = 0.6
  /// What push and lift weigh beside the skewness of the swing.
  public var pushWeight = 2.0
  /// Fewer contacts say nothing.
  public var leastContacts = 6
  /// A longer interval is no step, in median steps.
  public var longestStepShare = 1.8

  /// The method with its settings as they were chosen.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "ThighSwingLaterality", question: "left and right",
      citation: "Mochon and McMahon 1980, J. Biomech. 13:49 (the thigh as a pendulum)",
      doi: "10.1016/0021-9290(80)90007-X",
      deviations: ["the leg from the body's sway by a vote of all contacts"], revision: 1)
  }

  /// The foot of every contact; unknown where the phone is on no thigh.
  public func feet(of walk: Walk, axes: BodyAxes?, in context: SequenceContext) -> [Foot] {
    sides(of: walk, axes: axes, in: context).feet
  }

  /// The foot of every contact, and the leg that carries the phone.
  public func sides(of walk: Walk, axes: BodyAxes?, in context: SequenceContext) -> WalkSides {
    func unknown(_ obstacle: MissingReason) -> WalkSides {
      var sides = WalkSides(feet: walk.contacts.map { _ in .unknown })
      sides.obstacle = obstacle
      return sides
    }
    if context.recording.angularRate == nil { return unknown(.noGyroscope) }
    guard walk.contacts.count >= leastContacts,
      let swing = ThighSwing(of: walk, in: context.recording, by: self)
    else { return unknown(.tooFewSteps) }
    // On no thigh, as in a jacket's pocket.
    if swing.size < leastSwing { return unknown(.siteNotSupported) }
    let differences = differences(swing.angles)
    guard let usual = Statistics.median(differences.map(abs)), usual > 0 else {
      return unknown(.eventNotFound)
    }
    let pelvis = StrideSwayLaterality()
    let order = FootOrder(
      largestEvidence: usualEvidence, repetitionCost: repetitionCost,
      changeCostAfterMiss: pelvis.changeCostAfterMiss, missedShare: pelvis.missedShare,
      pauseShare: pelvis.pauseShare)
    let isOther = order.mostLikely(
      differences.map { usualEvidence * $0 / usual }, contacts: walk.positions
    ).0
    let votes = zip(isOther, swing.sways).map { $0 == ($1 > 0) ? -1.0 : 1.0 }
    guard let vote = Statistics.mean(votes), abs(vote) >= leastVote else {
      return unknown(.eventNotFound)
    }
    let carrier: Foot = vote > 0 ? .right : .left
    return WalkSides(
      feet: isOther.map { $0 ? carrier.other : carrier }, carrier: carrier, agreement: abs(vote))
  }

  /// By how much each step swings the thigh further forward than the steps beside it, radians; 0 where nothing is
  /// known.
  private func differences(_ angles: [Double?]) -> [Double] {
    angles.indices.map { i in
      let near = [i > 0 ? angles[i - 1] : nil, i + 1 < angles.count ? angles[i + 1] : nil]
        .compactMap(\.self)
      guard let beside = Statistics.mean(near) else { return 0 }
      return (angles[i] ?? 0) - beside
    }
  }
}

/// How a thigh swings in a walk.
private struct ThighSwing {
  /// Angle of the thigh from each contact to the next, radians, forward positive; `nil` after the last and over a
  /// pause.
  private(set) var angles: [Double?] = []
  /// How far the body is accelerated to the left in the half stride from each contact on, m/s.
  private(set) var sways: [Double] = []
  /// The swing about the axis at the stride's rate, RMS in rad/s: the median of the windows.
  private(set) var size = 0.0

  init?(of walk: Walk, in recording: SequenceRecording, by method: ThighSwingLaterality) {
    let positions = walk.positions
    guard let rate = recording.angularRate,
      let step = Statistics.median(zip(positions.dropFirst(), positions).map { $0 - $1 }), step > 0
    else { return nil }
    let samples = (walk.samples.lowerBound..<(walk.samples.upperBound + Int(step) + 1))
      .clamped(to: recording.samples)
    let hertz = SampleGrid.rateHertz / (2 * step)
    let force = Array(recording.acceleration.values(in: samples))
    let turning = Self.passed(Array(rate.values(in: samples)), 0.4, 5)
    var windows = Self.windows(of: force.count, method.windowSeconds)
      .map {
        ThighWindow(force, turning, in: $0, strideHertz: hertz, pushWeight: method.pushWeight)
      }
    Self.turn(&windows, leastCosine: method.leastAxisCosine)
    size = Statistics.median(windows.map(\.size)) ?? 0
    guard size >= method.leastSwing else { return }
    let swings = windows.map { window in Self.integral(turning.map { $0.dot(window.axis) }) }
    let pushes = windows.map { window in
      Self.integral(Self.passed(force.map { $0.dot(window.left) }, 0.6 * hertz, 1.4 * hertz))
    }
    for (i, position) in positions.enumerated() {
      let from = position - Double(samples.lowerBound)
      let k = windows.firstIndex { Double($0.samples.upperBound) > from } ?? windows.count - 1
      func change(_ x: [Double], to: Double) -> Double {
        Interpolation.linear(x, at: to) - Interpolation.linear(x, at: from)
      }
      let isStep =
        i + 1 < positions.count && positions[i + 1] - position < method.longestStepShare * step
      angles.append(
        isStep ? change(swings[k], to: positions[i + 1] - Double(samples.lowerBound)) : nil)
      sways.append(change(pushes[k], to: from + step))
    }
  }

  /// Windows of about a length that fill so many samples.
  private static func windows(of count: Int, _ seconds: Double) -> [Range<Int>] {
    let number = max(1, Int((Double(count) / (seconds * SampleGrid.rateHertz)).rounded()))
    return (0..<number).map { count * $0 / number..<count * ($0 + 1) / number }
  }

  /// Gives neighbors with the same axis the same sign, and each such part the sign that its windows speak for.
  private static func turn(_ windows: inout [ThighWindow], leastCosine: Double) {
    var start = 0
    for k in 1...windows.count {
      let cosine = k < windows.count ? windows[k].axis.dot(windows[k - 1].axis) : 0
      if cosine < 0 { windows[k].flip() }
      guard abs(cosine) < leastCosine else { continue }
      if windows[start..<k].reduce(0, { $0 + $1.forward }) < 0 {
        for i in start..<k { windows[i].flip() }
      }
      start = k
    }
  }

  fileprivate static func passed(_ x: [Double], _ low: Double, _ high: Double) -> [Double] {
    Butterworth.bandPass(
      order: 2, fromHertz: low, toHertz: high, samplingRateHertz: SampleGrid.rateHertz
    ).filteredForwardBackward(
      x, edge: .even, padding: min(x.count - 2, Int(3 * SampleGrid.rateHertz)))
  }

  private static func passed(
    _ x: [SIMD3<Double>], _ low: Double, _ high: Double
  ) -> [SIMD3<Double>] {
    let axes = Butterworth.bandPass(
      order: 2, fromHertz: low, toHertz: high, samplingRateHertz: SampleGrid.rateHertz
    ).filteredForwardBackward(
      [x.map(\.x), x.map(\.y), x.map(\.z)], edge: .even,
      padding: min(x.count - 2, Int(3 * SampleGrid.rateHertz)))
    return x.indices.map { SIMD3(axes[0][$0], axes[1][$0], axes[2][$0]) }
  }

  private static func integral(_ x: [Double]) -> [Double] {
    Integration.cumulativeTrapezoid(x, samplingRateHertz: SampleGrid.rateHertz)
  }
}

/// A thigh's axis in one window of a walk.
private struct ThighWindow {
  /// Where in the walk.
  let samples: Range<Int>
  /// The axis about which the thigh swings forward, across the body, at right angles to up.
  private(set) var axis: SIMD3<Double>
  /// How much speaks for this sign of the axis.
  private(set) var forward: Double
  /// The swing at the stride's rate, RMS in rad/s.
  let size: Double
  private let up: SIMD3<Double>

  /// To the left of the body.
  var left: SIMD3<Double> { up.cross(up.cross(axis)) }

  init(
    _ force: [SIMD3<Double>], _ turning: [SIMD3<Double>], in samples: Range<Int>,
    strideHertz hertz: Double, pushWeight: Double
  ) {
    self.samples = samples
    let up = force[samples].reduce(.zero, +).unit
    let main = Self.mainDirection(turning[samples])
    let axis = (main - main.dot(up) * up).unit
    (self.up, self.axis) = (up, axis)
    let swing = turning[samples].map { $0.dot(axis) }
    size = Statistics.rootMeanSquare(ThighSwing.passed(swing, 0.6 * hertz, 1.4 * hertz)) ?? 0
    let spread = (Statistics.rootMeanSquare(swing) ?? 0) + 1e-9
    let skewness =
      swing.reduce(0) { $0 + $1 * $1 * $1 } / Double(swing.count) / (spread * spread * spread)
    let ahead = up.cross(axis)
    let push = ThighSwing.passed(force[samples].map { $0.dot(ahead) }, 1.3 * hertz, 3 * hertz)
    let lift = ThighSwing.passed(force[samples].map { $0.dot(up) }, 1.3 * hertz, 3 * hertz)
    // A quarter of a wave earlier than the lift.
    let last = lift.count - 1
    let falling = lift.indices.map { i -> Double in lift[max(0, i - 1)] - lift[min(last, i + 1)] }
    let product = zip(push, falling).reduce(0) { $0 + $1.0 * $1.1 } / Double(push.count)
    let sizes = (Statistics.rootMeanSquare(push) ?? 0) * (Statistics.rootMeanSquare(falling) ?? 0)
    forward = skewness - pushWeight * product / (sizes + 1e-9)
  }

  /// Turns the axis round.
  mutating func flip() { (axis, forward) = (-axis, -forward) }

  /// The direction in which vectors are largest: the first principal axis, from the second moments multiplied by
  /// themselves until one is left.
  private static func mainDirection(_ x: ArraySlice<SIMD3<Double>>) -> SIMD3<Double> {
    var rows = [SIMD3<Double>](repeating: .zero, count: 3)
    for v in x { for k in 0..<3 { rows[k] += v[k] * v } }
    for _ in 0..<8 {
      let trace = rows[0][0] + rows[1][1] + rows[2][2]
      guard trace > 0 else { return .zero }
      let m = rows.map { $0 / trace }
      // The matrix is symmetric: its rows are its columns.
      rows = m.map { row in SIMD3(row.dot(m[0]), row.dot(m[1]), row.dot(m[2])) }
    }
    return (rows.max { $0.norm < $1.norm } ?? .zero).unit
  }
}
