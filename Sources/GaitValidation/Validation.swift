import Foundation
import GaitModel
import SensorFiles

/// A folder of recordings with their truth, and how to tell how far from it an analysis is.
///
/// ```swift
/// let validation = Validation(folder: folder)
/// let scores = try validation.scores { recording in try analyze(recording) }
/// print(Validation.report(scores).table())
/// ```
/// The folder holds `NAME.reference.json`, `NAME.json` and the recording `NAME.…` themselves, or one
/// folder of these per dataset.
public struct Validation: Sendable {
  /// The folder.
  public var folder: URL
  /// A laboratory's own tables, when these are the truth.
  private var laboratory: LaboratoryStudy?
  /// How many decimals the files of an analysis hold; an analysis in memory is rounded alike.
  public var rounding: FileRounding

  /// Makes a validation of the recordings in a folder.
  public init(folder: URL, rounding: FileRounding = .files) {
    self.folder = folder
    self.rounding = rounding
    laboratory = nil
  }

  /// Makes a validation against a laboratory's own tables; ``LaboratoryMapping`` says what they hold.
  ///
  /// - Parameters:
  ///   - mapping: the mapping file; its folder holds recordings and tables.
  ///   - rounding: how many decimals the files of an analysis hold.
  /// - Throws: ``ValidationError`` that says what is wrong with the mapping.
  public init(mapping: URL, rounding: FileRounding = .files) throws {
    let study = try LaboratoryStudy(mapping)
    (folder, laboratory, self.rounding) = (study.folder, study, rounding)
  }

  /// The same truth by the clocks of an analysis, for what is compared with it.
  ///
  /// - Parameter clocks: those that the contacts of that analysis have set.
  /// - Returns: a validation that takes these clocks wherever contacts would set one anew; where no laboratory's tables are
  ///   the truth, or its mapping gives the clock, nothing changes.
  public func by(_ clocks: LaboratoryClocks) -> Validation {
    var other = self
    other.laboratory?.clocks = clocks
    return other
  }

  /// The recordings that have a truth, by dataset and name.
  ///
  /// - Throws: ``ValidationError`` when the folder cannot be read, holds no reference, or a
  ///   description is missing or not readable.
  public func recordings() throws -> [ValidationRecording] {
    if let laboratory { return try laboratory.recordings() }
    let inside = try Self.contents(of: folder)
    let folders = inside.filter { $0.hasDirectoryPath }
    let found =
      try Self.recordings(in: folder, files: inside)
      + folders.flatMap { try Self.recordings(in: $0, files: try Self.contents(of: $0)) }
    guard !found.isEmpty else {
      throw ValidationError(
        "\(folder.path): no NAME.reference.json here or one folder down; nothing to compare with")
    }
    return found
  }

  /// The files with a laboratory's own tables; none where references lie beside the recordings.
  public var tables: [URL] {
    guard let laboratory else { return [] }
    return laboratory.mapping.tables.map { laboratory.folder.appending(path: $0.file) }
  }

  /// Rows of a laboratory's tables that belong to no recording: a name that is written otherwise, or a recording that
  /// is not in the mapping. No figure is made of them.
  ///
  /// - Returns: the rows by table and name; none where references lie beside the recordings.
  /// - Throws: ``ValidationError`` when a table cannot be read.
  public func unmatchedRows() throws -> [UnmatchedRows] { try laboratory?.unmatchedRows() ?? [] }

  /// What is odd in a laboratory's tables and changes figures: what the mapping says otherwise than the `.json` beside a
  /// recording; cells that are 0 and were taken as not measured, as walkways write it; rows that say once more what
  /// another says, of which each counts once; trials that are nearly another one; contacts without a final contact; rows
  /// without a start, an end or the time of a contact; columns whose names say another unit; another table below an empty
  /// line; by which of several systems events are judged.
  ///
  /// Contacts and strides without a side are told, too.
  ///
  /// - Returns: sentences; none where references lie beside the recordings.
  /// - Throws: ``ValidationError`` when a table cannot be read, or has rows that contradict each other.
  public func tableRemarks() throws -> [String] { try laboratory?.remarks() ?? [] }

  /// Scores an analysis.
  ///
  /// - Throws: ``ValidationError`` when the truth cannot be read.
  public func score(
    _ analysis: RecordingAnalysis, of recording: ValidationRecording
  ) throws -> RecordingScore {
    let output = EngineOutput(analysis, rounding: rounding)
    let extent = RecordingExtent(durationSeconds: analysis.quality.durationSeconds)
    let reference = try reference(of: recording, beside: output, within: extent)
    try reference.check(within: extent.durationSeconds, of: recording)
    return RecordingScore(
      output: output, recording: recording, reference: reference, extent: extent)
  }

  /// Scores a recording whose analysis failed: nothing was found.
  ///
  /// - Parameters:
  ///   - failure: why, in words.
  ///   - recording: the recording.
  ///   - extent: how long the recording is; `nil` takes the end of what the truth speaks of.
  /// - Returns: the score, in which everything true was missed.
  /// - Throws: ``ValidationError`` when the truth cannot be read.
  public func score(
    failure: String, of recording: ValidationRecording, extent: RecordingExtent? = nil
  ) throws -> RecordingScore {
    let output = EngineOutput(failure: failure)
    let reference = try reference(of: recording, beside: output, within: nil)
    return RecordingScore(
      output: output, recording: recording, reference: reference,
      extent: extent ?? reference.knownExtent)
  }

