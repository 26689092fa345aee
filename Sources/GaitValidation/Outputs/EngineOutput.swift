import GaitModel

/// What an engine says of a recording, as a scorer sees it: plain events and bouts, nothing more.
///
/// It comes from an analysis in memory or from the files that an engine has written; both give the
/// same figures.
struct EngineOutput: Sendable, Hashable {
  /// Why there is no output, or `nil` when there is. Without output nothing was found.
  var failure: String?
  /// Walking and running bouts, in the order in which they came.
  var bouts: [Bout] = []
  /// Where gait was detected before bouts were made, or `nil` when the engine does not say.
  var sequences: [Range<Double>]?
  /// Initial contacts, in the order in which they came.
  var initialContacts: [TimedFoot] = []
  /// Final contacts, in the order in which they came.
  var finalContacts: [TimedFoot] = []
  /// Strides, in the order in which they came.
  var strides: [Stride] = []
  /// Turns, or `nil` when the engine does not say.
  var turns: [Turn]?

  /// A bout.
  struct Bout: Sendable, Hashable {
    var seconds: Range<Double>
    var kind: Kind = .walking
    var direction: Direction = .none
    var values = BoutValues()
    /// Standard errors of the values, in their units.
    var errors = BoutValues()
    var doubleSupportFraction: Double?
    /// Standard error of the share in double support.
    var doubleSupportError: Double?
    var stanceFraction: Double?
    var strideSeconds: Double?
    var stepCount: Double?
    /// Standard error of the steps.
    var stepCountError: Double?
    var distanceMeters: Double?
    /// Standard error of the distance, meters.
    var distanceErrorMeters: Double?
    /// The leg that carries the device, where it is told.
    var carryingLeg: Side?
  }

  /// How a bout is labelled.
  enum Kind: Sendable, Hashable { case walking, running, stairs }

  /// Which way a bout goes on stairs.
  enum Direction: Sendable, Hashable { case up, down, none }

  /// A stride.
  struct Stride: Sendable, Hashable {
    var startSeconds: Double
    var endSeconds: Double
    var speedMetersPerSecond: Double?
    var lengthMeters: Double?
  }

  /// A change of walking direction.
  struct Turn: Sendable, Hashable {
    var seconds: Range<Double>
    /// By how much the direction changed; `nil` where the engine does not say.
    var angleDegrees: Double?
  }

  /// The bouts that are not running, as stretches of time.
  var walking: [Range<Double>] { bouts.filter { $0.kind != .running }.map(\.seconds) }

  /// The leg that carries the device, by the longest bout that tells it; `nil` where none does.
  var carryingLeg: Side? {
    func length(_ bout: Bout) -> Double { bout.seconds.upperBound - bout.seconds.lowerBound }
    return bouts.filter { $0.carryingLeg != nil }.max { length($0) < length($1) }?.carryingLeg
  }
}

extension [EngineOutput.Turn] {
  /// The angles of all in sum, degrees, in either direction; `nil` where that of one is missing.
  var wholeAngle: Double? {
    let angles = compactMap(\.angleDegrees)
    return angles.count == count ? abs(angles.reduce(0, +)) : nil
  }
}

extension [EngineOutput.Bout] {
  /// The mean of a value over the bouts, each weighted by how long it overlaps `limits`.
  ///
  /// `nil` when no bout that has the value overlaps.
  func mean(
    of value: (EngineOutput.Bout) -> Double?, in limits: ClosedRange<Double>
  ) -> Double? {
    overlapWeightedMean(map { ($0.seconds, value($0)) }, in: limits)
  }

  /// Standard error of the steps inside stretches: bouts lose and win steps each by itself, and a part of a bout has as
  /// much of its variance as of its time.
  ///
  /// `nil` when no bout overlaps, or one that does has no error.
  func stepCountError(in stretches: [ClosedRange<Double>]) -> Double? {
    var variance = 0.0
    for bout in self {
      let inside = stretches.reduce(0) { $0 + bout.seconds.overlap(with: $1) }
      guard inside > 0 else { continue }
      guard let error = bout.stepCountError else { return nil }
      variance += error * error * inside / (bout.seconds.upperBound - bout.seconds.lowerBound)
    }
    return variance > 0 ? variance.squareRoot() : nil
  }

  /// Standard error of a distance inside `limits`: the share of it that the bouts there give of theirs.
  func distanceError(of meters: Double, in limits: ClosedRange<Double>) -> Double? {
    mean(
      of: { bout in
        bout.distanceErrorMeters.flatMap { error in
          bout.distanceMeters.flatMap { ratio(error, $0) }
        }
      }, in: limits
    ).map { $0 * meters }
  }
}

/// The mean of the values, each weighted by how long its stretch overlaps `limits`; `nil` for none.
func overlapWeightedMean(
  _ values: [(seconds: Range<Double>, value: Double?)], in limits: ClosedRange<Double>
) -> Double? {
  var weight = 0.0
  var sum = 0.0
  for (seconds, value) in values {
    guard let value else { continue }
    let overlap = seconds.overlap(with: limits)
    weight += overlap
    sum += overlap * value
  }
  return weight > 0 ? sum / weight : nil
}

