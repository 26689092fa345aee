import Foundation
import GaitModel
import MobilityEstimates

/// Which recording of a person counts where several were made at once: the store's own rule, so that nothing is
/// counted twice here either.
///
/// The device at the site whose speed is known best counts (lower back, hip, pocket, bag, neck, arm, hand, wrist,
/// unknown), then the one that was worn longer on the day, then that whose results reach further over it, then the one that
/// began earlier. What the first leaves goes to the next. Then come bouts that lie in no wear, in the same order, as those of
/// a device that was taken along for an hour and lay still else. A day begins at midnight of each
/// recording's own clock and is settled by itself: what is recorded later changes nothing of it. A clock that does not say
/// its offset from UTC is compared as it reads.
struct CountedRecordings {
  /// Stretches that do not count, seconds since 1970, by the place of the recording.
  private var aside: [Int: [Range<Double>]] = [:]
  /// Time that two recordings share, in the order in which it was found.
  private(set) var overlaps: [StudyOverlap] = []

  /// Looks at the recordings of a person.
  init(_ results: [StudyResult]) {
    guard results.count > 1 else { return }
    let devices = results.map(Device.init)
    var days: [LocalDay: [Stretch]] = [:]
    let known = results.filter { $0.record.offset != nil }.flatMap(KnownStretch.all)
    for (place, result) in results.enumerated() {
      for (stretch, isWear) in Self.stretches(of: result) {
        for (day, range) in result.calendar.divided(stretch) {
          let shift = result.record.offset == nil ? KnownStretch.shift(of: range, by: known) : 0
          days[day, default: []].append(
            Stretch(
              place: place, range: range.moved(by: shift), shift: shift, isWear: isWear))
        }
      }
    }
    var counted: [Stretch] = []
    for (day, stretches) in days.sorted(by: { $0.key < $1.key }) {
      settle(stretches, of: day, after: &counted, devices)
    }
    aside = aside.mapValues(Self.joined)
  }

  /// When a device was worn, and when there were bouts outside of that, seconds since 1970.
  private static func stretches(
    of result: StudyResult
  ) -> [(range: Range<Double>, isWear: Bool)] {
    let worn = result.worn.map(\.range)
    let inOrder = worn.sorted { $0.lowerBound < $1.lowerBound }
    return worn.map { ($0, true) }
      + result.timedBouts.flatMap { rest(of: $0, without: inOrder) }.map { ($0, false) }
  }

  /// A stretch of a recording whose clock says its offset, and what the clock read in it, seconds.
  private struct KnownStretch {
    var readings: Range<Double>
    var zone: TimeZone
    var offset: Double

    static func all(of result: StudyResult) -> [KnownStretch] {
      let zone = result.calendar.calendar.timeZone
      return stretches(of: result).map { range, _ in
        func reading(_ instant: Double) -> Double {
          instant + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant)))
        }
        let begin = reading(range.lowerBound)
        return KnownStretch(
          readings: begin..<max(begin, reading(range.upperBound)), zone: zone,
          offset: begin - range.lowerBound)
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

  /// A recording, and what decides whether it counts.
  private struct Device {
    var result: StudyResult
    /// How well speed is known at its site, the best as 0.
    var site: Int
    /// From where the first bout or stretch of wear begins to where the last one does, seconds since 1970.
    var span: Range<Double>

    init(_ result: StudyResult) {
      self.result = result
      site =
        result.record.site.flatMap(WearingSite.init(rawValue:)).flatMap(sites.firstIndex)
        ?? sites.count
      let begins = (result.worn.map(\.range) + result.timedBouts).map(\.lowerBound)
      span = (begins.min() ?? 0)..<(begins.max() ?? 0)
    }

    /// The least counts first.
    func order(
      with stretches: [Stretch], on day: LocalDay
    ) -> (Int, Double, Double, Double, String, String) {
      let shift = stretches.first?.shift ?? 0
      let span = span.moved(by: shift)
      let onDay = span.clamped(to: result.calendar.range(of: day).moved(by: shift))
      let worn = stretches.filter(\.isWear).reduce(0) {
        $0 + $1.range.upperBound - $1.range.lowerBound
      }
      return (
        site, -worn, onDay.lowerBound - onDay.upperBound, span.lowerBound, result.recording.name,
        result.record.content
      )
    }
  }

  /// A stretch of a recording on a day, and what its times were moved by.
  private struct Stretch {
    var place: Int
    var range: Range<Double>
    var shift = 0.0
    /// Whether the device was worn; else there were bouts.
    var isWear = true
  }

  /// Settles a day after what counts already: clocks that differ have other midnights.
  private mutating func settle(
    _ all: [Stretch], of day: LocalDay, after counted: inout [Stretch], _ devices: [Device]
  ) {
    let begin = all.map(\.range.lowerBound).min() ?? 0
    counted.removeAll { $0.range.upperBound <= begin - Self.greatestDifference }
    let inOrder = Dictionary(grouping: all, by: \.place)
      .map { ($0.key, $0.value, devices[$0.key].order(with: $0.value, on: day)) }
      .sorted { $0.2 < $1.2 }
    for isWear in [true, false] {
      for (place, stretches, _) in inOrder {
        settle(stretches.filter { $0.isWear == isWear }, of: place, after: &counted, devices)
      }
    }
  }

  /// Adds stretches of a recording in their turn: they count where those before them left something.
  private mutating func settle(
    _ stretches: [Stretch], of place: Int, after counted: inout [Stretch], _ devices: [Device]
  ) {
    var new: [Stretch] = []
    for stretch in stretches {
      // A third one gives way to what counts, not to what gave way itself.
      let taken = counted.filter { $0.place != place && $0.range.overlaps(stretch.range) }.map {
        Stretch(place: $0.place, range: $0.range.clamped(to: stretch.range))
      }.sorted { $0.range.lowerBound < $1.range.lowerBound }
      if !taken.isEmpty {
        aside[place, default: []] += taken.map { $0.range.moved(by: -stretch.shift) }
      }
      new += Self.rest(of: stretch.range, without: taken.map(\.range)).map {
        Stretch(place: place, range: $0)
      }
      note(taken, of: place, devices)
    }
    counted += new
  }

  /// Notes what of a recording does not count.
  private mutating func note(_ taken: [Stretch], of place: Int, _ devices: [Device]) {
    for stretch in taken {
      let names = (
        devices[place].result.recording.name, devices[stretch.place].result.recording.name
      )
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

extension StudyResult {
  /// When its bouts were, seconds since 1970; nothing without a wall clock.
  fileprivate var timedBouts: [Range<Double>] {
    guard let start = record.start else { return [] }
    return bouts.map { start + $0.start..<start + $0.start + max(0, $0.seconds) }
  }
}

extension DayCalendar {
  /// From midnight to midnight, seconds since 1970.
  fileprivate func range(of day: LocalDay) -> Range<Double> {
    let begin = start(of: day).timeIntervalSince1970
    return begin..<max(begin, start(of: day.advanced(by: 1)).timeIntervalSince1970)
  }

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
