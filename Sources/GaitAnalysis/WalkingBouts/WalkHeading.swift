import GaitModel
import Signals

extension GaitPipeline {
  /// The body's axes in each walk, or `nil` where forward and sideways cannot be told apart.
  ///
  /// Each walk is aligned on its longest straight piece. All walks of an excerpt vote on which way is
  /// forward, because the sensor sits the same way in all of them.
  func headings(of walks: [Walk], in context: ExcerptContext) -> [BodyAxes?] {
    let axes = walks.map { walk -> BodyAxes? in
      let piece = longestStraightPiece(of: walk, in: context)
      guard piece.count > Int(2 * UniformSampling.rateHertz) else { return nil }
      let found = alignment.axes(in: context.excerpt, phase: context.rhythm, samples: piece)
      return found.quality >= alignment.leastQuality ? found : nil
    }
    var vote = SIMD3<Double>.zero
    for (walk, axes) in zip(walks, axes) {
      guard let axes else { continue }
      vote += Double(walk.contacts.count) * axes.forwardEvidence * axes.anteroposterior
    }
    return axes.map { axes in
      guard var axes else { return nil }
      if axes.anteroposterior.dot(vote) < 0 {
        axes.anteroposterior = -axes.anteroposterior
        axes.forwardEvidence = -axes.forwardEvidence
      }
      return axes
    }
  }

  private func longestStraightPiece(of walk: Walk, in context: ExcerptContext) -> Range<Int> {
    var pieces = [walk.samples.clamped(to: 0..<context.excerpt.count)]
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
    let longest = pieces.max { $0.count < $1.count } ?? walk.samples
    let isEnough = longest.count > Int(2 * UniformSampling.rateHertz)
    return isEnough ? longest : walk.samples.clamped(to: 0..<context.excerpt.count)
  }
}
