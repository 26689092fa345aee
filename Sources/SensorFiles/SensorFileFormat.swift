import GaitModel

/// A format that recordings come in. A new format is one type that conforms, in a file of its own,
/// and its name in `all`.
protocol SensorFileFormat: Sendable {
  /// What the format is called in messages: `table of text (CSV)`.
  static var name: String { get }

  /// Whether the content is this format. The name of the file is not asked.
  static func recognizes(_ file: RecordingFile) -> Bool

  /// Opens a file that was recognized. Samples are handed out in blocks of at most
  /// `settings.blockSampleCount`.
  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource
}

/// What is known from outside the file when it is opened.
struct OpeningSettings {
  /// The describing `.json`.
  var description = RecordingDescription()
  /// What the person who opens the file says.
  var options = RecordingOptions()
  /// Most samples in a block: five minutes at 100 Hz, so that a block of ten channels stays
  /// near one megabyte.
  var blockSampleCount = 32_768
}

/// A source that can also say how it reads the file.
protocol SensorFileSource: RecordingSource {
  /// How the file is read, as far as it is known before the samples are read.
  var layout: SensorFileLayout { get }
}

/// The formats that are known, in the order in which they are asked. Those with a mark of their
/// own come before text, which is everything without zero bytes.
enum SensorFileFormats {
  static let all: [any SensorFileFormat.Type] = [AxivityCWA.self, DelimitedText.self]

  /// The format of a file; throws `unknownFormat` when none recognizes it.
  static func format(
    of file: RecordingFile
  ) throws(SensorFileError) -> any SensorFileFormat.Type {
    if let format = all.first(where: { $0.recognizes(file) }) { return format }
    let known = all.map { $0.name }.joined(separator: ", ")
    let start = file.head.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    throw SensorFileError(
      .unknownFormat, path: file.path,
      "no known format begins with the bytes \(start.joined(separator: " ")); known are: \(known).")
  }
}
