import Foundation
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
  ///     beside `NAME.csv` or `NAME.csv.gz` is read when it is there. Where a file holds several
  ///     recordings, `#` and one of its `parts` follow.
  ///   - options: What the caller knows better; wins over the description and the file.
  /// - Returns: A source of blocks of a few minutes; see `RecordingSource` for units.
  /// - Throws: `SensorFileError`, which says what came, what was allowed and what to do.
  public static func open(
    _ path: String, options: RecordingOptions = RecordingOptions()
  ) throws(SensorFileError) -> any RecordingSource {
    try source(path, settings: settings(for: path, options: options))
  }

  /// Opens excerpts of a recording: half a thousand short, evenly spread stretches of a long file
  /// whose format allows it; all samples of any other.
  ///
  /// Blocks are as those of `open`, with jumps of their stamps between the stretches. Remarks do
  /// not count the samples between the stretches.
  ///
  /// - Parameters:
  ///   - path: As in `open`.
  ///   - options: As in `open`.
  /// - Returns: As `open`.
  /// - Throws: As `open`.
  public static func excerpts(
    of path: String, options: RecordingOptions = RecordingOptions()
  ) throws(SensorFileError) -> any RecordingSource {
    var settings = try settings(for: path, options: options)
    settings.isThinned = true
    return try source(path, settings: settings)
  }

  /// Reads a recording and says what it is: what `gait inspect` prints.
  ///
  /// ```swift
  /// let inspection = try SensorFile.inspection(of: "week.cwa", isComplete: false)
  /// print(inspection.layout.channels, inspection.durationSeconds)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file, as in `open`.
  ///   - options: What the caller knows better, as in `open`.
  ///   - isComplete: Whether all of a long file is read, or excerpts as those of `excerpts`.
  ///   - showing: Called with each block that is read, so that the caller can use the samples
  ///     in the same pass.
  /// - Returns: The recording's facts, layout, length, gaps and remarks.
  /// - Throws: `SensorFileError` when the recording cannot be opened or read to its end.
  public static func inspection(
    of path: String, options: RecordingOptions = RecordingOptions(), isComplete: Bool = true,
    showing: (RecordingFacts, RecordingBlock) -> Void = { _, _ in }
  ) throws(SensorFileError) -> SensorFileInspection {
    var settings = try settings(for: path, options: options)
    settings.isThinned = !isComplete
    let source = try source(path, settings: settings)
    var inspection = SensorFileInspection(of: source, path: path)
    try inspection.read(source, showing: showing)
    return inspection
  }

  /// The recordings in a file that holds several, as MATLAB files of Mobilise-D do: each is opened
  /// by the file's path, `#`, and its name.
  ///
  /// - Parameter path: The file.
  /// - Returns: Their names in the order of the file; none for a file with one recording, for one
  ///   of unknown format, and when a recording is already named.
  /// - Throws: `SensorFileError` when the file cannot be read.
  public static func parts(of path: String) throws(SensorFileError) -> [String] {
    let address = RecordingAddress(path)
    guard address.part == nil, try PathKind(of: path) == .regularFile else { return [] }
    let file = try RecordingFile(path: path)
    return try SensorFileFormats.known(file)?.parts(of: file) ?? []
  }

  /// Opens with settings that only tests and formats change.
  static func source(
    _ path: String, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    let address = RecordingAddress(path)
    var settings = settings
    settings.part = address.part
    let file = try file(address.path, settings: settings)
    let format = try SensorFileFormats.format(of: file)
    if let part = address.part, format != MATLABFormat.self {
      throw SensorFileError(
        .missing, path: file.path,
        "there is one recording in this \(format.name), and none called \"\(part)\".")
    }
    let source = try format.open(file, settings: settings)
    guard source.isThinned else { return source }
    var whole = settings
    whole.isThinned = false
    return ThinnedSource(source) { [whole] () throws(SensorFileError) in
      try format.open(file.whole(), settings: whole)
    }
  }

  /// The file that is the recording: a single file in a folder or zip file stands for it.
  private static func file(
    _ path: String, settings: OpeningSettings
  ) throws(SensorFileError) -> RecordingFile {
    let file = try RecordingFile(path: path, isThinned: settings.isThinned)
    guard file.members.count == 1, let only = try file.member(file.members[0]),
      SensorFileFormats.known(file) == nil
    else { return file }
    return only
  }

  static func settings(
    for path: String, options: RecordingOptions
  ) throws(SensorFileError) -> OpeningSettings {
    let file = RecordingAddress(path).path
    let description = try RecordingDescription.beside(file)
    var options = options
    options.timeZone = options.timeZone ?? description.timeZone
    return OpeningSettings(description: description, options: options)
  }
}

/// What a person says about a recording when opening it. It wins over the describing `.json`,
/// which wins over what the file itself says, but for the device's own clock.
public struct RecordingOptions: Hashable, Sendable {
  /// Where the device was worn.
  public var site: WearingSite?
  /// Stature.
  public var height: Length?
  /// Body mass.
  public var mass: Mass?
  /// Age in years at the time of the recording.
  public var ageYears: Double?
  /// Sex, as the norms for gait are published.
  public var sex: Sex?
  /// The person's time zone: times of tables that do not say their offset from UTC are read there, over changes of its
  /// clocks too.
  public var timeZone: TimeZone?

  /// Makes options; what is `nil` is left to the file and its description.
  public init(
    site: WearingSite? = nil, height: Length? = nil, mass: Mass? = nil, ageYears: Double? = nil,
    sex: Sex? = nil, timeZone: TimeZone? = nil
  ) {
    self.timeZone = timeZone
    self.site = site
    self.height = height
    self.mass = mass
    self.ageYears = ageYears
    self.sex = sex
  }
}

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
