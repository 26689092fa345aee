import Signals
import Synchronization

/// Filters whose cutoffs are settings: walk after walk asks for the same ones, and each is designed once.
enum KeptFilters {
  private struct Design: Hashable {
    var isHighPass: Bool
    var order: Int
    var cutoffHertz: Double
    var rateHertz: Double
  }

  private static let known = Mutex<[Design: FilterCascade]>([:])
  private static let knownGaussians = Mutex<[Double: FiniteImpulseResponse]>([:])

  /// Passes what is slower than the cutoff, as `Butterworth.lowPass`.
  static func lowPass(
    order: Int, cutoffHertz: Double, rateHertz: Double = SampleGrid.rateHertz
  ) -> FilterCascade {
    filter(
      Design(isHighPass: false, order: order, cutoffHertz: cutoffHertz, rateHertz: rateHertz))
  }

  /// Passes what is faster than the cutoff, as `Butterworth.highPass`.
  static func highPass(
    order: Int, cutoffHertz: Double, rateHertz: Double = SampleGrid.rateHertz
  ) -> FilterCascade {
    filter(Design(isHighPass: true, order: order, cutoffHertz: cutoffHertz, rateHertz: rateHertz))
  }

  /// A Gaussian's weights, as `FiniteImpulseResponse.gaussian`; for widths that are the same for every walk.
  static func gaussian(sigmaSamples: Double) -> FiniteImpulseResponse {
    if let filter = knownGaussians.withLock({ $0[sigmaSamples] }) { return filter }
    let made = FiniteImpulseResponse.gaussian(sigmaSamples: sigmaSamples)
    knownGaussians.withLock { $0[sigmaSamples] = made }
    return made
  }

  private static func filter(_ design: Design) -> FilterCascade {
    if let filter = known.withLock({ $0[design] }) { return filter }
    let made = (design.isHighPass ? Butterworth.highPass : Butterworth.lowPass)(
      design.order, design.cutoffHertz, design.rateHertz)
    known.withLock { $0[design] = made }
    return made
  }
}