  /// Scores what an engine has written about a recording.
  ///
  /// - Parameters:
  ///   - results: the folder that an engine wrote to: `RESULTS/NAME/` or `RESULTS/DATASET/NAME/`
  ///     holds `bouts.csv`, `initial_contacts.csv` and the like.
  ///   - recording: the recording.
  ///   - extent: how long the recording is; `nil` takes what `summary.json` says or else the end of
  ///     what the truth speaks of.
  /// - Returns: the score; without the files it is that of an engine that found nothing.
  /// - Throws: ``ValidationError`` when the truth cannot be read.
  public func score(
    results: URL, of recording: ValidationRecording, extent: RecordingExtent?
  ) throws -> RecordingScore {
    let nested = results.appending(path: recording.dataset).appending(path: recording.name)
    let exists = FileManager.default.fileExists(atPath: nested.path)
    let files = ResultsFolder(url: exists ? nested : results.appending(path: recording.name))
    let output = files.output()
    let extent = extent ?? files.extent()
    let reference = try reference(of: recording, beside: output, within: extent)
    return RecordingScore(
      output: output, recording: recording, reference: reference,
      extent: extent ?? reference.knownExtent)
  }

  /// Scores every recording; one whose analysis throws has found nothing.
  ///
  /// - Throws: ``ValidationError`` when the recordings or their truth cannot be read.
  public func scores(
    analyze: (ValidationRecording) throws -> RecordingAnalysis
  ) throws -> [RecordingScore] {
    try recordings().map { recording in
      do {
        let analysis = try analyze(recording)
        return try score(analysis, of: recording)
      } catch let error as ValidationError {
        throw error
      } catch {
        return try score(failure: "\(error)", of: recording)
      }
    }
  }

  /// Scores what an engine has written about every recording.
  ///
  /// - Parameters:
  ///   - results: the folder that an engine wrote to; see ``score(results:of:extent:)``.
  ///   - extent: says how long a recording is; where it throws or returns `nil`, what `summary.json`
  ///     says is taken, or else the end of what the truth speaks of.
  /// - Returns: one score per recording, by dataset and name.
  /// - Throws: ``ValidationError`` when the recordings or their truth cannot be read.
  public func scores(
    results: URL, extent: (ValidationRecording) throws -> RecordingExtent? = { _ in nil }
  ) throws -> [RecordingScore] {
    try recordings().map { recording in
      try score(results: results, of: recording, extent: try? extent(recording))
    }
  }

  /// The figures of many recordings, by dataset and wearing site.
  public static func report(_ scores: [RecordingScore]) -> ValidationReport {
    ValidationReport(scores)
  }
}

extension LabReference {
  /// A truth by the recording's clock may begin so much earlier than its recording and end so much later, seconds: clocks
  /// differ, and devices are started late and stopped early.
  static let longestOverhang = 10.0

  /// - Throws: ``ValidationError`` when the truth speaks of what lies far before the recording's beginning or behind its
  ///   end, or counts more steps than anybody takes in it.
  fileprivate func check(
    within durationSeconds: Double, of recording: ValidationRecording
  ) throws {
    if let steps = events?.stepCount {
      let counted = (events?.countIntervals ?? []).map { $0.upperBound - $0.lowerBound }
      let seconds = counted.isEmpty ? durationSeconds : counted.reduce(0, +)
      if let why = CountedSteps.impossibility(of: steps, inSeconds: seconds) {
        throw ValidationError("\(recording.referenceURL.path): step_count: \(why)")
      }
    }
    let instants =
      ((events?.initialContacts ?? []) + (events?.finalContacts ?? [])).map(\.seconds)
      + systems.flatMap { $0.contacts.map(\.seconds) + $0.strides.map(\.endSeconds) }
    let stretches =
      (events?.walkingBouts ?? []) + (events?.trials ?? []).map(\.seconds)
      + systems.flatMap { $0.bouts.map(\.seconds) }
    let parts =
      (events?.countIntervals ?? []) + [events?.turnAround].compactMap(\.self)
      + (events?.listedTurns ?? []).map(\.seconds)
    let all =
      instants + stretches.flatMap { [$0.lowerBound, $0.upperBound] }
      + parts.flatMap { [$0.lowerBound, $0.upperBound] }
    guard let far = Self.farthest(all, outside: durationSeconds) else { return }
    throw ValidationError(
      String(
        format:
          "%@: it speaks of %.1f s, and the recording %@ is %.1f s long; is it of this recording, and are its times "
          + "seconds from the first sample?", recording.referenceURL.path, far, recording.name,
        durationSeconds))
  }

