import GaitModel
import Signals

/// One walk in its body's axes, with some seconds before and after it, by the recording's own indices.
public struct WalkSignal: Sendable {
  /// Upward acceleration, m/s², mean over the recording of the sequences removed.
  public var vertical: GridSignal<Double>
  /// Forward acceleration, m/s².
  public var anteroposterior: GridSignal<Double>
  /// Acceleration to the right, m/s².
  public var mediolateral: GridSignal<Double>
  /// Rate of rolling about forward, rad/s; `nil` without a gyroscope.
  public var rollRate: GridSignal<Double>?
  /// Where the contacts are on the recording's grid, rising.
  public var contacts: [SamplePosition]
  /// Whether forward and sideways are told apart; if not, the two lie along any horizontal lines.
  public var isHeadingKnown: Bool
  /// The oscillation of the walk: its motion between 0.3 and 20 Hz.
  public var oscillation: WalkOscillation
  /// What all bands of the walk are made from.
  private let steady: SteadyMotion

  /// Filters need a little before and after a walk, seconds; the constants were fitted with as much.
  static let marginSeconds = 5.0

  /// The signal of a walk.
  ///
  /// - Parameters:
  ///   - walk: the contacts.
  ///   - heading: the body's axes; `nil` when forward and sideways are not told apart.
  ///   - context: where the samples come from.
  public init(of walk: Walk, heading: BodyAxes?, in context: SequenceContext) {
    let margin = Int(Self.marginSeconds * SampleGrid.rateHertz)
    let wide = (walk.samples.lowerBound - margin)..<(walk.samples.upperBound + margin)
    let recording = context.recording
    let samples = wide.clamped(to: recording.samples)
    let up = recording.acceleration.sum(over: walk.samples.clamped(to: samples)).unit
    let line = heading?.anteroposterior ?? up.somePerpendicular
    let rows = Self.rows(ahead: line, in: samples, of: context)
    let signals = SignalRows.signals(of: rows[...], count: recording.angularRate == nil ? 3 : 4)
      .map { GridSignal($0, from: samples.lowerBound) }
    (vertical, anteroposterior, mediolateral) = (signals[0], signals[1], signals[2])
    rollRate = signals.count > 3 ? signals[3] : nil
    contacts = walk.positions
    isHeadingKnown = heading != nil
    steady = SteadyMotion(
      rows, count: signals.count, from: samples.lowerBound, settledBefore: walk.samples)
    oscillation = WalkOscillation(steady)
  }

  /// Motion up, forward and to the right, and the rate of rolling, a row for each sample.
  ///
  /// - Parameters:
  ///   - line: forward, or a line near it: what of it is level counts.
  ///   - samples: the samples to take.
  ///   - context: where they come from.
  /// - Returns: as many rows; without a gyroscope their last number is 0.
  private static func rows(
    ahead line: SIMD3<Double>, in samples: Range<SampleIndex>, of context: SequenceContext
  ) -> [SIMD4<Double>] {
    let force = context.recording.acceleration.values(in: samples)
    let rate = context.recording.angularRate?.values(in: samples) ?? []
    let lift = context.body.vertical.values(in: samples)
    return context.body.up.values(in: samples).withUnsafeBufferPointer { up in
      lift.withUnsafeBufferPointer { lift in
        force.withUnsafeBufferPointer { force in
          rate.withUnsafeBufferPointer { rate in
            [SIMD4<Double>](count: up.count) {
              let ahead = (line - up[$0] * line.dot(up[$0])).unit
              return SIMD4(
                lift[$0], force[$0].dot(ahead), force[$0].dot(ahead.cross(up[$0])),
                rate.isEmpty ? 0 : rate[$0].dot(ahead))
            }
          }
        }
      }
    }
  }

  /// A walk from its signals, for tests and for simulated walks.
  init(
    vertical: GridSignal<Double>, anteroposterior: GridSignal<Double>,
    mediolateral: GridSignal<Double>, rollRate: GridSignal<Double>? = nil,
    contacts: [SamplePosition], isHeadingKnown: Bool
  ) {
    (self.vertical, self.anteroposterior) = (vertical, anteroposterior)
    (self.mediolateral, self.rollRate) = (mediolateral, rollRate)
    (self.contacts, self.isHeadingKnown) = (contacts, isHeadingKnown)
    let signals =
      [vertical, anteroposterior, mediolateral] + (rollRate.map { [$0] } ?? [])
    steady = SteadyMotion(
      SignalRows.rows(of: signals.map(\.values)), count: signals.count, from: vertical.startIndex,
      settledBefore: Int(contacts.first ?? 0)..<Int((contacts.last ?? 0).rounded(.up) + 1))
    oscillation = WalkOscillation(steady)
  }

