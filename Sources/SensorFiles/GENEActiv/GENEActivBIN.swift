/// Recordings of the GENEActiv: a header of text, then pages of text with 300 samples each.
///
/// Layout and units are those of the manufacturer's instructions ("Understanding .bin files",
/// Activinsights GENEActiv manual, page 16) and of its library GENEAcore (cran/GENEAcore on GitHub).
enum GENEActivBIN: SensorFileFormat {
  static let name = "GENEActiv (BIN)"

  /// The first line of the file's header.
  static let headerMark = Array("Device Identity".utf8)
  /// The first line of a page.
  static let pageMark = Array("Recorded Data".utf8)
  /// A line of every page.
  private static let timeMark = Array("Page Time:".utf8)

  /// The mark of the header, or the beginning of a page: a damaged header costs the calibration and
  /// no sample.
  static func recognizes(_ file: RecordingFile) -> Bool {
    file.head.starts(with: headerMark)
      || (file.head.firstRange(of: pageMark) != nil && file.head.firstRange(of: timeMark) != nil)
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    try GENEActivSource(file, settings: settings)
  }
}
