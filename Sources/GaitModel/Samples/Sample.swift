import Foundation

/// One number about one person over one stretch of time, and where it comes from.
///
/// ```swift
/// let clinic = Sample(
///   .sixMinuteWalkDistance, Length(meters: 412), start: visit, end: visit + 360,
///   participant: "P07", metadata: SampleMetadata(isEnteredByHand: true))
/// ```
///
/// Copies are cheap: what many samples of a recording have in common is shared between them.
public struct Sample: Hashable, Sendable, Identifiable {
  /// What was measured.
  public var kind: AnySampleKind
  /// The value in the kind's base unit; a finite number.
  public var value: Double
  /// When it began. Instants are kept to the millisecond.
  public private(set) var start: Date
  /// When it ended: the same as `start` for an instant.
  public private(set) var end: Date
  /// Standard error against the truth, in the base unit; `nil` where it is not known.
  public var standardError: Double?
  /// Standard error against the person's own past, in the base unit; `nil` where it is not known.
  public var standardErrorWithinPerson: Double?
  /// Tells apart samples that are alike in kind, person, source, recording, start and end, as other
  /// programs export them; 0 for all others.
  public var distinction: Int
  private var shared: Shared

  /// Makes a sample; see the properties for units.
  ///
  /// - Precondition: the value is finite and the end is not before the start.
  public init(
    kind: AnySampleKind, value: Double, start: Date, end: Date, participant: String,
    source: SampleSource = .person, metadata: SampleMetadata = SampleMetadata(),
    standardError: Double? = nil, standardErrorWithinPerson: Double? = nil, distinction: Int = 0
  ) {
    self.init(
      kind: kind, value: value, start: start, end: end,
      origin: Origin(participant: participant, source: source, metadata: metadata),
      standardError: standardError, standardErrorWithinPerson: standardErrorWithinPerson,
      distinction: distinction)
  }

  /// Makes a sample of a typed kind; standard errors are in the base unit.
  public init<Value>(
    _ kind: SampleKind<Value>, _ value: Value, start: Date, end: Date, participant: String,
    source: SampleSource = .person, metadata: SampleMetadata = SampleMetadata(),
    standardError: Double? = nil, standardErrorWithinPerson: Double? = nil
  ) {
    self.init(
      kind: kind.erased, value: value.baseValue, start: start, end: end, participant: participant,
      source: source, metadata: metadata, standardError: standardError,
      standardErrorWithinPerson: standardErrorWithinPerson)
  }

  /// Makes a sample that shares its origin with others: the way to make many.
  public init(
    kind: AnySampleKind, value: Double, start: Date, end: Date, origin: Origin,
    standardError: Double? = nil, standardErrorWithinPerson: Double? = nil, distinction: Int = 0
  ) {
    precondition(value.isFinite, "a sample's value is a finite number")
    precondition(start <= end, "a sample ends no earlier than it starts")
    self.kind = kind
    self.value = value
    self.start = start.toMillisecond
    self.end = end.toMillisecond
    self.standardError = standardError
    self.standardErrorWithinPerson = standardErrorWithinPerson
    self.distinction = distinction
    shared = origin.shared
  }

  /// Who it is about, what wrote it, and everything said about it.
  public var origin: Origin {
    get { Origin(shared: shared) }
    set { shared = newValue.shared }
  }
  /// The study's name for the person.
  public var participant: String {
    get { shared.participant }
    set { shared = Shared(newValue, shared.source, shared.metadata) }
  }
  /// What wrote it.
  public var source: SampleSource {
    get { shared.source }
    set { shared = Shared(shared.participant, newValue, shared.metadata) }
  }
  /// Everything else that is said about it.
  public var metadata: SampleMetadata {
    get { shared.metadata }
    set { shared = Shared(shared.participant, shared.source, newValue) }
  }

  /// How long it lasted, seconds.
  public var durationSeconds: Double { end.timeIntervalSince(start) }

  /// The value as the kind's quantity; `nil` when the sample is of another kind or holds a word
  /// that this version does not know.
  public func value<Value>(as kind: SampleKind<Value>) -> Value? {
    kind.name == self.kind.name ? Value(baseValue: value) : nil
  }
}

