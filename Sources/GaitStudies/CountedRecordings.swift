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
/// recording's own clock and is settled by itself, but where clocks differ: there a better site has its time also on what
/// the other clock calls the day before or after. A clock that does not say
/// its offset from UTC is compared as it reads. All is compared in whole milliseconds, as a store has it: what differs by
/// less is alike.
struct CountedRecordings {
  /// Stretches that do not count, milliseconds since 1970, by the place of the recording.
  private var aside: [Int: [Range<Int64>]] = [:]
  /// Time that two recordings share, the earliest first.
  private(set) var overlaps: [StudyOverlap] = []
  /// When each of them begins, milliseconds since 1970.
  private var begins: [Int64] = []

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
    let inOrder = Self.inOrder(days, devices)
    // Those that count already, by the days of UTC on which they lie.
    var counted: [Int64: [Stretch]] = [:]
    for isWear in [true, false] {
      for (place, stretches) in inOrder {
        settle(stretches.filter { $0.isWear == isWear }, of: place, after: &counted, devices)
      }
    }
    aside = aside.mapValues(Self.joined)
    overlaps = zip(begins, overlaps).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// When a device was worn, and when there were bouts outside of that, milliseconds since 1970.
  private static func stretches(
    of result: StudyResult
  ) -> [(range: Range<Int64>, isWear: Bool)] {
    let worn = result.worn.map(\.range.inMilliseconds)
    let inOrder = worn.sorted { $0.lowerBound < $1.lowerBound }
    return worn.map { ($0, true) }
      + result.timedBouts.flatMap { rest(of: $0, without: inOrder) }.map { ($0, false) }
  }

  /// A stretch of a recording whose clock says its offset, and what the clock read in it, milliseconds.
  private struct KnownStretch {
    var readings: Range<Int64>
    var zone: TimeZone
    var offset: Int64

    static func all(of result: StudyResult) -> [KnownStretch] {
      let zone = result.calendar.calendar.timeZone
      return stretches(of: result).map { range, _ in
        func reading(_ instant: Int64) -> Int64 { instant + Self.offset(of: zone, at: instant) }
        let begin = reading(range.lowerBound)
        return KnownStretch(
          readings: begin..<max(begin, reading(range.upperBound)), zone: zone,
          offset: begin - range.lowerBound)
      }
    }

    private static func offset(of zone: TimeZone, at instant: Int64) -> Int64 {
      1000 * Int64(zone.secondsFromGMT(for: Date(millisecondsSince1970: instant)))
    }

    /// What the readings of a local clock on a day are moved by, milliseconds: it is set by that device which was worn nearest
    /// by what both clocks read.
    static func shift(of range: Range<Int64>, by known: [KnownStretch]) -> Int64 {
      func distance(_ other: KnownStretch) -> (Int64, Int64, Int64) {
        (
          max(
            0, other.readings.lowerBound - range.upperBound,
            range.lowerBound - other.readings.upperBound),
          abs(other.readings.lowerBound - range.lowerBound), other.offset
        )
      }
      guard let nearest = known.min(by: { distance($0) < distance($1) }) else { return 0 }
      let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
      let guess = middle - offset(of: nearest.zone, at: middle)
      return -offset(of: nearest.zone, at: guess)
    }
  }

  /// Stretches in order, those that midnight alone divides put together again.
  private static func joined(_ stretches: [Range<Int64>]) -> [Range<Int64>] {
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
    let whole = bout.range(from: start).inMilliseconds
    let middle = whole.lowerBound + (whole.upperBound - whole.lowerBound) / 2
    return !aside.contains { $0.contains(middle) }
  }

  /// The parts of a stretch that count, seconds since 1970; where nothing is cut off, it ends as it did.
  func parts(of stretch: Range<Double>, of place: Int) -> [Range<Double>] {
    guard let aside = aside[place] else { return [stretch] }
    let whole = stretch.inMilliseconds
    return Self.rest(of: whole, without: aside).map { part in
      let seconds = part.inSeconds
      let begin = part.lowerBound == whole.lowerBound ? stretch.lowerBound : seconds.lowerBound
      return begin..<(part.upperBound == whole.upperBound ? stretch.upperBound : seconds.upperBound)
    }
  }

  /// What of a stretch lies in none of others, which are in order.
  private static func rest(
    of stretch: Range<Int64>, without others: [Range<Int64>]
  ) -> [Range<Int64>] {
    var parts: [Range<Int64>] = []
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
    let whole = bout.range(from: start)
    return aside[place] == nil ? [whole] : parts(of: whole, of: place)
  }

  /// A recording, and what decides whether it counts.
  private struct Device {
    var result: StudyResult
    /// How well speed is known at its site, the best as 0.
    var site: Int
    /// From the first start of what a store keeps of it to behind the last one, milliseconds since 1970.
    var span: Range<Int64>

