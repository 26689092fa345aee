import Foundation
import GaitModel
import MobilityEstimates

/// Which recording of a person counts where several were made at once: the store's own rule, so that nothing is
/// counted twice here either.
///
/// The device at the site whose speed is known best counts (lower back, hip, pocket, bag, neck, arm, hand, wrist,
/// unknown), then the one that was worn longer on the day, then the one that began earlier. A day begins at midnight of each
/// recording's own clock and is settled by itself: what is recorded later changes nothing of it. A clock that does not say
/// its offset from UTC is compared as it reads.
struct CountedRecordings {
  /// Stretches that do not count, seconds since 1970, by the place of the recording.
  private var aside: [Int: [Range<Double>]] = [:]
  /// Time that two recordings share, in the order in which it was found.
  private(set) var overlaps: [StudyOverlap] = []

  /// Looks at the recordings of a person.
  init(_ results: [StudyResult]) {
    let shifts = Self.shifts(results)
    var days: [LocalDay: [Int: [Range<Double>]]] = [:]
    for (place, result) in results.enumerated() {
      for stretch in result.worn {
        for (day, range) in result.calendar.divided(stretch.range) {
          days[day, default: [:]][place, default: []].append(range.moved(by: shifts[place]))
        }
      }
    }
    var counted: [Stretch] = []
    for (_, worn) in days.sorted(by: { $0.key < $1.key }) {
      settle(worn, after: &counted, results)
    }
    for (place, stretches) in aside {
      aside[place] = Self.joined(stretches.map { $0.moved(by: -shifts[place]) })
    }
  }

  /// Stretches in order, those that midnight alone divides put together again.
  private static func joined(_ stretches: [Range<Double>]) -> [Range<Double>] {
    stretches.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
      if let last = joined.last, last.upperBound == range.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<range.upperBound
      } else {
        joined.append(range)
      }
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

  private struct Stretch {
    var place: Int
    var range: Range<Double>
  }

  /// Settles a day after what counts already: clocks that differ have other midnights.
  private mutating func settle(
    _ worn: [Int: [Range<Double>]], after counted: inout [Stretch], _ results: [StudyResult]
  ) {
    let begin = worn.values.joined().map(\.lowerBound).min() ?? 0
    counted.removeAll { $0.range.upperBound <= begin - Self.greatestDifference }
    for (place, stretches) in worn.sorted(by: { Self.rank($0, results) < Self.rank($1, results) }) {
      let own = stretches.flatMap { stretch in
        counted.filter { $0.range.overlaps(stretch) }
          .map { Stretch(place: $0.place, range: $0.range.clamped(to: stretch)) }
      }
      if !own.isEmpty {
        aside[place, default: []] += own.map(\.range)
        aside[place]?.sort { $0.lowerBound < $1.lowerBound }
      }
      // A third one gives way to what counts, not to what gave way itself.
      counted += stretches.flatMap { parts(of: $0, of: place) }.map {
        Stretch(place: place, range: $0)
      }
      for stretch in own {
        let names = (results[place].recording.name, results[stretch.place].recording.name)
        let seconds = stretch.range.upperBound - stretch.range.lowerBound
        if let known = overlaps.firstIndex(where: { ($0.recording, $0.counting) == names }) {
          overlaps[known].seconds += seconds
        } else {
          overlaps.append(StudyOverlap(recording: names.0, counting: names.1, seconds: seconds))
        }
      }
    }
  }

  /// Midnights of clocks lie less than this apart, seconds: offsets from UTC go from -12 to +14 hours.
  private static let greatestDifference = 26 * 3600.0

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

extension DayCalendar {
  /// Divides a stretch, seconds since 1970, at midnight.
  func divided(_ stretch: Range<Double>) -> [(day: LocalDay, range: Range<Double>)] {
    var parts: [(day: LocalDay, range: Range<Double>)] = []
    var begin = stretch.lowerBound
    while begin < stretch.upperBound {
      let day = day(containing: Date(timeIntervalSince1970: begin))
      let next = start(of: day.advanced(by: 1)).timeIntervalSince1970
      let end = next > begin ? min(next, stretch.upperBound) : stretch.upperBound
      parts.append((day, begin..<end))
      begin = end
    }
    return parts
  }
}

extension Range<Double> {
  /// So much later.
  fileprivate func moved(by shift: Double) -> Range<Double> {
    lowerBound + shift..<upperBound + shift
  }
}
