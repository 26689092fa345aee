import Foundation

/// A recording with its truth beside it.
public struct ValidationRecording: Sendable, Hashable {
  /// The dataset: the name of the folder that the files are in.
  public var dataset: String
  /// The recording's name: its file name without extension.
  public var name: String
  /// The recording itself, or `nil` when only its truth is there.
  public var url: URL?
  /// The file with the truth. Nothing but this module may open it.
  public var referenceURL: URL
  /// What is known of the recording.
  public var description: TrialDescription

  /// Makes a recording with its truth.
  public init(
    dataset: String, name: String, url: URL?, referenceURL: URL, description: TrialDescription
  ) {
    self.dataset = dataset
    self.name = name
    self.url = url
    self.referenceURL = referenceURL
    self.description = description
  }
}
