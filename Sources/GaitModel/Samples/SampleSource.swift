import Foundation

/// What wrote a sample: a program, a phone, a person; on which device; from which recording.
public struct SampleSource: Hashable, Sendable {
  /// The name of what wrote it: `gait`, `Health`, `person`.
  public var name: String
  /// The device that measured it, in words; `nil` when nobody said.
  public var device: String?
  /// The recording that it was found in; `nil` when there is none.
  public var recording: RecordingReference?

  /// Makes a source.
  public init(name: String, device: String? = nil, recording: RecordingReference? = nil) {
    self.name = name
    self.device = device
    self.recording = recording
  }

  /// A person who entered a value.
  public static let person = SampleSource(name: "person")
  /// The estimates of this package, made from other samples.
  public static let estimates = SampleSource(name: "gait estimate")
  /// The name under which this package's analysis of recordings writes.
  public static let analysisName = "gait"
}

/// How the store distinguishes a recording from others of the same person: by its content, or,
/// where the content is unknown, by name and start.
///
/// The start is part of it because loggers give every recording the same file name.
public struct RecordingReference: Hashable, Sendable {
  /// The recording's name: its file name without extension.
  public var name: String
  /// Wall clock at the first sample, to the millisecond.
  public let start: Date
  /// A digest of the samples of the sensor; `nil` where it is not known, as in stores of older
  /// programs.
  public var content: String?

  /// Makes a reference.
  public init(name: String, start: Date, content: String? = nil) {
    self.name = name
    self.start = Date(millisecondsSince1970: start.millisecondsSince1970)
    self.content = content
  }
}
