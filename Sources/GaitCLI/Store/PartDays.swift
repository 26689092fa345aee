import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// Days that lose some of the samples that a daily figure adds up, and keep others: the figure is that of what is left.
struct PartDays {
  private let query: SampleQuery
  private let zones: PeopleZones
  private var before: [Place: Set<Date>] = [:]
  /// Kinds of which samples go that last beyond the end of what is deleted.
  private var reachingOut: Set<AnySampleKind> = []

  private struct Place: Hashable {
    var participant: String
    var kind: AnySampleKind
  }

  /// Kinds whose samples add up over a day.
  private static let kinds: Set<AnySampleKind> = [
    SampleKind.stepCount.erased, SampleKind.walkingTime.erased, SampleKind.distance.erased,
    SampleKind.wearTime.erased,
  ]

  /// Notes the days of what is about to be deleted. Throws what the store throws.
  init(deleting query: SampleQuery, zones: PeopleZones, in store: SampleStore) async throws {
    self.query = query
    self.zones = zones
    before = try await days(of: query, in: store)
    if query.to != nil { reachingOut = try await kinds(lastingBeyond: query, in: store) }
  }

  /// That whole samples go by their start: what began before stays with all that it covers, what lasts beyond the end goes with
  /// all of it. `nil` where no sample lies across an end of what was deleted.
  func borderRemark(_ store: SampleStore) async throws -> String? {
    var sentences: [String] = []
    if let from = query.from {
      var earlier = query
      (earlier.from, earlier.to) = (from - Self.longestSample, from)
      earlier.toMeaning = query.fromMeaning
      let kinds = try await kinds(lastingBeyond: earlier, in: store)
      if !kinds.isEmpty {
        sentences.append(
          "\(Self.list(kinds.map(\.name).sorted())) that began before --from and lasts beyond it stays"
        )
      }
    }
    if !reachingOut.isEmpty {
      sentences.append(
        "\(Self.list(reachingOut.map(\.name).sorted())) that lasts beyond --to went with all that it covered"
      )
    }
    return sentences.isEmpty
      ? nil : "samples go whole, by their start: " + sentences.joined(separator: "; ")
  }

  /// No recording lasts longer, seconds.
  private static let longestSample = Double(EstimateUpdate.longestRecordingDays) * 86_400

  /// The kinds of what begins in the period of a query and lasts beyond its end.
  private func kinds(
    lastingBeyond query: SampleQuery, in store: SampleStore
  ) async throws -> Set<AnySampleKind> {
    var found: Set<AnySampleKind> = []
    for person in try await store.people(query.participant) {
      var own = query
      own.participant = person
      own.kinds = query.kinds.map { $0.intersection(Self.kinds) } ?? Self.kinds
      guard own.kinds?.isEmpty == false else { continue }
      for sample in try await store.samples(matching: own) where !found.contains(sample.kind) {
        let end = own.placed(sample.end, of: sample)
        if let border = end.to, end.date > border { found.insert(sample.kind) }
      }
    }
    return found
  }

  /// What is to be said once it is deleted; `nil` where each day lost all or nothing of a kind.
  func remark(_ store: SampleStore) async throws -> String? {
    var parts: [String: Set<String>] = [:]
    for (place, days) in before {
      guard let first = days.min(), let last = days.max() else { continue }
      let rest = SampleQuery(
        kinds: [place.kind], participant: place.participant,
        from: first - Self.margin, to: last + Self.margin, includesLeftOut: true)
      let left = try await self.days(of: rest, in: store)[place] ?? []
      for day in days.intersection(left) {
        parts[text(of: day, place.participant), default: []].insert(place.kind.name)
      }
    }
    guard !parts.isEmpty else { return nil }
    let kinds = Self.list(parts.values.reduce(into: Set()) { $0.formUnion($1) }.sorted())
    let days = Self.words(parts.keys.sorted())
    return "\(days) a part of \(kinds): a day's figure is that of what is left"
  }

  /// Some days by their names, many by their number.
  private static func words(_ days: [String]) -> String {
    switch days.count {
    case 1: "\(days[0]) keeps"
    case ...3: "\(list(days)) keep"
    default: "\(days.count) days from \(days[0]) to \(days[days.count - 1]) keep"
    }
  }

  private static func list(_ words: [String]) -> String {
    words.count < 2
      ? words.joined() : "\(words.dropLast().joined(separator: ", ")) and \(words[words.count - 1])"
  }

  /// A day and the greatest difference of two clocks, seconds.
  private static let margin = 86_400 + DayClock.greatestShiftSeconds

  private func days(
    of query: SampleQuery, in store: SampleStore
  ) async throws -> [Place: Set<Date>] {
    var found: [Place: Set<Date>] = [:]
    for person in try await store.people(query.participant) {
      var own = query
      own.participant = person
      own.kinds = query.kinds.map { $0.intersection(Self.kinds) } ?? Self.kinds
      guard own.kinds?.isEmpty == false else { continue }
      let clock = zones.clock(of: person)
      own.clock = clock
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = clock.zone
      for (kind, rows) in try await store.rows(matching: own) {
        var days: Set<Date> = []
        for row in rows {
          days.insert(calendar.startOfDay(for: Date(millisecondsSince1970: row.start)))
        }
        found[Place(participant: person, kind: kind)] = days
      }
    }
    return found
  }

  private func text(of day: Date, _ person: String) -> String {
    String(zones.text(day, of: person).prefix(10))
  }
}
