import GaitModel

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
    doubleSupportFraction = rounding.value(bout.doubleSupportFraction.value)
    stepCount = Double(bout.stepCount)
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
