import Foundation
import GRDB
import GaitModel

/// Which of several analyses of a recording stays: the last one in this order.
struct AnalysisRank: Comparable {
  private let stored: Int64
  private let person: String
  private let recording: RecordingSamples

  init(_ analysis: HeldSamples.Analysis) {
    stored = analysis.stored
    recording = analysis.recording
    person = analysis.recording.participant
  }

  static func < (a: AnalysisRank, b: AnalysisRank) -> Bool {
    if a.stored != b.stored { return a.stored < b.stored }
    let counts = (a.recording.samples.count, b.recording.samples.count)
    return counts.0 != counts.1 ? counts.0 < counts.1 : a.digest < b.digest
  }

  static func == (a: AnalysisRank, b: AnalysisRank) -> Bool { !(a < b) && !(b < a) }

  /// The same for the same contents, in whatever order and store they are.
  private var digest: String {
    var hash = ContentHash()
    hash.add(person)
    hash.add(recording.recording.name)
    hash.add(recording.recording.start.millisecondsSince1970)
    for (name, revision) in recording.revisions.sorted(by: { $0.key < $1.key }) {
      hash.add(name)
      hash.add(Int64(revision))
    }
    for text in recording.samples.map(\.contents).sorted() { hash.add(text) }
    return hash.identifier.uuidString
  }
}

extension Sample {
  /// All that is said of it, as words.
  fileprivate var contents: String {
    [
      id.uuidString, "\(value)", "\(standardError ?? .nan)", "\(standardErrorWithinPerson ?? .nan)",
      DetailRow.digest(DetailRow.values(metadata, device: source.device)),
    ].joined(separator: " ")
  }
}

/// An analysis that a store keeps.
struct KeptAnalysis {
  let row: RecordingRow
  let person: String
  let analysis: HeldSamples.Analysis

  init(_ database: Database, _ row: RecordingRow) throws {
    self.row = row
    person = try row.participantName(database)
    var origins = OriginCatalog(database)
    var samples: [Sample] = []
    for series in try SeriesCatalog.series(database, participant: person, kinds: nil) {
      var scan = SeriesScan(series: series.id)
      if let starts = row.starts {
        (scan.from, scan.to) = (starts.lowerBound, starts.upperBound + 1)
      }
      try scan.forEach(database) { stored in
        guard let origin = try origins.origin(of: stored) else { return true }
        let sample = stored.sample(series.kind, origin)
        if sample.analyzedRecording == row.reference { samples.append(sample) }
        return true
      }
    }
    analysis = HeldSamples.Analysis(
      recording: RecordingSamples(
        participant: person, recording: row.reference, revisions: row.revisions, samples: samples),
      stored: row.stored ?? 0)
  }

  var rank: AnalysisRank { AnalysisRank(analysis) }

  var samples: [Sample] { analysis.recording.samples }

  /// What people said of the recording, and when it was stored.
  func marks(
    _ database: Database, _ times: [Int64: TimeSaid]
  ) throws -> [(mark: Sample, stored: Int64)] {
    let sources = Set(
      try Int64.fetchAll(
        database, sql: "SELECT id FROM source WHERE recording_id = ? AND name <> ?",
        arguments: [row.id, SampleSource.analysisName]))
    guard !sources.isEmpty else { return [] }
    var origins = OriginCatalog(database)
    var found: [(mark: Sample, stored: Int64)] = []
    for series in try SeriesCatalog.series(database, participant: person, kinds: nil) {
      try SeriesScan(series: series.id).forEach(database) { stored in
        guard sources.contains(stored.source), let origin = try origins.origin(of: stored) else {
          return true
        }
        found.append((stored.sample(series.kind, origin), times[stored.change]?.stored ?? 0))
        return true
      }
    }
    return found
  }

  /// Puts all of it aside.
  func giveWay(_ superseding: Superseding, _ database: Database) throws -> SaveOutcome {
    var writer = try SampleWriter(
      database, at: superseding.instant.millisecondsSince1970, superseding)
    for sample in samples {
      try writer.delete(try writer.place(of: sample, isAside: true).key, sample)
    }
    var row = row
    try row.giveWay(database)
    let outcome = try writer.finish()
    try SampleRemoval.removeUnused(database, participant: row.participant)
    return outcome
  }

  /// Whether a part of an analysis is here already, sample by sample.
  func holdsPart(_ other: HeldSamples.Analysis) -> Bool {
    !other.isWhole && other.recording.participant == person
      && Set(samples).isSuperset(of: other.recording.samples)
  }

  func isSame(as other: HeldSamples.Analysis) -> Bool {
    let (own, other) = ((analysis, analysis.recording), (other, other.recording))
    return own.0.stored == other.0.stored && own.1.participant == other.1.participant
      && own.1.recording == other.1.recording
      && (other.1.revisions.isEmpty || own.1.revisions == other.1.revisions)
      && Set(own.1.samples) == Set(other.1.samples)
  }
}

extension RecordingReference {
  /// Whether it is the same recording: by content, or by name and start where one side does not know it.
  func isSameRecording(as other: RecordingReference) -> Bool {
    if let content, let theirs = other.content { return content == theirs }
    return name == other.name && start == other.start
  }
}
