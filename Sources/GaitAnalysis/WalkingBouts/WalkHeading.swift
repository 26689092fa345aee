import GaitModel
import Signals

extension GaitPipeline {
  /// The body's axes in each walk, or `nil` where forward and sideways cannot be told apart.
  ///
  /// Each walk takes its axes from its longest straight piece. All straight pieces of an excerpt vote
  /// on which way is forward, and so does what earlier walks left in memory, because the sensor sits the
  /// same way in all of them.
  ///
  /// - Returns: the axes; this excerpt's own vote in sensor axes, samples times evidence; and the samples
  ///   that voted.
  func headings(
    of walks: [Walk], in context: ExcerptContext, memory: HeadingMemory
  ) -> (axes: [BodyAxes?], vote: SIMD3<Double>, samples: Double) {
    var vote = SIMD3<Double>.zero
    var samples = 0.0
    let axes = walks.map { walk -> BodyAxes? in
      var longest: (axes: BodyAxes, count: Int)?
      for piece in straightPieces(of: walk, in: context) {
        let found = alignment.axes(
          in: context.excerpt, strideCarrier: context.strideCarrier, samples: piece)
        guard found.quality >= alignment.leastQuality else { continue }
        samples += Double(piece.count)
        vote += Double(piece.count) * found.forwardEvidence * found.anteroposterior
        if piece.count > longest?.count ?? 0 { longest = (found, piece.count) }
      }
      return longest?.axes
    }
    let settled = axes.map { axes -> BodyAxes? in
      guard var axes else { return nil }
      let remembered = memory.vote(whenUpIs: axes.vertical)
      if axes.anteroposterior.dot(vote + remembered) < 0 {
        axes.anteroposterior = -axes.anteroposterior
        axes.forwardEvidence = -axes.forwardEvidence
      }
      return axes
    }
    return (settled, vote, samples)
  }

  /// The pieces of a walk between its turns that are long enough to align on; the whole walk if none is.
  private func straightPieces(of walk: Walk, in context: ExcerptContext) -> [Range<Int>] {
    let whole = walk.samples.clamped(to: 0..<context.excerpt.count)
    var pieces = [whole]
    for turn in context.turns {
      let bend = context.excerpt.indices(turn.seconds)
      pieces = pieces.flatMap { piece -> [Range<Int>] in
        guard piece.overlaps(bend) else { return [piece] }
        return [
          piece.lowerBound..<max(piece.lowerBound, bend.lowerBound),
          min(piece.upperBound, bend.upperBound)..<piece.upperBound,
        ]
      }
    }
    let least = Int(alignment.leastSeconds * UniformSampling.rateHertz)
    let long = pieces.filter { $0.count > least }
    return long.isEmpty && whole.count > least ? [whole] : long
  }
}
