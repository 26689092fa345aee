import Foundation
import GaitModel

/// A frame of slow acceleration, counted from the first of an uninterrupted run of samples: frame `j` is
/// centered `0.4 j` seconds after the run's first sample.
public typealias FrameIndex = Int

/// What the detector of gait sequences says of a frame.
public struct FrameEvidence: Hashable, Sendable {
  /// Log-odds that the person walks.
  public var walking: Double
  /// Log-odds that the person runs.
  public var running: Double
  /// Log-odds that a frame of running is one of jumping.
  public var jumping = 0.0
  /// Whether it may belong to a run at all, so that the ground of a run is asked for.
  public var mayBeRun = false
  /// How hard its steps push, as a share of gravity; infinite where nobody asks.
  public var push = Double.infinity

  /// Makes evidence from the log-odds of walking and of running.
  public init(walking: Double, running: Double = -.infinity) {
    (self.walking, self.running) = (walking, running)
  }
}

/// Log-odds of stairs, and of up against down, in one frame.
public struct GroundEvidence: Hashable, Sendable {
  /// Log-odds of stairs against level ground.
  public var stairs: Double
  /// Log-odds that they are climbed rather than descended.
  public var up: Double

  /// Makes evidence; both in log-odds.
  public init(stairs: Double, up: Double) { (self.stairs, self.up) = (stairs, up) }

  /// A frame that says nothing.
  public static let none = GroundEvidence(stairs: 0, up: 0)
}

/// Says of a frame what it tells about the ground.
public protocol FrameGroundReader: Sendable {
  /// What a frame says about the ground of a walk and of a run.
  ///
  /// - Parameters:
  ///   - frame: the frame, to be looked at as far as need be.
  ///   - gait: what the detector of gait said of it.
  /// - Returns: `none` where nothing is said.
  func evidence(
    of frame: inout FrameReading, gait: FrameEvidence
  ) -> (walk: GroundEvidence, run: GroundEvidence)
}

/// What one frame of 4 s said, kept for as long as a walk may still need it.
public struct GaitFrame: Sendable {
  /// What the detector said.
  public var gait: FrameEvidence
  /// What the frame says about the ground of a walk.
  public var ground = GroundEvidence.none
  /// What the frame says about the ground of a run.
  public var groundOfRun = GroundEvidence.none
  /// Whether it moves as hard as the least walking does.
  var isMoving = false
  /// Whether the scores were read when the frame was decided upon.
  var hasScores = false
  /// Whether it was looked at as far as what reads frames wanted; it was not where nothing in it could have made it gait.
  var isRead = true

  /// A frame in which nothing moves; its scores are 0.
  static let still = GaitFrame(
    gait: FrameEvidence(walking: -.infinity), hasScores: true)
}

/// The frames that cover some gait sequences, by their own numbers.
public struct GaitFrames: Sendable {
  /// The grid's sample at the center of frame 0 of the run.
  var runStart: SampleIndex
  /// The frames, one after the other.
  var kept: GridSignal<GaitFrame>
  /// How well each candidate step frequency explains the frames, one frame after the other.
  var scores = GridSignal<Double>()

  /// The numbers of the frames.
  public var indices: Range<FrameIndex> { kept.startIndex..<kept.endIndex }

  /// A frame by its number.
  public subscript(index: FrameIndex) -> GaitFrame { kept[index] }

  /// How well each candidate step frequency explains a frame; larger is better.
  public func scores(of index: FrameIndex) -> ArraySlice<Double> {
    scores.values(in: StepFrequencyEvidence.places(of: index))
  }

  /// The frames centered between two times, seconds of the recording; empty where there is none.
  public func frames(from start: Double, to end: Double) -> Range<FrameIndex> {
    func isInside(_ index: FrameIndex) -> Bool {
      seconds(at: index) >= start && seconds(at: index) <= end
    }
    guard let first = indices.first(where: isInside), let last = indices.last(where: isInside)
    else { return 0..<0 }
    return first..<(last + 1)
  }

  /// The grid's sample at the center of a frame.
  func sample(at index: FrameIndex) -> SampleIndex {
    runStart + index * SlowAcceleration.hop * SlowAcceleration.factor
  }

  /// Seconds of the recording at the center of a frame.
  public func seconds(at index: FrameIndex) -> Double {
    SampleGrid.seconds(at: Double(sample(at: index)))
  }
}

/// A frame of 4 s, looked at as far as anybody asks; buffers are made once and used again for every frame.
public struct FrameReading {
  /// The slow samples of the frame, m/s².
  public internal(set) var slow = SlowAcceleration()
  /// The center of the frame, seconds of the recording.
  public internal(set) var seconds = 0.0
  private var spectra = FrameReading.newSpectra()
  private let stepFrequency: StepFrequencyEvidence
  private let directionSpread = DirectionSpread()
  private var groundReader = GroundFeatureReader()
  private var logs: [Float] = []
  private var read = GaitFrameFeatures()
  private var hasLevels = false
  private var hasPowers = false
  private var isTransformed = false
  private var scoresKept: [Double] = []
  private var hasScores = false
  private var hasRhythm = false
  private var groundKept: GroundFeatures?

