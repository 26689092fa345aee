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
  ///   - path: The file, or the folder or zip file of a logger that writes several. `NAME.json`
  ///     beside `NAME.csv` or `NAME.csv.gz` is read when it is there.
  ///   - options: What the caller knows better; wins over the description and the file.
  /// - Returns: A source of blocks of a few minutes; see `RecordingSource` for units.
  /// - Throws: `SensorFileError`, which says what came, what was allowed and what to do.
  public static func open(
    _ path: String, options: RecordingOptions = RecordingOptions()
  ) throws(SensorFileError) -> any RecordingSource {
    try source(path, settings: settings(for: path, options: options))
  }

  /// Opens a recording to be looked at in passing: of a long file that can be read in places, half a
  /// thousand short stretches, evenly spread; of any other, all of it.
  ///
  /// Blocks are as those of `open`, with jumps of their stamps between the stretches. What that
  /// leaves out is not among the remarks.
  ///
  /// - Parameters:
  ///   - path: As in `open`.
  ///   - options: As in `open`.
  /// - Throws: As `open`.
  public static func excerpts(
    of path: String, options: RecordingOptions = RecordingOptions()
  ) throws(SensorFileError) -> any RecordingSource {
    var settings = try settings(for: path, options: options)
    settings.isThinned = true
    return try source(path, settings: settings)
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
    var file = try RecordingFile(path: path, isThinned: settings.isThinned)
    // A single file in a folder or zip file is the recording.
    if file.members.count == 1, let only = try file.member(file.members[0]),
      SensorFileFormats.known(file) == nil
    {
      file = only
    }
    return try SensorFileFormats.format(of: file).open(file, settings: settings)
  }

  static func settings(
    for path: String, options: RecordingOptions
  ) throws(SensorFileError) -> OpeningSettings {
    OpeningSettings(description: try RecordingDescription.beside(path), options: options)
  }
}
