/// Why a recording could not be opened or read on: what came, what was allowed, what to do.
public struct SensorFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure, so that a program can tell them apart without reading the message.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// There is nothing at the path.
    case missing
    /// The path names a folder that is no known kind of recording.
    case folder
    /// The path names a pipe, a device or a socket.
    case notARegularFile
    /// The operating system refused to open or read the file.
    case notReadable
    /// There are no bytes, or a header and nothing below it.
    case empty
    /// The file holds several recordings and none of them was named.
    case severalRecordings
    /// The content is no known format.
    case unknownFormat
    /// The bytes are not what the format says.
    case damaged
    /// A channel that is needed is not there.
    case missingChannel
    /// Values that no sensor on a person gives in any known unit.
    case impossibleUnits
    /// The sampling instants cannot be determined.
    case noClock
    /// Fewer than two samples can be used.
    case tooFewSamples
    /// The describing `.json` is not what it should be.
    case badDescription
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// The file concerned, as it was given.
  public var path: String
  /// What came, what was allowed and what to do, in one or two sentences.
  public var message: String

  /// Makes an error about one file.
  public init(_ kind: Kind, path: String, _ message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }

  /// The path and the message, ready to be shown to a person.
  public var description: String { "\(path): \(message)" }
}
