import ArgumentParser
import Foundation
import GaitModel
import SampleStorage

/// Which samples, those of bouts that are not flat and steady among them.
struct FilterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The person; everybody if not given.", valueName: "id"))
  var participant: String?

  @Option(
    help: ArgumentHelp(
      "From this date or instant on, like 2026-05-04 or 2026-05-04T09:30+02:00; without an offset by "
        + "the person's clock.",
      valueName: "date"),
    transform: InstantArgument.read)
  var from: InstantArgument?

  @Option(
    help: ArgumentHelp("Before this date or instant.", valueName: "date"),
    transform: InstantArgument.read)
  var to: InstantArgument?

  @Option(
    help: ArgumentHelp("What wrote them: gait, person, or a phone's name.", valueName: "name"))
  var source: String?

  @Option(help: ArgumentHelp("The recording they were found in.", valueName: "name"))
  var recording: String?

  @Option(help: "The ground; may be given several times.")
  var terrain: [Terrain] = []

  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive,
    help: "Only values that a person entered, or only the others.")
  var byHand: Bool?

  @Option(
    help: ArgumentHelp(
      "Only where free metadata say so; may be given several times.",
      valueName: "key=value"))
  var metadata: [String] = []

  /// The options that were given, but for the person.
  var narrowing: [String] {
    [
      ("--from", from != nil), ("--to", to != nil), ("--source", source != nil),
      ("--recording", recording != nil), ("--terrain", !terrain.isEmpty),
      ("--by-hand", byHand == true), ("--no-by-hand", byHand == false),
      ("--metadata", !metadata.isEmpty),
    ].filter(\.1).map(\.0)
  }

  func validate() throws {
    // Without an offset both are read in one zone, whichever that is.
    if let from, let to, from.hasOffset == to.hasOffset, from.date(in: .gmt) >= to.date(in: .gmt) {
      throw ValidationError(
        "--from \(from.text) is not before --to \(to.text), so that nothing lies between them")
    }
    for pair in metadata where !pair.contains("=") {
      throw ValidationError("--metadata \(pair) must be key=value")
    }
  }

  /// The question, for some kinds or all.
  ///
  /// - Throws: when a date has no offset and is another instant for each of several people.
  func query(_ kinds: [AnySampleKind], in zones: PeopleZones) throws -> SampleQuery {
    let dates = [from, to].compactMap(\.self).filter { !$0.hasOffset }
    if participant == nil, let date = dates.first { _ = try zones.one(for: date.text) }
    let zone = zones.zone(of: participant)
    for (option, date) in [("--from", from), ("--to", to)] {
      if let date, let doubt = date.doubt(in: zone) {
        throw ValidationError("\(option) \(date.text) \(doubt)")
      }
    }
    var query = query(kinds, in: zone)
    // Of people by different clocks only instants can be asked for, which need none.
    let isOfOneClock = participant != nil || zones.common != nil
    if isOfOneClock, from != nil || to != nil { query.clock = zones.clock(of: participant) }
    return query
  }

  /// Looks whether what was named is there.
  ///
  /// - Throws: what there is instead.
  func check(_ kinds: [AnySampleKind], in store: SampleStore) async throws {
    try await store.require(kinds: kinds, of: participant)
    if let source {
      try StoreFailure.check(source: source, among: try await store.sources(of: participant))
    }
    if let recording {
      try StoreFailure.check(
        recording, among: try await store.recordings(of: participant), "recording", "recordings")
    }
    guard !metadata.isEmpty else { return }
    let keys = try await store.metadataKeys(of: participant)
    for (key, word) in other.sorted(by: { $0.key < $1.key }) {
      try StoreFailure.check(key, among: keys, "metadata key", "the keys")
      try StoreFailure.check(
        word, among: try await store.metadataWords(under: key, of: participant), "\(key)",
        "the words")
    }
  }

  /// What the free metadata must say.
  private var other: [String: String] {
    var other: [String: String] = [:]
    for pair in metadata {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      other[String(parts[0])] = String(parts[1])
    }
    return other
  }

  /// The question on the clock of a zone.
  private func query(_ kinds: [AnySampleKind], in zone: TimeZone) -> SampleQuery {
    var query = SampleQuery(
      kinds: kinds.isEmpty ? nil : Set(kinds), participant: participant, source: source,
      recording: recording, isEnteredByHand: byHand,
      terrains: terrain.isEmpty ? nil : Set(terrain), other: other, includesLeftOut: true)
    setPeriod(of: &query, in: zone)
    return query
  }

  /// Sets the period of a question: a date without an offset is a reading in a zone, and meant by the clocks of the
  /// samples; what has its offset is an instant.
  func setPeriod(of query: inout SampleQuery, in zone: TimeZone) {
    (query.from, query.to) = (from?.date(in: zone), to?.date(in: zone))
    query.fromMeaning = from?.meaning ?? .reading
    query.toMeaning = to?.meaning ?? .reading
  }
}

extension Terrain: ExpressibleByArgument {}

extension SampleStore {
  /// The samples asked for that say something about a person. What says how far a program has come is none of them, and takes
  /// none of the places that a limit has.
  func samplesOfPeople(matching query: SampleQuery) async throws -> [Sample] {
    var (own, others) = (query, query)
    others.kinds = AnySampleKind.bookkeeping.intersection(
      query.kinds ?? AnySampleKind.bookkeeping)
    if let limit = query.limit, others.kinds?.isEmpty == false {
      let count = try await holdings(matching: others).reduce(0) { $0 + $1.count }
      own.limit = min(limit, .max - count) + count
    }
    let found = try await samples(matching: own).filter { !$0.kind.isBookkeeping }
    return Array(found.prefix(query.limit ?? .max))
  }
}
