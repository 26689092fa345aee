import GaitModel

/// Opens recordings of every known format.
public enum SensorFile {
  /// Opens a recording of any known format, recognized by its content.
  ///
  /// ```swift
  /// var recording = try SensorFile.open("walk.csv.gz", options: RecordingOptions(site: .hip))
  /// print(recording.facts.samplingRateHertz)
  /// while let block = try recording.nextBlock() { print(block.seconds.count) }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file. `NAME.json` beside `NAME.csv` or `NAME.csv.gz` is read when it is there.
  ///   - options: What the caller knows better; wins over the description and the file.
  /// - Returns: A source of blocks of a few minutes; see `RecordingSource` for units.
  /// - Throws: `SensorFileError`, which says what came, what was allowed and what to do.
  public static func open(
    _ path: String, options: RecordingOptions = RecordingOptions()
  ) throws(SensorFileError) -> any RecordingSource {
    try source(path, settings: settings(for: path, options: options))
  }

  /// Reads a whole recording and says what it is: what `gait inspect` prints.
  ///
  /// - Parameters:
  ///   - path: The file, as in `open`.
  ///   - options: What the caller knows better, as in `open`.
  /// - Returns: The recording's facts, layout, length, gaps and remarks.
  /// - Throws: `SensorFileError` when the recording cannot be opened or read to its end.
  public static func inspection(
    of path: String, options: RecordingOptions = RecordingOptions()
  ) throws(SensorFileError) -> SensorFileInspection {
    let source = try source(path, settings: settings(for: path, options: options))
    return try SensorFileInspection(reading: source, path: path)
  }

  /// Opens with settings that only tests and formats change.
  static func source(
    _ path: String, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    guard try PathKind(of: path) == .regularFile else {
      throw SensorFileError(
        .folder, path: path, "this is a folder; name the recording inside it.")
    }
    let file = try RecordingFile(path: path)
    return try SensorFileFormats.format(of: file).open(file, settings: settings)
  }

  static func settings(
    for path: String, options: RecordingOptions
  ) throws(SensorFileError) -> OpeningSettings {
    OpeningSettings(description: try RecordingDescription.beside(path), options: options)
  }
}
