import GaitModel

/// Air pressure of a recording, kept as long as a walk may still need it.
struct PressureMemory: Sendable {
  /// Whether there was any pressure at all so far.
  private(set) var isKnown = false
  private var kept = SideSamples()

  /// Takes the next samples, later than all before.
  mutating func append(_ new: SideSamples) {
    isKnown = isKnown || !new.seconds.isEmpty
    kept.seconds += new.seconds
    kept.values += new.values
  }

  /// The pressure in the time of an excerpt; `nil` where there is none.
  func samples(around excerpt: GaitExcerpt) -> SideSamples? {
    guard isKnown else { return nil }
    let found = kept.samples(
      in: excerpt.seconds(at: 0)...excerpt.seconds(at: Double(excerpt.count - 1)))
    return found.seconds.isEmpty ? nil : found
  }

  /// Drops what lies before a time; in large pieces, because dropping moves the rest.
  mutating func forget(before time: Double) {
    guard let first = kept.seconds.first, time - first > 120 else { return }
    let count = kept.seconds.prefix { $0 < time }.count
    kept.seconds.removeFirst(count)
    kept.values.removeFirst(count)
  }
}
