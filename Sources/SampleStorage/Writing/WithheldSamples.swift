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
struct WithheldSamples {
  /// How many samples stay deleted.
  private(set) var count = 0
  /// Whether there are samples of a time of which nothing is held: what was deleted may be among them.
  private(set) var hasOthers = false
  private let deletions: StoreDeletions
  /// When the recording was deleted whole: it is there again, so that this does not count any more.
  private let whole: Int64
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
      for sample in try KeptAnalysis(database, row).samples {
        held.insert(sample.id)
        spans.insert(sample.start..<sample.end)
      }
    }
  }

  /// Whether a sample of the new analysis is to be kept.
  mutating func admits(_ sample: Sample) -> Bool {
    if held.contains(sample.id) { return true }
    if deletions.holds(sample, after: whole) {
      count += 1
      return false
    }
    // What is said of the person is no walk.
    if sample.start < sample.end, !spans.contains(sample.start..<sample.end) { hasOthers = true }
    return true
  }
}