  /// Below this a frame is still and not looked at further, RMS of the vector in m/s²: a quarter of the
  /// weakest gait, and the noise of a sensor at rest.
  static let leastVariation = 0.05

  init(stepFrequency: StepFrequencyEvidence) { self.stepFrequency = stepFrequency }

  /// Reads the samples in `slow`; the rest is read when it is asked for.
  ///
  /// - Returns: whether anything moves.
  mutating func readSamples() -> Bool {
    // A copy of this reading goes on with memory of its own.
    if !isKnownUniquelyReferenced(&spectra) { spectra = Self.newSpectra() }
    (hasLevels, hasPowers, isTransformed) = (false, false, false)
    (hasRhythm, hasScores, groundKept) = (false, false, nil)
    return spectra.readSamples(slow) >= Self.leastVariation * Self.leastVariation
  }

  private static func newSpectra() -> FrameSpectra {
    FrameSpectra(
      length: SlowAcceleration.frameLength, correlationBandHertz: 0.3...8, largestBiasLag: 85)
  }

  /// Whether the middle 2.56 s move harder than some RMS of the vector, m/s².
  mutating func isMoving(above least: Double) -> Bool { levels().shortLevel > log(least) }

  /// How hard the frame moves: the features that need no spectrum. The others are those of some frame before.
  public mutating func levels() -> GaitFrameFeatures {
    if !hasLevels {
      hasLevels = true
      spectra.readMagnitude(slow)
      read.readLevels(of: slow, spectra: spectra)
    }
    return read
  }

  /// The feature of this name alone: ln share of power below the slowest steps.
  mutating func swayShare() -> Double {
    readPowers()
    return GaitFrameFeatures.swayShare(spectra)
  }

  /// The frame in numbers that do not depend on how the sensor is turned.
  public mutating func features() -> GaitFrameFeatures {
    if !hasRhythm {
      _ = levels()
      let scores = scores()
      hasRhythm = true
      read.readRhythm(of: spectra, scores: scores)
    }
    return read
  }

  /// How well each candidate step frequency explains the frame; larger is better.
  public mutating func scores() -> [Double] {
    if !hasScores {
      hasScores = true
      transform()
      stepFrequency.read(spectra, into: &scoresKept, logs: &logs)
    }
    return scoresKept
  }

  /// The scores where somebody has asked for them.
  var knownScores: [Double]? { hasScores ? scoresKept : nil }

  /// Autocorrelation of the magnitude of the force at a lag in seconds, up to 1.
  public mutating func magnitudeCorrelation(atSeconds lag: Double) -> Double {
    transform()
    return spectra.magnitudeCorrelation(atLag: lag * SlowAcceleration.rateHertz)
  }

  /// What the frame says about the ground.
  mutating func ground() -> GroundFeatures {
    if let groundKept { return groundKept }
    let gait = features()
    let read = groundReader.features(of: slow, spectra: spectra, gait: gait)
    groundKept = read
    return read
  }

  /// ln of how far the direction of the force swings, RMS in degrees.
  func directionSwing() -> Double { directionSpread(slow) }

  private mutating func transform() {
    guard !isTransformed else { return }
    isTransformed = true
    readPowers()
    spectra.readCorrelations()
  }

  private mutating func readPowers() {
    guard !hasPowers else { return }
    hasPowers = true
    _ = levels()
    spectra.readPowers()
  }
}

/// What a feature adds to the log-odds of a frame: a straight line between two limits with one hinge.
///
/// The limits clip values outside those of the fit; with the hinge both "too little" and "too much"
/// count against gait.
public struct HingeTerm: Hashable, Sendable {
  /// Values below count as this.
  public var low: Double
  /// Where the slope changes.
  public var hinge: Double
  /// Values above count as this.
  public var high: Double
  /// Log-odds per unit.
  public var slope: Double
  /// Change of the slope above the hinge.
  public var bend: Double

  /// Makes a term with a hinge.
  public init(low: Double, hinge: Double, high: Double, slope: Double, bend: Double) {
    (self.low, self.hinge, self.high) = (low, hinge, high)
    (self.slope, self.bend) = (slope, bend)
  }

  /// Makes a term without a hinge.
  public init(low: Double, high: Double, slope: Double) {
    self.init(low: low, hinge: high, high: high, slope: slope, bend: 0)
  }

  /// The most that any value adds, log-odds.
  var largest: Double {
    let atLow = bend * max(0, low - hinge)
    let atHinge = low <= hinge && hinge <= high ? slope * (hinge - low) : -.infinity
    let atHigh = slope * (high - low) + bend * max(0, high - hinge)
    return max(atLow, atHinge, atHigh)
  }

  /// The most that a value in some range adds, log-odds: between two places where the slope changes the line is
  /// straight.
  func largest(in values: ClosedRange<Double>) -> Double {
    let bend = values.contains(hinge) ? self(hinge) : -.infinity
    return max(self(values.lowerBound), self(values.upperBound), bend)
  }

  /// Log-odds for a value, 0 at the lower limit.
  public func callAsFunction(_ value: Double) -> Double {
    let held = max(low, min(high, value))
    return slope * (held - low) + bend * max(0, held - hinge)
  }
}
