import Foundation
import GRDB
import GaitModel

/// What stays deleted when a recording is analyzed again of which samples were deleted here and others stayed.
///
/// ```
///   held     |--walk--|             |--walk--|
///   deleted              |--walk--|               known by its identity, and nobody knows any more when it was
///   again    |--walk--|  |--walk--| |--walk--|    the second stays deleted
///   again    |--walk--|  |-----walk---------|     whether that holds what was deleted cannot be told
/// ```
///
/// With another person, name or start it is the same recording: its samples are looked for as they stood before. With
/// another start or zone, midnight is elsewhere in it, and what adds up of a walk is divided elsewhere, or no more; the
/// walk's speed is not, and tells nothing of that.
struct WithheldSamples {
  /// How many samples stay deleted.
  private(set) var count = 0
  /// How many samples there are of a time of which nothing is held: what was deleted may be among them.
  private(set) var others = 0
  private let deletions: StoreDeletions
  /// When the recording was deleted whole: it is there again, so that this does not count any more.
  private let whole: Int64
  private var analyses: [(person: String, recording: RecordingReference)] = []
  private var held: Set<UUID> = []
  private var spans: Set<Range<Date>> = []
  /// The same of what is divided at midnight, and all time of which it is held, by kind.
  private var parts: (spans: Set<Range<Date>>, held: [AnySampleKind: [Range<Date>]]) = ([], [:])

  /// Looks at the analyses that are kept of a recording.
  ///
  /// - Returns: `nil` where nothing of them was deleted.
  /// - Throws: what the database throws.
  init?(_ database: Database, of rows: [RecordingRow]) throws {
    guard try rows.contains(where: { try RecordingDeletions.isPart(database, $0) }) else {
      return nil
    }
    deletions = try StoreDeletions(database)
    whole = try rows.compactMap { try RecordingDeletions.whole(database, $0) }.max() ?? .min
    for row in rows {
      let kept = try KeptAnalysis(database, row)
      analyses.append((kept.person, row.reference))
      for sample in kept.samples {
        held.insert(sample.id)
        let span = sample.start..<sample.end
        spans.insert(span)
        guard sample.kind.isDividedAtMidnight else { continue }
        parts.spans.insert(span)
        parts.held[sample.kind, default: []].append(span)
      }
    }
    parts.held = parts.held.mapValues(Self.joined)
  }

  /// How many samples of another analysis were deleted in the one that is kept, where that has another start or person, or
  /// may hold what was.
  static func count(
    in analysis: RecordingSamples, beside rows: [RecordingRow], _ database: Database
  ) throws -> Int {
    guard var withheld = try WithheldSamples(database, of: rows) else { return 0 }
    let moved = analysis.samples.count { withheld.decide(on: $0) == .withholdAnew }
    return moved + withheld.others
  }

  /// What becomes of a sample of the new analysis.
  enum Decision {
    case keep
    /// It stays deleted.
    case withhold
    /// It stays deleted, and its identity is another one now.
    case withholdAnew
  }

  /// Decides on a sample of the new analysis.
  mutating func decide(on sample: Sample) -> Decision {
    let before = analyses.map { moved(sample, to: $0.recording, of: $0.person) }
    if before.contains(where: { held.contains($0.id) }) { return .keep }
    let isKnown = deletions.holds(sample, after: whole)
    if isKnown || before.contains(where: { deletions.holds($0, after: whole) }) {
      count += 1
      return isKnown ? .withhold : .withholdAnew
    }
    // What is said of the person is no walk.
    if sample.start < sample.end, !before.contains(where: isOfKnownTime) { others += 1 }
    return .keep
  }

  /// Whether a walk of a sample's time is known, as it stood before: something of it is held, and of what is divided at
  /// midnight the same part, or the kind itself for all of the time.
  private func isOfKnownTime(_ sample: Sample) -> Bool {
    let span = sample.start..<sample.end
    guard sample.kind.isDividedAtMidnight else { return spans.contains(span) }
    // Activities overlap: what is held of one says nothing of another.
    let isHeld = sample.kind.ofWholeWalks == nil && isHeld(sample.kind, span)
    guard !isHeld, !parts.spans.contains(span) else { return true }
    return spans.contains(span)
      && sample.kind.dividedAlike.contains {
        deletions.holdsItself(
          Sample(
            kind: $0, value: 0, start: sample.start, end: sample.end, origin: sample.origin,
            distinction: sample.distinction), after: whole)
      }
  }

  private func isHeld(_ kind: AnySampleKind, _ span: Range<Date>) -> Bool {
    parts.held[kind]?.contains { $0.contains(span) } ?? false
  }

  /// Spans of which those that meet are one.
  private static func joined(_ spans: [Range<Date>]) -> [Range<Date>] {
    spans.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, span in
      guard let last = joined.last, span.lowerBound <= last.upperBound else {
        return joined.append(span)
      }
      joined[joined.count - 1] =
        last.lowerBound..<max(last.upperBound, span.upperBound)
    }
  }

  private func moved(
    _ sample: Sample, to recording: RecordingReference, of person: String
  ) -> Sample {
    guard let now = sample.source.recording, now != recording || sample.participant != person
    else { return sample }
    return sample.moved(from: now, to: recording, of: person)
  }
}
