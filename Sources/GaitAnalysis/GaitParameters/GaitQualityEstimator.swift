import GaitModel

/// Says how steadily, evenly and smoothly a walk goes.
public protocol GaitQualityEstimator: ConfigurableMethod {
  /// The quality of a walk.
  ///
  /// - Parameters:
  ///   - signal: the walk in its body's axes; `nil` where the device does not move with the trunk.
  ///   - context: what the walks share.
  /// - Returns: each value, or why it is missing.
  func quality(of signal: WalkSignal?, in context: SequenceContext) -> GaitQuality
}

/// The quality of gait is left open.
public struct NoGaitQuality: GaitQualityEstimator {
  /// The method; it has no settings.
  public init() {}

  /// None: this method leaves the question out.
  public var provenance: Provenance { .leftOut("NoGaitQuality", question: "quality of gait") }

  /// Missing, because no method holds where the device is worn.
  public func quality(of signal: WalkSignal?, in context: SequenceContext) -> GaitQuality {
    .missing(context.recording.activity == .running ? .running : .siteNotSupported)
  }
}

/// Variability of times, regularity and harmonics over the steady parts of a walk.
public struct SteadyGaitQuality: GaitQualityEstimator {
  /// Which parts of a walk are looked at.
  public var steadyRuns = SteadyRuns()
  /// Variability of stride and step times.
  public var variability = TimingVariability()
  /// Regularity and symmetry of steps and strides.
  public var regularity = WalkRegularity()
  /// Harmonics of the stride.
  public var harmonicRatio = HarmonicRatio()

  /// The method with its parts as they were published.
  public init() {}

  /// Where the method comes from; what each part is, it says itself.
  public var provenance: Provenance {
    Provenance(
      method: "SteadyGaitQuality", question: "quality of gait",
      citation: "Hausdorff 2007; Moe-Nilssen and Helbostad 2004; Menz et al. 2003", revision: 2)
  }

  /// The methods that it asks.
  public var parts: [any GaitMethod] { [variability, regularity, harmonicRatio] }

  /// Every value from the steady parts; missing away from the trunk, and for runs.
  public func quality(of signal: WalkSignal?, in context: SequenceContext) -> GaitQuality {
    if context.recording.activity == .running { return .missing(.running) }
    guard let signal else { return .missing(.siteNotSupported) }
    let runs = steadyRuns.runs(of: signal, turns: context.knownTurns)
    let positions = runs.map { Array(signal.contacts[$0]) }
    let seconds = positions.map { $0.map { SampleGrid.seconds(at: $0) } }
    let mayTurn = context.turns.value == nil
    let strides = variability.strides(of: seconds, mayTurn: mayTurn)
    let steps = variability.steps(of: seconds, mayTurn: mayTurn)
    let waves = signal.oscillation
    let regular = regularity.values(of: waves.vertical, runs: positions)
    let harmonic = harmonicRatio.values(
      of: [waves.vertical, waves.anteroposterior, waves.mediolateral],
      isHeadingKnown: signal.isHeadingKnown, runs: positions)
    let (times, shape, tones) = (
      variability.identity, regularity.identity, harmonicRatio.identity
    )
    return GaitQuality(
      strideTimeDeviation: strides.deviation.made(by: times),
      strideTimeVariation: strides.variation.made(by: times),
      stepTimeDeviation: steps.deviation.made(by: times),
      stepTimeVariation: steps.variation.made(by: times),
      stepRegularity: regular.step.made(by: shape),
      strideRegularity: regular.stride.made(by: shape), symmetry: regular.symmetry.made(by: shape),
      harmonicRatio: harmonic.ratio.made(by: tones),
      improvedHarmonicRatio: harmonic.improved.made(by: tones),
      smoothness: harmonic.smoothness.made(by: tones))
  }
}
