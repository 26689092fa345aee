import Foundation
import GaitModel
import MobilityEstimates

/// Estimates that stayed as they were while nobody collected their kind, though what they are made of changed: which, by
/// kind and the last day that each stands for. It is kept until they are made anew, so that who collects the kind again
/// hears of them.
struct LeftEstimates: Equatable, Sendable {
  private(set) var days: [AnySampleKind: Set<LocalDay>] = [:]

  /// None.
  init() {}

  /// Reads what ``text`` wrote; what it cannot be is passed over.
  init(_ text: String) {
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ")
      guard let kind = words.first else { continue }
      for word in words.dropFirst() {
        let ends = word.split(separator: "+").compactMap { Int($0) }
        let more = ends.count > 1 ? ends[1] : 0
        guard let first = ends.first.map(LocalDay.init(number:)),
          (0...Self.longestRun).contains(more)
        else { continue }
        days[AnySampleKind(String(kind)), default: []].formUnion(
          first...first.advanced(by: more))
      }
    }
  }

  /// No person has so many days.
  private static let longestRun = 50_000

  /// Kinds with numbers of days, `walking-steadiness 20500 20507;daily-cadence-mean 20500+13`: a day and how many follow it.
  var text: String {
    days.sorted { $0.key < $1.key }.map { kind, days in
      var runs: [(first: LocalDay, more: Int)] = []
      for day in days.sorted() {
        if let last = runs.last, last.first.advanced(by: last.more + 1) == day {
          runs[runs.count - 1].more += 1
        } else {
          runs.append((day, 0))
        }
      }
      let words = runs.map { $0.more == 0 ? "\($0.first.number)" : "\($0.first.number)+\($0.more)" }
      return ([kind.name] + words).joined(separator: " ")
    }.joined(separator: ";")
  }

  var isEmpty: Bool { days.isEmpty }

  /// Those of kinds that are collected again.
  func collected(_ stopped: Set<AnySampleKind>) -> [AnySampleKind: Set<LocalDay>] {
    days.filter { !stopped.contains($0.key) }
  }

  /// Adds what was left.
  mutating func add(_ left: [Sample], _ calendar: DayCalendar) {
    for sample in left { days[sample.kind, default: []].insert(Self.day(of: sample, calendar)) }
  }

  /// Takes off what was made anew, or is gone.
  mutating func remove(_ made: [Sample], _ calendar: DayCalendar) {
    guard !isEmpty else { return }
    for sample in made where days[sample.kind] != nil {
      days[sample.kind]?.remove(Self.day(of: sample, calendar))
      if days[sample.kind]?.isEmpty == true { days[sample.kind] = nil }
    }
  }

  private static func day(of sample: Sample, _ calendar: DayCalendar) -> LocalDay {
    calendar.inZone(of: sample).day(containing: max(sample.end - 0.001, sample.start))
  }

  /// That what is kept of some kinds stayed as it was, in words; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - days: by kind, the days that the estimates stand for.
  ///   - store: the store as a command names it.
  ///   - participant: the person.
  /// - Returns: the sentence.
  static func words(
    _ days: [AnySampleKind: Set<LocalDay>], in store: String, of participant: String
  ) -> String? {
    let all = days.values.reduce(into: Set<LocalDay>()) { $0.formUnion($1) }
    guard let first = all.min(), let last = all.max() else { return nil }
    let count = days.values.reduce(0) { $0 + $1.count }
    let names = days.keys.sorted().map(\.name).joined(separator: ", ")
    let span = first == last ? "of \(first.words)" : "from \(first.words) to \(last.words)"
    return
      "\(StudyText.count(count, "estimate")) (\(names)) \(span) stayed as \(count == 1 ? "it was" : "they were") while "
      + "\(days.count == 1 ? "that was" : "those were") not collected, and what \(count == 1 ? "it is" : "they are") made of "
      + "changed: gait estimate --store \(store.shellWord) --participant \(participant.shellWord) --everything makes \(count == 1 ? "it" : "them") anew"
  }
}
