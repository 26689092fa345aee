import GaitModel

/// The samples of a recording, in memory or made one after the other.
protocol GivesSamples: Sendable {
  var participant: String { get }
  var recording: RecordingReference { get }
  var revisions: [String: Int] { get }
  /// What says by which clock they were made.
  var clock: SampleMetadata { get }
  func forEach(_ body: (Sample) throws -> Void) throws
}

extension RecordingSampleFeed: GivesSamples {}

extension RecordingSamples: GivesSamples {
  var clock: SampleMetadata { samples.first?.metadata ?? SampleMetadata() }

  func forEach(_ body: (Sample) throws -> Void) throws { try samples.forEach(body) }
}

/// Samples whose kinds may be written.
struct CheckedSamples: GivesSamples {
  let feed: RecordingSampleFeed
  let access: SampleAccess

  var participant: String { feed.participant }
  var recording: RecordingReference { feed.recording }
  var revisions: [String: Int] { feed.revisions }
  var clock: SampleMetadata { feed.clock }

  func forEach(_ body: (Sample) throws -> Void) throws {
    var kinds: Set<AnySampleKind> = []
    try feed.forEach { sample in
      if kinds.insert(sample.kind).inserted { try access.requireWriting(sample.kind) }
      try body(sample)
    }
  }
}
