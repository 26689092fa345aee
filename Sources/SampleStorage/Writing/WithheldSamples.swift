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
/// With another person, name or start it is the same recording: its samples are looked for as they stood before.
struct WithheldSamples {
  /// How many samples stay deleted.
  private(set) var count = 0
  /// Whether there are samples of a time of which nothing is held: what was deleted may be among them.
  private(set) var hasOthers = false
  private let deletions: StoreDeletions
  /// When the recording was deleted whole: it is there again, so that this does not count any more.
  private let whole: Int64
  private var analyses: [(person: String, recording: RecordingReference)] = []
  private var held: Set<UUID> = []
  private var spans: Set<Range<Date>> = []

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
        spans.insert(sample.start..<sample.end)
      }
    }
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
    if sample.start < sample.end,
      !before.contains(where: { spans.contains($0.start..<$0.end) })
    {
      hasOthers = true
    }
    return .keep
  }

  private func moved(
    _ sample: Sample, to recording: RecordingReference, of person: String
  ) -> Sample {
    guard let now = sample.source.recording, now != recording || sample.participant != person
    else { return sample }
    return sample.moved(from: now, to: recording, of: person)
  }
}
