import GaitModel

/// A format that recordings come in. A new format is one type that conforms, in a file of its own,
/// and its name in `all`.
protocol SensorFileFormat: Sendable {
  /// What the format is called in messages: `table of text (CSV)`.
  static var name: String { get }

  /// Whether the content is this format. The extension of a file is not asked; names inside a folder or zip file
  /// are part of the content, and so are those by which a logger or BIDS tells the files of a recording apart.
  static func recognizes(_ file: RecordingFile) -> Bool

  /// The names of the recordings in a file that holds several; none where it holds one.
  static func parts(of file: RecordingFile) throws(SensorFileError) -> [String]

  /// Opens a file that was recognized. Samples are handed out in blocks of at most
  /// `settings.blockSampleCount`.
  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource
}

extension SensorFileFormat {
  static func parts(of file: RecordingFile) throws(SensorFileError) -> [String] { [] }
}

/// What is known from outside the file when it is opened.
struct OpeningSettings {
  /// The describing `.json`.
  var description = RecordingDescription()
  /// What the person who opens the file says.
  var options = RecordingOptions()
  /// Which recording of a file that holds several.
  var part: String?
  /// Most samples in a block: five minutes at 100 Hz, so that a block of ten channels stays
  /// near one megabyte.
  var blockSampleCount = 32_768
  /// Whether evenly spread stretches of a long file are enough; see `RecordingFile.runs`.
  var isThinned = false

  /// Where somebody says that the device was worn.
  var givenSite: WearingSite? { options.site ?? description.site }
}

/// A source that can also say how it reads the file.
protocol SensorFileSource: RecordingSource {
  /// How the file is read, as far as it is known from the samples read so far.
  var layout: SensorFileLayout { get }
  /// Whether evenly spread stretches are handed out instead of all samples.
  var isThinned: Bool { get }
}

extension SensorFileSource {
  var isThinned: Bool { false }
}

/// The formats that are known, in the order in which they are asked. Those with a mark of their
/// own come before text, which is everything without zero bytes.
enum SensorFileFormats {
  static let all: [any SensorFileFormat.Type] = [
    AxivityCWA.self, ActiGraphGT3X.self, GENEActivBIN.self, MATLABFormat.self, SensorLogger.self,
    Phyphox.self, MetaBase.self, BIDSMotion.self, ActiLifeCSV.self, DelimitedText.self,
  ]

  /// The format that recognizes a file, or `nil`.
  static func known(_ file: RecordingFile) -> (any SensorFileFormat.Type)? {
    all.first { $0.recognizes(file) }
  }

  /// The format of a file; throws `unknownFormat` when none recognizes it.
  static func format(
    of file: RecordingFile
  ) throws(SensorFileError) -> any SensorFileFormat.Type {
    if let format = known(file) { return format }
    let names = all.map { $0.name }.joined(separator: ", ")
    if let container = file.container {
      throw unknown(container, path: file.path, knownNames: names)
    }
    if let hint = hint(about: file) {
      throw SensorFileError(.unknownFormat, path: file.path, hint)
    }
    let start = file.head.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    throw SensorFileError(
      .unknownFormat, path: file.path,
      "no known format begins with the bytes \(start.joined(separator: " ")); looked for: \(names)."
    )
  }

  /// What to do with a file that is a known recording, or a workbook, in another wrapping.
  private static func hint(about file: RecordingFile) -> String? {
    if file.head.starts(with: [0x50, 0x4b, 3, 4]) {
      return file.isCompressed
        ? "this is a zip file that was compressed once more with gzip; undo that with gunzip, and "
          + "give what comes of it."
        : "this is a zip file inside another one; unpack the outer one, and give what is in it."
    }
    return file.head.starts(with: [0xd0, 0xcf, 0x11, 0xe0]) ? workbook : nil
  }

  private static let workbook =
    "this is a workbook of a spreadsheet program; save the sheet with the samples as CSV, and "
    + "give that."

  private static func unknown(
    _ container: RecordingContainer, path: String, knownNames: String
  ) -> SensorFileError {
    let isWorkbook = ["xl/workbook.xml", "content.xml"].contains { container.place(of: $0) != nil }
    if container.kind != "folder", isWorkbook {
      return SensorFileError(.unknownFormat, path: path, workbook)
    }
    let listed = container.names.prefix(8).map(container.writtenName).joined(separator: ", ")
    let found = container.names.isEmpty ? "nothing" : listed
    let more = container.names.count > 8 ? ", … (\(container.names.count) files)" : ""
    return SensorFileError(
      container.kind == "folder" ? .folder : .unknownFormat, path: path,
      "this \(container.kind) is no known recording; it holds \(found)\(more). "
        + (container.kind == "folder"
          ? "Give the path of the recording inside it. "
          : "Unpack it, and give the recording inside it; of several, gait batch takes the folder. ")
        + "Looked for: \(knownNames).")
  }
}

extension OpeningSettings {
  /// Bytes of a block's arrays. Larger ones go back to the system whenever a block is dropped, and
  /// asking for fresh pages then takes twice the time of decoding (measured on Linux).
  private static let blockByteCount = 96 << 10

  /// Most samples in a block of a format that is decoded faster than memory is asked for.
  func blockSampleCount(bytesPerSample: Int) -> Int {
    min(blockSampleCount, Self.blockByteCount / bytesPerSample)
  }
}
