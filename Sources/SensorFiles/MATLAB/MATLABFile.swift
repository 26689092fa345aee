import GaitModel

/// MATLAB files: level 5 (MATLAB 5 to 7, compressed or not) and version 7.3 (HDF5).
enum MATLABFile: SensorFileFormat {
  static let name = "MATLAB (MAT-file 5, 7 and 7.3)"

  /// The header's last four bytes: a version and the mark of the byte order. A header whose end is
  /// damaged is known by its text.
  static func recognizes(_ file: RecordingFile) -> Bool {
    let head = file.head
    guard head.count >= Level5File.headerByteCount else { return false }
    let marks = ["\u{0}\u{1}IM", "\u{0}\u{2}IM", "\u{1}\u{0}MI", "\u{2}\u{0}MI"]
    return marks.contains { head[124..<128].elementsEqual($0.utf8) }
      || head.starts(with: "MATLAB 5.0 MAT-file".utf8)
      || head.starts(with: "MATLAB 7.3 MAT-file".utf8)
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    let container = try container(of: file)
    let plan = try MATLABPlan(container, of: file, settings: settings)
    return TableSource(
      path: file.path, facts: plan.facts, layout: plan.layout, conversion: plan.conversion,
      rows: try plan.rows(), blockSampleCount: settings.blockSampleCount)
  }

  /// The names of the recordings in a file that holds several.
  static func parts(of file: RecordingFile) throws(SensorFileError) -> [String] {
    let recordings = MATLABRecording.all(in: try container(of: file).variables)
    return recordings.count > 1 ? MATLABRecording.parts(recordings) : []
  }

  /// The variables of a file of either kind.
  static func container(of file: RecordingFile) throws(SensorFileError) -> any MATLABContainer {
    guard isHDF5(file.head) else { return try Level5File(file) }
    guard let path = file.plainPath else {
      throw SensorFileError(
        .notReadable, path: file.path,
        "MATLAB 7.3 files are read from where they lie; unpack this one first.")
    }
    return try Version73File(path: path)
  }

  /// HDF5's own mark behind a header of 512 bytes, or the text of version 7.3.
  private static func isHDF5(_ head: [UInt8]) -> Bool {
    let mark: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]
    return head.count > 520 && Array(head[512..<520]) == mark
      || head.starts(with: "MATLAB 7.3".utf8)
  }
}
