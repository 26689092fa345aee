import Foundation
import GaitModel

/// How the clock of a device tells time.
enum DeviceClock {
  /// It is that of a time zone.
  case zone(ZoneOffsets)
  /// It reads so much more than UTC, milliseconds.
  case ahead(Int64)
  /// It does not say its offset: the times of samples are its readings.
  case local
  /// Nothing is known of it: its days are those of UTC.
  case unknown

  var isLocal: Bool { if case .local = self { true } else { false } }

  /// Whether it says its offset from UTC.
  var isKnown: Bool {
    switch self {
    case .zone, .ahead: true
    case .local, .unknown: false
    }
  }

  /// What it reads more than the time of a sample, milliseconds.
  func offset(at instant: Int64) -> Int64 {
    switch self {
    case .zone(let offsets): offsets.offset(at: instant)
    case .ahead(let offset): offset
    case .local, .unknown: 0
    }
  }

  /// The instant at which it reads a time, milliseconds; where clocks are set back, one of two.
  func instant(of reading: Int64) -> Int64 {
    let guess = reading - offset(at: reading)
    return reading - offset(at: guess)
  }

  /// What a stretch of time is called by the clock.
  func readings(of range: Range<Int64>) -> Range<Int64> {
    let begin = range.lowerBound + offset(at: range.lowerBound)
    return begin..<max(begin, range.upperBound + offset(at: range.upperBound))
  }

  /// A day, milliseconds.
  static let day: Int64 = 86_400_000

  /// The days of the clock over which a stretch goes, each with what lies on it.
  func days(of range: Range<Int64>) -> [(day: Int64, range: Range<Int64>)] {
    var days: [(day: Int64, range: Range<Int64>)] = []
    var begin = range.lowerBound
    while begin < range.upperBound {
      let reading = begin + offset(at: begin)
      let day = Int64(CivilDate.flooredDivision(Int(reading), Int(Self.day)).quotient)
      let next = instant(of: (day + 1) * Self.day)
      let end = next > begin ? min(next, range.upperBound) : range.upperBound
      days.append((day, begin..<end))
      begin = end
    }
    return days
  }

  /// From when to when a day of the clock lasts.
  func range(ofDay day: Int64) -> Range<Int64> {
    let begin = instant(of: day * Self.day)
    return begin..<max(begin, instant(of: (day + 1) * Self.day))
  }
}

/// The offsets of a time zone from UTC, each asked for once.
final class ZoneOffsets {
  private let zone: TimeZone
  private var offsets: [Int64: Int64] = [:]

  /// Clocks are set at full quarters of an hour, milliseconds.
  private static let quarter: Int64 = 900_000

  init(_ zone: TimeZone) { self.zone = zone }

  /// What the zone's clock reads more than UTC, milliseconds.
  func offset(at instant: Int64) -> Int64 {
    let quarter = Int64(CivilDate.flooredDivision(Int(instant), Int(Self.quarter)).quotient)
    if let known = offsets[quarter] { return known }
    let offset = Int64(zone.secondsFromGMT(for: Date(millisecondsSince1970: instant))) * 1000
    offsets[quarter] = offset
    return offset
  }
}

/// The clocks of devices that say their offset, by when the devices were worn.
struct KnownClocks {
  private struct Worn {
    var readings: Range<Int64>
    var offset: Int64
    var clock: DeviceClock

    /// An order of time, in which a zone comes before an offset alone.
    var order: (Int64, Int64, Int64, Int) {
      if case .zone = clock {
        (readings.lowerBound, readings.upperBound, offset, 0)
      } else {
        (readings.lowerBound, readings.upperBound, offset, 1)
      }
    }
  }

  /// In the order of what the clocks read at the beginning.
  private let worn: [Worn]
  /// Which of those up to each one ends last.
  private let last: [Int]

  /// Takes the stretches whose clocks say their offset; `nil` where none does.
  init?(_ stretches: [WornSource.Stretch]) {
    let worn = stretches.filter(\.clock.isKnown).map { stretch in
      let readings = stretch.clock.readings(of: stretch.range)
      return Worn(
        readings: readings, offset: readings.lowerBound - stretch.range.lowerBound,
        clock: stretch.clock)
    }.sorted { $0.order < $1.order }
    guard !worn.isEmpty else { return nil }
    self.worn = worn
    last = worn.indices.dropFirst().reduce(into: [0]) { last, place in
      let before = last[place - 1]
      last.append(
        worn[place].readings.upperBound > worn[before].readings.upperBound ? place : before)
    }
  }

  /// The clock of that device which was worn nearest by what both clocks read: of several at once, that which began
  /// nearest.
  func nearest(to range: Range<Int64>) -> DeviceClock {
    let next = worn.partitioningIndex { $0.readings.lowerBound >= range.upperBound }
    var candidates = next < worn.count ? [next] : []
    if next > 0 { candidates.append(last[next - 1]) }
    var place = next - 1
    while place >= 0, worn[last[place]].readings.upperBound > range.lowerBound {
      candidates.append(place)
      place -= 1
    }
    func distance(_ place: Int) -> (Int64, Int64, Int64) {
      let readings = worn[place].readings
      return (
        max(0, readings.lowerBound - range.upperBound, range.lowerBound - readings.upperBound),
        abs(readings.lowerBound - range.lowerBound), worn[place].offset
      )
    }
    return worn[candidates.min { distance($0) < distance($1) } ?? 0].clock
  }
}
