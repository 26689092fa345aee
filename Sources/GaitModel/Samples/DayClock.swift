import Foundation

/// The clock by which days are counted and times are printed: one rule for queries, estimates, comparisons and pages.
///
/// A sample belongs to the day, and is printed at the time, that its own clock showed: that of its time zone, else that
/// of its offset from UTC; a local clock of unknown zone is taken as it reads. Where somebody asks for another zone,
/// instants are read there; the readings of a local clock are readings there, and what was entered for a day stays on
/// it.
public struct DayClock: Hashable, Sendable {
  /// Whose clock counts.
  public enum Rule: Hashable, Sendable {
    /// All samples are of this zone's clock.
    case common
    /// Somebody asked for this zone.
    case asked
    /// Each sample has its own; this zone's clock shows what those showed.
    case own
  }

  /// The zone in which days are counted; GMT for local days.
  public let zone: TimeZone
  /// Whose clock counts.
  public let rule: Rule
  /// Whether days are those of no one zone: their instants are readings, and have no offset from UTC.
  public let isLocal: Bool

  /// Makes the clock of a zone.
  public init(_ zone: TimeZone, _ rule: Rule = .common) {
    (self.zone, self.rule, isLocal) = (zone, rule, false)
  }

  private init() {
    (zone, rule, isLocal) = (.gmt, .own, true)
  }

  /// Days of no one zone: each sample by its own clock.
  public static let local = DayClock()

  /// What it is called: the zone's name in the tz database, or `local`.
  public var name: String { isLocal ? "local" : zone.identifier }

  /// A zone as people read it: its name in the tz database; of a mere offset from UTC `UTC+01:00`, as instants have it.
  package static func zoneWords(of name: String) -> String {
    guard name.hasPrefix("GMT"), let zone = TimeZone(identifier: name) else { return name }
    let seconds = zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0))
    return "UTC" + (seconds == 0 ? "" : InstantText.offset(seconds: seconds))
  }

  /// No two clocks of the world lie further apart, milliseconds: UTC-12 and UTC+14.
  package static let greatestShift: Int64 = 26 * 3_600_000
  /// The same in seconds.
  package static let greatestShiftSeconds = Double(greatestShift) / 1000

  /// By how much a clock that a sample names differs from this one.
  package enum Difference: Hashable, Sendable {
    /// Not at all.
    case none
    /// It is so many seconds ahead of UTC.
    case offset(Int)
    /// It is that of another zone.
    case zone(TimeZone)
  }

  /// How the clock of samples with such metadata differs; an entry for a day lasts no time.
  package func difference(_ metadata: SampleMetadata, lasts: Bool) -> Difference {
    if metadata.isLocalClock { return difference(offset: 0) }
    guard rule == .own || metadata.isEnteredByHand && !lasts else { return .none }
    if let name = metadata.timeZoneIdentifier {
      if name == zone.identifier { return .none }
      // Where nobody knows the zone, the offset counts.
      if let other = TimeZone(identifier: name) { return .zone(other) }
    }
    return rule == .own ? metadata.utcOffsetSeconds.map(difference(offset:)) ?? .none : .none
  }

  private func difference(offset: Int) -> Difference {
    TimeZone(secondsFromGMT: offset)?.identifier == zone.identifier ? .none : .offset(offset)
  }

  /// By how much an instant moves, milliseconds, so that this clock shows there what the other one showed.
  package func shift(_ start: Int64, _ difference: Difference) -> Int64 {
    let date = Date(millisecondsSince1970: start)
    let own: Int
    switch difference {
    case .none: return 0
    case .offset(let seconds): own = seconds
    case .zone(let other): own = other.secondsFromGMT(for: date)
    }
    // Where the clocks change between the two instants, the later one is on the day itself.
    let first = own - zone.secondsFromGMT(for: date)
    let second = own - zone.secondsFromGMT(for: date + Double(first))
    return Int64(max(first, second)) * 1000
  }

  /// Where an instant of a sample stands by this clock.
  public func reading(_ date: Date, of sample: Sample) -> Date {
    let difference = difference(sample.metadata, lasts: sample.start < sample.end)
    guard difference != .none else { return date }
    return date + Double(shift(date.millisecondsSince1970, difference)) / 1000
  }

  /// The sample where it stands by this clock, as long as it is.
  public func reading(of sample: Sample) -> Sample {
    let start = reading(sample.start, of: sample)
    guard start != sample.start else { return sample }
    return Sample(
      kind: sample.kind, value: sample.value, start: start,
      end: sample.end + start.timeIntervalSince(sample.start), origin: sample.origin,
      standardError: sample.standardError,
      standardErrorWithinPerson: sample.standardErrorWithinPerson, distinction: sample.distinction)
  }

  /// Says of a sample that it was made by this clock.
  public func mark(_ metadata: inout SampleMetadata) {
    metadata.timeZoneIdentifier = isLocal ? nil : zone.identifier
    metadata.isLocalClock = isLocal
  }

  /// Metadata that say that a sample was made by this clock.
  public func marked(_ metadata: SampleMetadata) -> SampleMetadata {
    var marked = metadata
    mark(&marked)
    return marked
  }
}

