import Foundation
import GaitModel

/// Which recording of a person counts where several were made at once: the store's own rule, so that nothing is
/// counted twice here either.
///
/// The device at the site whose speed is known best counts (lower back, hip, pocket, bag, neck, arm, hand, wrist,
/// unknown), then the one that was worn longer, then the one that began earlier.
struct CountedRecordings {
  /// Stretches that do not count, seconds since 1970, by the place of the recording.
  private var aside: [Int: [Range<Double>]] = [:]

  /// Looks at the recordings of a person.
  init(_ results: [StudyResult]) {
    let stretches = results.enumerated().flatMap { place, result in
      result.worn.map { (place: place, range: $0) }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var cluster: [Int: [Range<Double>]] = [:]
    var end = -Double.infinity
    for (place, range) in stretches {
      if range.lowerBound >= end {
        settle(cluster, results)
        cluster = [:]
      }
      end = max(end, range.upperBound)
      cluster[place, default: []].append(range)
    }
    settle(cluster, results)
  }

  /// Whether a bout counts: where its middle does.
  func counts(_ bout: StudyBout, from start: Double, of place: Int) -> Bool {
    guard let aside = aside[place] else { return true }
    let middle = start + bout.start + bout.seconds / 2
    return !aside.contains { $0.contains(middle) }
  }

  /// The parts of a stretch that count.
  func parts(of stretch: Range<Double>, of place: Int) -> [Range<Double>] {
    var parts: [Range<Double>] = []
    var begin = stretch.lowerBound
    for off in (aside[place] ?? []).map({ $0.clamped(to: stretch) }) where !off.isEmpty {
      if off.lowerBound > begin { parts.append(begin..<off.lowerBound) }
      begin = max(begin, off.upperBound)
    }
    if begin < stretch.upperBound { parts.append(begin..<stretch.upperBound) }
    return parts
  }

  private mutating func settle(_ cluster: [Int: [Range<Double>]], _ results: [StudyResult]) {
    guard cluster.count > 1 else { return }
    var counted: [Range<Double>] = []
    for (place, stretches) in cluster.sorted(by: { Self.rank($0, results) < Self.rank($1, results) }
    ) {
      let own = stretches.flatMap { stretch in
        counted.filter { $0.overlaps(stretch) }.map { $0.clamped(to: stretch) }
      }
      counted += stretches
      if !own.isEmpty {
        aside[place, default: []] += own.sorted { $0.lowerBound < $1.lowerBound }
      }
    }
  }

  private static func rank(
    _ entry: (key: Int, value: [Range<Double>]), _ results: [StudyResult]
  ) -> (Int, Double, Double, String, String) {
    let result = results[entry.key]
    let site = result.record.site.flatMap(WearingSite.init(rawValue:))
    return (
      site.flatMap(sites.firstIndex) ?? sites.count,
      -entry.value.reduce(0) { $0 + $1.upperBound - $1.lowerBound },
      entry.value.map(\.lowerBound).min() ?? 0, result.recording.name, result.record.content
    )
  }

  private static let sites: [WearingSite] = [
    .lowerBack, .hip, .pocket, .bag, .neck, .arm, .hand, .wrist,
  ]
}