extension Sample {
  /// What many samples have in common: the person, the source and the metadata.
  public struct Origin: Hashable, Sendable {
    fileprivate let shared: Shared

    /// Makes an origin, to be shared by many samples.
    public init(
      participant: String, source: SampleSource, metadata: SampleMetadata = SampleMetadata()
    ) {
      shared = Shared(participant, source, metadata)
    }

    fileprivate init(shared: Shared) { self.shared = shared }

    /// The study's name for the person.
    public var participant: String { shared.participant }
    /// What wrote the samples.
    public var source: SampleSource { shared.source }
    /// Everything else that is said about them.
    public var metadata: SampleMetadata { shared.metadata }
  }

  /// On the heap once, however many samples point to it.
  fileprivate final class Shared: Hashable, Sendable {
    let participant: String
    let source: SampleSource
    let metadata: SampleMetadata

    init(_ participant: String, _ source: SampleSource, _ metadata: SampleMetadata) {
      self.participant = participant
      self.source = source
      self.metadata = metadata
    }

    static func == (a: Shared, b: Shared) -> Bool {
      a === b
        || (a.participant == b.participant && a.source == b.source && a.metadata == b.metadata)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(participant)
      hasher.combine(source)
      hasher.combine(metadata)
    }
  }
}

extension Date {
  /// Whole milliseconds since 1970, as samples keep instants; of an instant beyond ±2^53 ms, where a `Date`
  /// does not tell one millisecond from the next, that bound.
  public var millisecondsSince1970: Int64 {
    let bound = Double(sign: .plus, exponent: 53, significand: 1)
    return Int64(min(max((timeIntervalSince1970 * 1000).rounded(), -bound), bound))
  }

  /// The instant so many milliseconds after 1970-01-01 00:00:00 UTC.
  public init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The nearest whole millisecond.
  fileprivate var toMillisecond: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}

extension Sample {
  /// Who the sample is: the same kind, person, source, recording, start and end give the same
  /// identity on every machine, so that saving twice changes nothing and a new value replaces the
  /// old one.
  ///
  /// A UUID of version 8 (RFC 9562, section 5.8: made by a rule of our own), from the 128-bit FNV-1a
  /// hash (RFC 9923) of these keys.
  public var id: UUID {
    var hash = hashBeforeDistinction
    hash.add(Int64(distinction))
    // Two recordings may share name and start. Samples from before contents were known keep their
    // identity.
    if let content = source.recording?.content { hash.add(content) }
    return hash.identifier
  }

  /// The hash of all that an identity is made of before the distinction.
  var hashBeforeDistinction: ContentHash {
    var hash = ContentHash()
    hash.add(kind.name)
    hash.add(participant)
    hash.add(source.name)
    hash.add(source.recording?.name ?? "")
    hash.add(source.recording?.start.millisecondsSince1970 ?? 0)
    hash.add(start.millisecondsSince1970)
    hash.add(end.millisecondsSince1970)
    return hash
  }
}

/// The 128-bit FNV-1a hash of a few keys.
package struct ContentHash {
  private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  /// Makes the hash of nothing.
  package init() {}

  /// Adds a word. A byte that UTF-8 never holds ends it, so that no two lists of words are alike.
  package mutating func add(_ word: String) {
    for byte in word.utf8 { fold(byte) }
    fold(0xff)
  }

  /// Adds a number.
  package mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { bytes in
      for byte in bytes { fold(byte) }
    }
  }

  /// The lowest 64 bits.
  var low: UInt64 { UInt64(truncatingIfNeeded: state) }

  /// The hash after some bytes more.
  func adding(bytes: [UInt8]) -> ContentHash {
    var hash = self
    for byte in bytes { hash.fold(byte) }
    return hash
  }

  private mutating func fold(_ byte: UInt8) { state = (state ^ UInt128(byte)) &* Self.prime }

  /// The hash as a UUID of version 8.
  package var identifier: UUID {
    let versioned = state & ~(0xf << 76) | (0x8 << 76)
    let bits = versioned & ~(0x3 << 62) | (0x2 << 62)
    return withUnsafeBytes(of: bits.bigEndian) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}