  /// Vertical displacement of the sensor, m: twice integrated, with the drift of each integral removed (Zijlstra
  /// and Hof 2003; 0.7 Hz instead of 1 Hz, so that slow steps keep their rise).
  public func verticalDisplacement() -> GridSignal<Double> {
    let rate = SampleGrid.rateHertz
    // What the slower filter has not settled at the ends is slower than the other lets through.
    let padding = Int(3 * rate / 0.7)
    func integral(_ x: [Double], above filter: FilterCascade) -> [Double] {
      Integration.cumulativeTrapezoid(
        filter.filteredForwardBackward(x, edge: .even, padding: padding), samplingRateHertz: rate)
    }
    let velocity = integral(vertical.values, above: Self.withoutOffset)
    return vertical.with(integral(velocity, above: Self.withoutSlowRise))
  }

  private static let withoutOffset = Butterworth.highPass(
    order: 4, cutoffHertz: 0.1, samplingRateHertz: SampleGrid.rateHertz)
  private static let withoutSlowRise = Butterworth.highPass(
    order: 4, cutoffHertz: 0.7, samplingRateHertz: SampleGrid.rateHertz)

  /// Up, forward and right between 0.3 and a highest frequency, m/s².
  ///
  /// - Parameters:
  ///   - hertz: what is faster is left out: 5 Hz leaves the steps without impact.
  ///   - order: order of the low-pass.
  /// - Returns: three signals over the same samples.
  public func axes(upToHertz hertz: Double, order: Int) -> [GridSignal<Double>] {
    Array(steady.signals(upToHertz: hertz, order: order).prefix(3))
  }
}

/// The oscillation of a walk: its motion between 0.3 and 20 Hz.
public struct WalkOscillation: Sendable {
  /// Upward acceleration, m/s².
  public var vertical: GridSignal<Double>
  /// Forward acceleration, m/s².
  public var anteroposterior: GridSignal<Double>
  /// Acceleration to the right, m/s².
  public var mediolateral: GridSignal<Double>
  /// Rate of rolling about forward, rad/s; `nil` without a gyroscope.
  public var rollRate: GridSignal<Double>?

  init(_ steady: SteadyMotion) {
    let waves = steady.signals(upToHertz: 20, order: 4)
    (vertical, anteroposterior, mediolateral) = (waves[0], waves[1], waves[2])
    rollRate = waves.count > 3 ? waves[3] : nil
  }
}

/// A walk's motion without drift, above 0.3 Hz: what all its bands are made from.
struct SteadyMotion: Sendable {
  private let rows: ArraySlice<SIMD4<Double>>
  private let signalCount: Int
  private let start: SampleIndex

  private static let slowestHertz = 0.3
  private static let withoutDrift = Butterworth.highPass(
    order: 2, cutoffHertz: slowestHertz, samplingRateHertz: SampleGrid.rateHertz)

  /// Prepares up to four signals over the same samples.
  ///
  /// - Parameters:
  ///   - motion: the signals, a row for each sample.
  ///   - count: how many they are, at least one.
  ///   - start: the recording's index of the first sample.
  ///   - walk: where the motion must have settled; the samples before and after it take the place of padding.
  init(
    _ motion: [SIMD4<Double>], count: Int, from start: SampleIndex,
    settledBefore walk: Range<SampleIndex>
  ) {
    (signalCount, self.start) = (count, start)
    let margin = min(walk.lowerBound - start, start + motion.count - walk.upperBound)
    let settling = Int(3 * SampleGrid.rateHertz / Self.slowestHertz)
    rows = Self.withoutDrift.filteredForwardBackward(
      motion[...], edge: .even, padding: settling - max(0, margin))
  }

  /// The signals without what is faster than a limit.
  func signals(upToHertz hertz: Double, order: Int) -> [GridSignal<Double>] {
    let rate = SampleGrid.rateHertz
    let low = KeptFilters.lowPass(order: order, cutoffHertz: hertz)
    let band = low.filteredForwardBackward(rows, edge: .even, padding: Int(3 * rate / hertz))
    return SignalRows.signals(of: band, count: signalCount).map { GridSignal($0, from: start) }
  }
}
