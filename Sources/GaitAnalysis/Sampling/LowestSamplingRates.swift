import GaitModel

/// The lowest sampling rate at which each result is given. Below it the result is missing, with that
/// reason; below the rate for steps nothing is looked for.
///
/// Physics: the quickest steps come 3 times a second (the fastest walkers and runners), and a frequency
/// takes more than two samples a period (C. E. Shannon, Proc. IRE 37:10, 1949): above 6 Hz, and a third more
/// because no filter is steep. A contact to 0.05 s takes samples 0.05 s apart: 20 Hz. Measured on ten people
/// whose recordings were read at lower rates: the article SamplingRates has the figures.
struct LowestSamplingRates: Hashable, Sendable {
  /// Telling gait from other motion, and counting steps: both read the step frequency.
  static let stepsHertz = 8.0
  /// Lengths and speeds: at 8 Hz their error is half as large again as at 50 Hz.
  static let lengthsHertz = 10.0
  /// Everything that hangs on when exactly a foot comes down: asymmetry, variability, gait quality.
  static let contactsHertz = 20.0
  /// Double support, and with it final contacts, stance and swing.
  static let doubleSupportHertz = 20.0
  /// Stairs by the motion: their signs are shares of the power up to 9 Hz, which takes more than 18 samples a second. Where
  /// rows of level walks in pockets were left out to 11 to 17 a second without a mean, quicker motion folded into these and up to
  /// nine tenths of the distance became stairs (two of two walks of `oxford_steps`; from 21 on none).
  static let stairsHertz = 20.0
  /// Walking without rhythm: its steps show in an octave above 8 Hz only.
  static let knocksHertz = 40.0
  /// Four contacts at two steps a second: no walk fits into a shorter stretch.
  static let shortestStretchSeconds = 2.0
  /// A device is taken at its word when its clock runs a little slow.
  static let tolerance = 0.05

  /// Samples per second of the recording.
  let rateHertz: Double

  /// Whether the rate is high enough for a result.
  func allows(_ lowest: Double) -> Bool { rateHertz >= (1 - Self.tolerance) * lowest }

  /// Why walking cannot be looked for at this rate; `nil` where it can.
  var obstacle: SearchObstacle? {
    allows(Self.stepsHertz)
      ? nil : .samplingTooSlow(hertz: rateHertz, leastHertz: Self.stepsHertz)
  }

  /// Why walking cannot be looked for where no stretch without a gap is longer, in seconds; `nil` where it can. A stretch ends
  /// with its last sample, one interval early.
  func obstacle(longestStretchSeconds stretch: Double) -> SearchObstacle? {
    let least = Self.shortestStretchSeconds
    return stretch + 1 / rateHertz < least
      ? .noLongStretch(seconds: stretch, leastSeconds: least) : nil
  }

  /// A bout without the values that the rate is too low for.
  func limited(_ bout: WalkingBout) -> WalkingBout {
    var bout = bout
    if !allows(Self.lengthsHertz) { bout.leaveOutLengths() }
    if !allows(Self.contactsHertz) { bout.leaveOutTiming() }
    if !allows(Self.doubleSupportHertz) { bout.leaveOutDoubleSupport() }
    return bout
  }
}

/// What a sampling rate, and the longest stretch without a gap, are enough for, in words.
public struct SamplingSufficiency: Hashable, Sendable {
  /// Samples per second.
  public let rateHertz: Double
  /// How long the longest stretch without a gap is, seconds; `nil` where nobody looked.
  public let longestStretchSeconds: Double?

  /// Asks for a rate, and for a stretch where it is known.
  public init(rateHertz: Double, longestStretchSeconds: Double? = nil) {
    (self.rateHertz, self.longestStretchSeconds) = (rateHertz, longestStretchSeconds)
  }

  /// Why walking cannot be looked for; `nil` where it can.
  public var obstacle: SearchObstacle? {
    let rates = LowestSamplingRates(rateHertz: rateHertz)
    return rates.obstacle
      ?? longestStretchSeconds.flatMap { rates.obstacle(longestStretchSeconds: $0) }
  }