extension Range<Double> {
  /// How long two stretches lie over each other, seconds.
  func overlap(with limits: ClosedRange<Double>) -> Double {
    Swift.max(
      0, Swift.min(upperBound, limits.upperBound) - Swift.max(lowerBound, limits.lowerBound))
  }
}

extension EngineOutput {
  /// Takes from an analysis what its files would say, rounded as they are.
  init(_ analysis: RecordingAnalysis, rounding: FileRounding) {
    self.init()
    bouts = analysis.bouts.map { Bout($0, rounding: rounding) }
    sequences = analysis.gaitSequences.map { rounding.times($0.seconds) }
    initialContacts = analysis.bouts.flatMap { bout in
      bout.initialContacts.map {
        TimedFoot(seconds: rounding.time($0.seconds), foot: Side($0.foot))
      }
    }
    finalContacts = analysis.bouts.flatMap { bout in
      bout.finalContacts.map {
        TimedFoot(seconds: rounding.time($0.seconds), foot: Side($0.foot))
      }
    }
    strides = analysis.bouts.flatMap { bout in bout.strides.map { Stride($0, rounding: rounding) } }
    turns = analysis.turns.value?.map {
      Turn(seconds: rounding.times($0.seconds), angleDegrees: $0.angleDegrees)
    }
  }
}

/// How many decimals the files of an analysis hold.
///
/// An analysis in memory is finer than its files; rounding it the same way makes figures from memory
/// equal to figures from files.
public struct FileRounding: Sendable, Hashable {
  /// Decimals of times in seconds; `nil` keeps what is in memory.
  public var timeDecimals: Int?
  /// Decimals of speeds, lengths, cadences and fractions; `nil` keeps what is in memory.
  public var valueDecimals: Int?

  /// Makes a rounding.
  public init(timeDecimals: Int?, valueDecimals: Int?) {
    self.timeDecimals = timeDecimals
    self.valueDecimals = valueDecimals
  }

  /// Four decimals throughout, as `gait analyze` writes: 0.1 ms and 0.1 mm.
  public static let files = FileRounding(timeDecimals: 4, valueDecimals: 4)
  /// Nothing is rounded.
  public static let none = FileRounding(timeDecimals: nil, valueDecimals: nil)

  func time(_ seconds: Double) -> Double {
    timeDecimals.map { seconds.rounded(decimals: $0) } ?? seconds
  }

  func times(_ seconds: Range<Double>) -> Range<Double> {
    time(seconds.lowerBound)..<time(seconds.upperBound)
  }

  func value(_ value: Double?) -> Double? {
    guard let value, let valueDecimals else { return value }
    return value.rounded(decimals: valueDecimals)
  }
}

extension EngineOutput.Bout {
  fileprivate init(_ bout: WalkingBout, rounding: FileRounding) {
    self.init(seconds: rounding.times(bout.seconds))
    let onStairs = bout.terrain == .stairsUp || bout.terrain == .stairsDown
    kind = bout.activity == .running ? .running : onStairs ? .stairs : .walking
    direction = bout.terrain == .stairsUp ? .up : bout.terrain == .stairsDown ? .down : .none
    values = BoutValues(
      speedMetersPerSecond: rounding.value(bout.walkingSpeed.value?.metersPerSecond),
      strideLengthMeters: rounding.value(bout.strideLength.value?.meters),
      stepsPerMinute: rounding.value(bout.cadence.value?.stepsPerMinute))
    errors = BoutValues(
      speedMetersPerSecond: rounding.value(bout.walkingSpeed.standardError?.metersPerSecond),
      strideLengthMeters: rounding.value(bout.strideLength.standardError?.meters),
      stepsPerMinute: rounding.value(bout.cadence.standardError?.stepsPerMinute))
    doubleSupportFraction = rounding.value(bout.doubleSupportFraction.value)
    doubleSupportError = rounding.value(bout.doubleSupportFraction.standardError)
    stepCount = Double(bout.stepCount)
    stepCountError = rounding.value(bout.stepCountError)
    distanceMeters = rounding.value(bout.distance.value?.meters)
    distanceErrorMeters = rounding.value(bout.distance.standardError?.meters)
    carryingLeg = Side(bout.carryingLeg)
  }
}

extension EngineOutput.Stride {
  fileprivate init(_ stride: Stride, rounding: FileRounding) {
    self.init(
      startSeconds: rounding.time(stride.seconds.lowerBound),
      endSeconds: rounding.time(stride.seconds.upperBound),
      speedMetersPerSecond: rounding.value(stride.speed?.metersPerSecond),
      lengthMeters: rounding.value(stride.length.value?.meters))
  }
}

extension Side {
  fileprivate init?(_ foot: Foot) {
    switch foot {
    case .left: self = .left
    case .right: self = .right
    case .unknown: return nil
    }
  }
}
