import Foundation
import SensorFiles

/// A first guess at what a laboratory's files are, for a person to complete.
public struct MappingDraft: Sendable {
  /// The guess.
  public let mapping: LaboratoryMapping
  /// What has to be looked at, each in a sentence.
  public let notes: [String]

  /// Looks at the files of a folder and of the folders in it.
  ///
  /// What opens as a recording is one, and so is the folder of a logger that writes several tables; other `.csv`, `.tsv`, `.txt` and `.mat` files are taken for tables.
  ///
  /// - Parameters:
  ///   - folder: recordings and tables.
  ///   - isFound: whether a file is one in which an analysis wrote what it found. That is no truth: it would agree with
  ///     itself. Such tables are left out, and named.
  /// - Throws: ``ValidationError`` when there are no recordings or no tables.
  public init(folder: URL, leavingOut isFound: (URL) -> Bool = { _ in false }) throws {
    let all = try Self.files(in: folder)
    let own = Set(all.filter(isFound))
    let found = own.map { Self.path(of: $0, in: folder) }.sorted()
    let files = all.filter { !own.contains($0) }
    let isRecording = files.map { (try? SensorFile.open($0.path)) != nil }
    let recordings = zip(files, isRecording).filter(\.1).map { file, _ in
      Self.recording(file, in: folder)
    }
    let tables = zip(files, isRecording).filter { !$0.1 }.map(\.0).filter(Self.mayBeTable)
    guard !recordings.isEmpty else {
      throw ValidationError(
        "\(folder.path): no recording in it or one folder down; put recordings and tables into one folder"
      )
    }
    guard !tables.isEmpty else {
      throw ValidationError(
        "\(folder.path): no table in it or one folder down; export contacts, strides, walks or trials as "
          + "CSV (events of a C3D file, too)"
          + (found.isEmpty ? "" : ". \(Self.sentence(on: found))"))
    }
    var drafts: [LaboratoryMapping.Table] = []
    var notes = found.isEmpty ? [] : [Self.sentence(on: found)]
    for file in tables {
      let guess = TableGuess(
        file, path: Self.path(of: file, in: folder), recordings: recordings.map(\.name))
      notes += guess.notes
      if let table = guess.table { drafts.append(table) }
    }
    let tabled = Set(drafts.compactMap(\.recording))
    let isNamed = drafts.contains { $0.recordingColumn != nil }
    let passes = drafts.count { $0.sees == .passes }
    let systems = DraftedSystems(drafts, recordings: recordings.map(\.name), in: folder)
    notes += systems.notes
    self.notes =
      notes
      + (passes == 0
        ? []
        : [
          "\"sees\" is passes in \(passes.counted("table")): what was found between passes over a walkway is neither right nor "
            + "wrong. Where every step was seen, write whole"
        ])
      + recordings.filter { !isNamed && !tabled.contains($0.name) }.map {
        "\($0.name): no table belongs to it; give it one, or take it out of \"recordings\""
      }
      + recordings.filter { $0.site != nil }.map {
        "\($0.name): nobody says where the sensor was worn; \($0.site ?? "") is a guess"
      }
    mapping = LaboratoryMapping(
      dataset: folder.standardizedFileURL.lastPathComponent, recordings: recordings,
      tables: systems.tables)
  }

  /// That tables of what was found are left out.
  private static func sentence(on found: [String]) -> String {
    let some = found.prefix(3).joined(separator: ", ") + (found.count > 3 ? ", …" : "")
    return
      "\(found.count.counted("table")) \(found.count.verb("is", "are")) left out, because gait wrote "
      + "\(found.count.verb("it", "them")) and what was found is no truth: \(some); where a person has corrected one, name it in "
      + "\"tables\""
  }

  private static func files(in folder: URL) throws -> [URL] {
    func contents(_ url: URL) throws -> [URL] {
      try FileManager.default.contentsOfDirectory(
        at: url, includingPropertiesForKeys: [.isDirectoryKey], options: [.skipsHiddenFiles]
      ).sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
    do {
      let loggers = Set(try RecordingSearch(folder.path).recordings)
      func isWhole(_ url: URL) -> Bool {
        !url.hasDirectoryPath || loggers.contains(path(of: url, in: folder))
      }
      let inside = try contents(folder)
      let deeper = try inside.filter { !isWhole($0) }.flatMap(contents)
      return (inside + deeper).filter { isWhole($0) && $0.pathExtension != "json" }
    } catch {
      throw ValidationError("\(folder.path): cannot be read as a folder")
    }
  }

  private static func mayBeTable(_ file: URL) -> Bool {
    ["csv", "tsv", "txt", "mat"].contains(file.pathExtension.lowercased())
  }

  private static func path(of file: URL, in folder: URL) -> String {
    let base = folder.standardizedFileURL.path + "/"
    let path = file.standardizedFileURL.path
    return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
  }

  private static func recording(_ file: URL, in folder: URL) -> LaboratoryMapping.Recording {
    var name = file.lastPathComponent
    if name.hasSuffix(".gz") { name.removeLast(3) }
    name = (name as NSString).deletingPathExtension
    let beside = file.deletingLastPathComponent().appending(path: "\(name).json")
    let known = FileManager.default.contents(atPath: beside.path)
      .flatMap { try? JSONDecoder().decode(TrialDescription.self, from: $0) }
    let isNamed = known.map { $0.participant != TrialDescription.unknownParticipant } ?? false
    return LaboratoryMapping.Recording(
      name: name, file: path(of: file, in: folder),
      participant: isNamed
        ? nil : name.split { !$0.isLetter && !$0.isNumber }.first.map(String.init),
      site: known?.site.isEmpty == false ? nil : "lower_back")
  }
}
