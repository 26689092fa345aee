import Foundation

/// Everything that an analysis of one recording has to say as samples: what the store keeps whole
/// or not at all.
public struct RecordingSamples: Hashable, Sendable {
  /// The study's name for the person.
  public var participant: String
  /// Name and start of the recording.
  public var recording: RecordingReference
  /// The revision of each method that was used, by its name.
  public var revisions: [String: Int]
  /// The samples.
  public var samples: [Sample]

  /// Makes the samples of a recording. All are of one person and one recording.
  public init(
    participant: String, recording: RecordingReference, revisions: [String: Int],
    samples: [Sample]
  ) {
    precondition(
      samples.allSatisfy { $0.participant == participant && $0.source.recording == recording },
      "samples of one person and one recording")
    self.participant = participant
    self.recording = recording
    self.revisions = revisions
    self.samples = samples
  }
}

/// Why an analysis cannot become samples.
public enum RecordingSamplesError: Error, Hashable, CustomStringConvertible {
  /// The recording has no wall clock.
  case noWallClock(recording: String)
  /// Nobody said who was recorded, or only the recording itself, in a place where other things may stand, too.
  case noParticipant(recording: String, written: WrittenParticipant? = nil)
  /// The participant cannot be the name of one: the name, and why it cannot be.
  case impossibleParticipant(recording: String, String, String)
  /// The recording begins when nothing can have been measured: when, and why not.
  case impossibleStart(recording: String, String, String)
  /// The recording ends when nothing can have been measured yet: when, and why not.
  case impossibleEnd(recording: String, String, String)

  /// What is missing and what to do.
  public var description: String {
    switch self {
    case .noWallClock(let recording):
      """
      \(recording): the recording has no wall clock, and samples are kept by date; say when it \
      began with --start 2026-05-04T09:30:00+02:00 or, of a file that holds one recording, with start_datetime in the .json \
      beside it
      """
    case .impossibleParticipant(let recording, let name, let why):
      """
      \(recording): participant "\(name)" cannot be: \(why); nothing of it was kept. Say who it is: \
      --participant P07 (in a manifest the column participant)
      """
    case .impossibleStart(let recording, let start, let why):
      """
      \(recording): start \(start) cannot be: \(why); nothing of it was kept. Say when it began: \
      --start 2026-05-04T09:30:00+02:00 --override-start (in a manifest the columns start and override_start)
      """
    case .impossibleEnd(let recording, let end, let why):
      """
      \(recording): its last time, \(end), cannot be: \(why); nothing of it was kept. Take the samples \
      whose times are wrong away, or say when it began: --start 2026-05-04T09:30:00+02:00 --override-start \
      (in a manifest the columns start and override_start)
      """
    case .noParticipant(let recording, let written):
      """
      \(recording): nobody said who was recorded\
      \(written.map { "; \($0.place) says \"\($0.name)\"" } ?? ""); say it with \
      --participant \(written?.name ?? "P07") or with participant in the .json beside it
      """
    }
  }
}
