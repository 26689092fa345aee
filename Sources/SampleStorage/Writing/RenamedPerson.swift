import GRDB
import GaitModel

extension HeldSamples {
  /// Stores whole analyses anew, after all that is stored, whose recordings were deleted of another person, and what people said of
  /// these, as where a code is corrected: exported, deleted and imported. The new name is the later word then, also beside analyses of the former one
  /// that other stores made before they heard of the deletion.
  ///
  /// - Parameter database: the store into which they come from a file.
  /// - Throws: what the database throws.
  mutating func storeAnew(whatWasAnothersIn database: Database) throws {
    let places = try analyses.indices.filter { place in
      let analysis = analyses[place]
      return try analysis.isWhole
        && RecordingRow.analyses(database, nil, analysis.recording.recording).isEmpty
        && RecordingDeletions.wasAnothers(database, analysis)
    }
    guard !places.isEmpty else { return }
    let instant = try ChangeLog.afterAll(database, now: 0)
    for place in places { (analyses[place].stored, analyses[place].isRenamed) = (instant, true) }
    // What people said of them is said anew, too: else the deletion is the later word where the recording gets the former code back.
    let renamed = Set(places.map { analyses[$0].recording.recording })
    for place in others.indices {
      guard let recording = others[place].sample.source.recording, renamed.contains(recording)
      else { continue }
      others[place].said.stored = max(others[place].said.stored, instant)
    }
  }
}

/// A code is corrected by what the program advises: all of the person is exported, deleted, and imported under the new code.
/// Another store still holds the former one.
extension SampleStore {
  /// Deletes here analyses that were deleted there of one person after they were stored here, and are another one's there. What
  /// is deleted does not stand against what comes.
  ///
  /// - Parameters:
  ///   - deletions: what was deleted there.
  ///   - owners: of whom the recordings are there, by their content.
  ///   - outcome: counts what is gone.
  /// - Returns: the people of whom something is gone.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  func deleteRenamed(
    _ deletions: StoreDeletions, _ owners: [String: String], _ outcome: inout MergeOutcome
  ) async throws -> [String] {
    guard !deletions.isEmpty, !owners.isEmpty else { return [] }
    let access = access
    let kept = try await file.read { try Self.keptRecordings($0, of: nil) }
    let people = Set(
      kept.filter { Self.isOfAnother($0.recording, $0.participant, owners) }.map(\.participant))
    var renamed: [String] = []
    for person in people.sorted() {
      let count = try await file.write { database in
        let count = try deletions.apply(database, to: person, access) { sample in
          sample.analyzedRecording.map { Self.isOfAnother($0, person, owners) } ?? false
        }
        // Marks keep the recording, of which no analysis is left.
        for recording in kept where recording.participant == person {
          for row in try RecordingRow.analyses(database, nil, recording.recording)
          where Self.isOfAnother(row.reference, person, owners) {
            let analysis = try KeptAnalysis(database, row)
            guard analysis.person == person, analysis.samples.isEmpty else { continue }
            var row = row
            try row.giveWay(database)
          }
        }
        return count
      }
      outcome.deletedThere += count
      if count > 0 { renamed.append(person) }
    }
    return renamed
  }

  /// What people said here of recordings that came as another person's goes along with them, as old as it is.
  func moveMarks(
    of people: [String], to owners: [String: String], _ deletions: StoreDeletions
  ) async throws {
    for person in people {
      try await file.write { database in
        let times = try ChangeLog.times(database)
        for (key, mark, stored) in try Self.marks(database, of: person, owners, times) {
          guard let recording = mark.source.recording,
            let row = try RecordingRow.analyses(database, nil, recording).first
          else { continue }
          let kept = try KeptAnalysis(database, row)
          guard kept.person != person else { continue }
          let moved = mark.moved(
            from: recording, to: row.reference, of: kept.person,
            by: kept.samples.first?.metadata ?? SampleMetadata())
          var writer = try SampleWriter(database, at: stored)
          let place = try writer.place(of: moved).key
          if try KeptValue(database, place, times) == nil, !deletions.holds(moved, after: stored) {
            let isGone = try MovedMarks.isGone(moved, stored: stored, database)
            try writer.delete(key, mark, keepsAside: false)
            if !isGone { _ = try writer.save(moved) }
          }
          _ = try writer.finish()
        }
      }
    }
  }

  private static func marks(
    _ database: Database, of person: String, _ owners: [String: String], _ times: [Int64: TimeSaid]
  ) throws -> [(SampleKey, Sample, Int64)] {
    var origins = OriginCatalog(database)
    var found: [(SampleKey, Sample, Int64)] = []
    for series in try SeriesCatalog.series(database, participant: person, kinds: nil) {
      try SeriesScan(series: series.id).forEach(database) { row in
        guard let origin = try origins.origin(of: row) else { return true }
        let sample = row.sample(series.kind, origin)
        if let recording = sample.source.recording, sample.analyzedRecording == nil,
          isOfAnother(recording, person, owners)
        {
          found.append((row.key(in: series), sample, times[row.change]?.stored ?? 0))
        }
        return true
      }
    }
    return found
  }

  private static func isOfAnother(
    _ recording: RecordingReference, _ person: String, _ owners: [String: String]
  ) -> Bool {
    recording.content.flatMap { owners[$0] }.map { $0 != person } ?? false
  }
}
