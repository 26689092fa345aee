import Foundation

/// Which samples are asked for, in which order, and how many.
///
/// ```swift
/// var query = SampleQuery(kinds: [.init(.walkingSpeed)], participant: "P07")
/// query.from = spring
/// query.limit = 10
/// ```
public struct SampleQuery: Hashable, Sendable {
  /// The kinds; `nil` for all kinds.
  public var kinds: Set<AnySampleKind>?
  /// The person; `nil` for everybody.
  public var participant: String?
  /// Samples that start at this date or later; `nil` for no limit.
  public var from: Date?
  /// Samples that start before this date; `nil` for no limit.
  public var to: Date?
  /// How `from` is meant.
  public var fromMeaning: DateMeaning = .reading
  /// How `to` is meant.
  public var toMeaning: DateMeaning = .reading
  /// The clock by which readings among `from` and `to` are meant and plain rows are given; `nil` takes samples by their
  /// instants.
  public var clock: DayClock?
  /// The name of what wrote them, whichever spaces are in it; `nil` for all sources.
  public var source: String?
  /// The name of the recording; `nil` for all.
  public var recording: String?
  /// Only those entered by hand, or only the others; `nil` for both.
  public var isEnteredByHand: Bool?
  /// Only samples on these grounds; `nil` for all.
  public var terrains: Set<Terrain>?
  /// Only samples whose free metadata hold these words under these keys.
  public var other: [String: String]
  /// Only samples whose free metadata say something under this key; `nil` for all.
  public var otherKey: String?
  /// Whether values that are not of flat, steady walking are among them: off unless asked for,
  /// because they are not comparable. Kinds that do not ask for steady walking (steps, distance)
  /// have none.
  public var includesLeftOut: Bool
  /// Whether one recording at a time counts where several of a person were made at once: off unless
  /// asked for, so that nothing is hidden. Totals and estimates ask for it. Only a store can tell; a
  /// list in memory takes everything.
  public var countsOnce: Bool
  /// Whether plain rows need their standard errors: a store reads them faster without, and then they are `nil`.
  public var needsErrors = true
  /// The order of the samples.
  public var order: Order
  /// The greatest number of samples; `nil` for all.
  public var limit: Int?

  /// Makes a query; without arguments, for everything except what was left out.
  public init(
    kinds: Set<AnySampleKind>? = nil, participant: String? = nil, from: Date? = nil,
    to: Date? = nil, source: String? = nil, recording: String? = nil,
    isEnteredByHand: Bool? = nil, terrains: Set<Terrain>? = nil, other: [String: String] = [:],
    includesLeftOut: Bool = false, countsOnce: Bool = false, order: Order = .oldestFirst,
    limit: Int? = nil
  ) {
    self.kinds = kinds
    self.participant = participant
    self.from = from
    self.to = to
    self.source = source
    self.recording = recording
    self.isEnteredByHand = isEnteredByHand
    self.terrains = terrains
    self.other = other
    self.includesLeftOut = includesLeftOut
    self.countsOnce = countsOnce
    self.order = order
    self.limit = limit
  }

  /// In which order samples come. Those alike in it are ordered by person, kind, start, end and
  /// identity, so that two runs give the same list.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// By start, the earliest first.
    case oldestFirst = "oldest-first"
    /// By start, the latest first.
    case newestFirst = "newest-first"
    /// By value, the smallest first.
    case smallestFirst = "smallest-first"
    /// By value, the greatest first.
    case greatestFirst = "greatest-first"
  }

  /// Whether a sample is asked for, order and limit aside.
  public func matches(_ sample: Sample) -> Bool {
    (kinds?.contains(sample.kind) ?? true)
      && (participant ?? sample.participant) == sample.participant
      && isWithin(sample)
      && matches(sample.source) && matches(sample.metadata)
  }

  private func isWithin(_ sample: Sample) -> Bool {
    guard from != nil || to != nil else { return true }
    let start = placed(sample.start, of: sample)
    return (start.from.map { start.date >= $0 } ?? true)
      && (start.to.map { start.date < $0 } ?? true)
  }

  /// Whether a source is asked for.
  public func matches(_ source: SampleSource) -> Bool {
    (self.source.map { SampleSource.areSame($0, source.name) } ?? true)
      && (recording == nil || recording == source.recording?.name)
  }

  /// Whether metadata are asked for.
  public func matches(_ metadata: SampleMetadata) -> Bool {
    (includesLeftOut || metadata.leftOutReason == nil)
      && (isEnteredByHand ?? metadata.isEnteredByHand) == metadata.isEnteredByHand
      && (terrains?.contains(metadata.terrain ?? .unknown) ?? true)
      && other.allSatisfy { metadata.other[$0.key] == $0.value }
      && (otherKey.map { metadata.other[$0] != nil } ?? true)
  }

  /// Puts samples into the order asked for and cuts them at the limit.
  public func arranged(_ samples: [Sample]) -> [Sample] {
    let sorted = samples.sorted { order.places($0, before: $1) }
    return limit.map { Array(sorted.prefix($0)) } ?? sorted
  }
}

extension SampleQuery.Order {
  /// Whether one sample comes before another; a strict total order.
  public func places(_ a: Sample, before b: Sample) -> Bool {
    switch self {
    case .oldestFirst: if a.start != b.start { return a.start < b.start }
    case .newestFirst: if a.start != b.start { return a.start > b.start }
    case .smallestFirst: if a.value != b.value { return a.value < b.value }
    case .greatestFirst: if a.value != b.value { return a.value > b.value }
    }
    if a.participant != b.participant { return a.participant < b.participant }
    if a.kind != b.kind { return a.kind < b.kind }
    if a.start != b.start { return a.start < b.start }
    if a.end != b.end { return a.end < b.end }
    return a.id.uuidString < b.id.uuidString
  }
}
