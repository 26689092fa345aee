import GaitModel
import MobilityEstimates
import SampleStorage

extension SampleStore {
  /// Says which days lack a figure because it, or what it is made of, is not collected: to somebody who looks at the figures
  /// they simply end.
  ///
  /// - Parameters:
  ///   - kinds: the kinds that somebody looks at.
  ///   - participant: the person; `nil` for everybody.
  ///   - zones: by whose clocks days are counted.
  /// - Returns: a sentence for each person and each stop of collection; empty where no day lacks anything.
  /// - Throws: what the store throws.
  func stoppedDays(
    lacking kinds: Set<AnySampleKind>, of participant: String?, in zones: PeopleZones
  ) async throws -> [String] {
    var sentences: [String] = []
    for stop in try await collectionStops()
    where participant == nil || stop.participant == participant {
      let lacking = EstimateUpdate.dailyKinds(madeFrom: stop.kind).union([stop.kind])
        .intersection(kinds).sorted()
      let calendar = DayCalendar(zones.clock(of: stop.participant))
      guard !lacking.isEmpty,
        case let days = try await daysWithout(Set(lacking), of: stop.participant, in: calendar),
        let first = days.first, let last = days.last
      else { continue }
      let names = lacking.map(\.name).joined(separator: ", ")
      sentences.append(
        "\(stop.participant): \(StudyText.count(days.count, "day")) from \(first.words) to \(last.words) "
          + "\(days.count.verb("has", "have")) other figures and no \(names), because \(stop.kind.name) is not collected"
      )
    }
    return sentences
  }

  /// The days with daily figures after the last one that has one of some kinds, in time order.
  private func daysWithout(
    _ kinds: Set<AnySampleKind>, of participant: String, in calendar: DayCalendar
  ) async throws -> [LocalDay] {
    var query = SampleQuery(kinds: kinds, participant: participant, includesLeftOut: true)
    (query.order, query.limit) = (.newestFirst, 1)
    let last = try await samples(matching: query).first
    let others = SampleQuery(
      kinds: EstimateUpdate.dailyKinds.subtracting(kinds), participant: participant,
      from: last.map { calendar.interval(of: calendar.day(containing: $0.start)).upperBound })
    return Set(try await samples(matching: others).map { calendar.day(containing: $0.start) })
      .sorted()
  }
}