    init(_ result: StudyResult) {
      self.result = result
      site =
        result.record.site.flatMap(WearingSite.init(rawValue:)).flatMap(sites.firstIndex)
        ?? sites.count
      // Records of older versions do not say it.
      let begins =
        result.record.starts
        ?? (result.worn.map(\.range.inMilliseconds) + result.timedBouts).map(\.lowerBound)
      span = (begins.min() ?? 0)..<(begins.max() ?? 0) + 1
    }

    /// The least counts first.
    func order(
      with stretches: [Stretch], on day: LocalDay
    ) -> (Int, Int64, Int64, Int64, String, String) {
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
  private struct Stretch: Hashable {
    var place: Int
    var range: Range<Int64>
    var shift: Int64 = 0
    /// Whether the device was worn; else there were bouts.
    var isWear = true
  }

  /// What was worn on the days, in the order in which it counts.
  private static func inOrder(
    _ days: [LocalDay: [Stretch]], _ devices: [Device]
  ) -> [(place: Int, stretches: [Stretch])] {
    let devicesOfDays = days.flatMap { day, all in
      Dictionary(grouping: all) { [Int64($0.place), $0.shift] }.values.map { stretches in
        let order = devices[stretches[0].place].order(with: stretches, on: day)
        return (stretches: stretches, day: day, order: order)
      }
    }.sorted { a, b in
      // The site comes before the day, the day before how it was worn on it.
      let (first, second) = ((a.order.0, a.day), (b.order.0, b.day))
      if first != second { return first < second }
      return a.order == b.order
        ? a.stretches[0].shift < b.stretches[0].shift : a.order < b.order
    }
    return devicesOfDays.map { ($0.stretches[0].place, $0.stretches) }
  }

  /// Adds stretches of a recording in their turn: they count where those before them left something.
  private mutating func settle(
    _ stretches: [Stretch], of place: Int, after counted: inout [Int64: [Stretch]],
    _ devices: [Device]
  ) {
    var new: [Stretch] = []
    for stretch in stretches {
      // A third one gives way to what counts, not to what gave way itself.
      let near = Self.daysOfUTC(of: stretch.range).flatMap { counted[$0] ?? [] }
      let taken = Set(near.filter { $0.place != place && $0.range.overlaps(stretch.range) }).map {
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
    for stretch in new {
      for day in Self.daysOfUTC(of: stretch.range) { counted[day, default: []].append(stretch) }
    }
  }

  private static func daysOfUTC(of range: Range<Int64>) -> ClosedRange<Int64> {
    func day(_ instant: Int64) -> Int64 {
      Int64(CivilDate.flooredDivision(Int(instant), 86_400_000).quotient)
    }
    return day(range.lowerBound)...day(max(range.lowerBound, range.upperBound - 1))
  }

  /// Notes what of a recording does not count.
  private mutating func note(_ taken: [Stretch], of place: Int, _ devices: [Device]) {
    for stretch in taken {
      let names = (
        devices[place].result.recording.name, devices[stretch.place].result.recording.name
      )
      let seconds = Double(stretch.range.count) / 1000
      if let known = overlaps.firstIndex(where: { ($0.recording, $0.counting) == names }) {
        overlaps[known].seconds += seconds
        begins[known] = min(begins[known], stretch.range.lowerBound)
      } else {
        begins.append(stretch.range.lowerBound)
        overlaps.append(StudyOverlap(recording: names.0, counting: names.1, seconds: seconds))
      }
    }
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

extension StudyResult {
  /// When its bouts were, milliseconds since 1970; nothing without a wall clock.
  fileprivate var timedBouts: [Range<Int64>] {
    guard let start = record.start else { return [] }
    return bouts.map { $0.range(from: start).inMilliseconds }
  }
}

extension DayCalendar {
  /// From midnight to midnight, milliseconds since 1970.
  fileprivate func range(of day: LocalDay) -> Range<Int64> {
    let begin = start(of: day).millisecondsSince1970
    return begin..<max(begin, start(of: day.advanced(by: 1)).millisecondsSince1970)
  }

  /// Divides a stretch, milliseconds since 1970, at midnight.
  fileprivate func divided(_ stretch: Range<Int64>) -> [(day: LocalDay, range: Range<Int64>)] {
    divided(stretch.inSeconds).map { ($0.day, $0.range.inMilliseconds) }
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
  /// Seconds since 1970 as whole milliseconds, as a store keeps instants.
  fileprivate var inMilliseconds: Range<Int64> {
    func milliseconds(_ seconds: Double) -> Int64 {
      Date(timeIntervalSince1970: seconds).millisecondsSince1970
    }
    return milliseconds(lowerBound)..<milliseconds(upperBound)
  }
}

extension Range<Int64> {
  /// Milliseconds since 1970 as seconds.
  fileprivate var inSeconds: Range<Double> { Double(lowerBound) / 1000..<Double(upperBound) / 1000 }

  /// So much later.
  fileprivate func moved(by shift: Int64) -> Range<Int64> {
    lowerBound + shift..<upperBound + shift
  }
}

extension StudyBout {
  /// When it was in a recording that started at an instant, seconds since 1970.
  fileprivate func range(from start: Double) -> Range<Double> {
    start + self.start..<start + self.start + max(0, seconds)
  }
}
