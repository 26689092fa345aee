import Foundation
import GRDB
import GaitModel

/// What people entered for days and what was estimated of days and weeks, where two stores come together. An entry is the
/// same on the same day with the same value, whatever zone each store counts days in and whichever of the day's entries it
/// was there; an estimate is the same for the same days.
struct DayEntries {
  private var here: [Day: [Entry]] = [:]

  /// A day for which something of one kind was entered, or days of which it was estimated.
  private struct Day: Hashable {
    var kind: AnySampleKind
    var first: Double
    var length: Double
    var source: String

    init(_ sample: Sample) {
      kind = sample.kind
      first = sample.dayOfEntry
      // Days of a change of clocks have an hour more or less.
      length = (sample.durationSeconds / 86_400).rounded()
      source = sample.source.name
    }
  }

  /// An entry that is kept here.
  struct Entry {
    /// Where it stands.
    var key: SampleKey
    /// What it says.
    var sample: Sample
    /// When it was said.
    var said: TimeSaid
  }

  /// What becomes of an entry that comes.
  enum Answer {
    /// It is taken as any sample.
    case take(Sample)
    /// It stands in the place of one that is here.
    case replace(Entry, with: Sample)
    /// What is here stays.
    case keep(Entry, not: Sample)
  }

  /// Reads what a person entered, of the kinds of some samples.
  init(
    _ database: Database, of person: String, like samples: [Sample], _ times: [Int64: TimeSaid]
  ) throws {
    let kinds = Set(samples.lazy.filter(\.isDayEntry).map(\.kind))
    guard !kinds.isEmpty else { return }
    var origins = OriginCatalog(database)
    for series in try SeriesCatalog.series(database, participant: person, kinds: kinds) {
      try SeriesScan(series: series.id).forEach(database) { row in
        guard let origin = try origins.origin(of: row) else { return true }
        let sample = row.sample(series.kind, origin)
        if sample.isDayEntry {
          here[Day(sample), default: []].append(
            Entry(
              key: row.key(in: series), sample: sample, said: times[row.change] ?? TimeSaid()))
        }
        return true
      }
    }
  }

  /// What becomes of entries that come, in their order; of other samples nothing else than before.
  func answers(to others: [HeldSamples.Other]) -> [(answer: Answer, said: TimeSaid)] {
    var answers = others.map { (answer: Answer.take($0.sample), said: $0.said) }
    let days = Dictionary(grouping: others.indices.filter { others[$0].sample.isDayEntry }) {
      Day(others[$0].sample)
    }
    for (day, places) in days {
      guard let known = here[day] else { continue }
      let found = Self.answers(to: places.map { others[$0] }, known)
      for (place, answer) in zip(places, found) { answers[place].answer = answer }
    }
    return answers
  }

  private static func answers(to new: [HeldSamples.Other], _ known: [Entry]) -> [Answer] {
    var free = known
    var answers = [Answer?](repeating: nil, count: new.count)
    var last = (known.map(\.sample) + new.map(\.sample)).map(\.distinction).max() ?? 0
    func isTaken(_ sample: Sample, without entry: Entry? = nil) -> Bool {
      known.contains {
        $0.key != entry?.key && $0.sample.start == sample.start && $0.sample.end == sample.end
          && $0.sample.distinction == sample.distinction
      }
    }
    func placed(_ sample: Sample, without entry: Entry? = nil) -> Sample {
      guard isTaken(sample, without: entry) else { return sample }
      last += 1
      var sample = sample
      sample.distinction = last
      return sample
    }
    func pair(_ matches: (Sample, Sample) -> Bool) {
      for (place, other) in new.enumerated() where answers[place] == nil {
        guard let found = free.firstIndex(where: { matches(other.sample, $0.sample) }) else {
          continue
        }
        let entry = free.remove(at: found)
        let isThere =
          entry.sample.start == other.sample.start && entry.sample.end == other.sample.end
        if isThere, entry.sample.distinction == other.sample.distinction {
          answers[place] = .take(other.sample)
        } else if !isThere, isBefore(entry, other) {
          answers[place] = .replace(entry, with: placed(other.sample, without: entry))
        } else {
          answers[place] = .keep(entry, not: other.sample)
        }
      }
    }
    func isSame(_ a: Sample, _ b: Sample) -> Bool {
      a.value == b.value && a.metadata.label == b.metadata.label
    }
    // Those that stand in the same place first, so that no other takes their partner.
    pair { isSame($0, $1) && $0.distinction == $1.distinction }
    pair(isSame)
    // What is left with one number says two things of one entry.
    pair { $0.distinction == $1.distinction }
    return zip(new, answers).map { other, answer in answer ?? .take(placed(other.sample)) }
  }

  /// Whether the entry that comes was said later; of two at once the greater one stays, whichever store it is in.
  private static func isBefore(_ entry: Entry, _ other: HeldSamples.Other) -> Bool {
    if !entry.said.isAtOnce(with: other.said) { return entry.said.isBefore(other.said) }
    func order(_ sample: Sample) -> [Double] {
      [sample.value, sample.start.timeIntervalSince1970]
    }
    return order(entry.sample).lexicographicallyPrecedes(order(other.sample))
  }
}

extension Sample {
  /// Whether it is meant for a day or for days: what a person entered, as a clinic test, an event or a fact, and estimates.
  var isDayEntry: Bool {
    source.recording == nil
      && (metadata.isEnteredByHand && start == end
        || source.name.hasPrefix(SampleSource.estimates.name))
  }

  /// The day on which it starts by its own clock, counted from 1970-01-01.
  var dayOfEntry: Double {
    (metadata.reading(at: start).timeIntervalSince1970 / 86_400).rounded(.down)
  }
}