/// A share of a whole, 0-1: double support, asymmetry, a score.
public struct Fraction: SampleQuantity, Comparable {
  /// The share, 0-1. Logarithmic asymmetries may lie beyond 1.
  public var share: Double

  /// Makes a share; 0.25 is a quarter.
  public init(_ share: Double) { self.share = share }

  /// A share of one.
  public static var baseUnit: SampleUnit { .fraction }
  /// The share.
  public var baseValue: Double { share }
  /// Makes a share; 0.25 is a quarter.
  public init(baseValue: Double) { share = baseValue }

  /// Orders shares by size.
  public static func < (a: Fraction, b: Fraction) -> Bool { a.share < b.share }
}

/// How many: steps, flights, turns. Not an `Int`, because a part of a day holds a part of a walk.
public struct Count: SampleQuantity, Comparable {
  /// The number.
  public var number: Double

  /// Makes a count.
  public init(_ number: Double) { self.number = number }

  /// Counted things.
  public static var baseUnit: SampleUnit { .count }
  /// The number.
  public var baseValue: Double { number }
  /// Makes a count.
  public init(baseValue: Double) { number = baseValue }

  /// Orders counts by size.
  public static func < (a: Count, b: Count) -> Bool { a.number < b.number }
}

/// How often a heart beats, or by how much that changes.
public struct HeartRate: SampleQuantity, Comparable {
  /// Beats per minute.
  public var beatsPerMinute: Double

  /// Makes a heart rate of so many beats per minute.
  public init(beatsPerMinute: Double) { self.beatsPerMinute = beatsPerMinute }

  /// Beats per minute.
  public static var baseUnit: SampleUnit { .beatsPerMinute }
  /// Beats per minute.
  public var baseValue: Double { beatsPerMinute }
  /// Makes a heart rate of so many beats per minute.
  public init(baseValue: Double) { beatsPerMinute = baseValue }

  /// Orders heart rates by size.
  public static func < (a: HeartRate, b: HeartRate) -> Bool { a.beatsPerMinute < b.beatsPerMinute }
}

/// How much oxygen a body takes up for its mass: VO2.
public struct OxygenUptake: SampleQuantity, Comparable {
  /// Milliliters of oxygen per kilogram of body mass and minute.
  public var millilitersPerKilogramMinute: Double

  /// Makes an uptake of so many mL/(kg·min).
  public init(millilitersPerKilogramMinute: Double) {
    self.millilitersPerKilogramMinute = millilitersPerKilogramMinute
  }

  /// mL/(kg·min).
  public static var baseUnit: SampleUnit { .millilitersPerKilogramMinute }
  /// mL/(kg·min).
  public var baseValue: Double { millilitersPerKilogramMinute }
  /// Makes an uptake of so many mL/(kg·min).
  public init(baseValue: Double) { millilitersPerKilogramMinute = baseValue }

  /// Orders uptakes by size.
  public static func < (a: OxygenUptake, b: OxygenUptake) -> Bool {
    a.millilitersPerKilogramMinute < b.millilitersPerKilogramMinute
  }
}

/// How fast work is done.
public struct Power: SampleQuantity, Comparable {
  /// Watts.
  public var watts: Double

  /// Makes a power of so many watts.
  public init(watts: Double) { self.watts = watts }

  /// Watts.
  public static var baseUnit: SampleUnit { .watts }
  /// Watts.
  public var baseValue: Double { watts }
  /// Makes a power of so many watts.
  public init(baseValue: Double) { watts = baseValue }

  /// Orders powers by size.
  public static func < (a: Power, b: Power) -> Bool { a.watts < b.watts }
}

/// The energy that a body turns over.
public struct Energy: SampleQuantity, Comparable {
  /// Kilojoules.
  public var kilojoules: Double

  /// Makes an energy of so many kilojoules.
  public init(kilojoules: Double) { self.kilojoules = kilojoules }

  /// Kilojoules.
  public static var baseUnit: SampleUnit { .kilojoules }
  /// Kilojoules.
  public var baseValue: Double { kilojoules }
  /// Makes an energy of so many kilojoules.
  public init(baseValue: Double) { kilojoules = baseValue }

  /// Orders energies by size.
  public static func < (a: Energy, b: Energy) -> Bool { a.kilojoules < b.kilojoules }
}
