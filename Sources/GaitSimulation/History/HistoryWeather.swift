/// How a person's days differ from one another though nothing happens: moods, errands, weekends.
///
/// Each day's chance is its own, and a day keeps something of the days before it, so that a day can be
/// made without making those.
struct HistoryWeather {
  let life: HistoryLife
  let seed: UInt64

  /// What a day's pace and number of walks are multiplied by.
  func day(_ index: Int) -> (pace: Double, volume: Double) {
    var (pace, volume, weight, squares) = (0.0, 0.0, 1.0, 0.0)
    for back in 0..<Self.memory {
      var dice = SplitMix64(
        seed: seed &* 0xD6E8_FEB8_6659_FD93 &+ UInt64(bitPattern: Int64(index - back)))
      pace += weight * dice.normal(within: 2.5)
      volume += weight * dice.normal(within: 2.5)
      squares += weight * weight
      weight *= life.carryOver
    }
    let scale = 1 / squares.squareRoot()
    return (
      1 + life.dailyPace * scale * pace,
      PortableFunctions.exponential(life.dailyVolume * scale * volume)
    )
  }

  /// After so many days nothing is left.
  private static let memory = 10
}
