import GaitModel

/// Tables of text: a header row, then one sample in a line.
enum DelimitedText: SensorFileFormat {
  static let name = "table of text (CSV)"

  /// Text has no zero bytes, and no control characters but tabs and line ends.
  static func recognizes(_ file: RecordingFile) -> Bool {
    !file.head.isEmpty
      && file.head.prefix(4096).allSatisfy { $0 >= 32 || $0 == 9 || $0 == 10 || $0 == 13 }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    try DelimitedTextSource(file, settings: settings)
  }
}