  /// The instant that lies farthest before a recording or behind it, if any lies so far that it cannot be of it.
  static func farthest(_ seconds: [Double], outside durationSeconds: Double) -> Double? {
    func distance(_ time: Double) -> Double { max(-time, time - durationSeconds) }
    let far = seconds.max { distance($0) < distance($1) }
    return far.flatMap { distance($0) > longestOverhang ? $0 : nil }
  }
}

extension Validation {
  private static let referenceSuffix = ".reference.json"

  private static func contents(of folder: URL) throws -> [URL] {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
    guard isThere, isFolder.boolValue else {
      throw ValidationError(
        "\(folder.path): \(isThere ? "this is a file" : "there is no such folder"); "
          + "name the folder that holds the recordings and their NAME.reference.json")
    }
    do {
      return try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.isDirectoryKey], options: [.skipsHiddenFiles]
      ).sorted { $0.lastPathComponent < $1.lastPathComponent }
    } catch {
      throw ValidationError(
        "\(folder.path): the folder cannot be read (\(error.localizedDescription))")
    }
  }

  private static func recordings(
    in folder: URL, files: [URL]
  ) throws -> [ValidationRecording] {
    let names = Dictionary(files.map { ($0.lastPathComponent, $0) }) { first, _ in first }
    return try files.compactMap { file in
      guard file.lastPathComponent.hasSuffix(referenceSuffix) else { return nil }
      let name = String(file.lastPathComponent.dropLast(referenceSuffix.count))
      guard let describing = names["\(name).json"] else {
        throw ValidationError(
          "\(file.path): \(name).json, which describes the recording, is missing")
      }
      return ValidationRecording(
        dataset: folder.standardizedFileURL.lastPathComponent, name: name,
        url: recording(named: name, among: files), referenceURL: file,
        description: try description(describing))
    }
  }

  /// What is called like the reference: a file that is not a `.json`, or a folder that is read as one recording. A file whose
  /// name ends as that of no recording comes last.
  private static func recording(named name: String, among files: [URL]) -> URL? {
    func isFolder(_ url: URL) -> Bool {
      RecordingAddress(url.path).name == name && RecordingSearch.takes(folder: url.path)
    }
    let named = files.filter { url in
      url.lastPathComponent.hasPrefix("\(name).") && url.pathExtension != "json"
        && !url.hasDirectoryPath
    }
    return named.first { RecordingSearch.takes($0.lastPathComponent) } ?? files.first(
      where: isFolder)
      ?? named.first
  }

  private static func description(_ file: URL) throws -> TrialDescription {
    do {
      let bytes = try Data(contentsOf: file)
      do {
        return try JSONDecoder().decode(TrialDescription.self, from: bytes)
      } catch let error as DecodingError {
        throw ValidationError(JSONFault(error, in: bytes).words(of: "the file", examples: examples))
      }
    } catch {
      throw ValidationError("\(file.path): does not describe a recording: \(error)")
    }
  }

  /// How values of a description look.
  private static let examples = [
    "participant": "\"P07\"", "site": "\"lower_back\"", "sampling_rate_hz": "100",
    "gaps_interpolated_s": "[[2.5, 2.8]]",
  ]

  /// The truth; a laboratory's clock is set by what was found, and its tables are read as far as the recording goes.
  private func reference(
    of recording: ValidationRecording, beside output: EngineOutput, within extent: RecordingExtent?
  ) throws -> LabReference {
    if let laboratory {
      return try laboratory.reference(
        of: recording.name, contacts: output.initialContacts.sorted(),
        isAnalyzed: output.failure == nil, within: extent?.durationSeconds)
    }
    do {
      let bytes = try Data(contentsOf: recording.referenceURL)
      var reference = try LabReference(json: bytes, description: recording.description)
      reference.digest = ContentDigest.text(of: bytes)
      if let leg = recording.namedLeg { reference.events?.carryingLeg = leg }
      return reference
    } catch {
      throw ValidationError("\(recording.referenceURL.path): \(error)")
    }
  }
}

extension LabReference {
  /// How long the recording must be at least, from what the truth speaks of.
  fileprivate var knownExtent: RecordingExtent {
    let ends = systems.flatMap { $0.bouts.map(\.seconds.upperBound) }
    return RecordingExtent(durationSeconds: events?.lastKnownSecond ?? ends.max() ?? 0)
  }
}

/// A recording with its truth beside it.
public struct ValidationRecording: Sendable, Hashable {
  /// The dataset: the name of the folder that the files are in.
  public var dataset: String
  /// The recording's name: its file name without extension.
  public var name: String
  /// The recording itself, or `nil` when only its truth is there.
  public var url: URL?
  /// The file with the truth. Nothing but this module may open it.
  public var referenceURL: URL
  /// What is known of the recording.
  public var description: TrialDescription
  /// What a mapping says of the recording and the person, for the analysis.
  public var options: RecordingOptions

  /// Makes a recording with its truth.
  public init(
    dataset: String, name: String, url: URL?, referenceURL: URL, description: TrialDescription,
    options: RecordingOptions = RecordingOptions()
  ) {
    self.options = options
    self.dataset = dataset
    self.name = name
    self.url = url
    self.referenceURL = referenceURL
    self.description = description
  }
}
