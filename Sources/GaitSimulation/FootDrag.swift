import GaitModel

/// What the pelvis feels of a foot that is dragged: it scrapes over the floor while it should swing, in jolts forward and
/// up that follow no step.
struct FootDrag {
  private var swings: [Range<Double>] = []
  private var cursor = 0
  /// The scraping's parts: rad/s and the phase at the first sample.
  private let waves: [(rate: Double, phase: Double)]

  /// Root mean square in the middle of a swing, m/s² [judgment: a third of what the pelvis feels of a shuffler's steps].
  private static let strength = 0.3
  /// Rates of the scraping, Hz [judgment: above the steps' own content, below what soft tissue lets through].
  private static let hertz = 5.0...15.0
  private static let waveCount = 6
  /// The jolts forward are larger than those up.
  private static let upShare = 0.5

  init(_ bouts: [SimulatedBout], foot: Foot, generator: SplitMix64) {
    var generator = generator
    for bout in bouts {
      swings += bout.steps.filter { $0.foot == foot }.map {
        $0.finalContactSeconds..<$0.seconds.upperBound
      }
    }
    let span = Self.hertz.upperBound - Self.hertz.lowerBound
    waves = (0..<Self.waveCount).map { _ in
      (
        2 * .pi * (Self.hertz.lowerBound + span * generator.uniform()),
        2 * .pi * generator.uniform()
      )
    }
  }

  /// Specific force at an instant, m/s²: forward, left, up; instants rise from call to call.
  mutating func force(at seconds: Double) -> SIMD3<Double> {
    while cursor < swings.count, swings[cursor].upperBound <= seconds { cursor += 1 }
    guard cursor < swings.count, swings[cursor].contains(seconds) else { return .zero }
    let swing = swings[cursor]
    let share = (seconds - swing.lowerBound) / (swing.upperBound - swing.lowerBound)
    let sum = waves.reduce(0) {
      $0 + PortableFunctions.sineAndCosine($1.rate * seconds + $1.phase).sine
    }
    let window = PortableFunctions.sineAndCosine(.pi * share).sine
    let jolt = Self.strength * window * sum * (2 / Double(Self.waveCount)).squareRoot()
    return SIMD3(jolt, 0, Self.upShare * jolt)
  }
}
