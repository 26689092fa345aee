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

  private static func filter(_ design: Design) -> FilterCascade {
    if let filter = known.withLock({ $0[design] }) { return filter }
    let made = (design.isHighPass ? Butterworth.highPass : Butterworth.lowPass)(
      design.order, design.cutoffHertz, design.rateHertz)
    known.withLock { $0[design] = made }
    return made
  }
}
