import Foundation

/// Anything that can be asked for samples: a store, or a list in memory.
public protocol SampleReading: Sendable {
  /// The samples asked for, in the order asked for; empty when there are none. Throws when they may
  /// not or cannot be read.
  func samples(matching query: SampleQuery) async throws -> [Sample]
  /// The samples asked for as plain numbers by kind, in their order; the query's order and limit do
  /// not count, and a kind without samples may be absent. Throws when they may not or cannot be read.
  func rows(matching query: SampleQuery) async throws -> [AnySampleKind: [SampleRow]]
  /// Everybody who has samples, by name.
  func participants() async throws -> [String]
}

extension SampleReading {
  /// The samples asked for as plain numbers by kind, in their order.
  public func rows(matching query: SampleQuery) async throws -> [AnySampleKind: [SampleRow]] {
    var query = query
    query.limit = nil
    return Dictionary(grouping: try await samples(matching: query), by: \.kind).mapValues {
      $0.map {
        var row = (query.clock?.reading(of: $0) ?? $0).row
        if !query.needsErrors { (row.standardError, row.standardErrorWithinPerson) = (nil, nil) }
        return row
      }.sorted()
    }
  }

  /// A person's values of a kind, the earliest first; empty when there are none.
  public func samples<Value>(
    of kind: SampleKind<Value>, participant: String? = nil, from: Date? = nil, to: Date? = nil
  ) async throws -> [TypedSample<Value>] {
    let query = SampleQuery(kinds: [kind.erased], participant: participant, from: from, to: to)
    return try await samples(of: kind, matching: query)
  }

  /// The values of a kind that a query asks for; empty when there are none. The query's own kinds
  /// do not count.
  public func samples<Value>(
    of kind: SampleKind<Value>, matching query: SampleQuery
  ) async throws -> [TypedSample<Value>] {
    var query = query
    query.kinds = [kind.erased]
    return try await samples(matching: query).compactMap { TypedSample(kind, $0) }
  }
}

/// Anything that keeps samples.
public protocol SampleWriting: Sendable {
  /// Keeps samples; one with the identity of a kept one takes its place. Throws when they may not
  /// or cannot be written, and then nothing has changed.
  func save(_ samples: [Sample]) async throws
  /// Deletes the samples with these identities; those that are not there do not matter.
  func delete(_ samples: [Sample]) async throws
  /// Puts samples in the place of others and keeps what gives way apart, with the reason and the
  /// instant, so that what was said once can still be looked at. All of it or nothing.
  func replace(
    _ old: [Sample], with new: [Sample], because reason: String, at instant: Date
  ) async throws
}

/// Samples that are read and kept within limits.
public protocol GuardedSamples: SampleReading, SampleWriting {
  /// Which kinds may be read and which may be written.
  var access: SampleAccess { get }
}

/// A sample whose value has its type.
public struct TypedSample<Value: SampleQuantity>: Hashable, Sendable {
  /// The value.
  public var value: Value
  /// Everything about it.
  public var sample: Sample

  /// The sample with its type; `nil` when it is of another kind, or a word that this version does
  /// not know.
  public init?(_ kind: SampleKind<Value>, _ sample: Sample) {
    guard let value = sample.value(as: kind) else { return nil }
    self.value = value
    self.sample = sample
  }
}

/// Samples in memory, asked as a store is asked.
public struct SampleList: SampleReading {
  /// The samples, in any order.
  public var samples: [Sample]

  /// Makes a list.
  public init(_ samples: [Sample] = []) { self.samples = samples }

  /// The samples asked for, in the order asked for.
  public func samples(matching query: SampleQuery) -> [Sample] {
    query.arranged(samples.filter(query.matches))
  }

  /// Everybody who has samples, by name.
  public func participants() -> [String] { Set(samples.map(\.participant)).sorted() }
}

/// A sample as plain numbers, without what it is, whose it is and where it comes from: whoever reads
/// years of one kind reads these.
public struct SampleRow: Hashable, Sendable, Comparable {
  /// When it began, milliseconds since 1970 UTC.
  public var start: Int64
  /// How long it lasted, milliseconds.
  public var duration: Int64
  /// The value in the kind's base unit.
  public var value: Double
  /// Standard error against the truth, in the base unit; `nil` where it is not known.
  public var standardError: Double?
  /// Standard error against the person's own past, in the base unit; `nil` where it is not known.
  public var standardErrorWithinPerson: Double?

  /// Makes a row; see the properties for units.
  public init(
    start: Int64, duration: Int64, value: Double, standardError: Double? = nil,
    standardErrorWithinPerson: Double? = nil
  ) {
    self.start = start
    self.duration = duration
    self.value = value
    self.standardError = standardError
    self.standardErrorWithinPerson = standardErrorWithinPerson
  }

  /// How long it lasted, seconds.
  public var seconds: Double { Double(duration) / 1000 }

  /// When it ended, milliseconds since 1970 UTC.
  public var end: Int64 { start + duration }

  /// In the order of their starts. What is equal in this order is equal in everything, so that a sum
  /// does not depend on the order in which samples were added.
  public static func < (a: SampleRow, b: SampleRow) -> Bool {
    if a.start != b.start { return a.start < b.start }
    if a.duration != b.duration { return a.duration < b.duration }
    if a.value != b.value { return a.value < b.value }
    if a.standardError != b.standardError {
      return (a.standardError ?? -1) < (b.standardError ?? -1)
    }
    return (a.standardErrorWithinPerson ?? -1) < (b.standardErrorWithinPerson ?? -1)
  }
}

extension Sample {
  /// The sample as plain numbers.
  public var row: SampleRow {
    let begin = start.millisecondsSince1970
    return SampleRow(
      start: begin, duration: end.millisecondsSince1970 - begin, value: value,
      standardError: standardError, standardErrorWithinPerson: standardErrorWithinPerson)
  }
}
