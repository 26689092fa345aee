import Foundation
import GaitModel

/// Which recording of a person counts where several were made at once: the store's own rule, so that nothing is
/// counted twice here either.
///
/// The device at the site whose speed is known best counts (lower back, hip, pocket, bag, neck, arm, hand, wrist,
/// unknown), then the one that was worn longer, then the one that began earlier. A clock that does not say its offset from
/// UTC is compared as it reads.
struct CountedRecordings {
  /// Stretches that do not count, seconds since 1970, by the place of the recording.
  private var aside: [Int: [Range<Double>]] = [:]
  /// Time that two recordings share, in the order in which it was found.
  private(set) var overlaps: [StudyOverlap] = []

  /// Looks at the recordings of a person.
  init(_ results: [StudyResult]) {
    let shifts = Self.shifts(results)
    let stretches = results.enumerated().flatMap { place, result in
      result.worn.map { (place: place, range: $0.moved(by: shifts[place])) }
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
    for (place, stretches) in aside {
      aside[place] = stretches.map { $0.moved(by: -shifts[place]) }
    }
  }

  /// What each recording's times are moved by, seconds: a local clock is set by the nearest one that says its offset.
  private static func shifts(_ results: [StudyResult]) -> [Double] {
    let known = results.compactMap { result -> (reading: Double, offset: Double)? in
      guard let start = result.record.start, let offset = result.record.offset else { return nil }
      return (start + Double(offset), Double(offset))
    }
    return results.map { result in
      guard let start = result.record.start, result.record.offset == nil else { return 0 }
      let nearest = known.min {
        (abs($0.reading - start), $0.offset) < (abs($1.reading - start), $1.offset)
      }
      return nearest.map { -$0.offset } ?? 0
    }
  }

  /// Whether a bout counts as one, with what was measured in it: where its middle does.
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

  /// The parts of a bout that count, seconds since 1970: all of it where no other recording was made at once.
  func parts(of bout: StudyBout, from start: Double, of place: Int) -> [Range<Double>] {
    let whole = start + bout.start..<start + bout.start + bout.seconds
    return aside[place] == nil ? [whole] : parts(of: whole, of: place)
  }

  private mutating func settle(_ cluster: [Int: [Range<Double>]], _ results: [StudyResult]) {
    guard cluster.count > 1 else { return }
    var counted: [(place: Int, range: Range<Double>)] = []
    for (place, stretches) in cluster.sorted(by: { Self.rank($0, results) < Self.rank($1, results) }
    ) {
      let own = stretches.flatMap { stretch in
        counted.filter { $0.range.overlaps(stretch) }
          .map { (place: $0.place, range: $0.range.clamped(to: stretch)) }
      }
      if !own.isEmpty {
        aside[place, default: []] += own.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
      }
      // A third one gives way to what counts, not to what gave way itself.
      counted += stretches.flatMap { parts(of: $0, of: place) }.map { (place, $0) }
      for (other, shared) in Dictionary(grouping: own, by: \.place).sorted(by: { $0.key < $1.key })
      {
        overlaps.append(
          StudyOverlap(
            recording: results[place].recording.name, counting: results[other].recording.name,
            seconds: shared.reduce(0) { $0 + $1.range.upperBound - $1.range.lowerBound }))
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

/// Two recordings of a person that were made at once.
public struct StudyOverlap: Hashable, Sendable {
  /// The recording that does not count in that time.
  public var recording: String
  /// The one that does.
  public var counting: String
  /// How long, seconds.
  public var seconds: Double
}

extension Range<Double> {
  /// So much later.
  fileprivate func moved(by shift: Double) -> Range<Double> {
    lowerBound + shift..<upperBound + shift
  }
}
