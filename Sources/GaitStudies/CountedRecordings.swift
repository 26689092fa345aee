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
    var days: [LocalDay: [Stretch]] = [:]
    let known = results.filter { $0.record.offset != nil }.flatMap(KnownStretch.all)
    for (place, result) in results.enumerated() {
      for worn in result.worn {
        for (day, range) in result.calendar.divided(worn.range) {
          let shift = result.record.offset == nil ? KnownStretch.shift(of: range, by: known) : 0
          days[day, default: []].append(
            Stretch(place: place, range: range.moved(by: shift), shift: shift))
        }
      }
    }
    var counted: [Stretch] = []
    for (_, worn) in days.sorted(by: { $0.key < $1.key }) {
      settle(worn, after: &counted, results)
    }
    aside = aside.mapValues(Self.joined)
  }

  /// A stretch of a recording whose clock says its offset, and what the clock read in it, seconds.
  private struct KnownStretch {
    var readings: Range<Double>
    var zone: TimeZone
    var offset: Double

    static func all(of result: StudyResult) -> [KnownStretch] {
      let zone = result.calendar.calendar.timeZone
      return result.worn.map { worn in
        func reading(_ instant: Double) -> Double {
          instant + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant)))
        }
        let begin = reading(worn.range.lowerBound)
        return KnownStretch(
          readings: begin..<max(begin, reading(worn.range.upperBound)), zone: zone,
          offset: begin - worn.range.lowerBound)
      }
    }

    /// What the readings of a local clock on a day are moved by, seconds: it is set by that device which was worn nearest
    /// by what both clocks read.
    static func shift(of range: Range<Double>, by known: [KnownStretch]) -> Double {
      func distance(_ other: KnownStretch) -> (Double, Double, Double) {
        (
          max(
            0, other.readings.lowerBound - range.upperBound,
            range.lowerBound - other.readings.upperBound),
          abs(other.readings.lowerBound - range.lowerBound), other.offset
        )
      }
      guard let nearest = known.min(by: { distance($0) < distance($1) }) else { return 0 }
      let middle = (range.lowerBound + range.upperBound) / 2
      func offset(_ instant: Double) -> Double {
        Double(nearest.zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant)))
      }
      return -offset(middle - offset(middle))
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

  /// Whether a bout counts as one, with what was measured in it: where its middle does.
  func counts(_ bout: StudyBout, from start: Double, of place: Int) -> Bool {
    guard let aside = aside[place] else { return true }
    let middle = start + bout.start + bout.seconds / 2
    return !aside.contains { $0.contains(middle) }
  }

  /// The parts of a stretch that count.
  func parts(of stretch: Range<Double>, of place: Int) -> [Range<Double>] {
    Self.rest(of: stretch, without: aside[place] ?? [])
  }

  /// What of a stretch lies in none of others, which are in order.
  private static func rest(
    of stretch: Range<Double>, without others: [Range<Double>]
  ) -> [Range<Double>] {
    var parts: [Range<Double>] = []
    var begin = stretch.lowerBound
    for off in others.map({ $0.clamped(to: stretch) }) where !off.isEmpty {
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

  /// A stretch of a recording on a day, and what its times were moved by.
  private struct Stretch {
    var place: Int
    var range: Range<Double>
    var shift = 0.0
  }

  /// Settles a day after what counts already: clocks that differ have other midnights.
  private mutating func settle(
    _ worn: [Stretch], after counted: inout [Stretch], _ results: [StudyResult]
  ) {
    let begin = worn.map(\.range.lowerBound).min() ?? 0
    counted.removeAll { $0.range.upperBound <= begin - Self.greatestDifference }
    let devices = Dictionary(grouping: worn, by: \.place).sorted {
      Self.rank($0.key, $0.value, results) < Self.rank($1.key, $1.value, results)
    }
    for (place, stretches) in devices {
      var new: [Stretch] = []
      for stretch in stretches {
        // A third one gives way to what counts, not to what gave way itself.
        let taken = counted.filter { $0.range.overlaps(stretch.range) }.map {
          Stretch(place: $0.place, range: $0.range.clamped(to: stretch.range))
        }.sorted { $0.range.lowerBound < $1.range.lowerBound }
        aside[place, default: []] += taken.map { $0.range.moved(by: -stretch.shift) }
        new += Self.rest(of: stretch.range, without: taken.map(\.range)).map {
          Stretch(place: place, range: $0)
        }
        note(taken, of: place, results)
      }
      if aside[place]?.isEmpty == true { aside[place] = nil }
      counted += new
    }
  }

  /// Notes what of a recording does not count.
  private mutating func note(_ taken: [Stretch], of place: Int, _ results: [StudyResult]) {
    for stretch in taken {
      let names = (results[place].recording.name, results[stretch.place].recording.name)
      let seconds = stretch.range.upperBound - stretch.range.lowerBound
      if let known = overlaps.firstIndex(where: { ($0.recording, $0.counting) == names }) {
        overlaps[known].seconds += seconds
      } else {
        overlaps.append(StudyOverlap(recording: names.0, counting: names.1, seconds: seconds))
      }
    }
  }

  /// Midnights of clocks lie less than this apart, seconds: offsets from UTC go from -12 to +14 hours.
  private static let greatestDifference = 26 * 3600.0

  private static func rank(
    _ place: Int, _ worn: [Stretch], _ results: [StudyResult]
  ) -> (Int, Double, Double, String, String) {
    let result = results[place]
    let site = result.record.site.flatMap(WearingSite.init(rawValue:))
    return (
      site.flatMap(sites.firstIndex) ?? sites.count,
      -worn.reduce(0) { $0 + $1.range.upperBound - $1.range.lowerBound },
      worn.map(\.range.lowerBound).min() ?? 0, result.recording.name, result.record.content
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
