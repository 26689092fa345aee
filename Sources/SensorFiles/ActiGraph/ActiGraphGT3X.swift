/// Recordings of ActiGraph devices: a zip file with `info.txt` and the samples, in `log.bin` or, from
/// devices before firmware 3, in `activity.bin`.
///
/// Layout and units are those of the maker's descriptions, github.com/actigraph/GT3X-File-Format and
/// github.com/actigraph/NHANES-GT3X-File-Format.
enum ActiGraphGT3X: SensorFileFormat {
  static let name = "ActiGraph (GT3X)"

  static let logName = "log.bin"
  static let activityName = "activity.bin"
  static let infoName = "info.txt"

  /// The names of the samples' and the information's files; or a log that begins with a record, so
  /// that a lost `info.txt` costs no sample.
  static func recognizes(_ file: RecordingFile) -> Bool {
    let names = Set(file.members.map { $0.lowercased() })
    if names.contains(infoName) {
      return names.contains(logName) || names.contains(activityName)
    }
    guard names.contains(logName), let log = try? file.member(logName) else { return false }
    return log.head.withUnsafeBytes { bytes in
      guard let record = ActiGraphRecord(bytes, at: 0), record.end <= bytes.count else {
        return false
      }
      return record.isPlausible && record.hasRightChecksum(in: bytes)
    }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    try ActiGraphSource(ActiGraphPlan(for: file, settings: settings), settings: settings)
  }
}