extension SampleMetadata {
  /// What the clock showed at an instant, as if it were UTC: that of the time zone, else of the offset; a local clock is
  /// kept as it reads.
  package func reading(at instant: Date) -> Date {
    guard !isLocalClock else { return instant }
    let zone = timeZoneIdentifier.flatMap(TimeZone.init(identifier:))
    return instant + Double(zone?.secondsFromGMT(for: instant) ?? utcOffsetSeconds ?? 0)
  }

  /// The zone whose clock a sample names beside an offset; `nil` where it names none that is known, or no offset.
  package var zoneOfOffset: TimeZone? {
    guard utcOffsetSeconds != nil, !isLocalClock else { return nil }
    return timeZoneIdentifier.flatMap(TimeZone.init(identifier:))
  }

  /// Takes over what other metadata say of the clock.
  public mutating func take(clockOf other: SampleMetadata) {
    timeZoneIdentifier = other.timeZoneIdentifier
    utcOffsetSeconds = other.utcOffsetSeconds
    isLocalClock = other.isLocalClock
  }

  /// The same for something that a recording says of an instant in it: over a change of clocks the offset is that of the
  /// instant, as far as the zone is known.
  public mutating func take(clockOf recording: SampleMetadata, at instant: Date) {
    take(clockOf: recording)
    let zone = timeZoneIdentifier.flatMap(TimeZone.init(identifier:))
    if let zone, !isLocalClock { utcOffsetSeconds = zone.secondsFromGMT(for: instant) }
  }
}

/// The clock of samples, as far as they name one.
public enum SampleClock: Hashable, Sendable {
  /// That of a zone of the tz database.
  case zone(String)
  /// One that is so many seconds ahead of UTC.
  case offset(Int)
  /// A local one of unknown zone.
  case local

  /// The clock that metadata name, if any.
  public init?(_ metadata: SampleMetadata) {
    if metadata.isLocalClock {
      self = .local
    } else if let name = metadata.timeZoneIdentifier, TimeZone(identifier: name) != nil {
      self = .zone(name)
    } else if let offset = metadata.utcOffsetSeconds {
      self = .offset(offset)
    } else {
      return nil
    }
  }
}

extension DayClock {
  /// The clock of a person whose samples name these: the zone that all name who name one, else the offset that all
  /// have. Where they differ days are local.
  public init(of clocks: Set<SampleClock>) {
    let zones = clocks.compactMap {
      if case .zone(let name) = $0 { TimeZone(identifier: name) } else { nil }
    }
    if let zone = zones.first {
      self = zones.count > 1 ? .local : DayClock(zone, clocks.count > 1 ? .own : .common)
    } else if clocks.count == 1, case .offset(let seconds)? = clocks.first {
      self.init(TimeZone(secondsFromGMT: seconds) ?? .gmt)
    } else {
      self = clocks.isEmpty ? DayClock(.gmt) : .local
    }
  }
}
