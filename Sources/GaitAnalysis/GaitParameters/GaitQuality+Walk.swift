import GaitModel

extension GaitPipeline {
  /// How steadily, evenly and smoothly a walk goes, or why that cannot be said.
  func quality(
    of motion: WalkMotion?, waves: WalkWaves?, in context: ExcerptContext
  ) -> GaitQuality {
    if context.excerpt.activity == .running { return .missing(.running) }
    guard let motion, let waves else { return .missing(.siteNotSupported) }
    let turns = context.turns
    let runs = steadyRuns.runs(of: motion, turns: turns)
    let seconds = runs.map { $0.map { motion.seconds(at: $0) } }
    let positions = runs.map { Array(motion.contacts[$0]) }
    let strides = variability.strides(of: seconds)
    let steps = variability.steps(of: seconds)
    let regular = regularity.values(of: waves.vertical, runs: positions)
    let harmonic = harmonicRatio.values(
      of: [waves.vertical, waves.anteroposterior, waves.mediolateral],
      isHeadingKnown: motion.isHeadingKnown, runs: positions)
    return GaitQuality(
      strideTimeDeviation: strides.deviation, strideTimeVariation: strides.variation,
      stepTimeDeviation: steps.deviation, stepTimeVariation: steps.variation,
      stepRegularity: regular.step, strideRegularity: regular.stride,
      symmetry: regular.symmetry, harmonicRatio: harmonic.ratio,
      improvedHarmonicRatio: harmonic.improved, smoothness: harmonic.smoothness)
  }
}
