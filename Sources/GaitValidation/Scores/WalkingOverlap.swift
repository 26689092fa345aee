/// Seconds of walking that an engine found, missed or made up.
enum WalkingOverlap {
  /// Compares stretches on a grid of 0.01 s; `ignored` stretches are left out.
  static func tally(
    found: [Range<Double>], true truth: [Range<Double>], ignored: [Range<Double>],
    durationSeconds: Double
  ) -> Tally {
    let set = { TickSet(seconds: $0, durationSeconds: durationSeconds) }
    let (found, truth, ignored) = (set(found), set(truth), set(ignored))
    let both = found.intersection(truth)
    let counted = { (ticks: TickSet) in ticks.seconds - ticks.intersection(ignored).seconds }
    return Tally(
      hits: counted(both), falseAlarms: counted(found) - counted(both),
      misses: counted(truth) - counted(both))
  }
}