  /// `everything`, or what is left and from which rate on the rest is given.
  public var words: String {
    typealias Lowest = LowestSamplingRates
    let rates = LowestSamplingRates(rateHertz: rateHertz)
    func text(_ hertz: Double) -> String { "\(Int(hertz)) Hz" }
    if !rates.allows(Lowest.stepsHertz) {
      return "nothing: walking needs \(text(Lowest.stepsHertz))"
    }
    if let obstacle { return "nothing: \(obstacle)" }
    let timing =
      "stairs without a barometer, double support, asymmetry and variability need \(text(Lowest.contactsHertz))"
    if !rates.allows(Lowest.lengthsHertz) {
      return "steps; lengths and speeds need \(text(Lowest.lengthsHertz)), \(timing)"
    }
    if !rates.allows(Lowest.contactsHertz) { return "steps and speeds; \(timing)" }
    return rates.allows(Lowest.knocksHertz)
      ? "everything"
      : "everything but slow steps without rhythm at the lower back and hip, which need \(text(Lowest.knocksHertz))"
  }
}

extension WalkingBout {
  fileprivate mutating func leaveOutLengths() {
    walkingSpeed = walkingSpeed.tooSlow
    stepLength = stepLength.tooSlow
    strideLength = strideLength.tooSlow
    distance = distance.tooSlow
    (withinPersonErrors.walkingSpeed, withinPersonErrors.stepLength) = (nil, nil)
    for i in strides.indices { strides[i].length = strides[i].length.tooSlow }
  }

  fileprivate mutating func leaveOutTiming() {
    asymmetryFraction = asymmetryFraction.tooSlow
    stepTimeAsymmetry = stepTimeAsymmetry.tooSlow
    pocketStepTimeAsymmetry = pocketStepTimeAsymmetry.tooSlow
    withinPersonErrors.stepTimeAsymmetry = nil
    quality = quality.tooSlow
    if let run = running { running?.contactSeconds = run.contactSeconds.tooSlow }
  }

  fileprivate mutating func leaveOutDoubleSupport() {
    doubleSupportFraction = doubleSupportFraction.tooSlow
    (doubleSupportParts, withinPersonErrors.doubleSupportFraction) = (nil, nil)
    leaveOutPhases()
  }

  /// Leaves out what double support places: final contacts, and the phases of strides.
  mutating func leaveOutPhases() {
    (finalContacts, makers.finalContacts) = ([], nil)
    for i in strides.indices {
      (strides[i].stanceSeconds, strides[i].swingSeconds) = (nil, nil)
      strides[i].doubleSupportSeconds = nil
    }
  }
}

extension GaitQuality {
  fileprivate var tooSlow: GaitQuality {
    GaitQuality(
      strideTimeDeviation: strideTimeDeviation.tooSlow,
      strideTimeVariation: strideTimeVariation.tooSlow,
      stepTimeDeviation: stepTimeDeviation.tooSlow, stepTimeVariation: stepTimeVariation.tooSlow,
      stepRegularity: stepRegularity.tooSlow, strideRegularity: strideRegularity.tooSlow,
      symmetry: symmetry.tooSlow, harmonicRatio: harmonicRatio.tooSlow,
      improvedHarmonicRatio: improvedHarmonicRatio.tooSlow, smoothness: smoothness.tooSlow)
  }
}

extension BodyAxisValues {
  fileprivate var tooSlow: BodyAxisValues {
    BodyAxisValues(
      vertical: vertical.tooSlow, anteroposterior: anteroposterior.tooSlow,
      mediolateral: mediolateral.tooSlow)
  }
}

extension Measured {
  /// Nothing, because the samples are too far apart; what is missing already keeps its reason.
  fileprivate var tooSlow: Measured { .missing(missingReason ?? .samplingTooSlow) }
}
