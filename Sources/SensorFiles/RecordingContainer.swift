import Foundation
import GaitModel

/// The files of a recording that is a folder or a zip file.
///
/// Hidden files and what some systems add to archives are left out. When all files lie in one folder
/// inside, that folder is passed over: people pack a folder as often as its content.
struct RecordingContainer {
  /// Where a member lies.
  enum Place {
    case file(String)
    case entry(ZipArchive, ZipArchive.Entry)
  }

  /// How deep folders are searched: loggers put no file deeper than one folder, packed in another.
  private static let depthLimit = 3

  /// `folder` or `zip file`, for messages.
  let kind: String
  /// Names of the files, parted by `/`, in alphabetical order; tables that are packed one by one are called as they are without.
  let names: [String]
  private let places: [String: Place]
  /// Tables that are packed one by one, with the names that they have where they lie.
  private let packed: [String: String]

  /// The files of a folder or zip file; `nil` for any other file.
  init?(at path: String) throws(SensorFileError) {
    if try PathKind(of: path) == .folder {
      try self.init(folder: path)
      return
    }
    var start = [UInt8](repeating: 0, count: 4)
    let count = try PlainBytes(path: path).read(into: &start)
    guard count == 4, start == [0x50, 0x4b, 3, 4] || start == [0x50, 0x4b, 5, 6] else {
      return nil
    }
    self.init(zip: try ZipArchive(path: path))
  }

  /// The files of a zip archive.
  init(zip: ZipArchive) {
    var files: [String: Place] = [:]
    for entry in zip.entries { files[entry.name] = .entry(zip, entry) }
    self.init(kind: "zip file", files: files)
  }

  /// The files of a folder. Links to folders are not followed, so that a loop has no end to reach.
  init(folder: String) throws(SensorFileError) {
    var files: [String: Place] = [:]
    try Self.list(folder, prefix: "", depth: 1, into: &files)
    self.init(kind: "folder", files: files)
  }

  private init(kind: String, files: [String: Place]) {
    self.kind = kind
    let seen = files.filter { !Self.isHidden($0.key) }
    let shared = Self.sharedFolder(of: Array(seen.keys))
    var places: [String: Place] = [:]
    for (name, place) in seen { places[String(name.dropFirst(shared.count))] = place }
    var packed: [String: String] = [:]
    for name in places.keys where Self.isPackedTable(name) {
      let plain = String(name.dropLast(Self.packing.count))
      guard places[plain] == nil else { continue }
      places[plain] = places.removeValue(forKey: name)
      packed[plain] = name
    }
    self.places = places
    self.packed = packed
    names = places.keys.sorted()
  }

  private static let packing = ".gz"

  private static func isPackedTable(_ name: String) -> Bool {
    ["csv", "tsv", "txt"].contains { name.lowercased().hasSuffix(".\($0)\(packing)") }
  }

  /// The name that a file has where it lies.
  func writtenName(of name: String) -> String { packed[name] ?? name }

  /// The file of a name, whatever its case.
  func place(of name: String) -> Place? {
    if let exact = places[name] { return exact }
    let lowercased = name.lowercased()
    return names.first { $0.lowercased() == lowercased }.flatMap { places[$0] }
  }

  /// Where the files of a folder lie, in the order of their bytes.
  var paths: [String] {
    places.values.compactMap { if case .file(let path) = $0 { path } else { nil } }.sortedByBytes()
  }

  private static func list(
    _ folder: String, prefix: String, depth: Int, into files: inout [String: Place]
  ) throws(SensorFileError) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw SensorFileError(.notReadable, path: folder, "the folder cannot be listed: \(error).")
    }
    for name in names where files.count < ZipArchive.entryLimit {
      let path = RecordingPath.joined(folder, name)
      switch try? PathKind(of: path) {
      case .regularFile: files[prefix + name] = .file(path)
      case .folder where depth < depthLimit && !isLink(path):
        try list(path, prefix: prefix + name + "/", depth: depth + 1, into: &files)
      default: break
      }
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
  }

  /// The folder, with its slash, that all names begin with.
  private static func sharedFolder(of names: [String]) -> String {
    guard let first = names.first, let slash = first.firstIndex(of: "/") else { return "" }
    let folder = String(first[...slash])
    guard names.allSatisfy({ $0.hasPrefix(folder) }) else { return "" }
    return folder + sharedFolder(of: names.map { String($0.dropFirst(folder.count)) })
  }
}

/// The recordings in a folder, and what lies in it besides.
public struct RecordingSearch: Hashable, Sendable {
  /// Paths of recordings, relative to the folder, in their order.
  public private(set) var recordings: [String] = []
  /// How many files were passed over, by the end of their name; `""` for names without one. Companions of
  /// recordings and hidden files are not among them.
  public private(set) var passedOver: [String: Int] = [:]

  /// Paths of `.json` files that describe no recording, because none beside them has their name; relative to the folder.
  public private(set) var strayDescriptions: [String] = []

  /// The ends of names that recordings come with. A file of another name is passed over; one of these is taken
  /// whatever it holds, so that a damaged one is missed by nobody.
  public static let endings = [
    "csv", "csv.gz", "cwa", "cwa.gz", "gt3x", "bin", "bin.gz", "mat", "mat.gz", "tsv", "tsv.gz",
    "txt", "txt.gz", "zip",
  ]

  /// Looks through a folder and the folders in it.
  ///
  /// A folder of a logger that writes a table for each sensor is one recording, and what lies in it besides are others. Links to folders are
  /// followed once: a folder that was seen is not looked through again. Links that lead nowhere are taken by their
  /// names, as files are.
  ///
  /// - Parameter folder: the folder.
  /// - Throws: `SensorFileError` when it cannot be listed.
  public init(_ folder: String) throws(SensorFileError) {
    var seen: Set<ByteText> = []
    try look(into: folder, "", &seen, inside: nil)
  }

  private mutating func look(
    into folder: String, _ prefix: String, _ seen: inout Set<ByteText>,
    inside outer: (any LoggerFolder.Type)?
  ) throws(SensorFileError) {
    let place = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    guard seen.insert(ByteText(place)).inserted else { return }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { !$0.hasPrefix(".") && $0 != "__MACOSX" }.sortedByBytes()
    } catch {
      throw SensorFileError(.notReadable, path: folder, "the folder cannot be listed: \(error).")
    }
    let files = names.filter {
      (try? PathKind(of: RecordingPath.joined(folder, $0))) == .regularFile
    }
    let own = prefix.isEmpty || files.isEmpty ? nil : Self.logger(of: folder)
    if own != nil { recordings.append(String(prefix.dropLast())) }
    let logger = own ?? outer
    let companions = Companions(names: files)
    if logger == nil {
      strayDescriptions += companions.strayDescriptions(among: names).map { prefix + $0 }
    }
    for name in names {
      let path = RecordingPath.joined(folder, name)
      let kind = Result { () throws(SensorFileError) in try PathKind(of: path) }
      if name.unicodeScalars.contains("\u{fffd}"), case .failure = kind, !Self.isThere(path) {
        throw SensorFileError(
          .notReadable, path: folder,
          "the name of \"\(name)\" in it is not UTF-8, so that it cannot be opened; rename it.")
      }
      switch kind {
      case .success(.folder):
        try look(into: path, prefix + name + "/", &seen, inside: logger)
      // A pipe waits for whoever looks into it.
      case .failure(let error) where error.kind == .notARegularFile: break
      // What cannot be looked at, as a link to nothing, is no less a recording by its name.
      case .success(.regularFile), .failure:
        if companions.contains(name)
          || logger?.hasPart(name, try? RecordingFile(path: path)) == true
        {
          break
        }
        take(name, prefix)
      }
    }
  }

  /// Whether something has this name, be it a link to nothing. Of a name that is not UTF-8, a listing has replaced letters.
  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a path leads to a folder that is read as one recording, as those in which a logger writes a table for each sensor.
  package static func takes(folder path: String) -> Bool {
    guard (try? PathKind(of: path)) == .folder, let file = try? RecordingFile(path: path) else {
      return false
    }
    return SensorFileFormats.known(file) != nil
  }

  /// Whether a file is taken by its name.
  package static func takes(_ name: String) -> Bool {
    endings.contains { name.lowercased().hasSuffix("." + $0) }
  }

  private mutating func take(_ name: String, _ prefix: String) {
    let low = name.lowercased()
    if Self.takes(name) {
      recordings.append(prefix + name)
    } else {
      let end = low.lastIndex(of: ".").map { String(low[low.index(after: $0)...]) } ?? ""
      passedOver[end, default: 0] += 1
    }
  }

  /// The logger whose recording a folder as a whole is.
  private static func logger(of folder: String) -> (any LoggerFolder.Type)? {
    guard let file = try? RecordingFile(path: folder) else { return nil }
    let loggers: [any LoggerFolder.Type] = [SensorLogger.self, Phyphox.self]
    return loggers.first { $0.recognizes(file) }
  }
}

/// The files of a folder that belong to recordings beside them and are none themselves.
private struct Companions {
  private let names: Set<String>

  init(names: [String]) { self.names = Set(names) }

  /// The `.json` files whose names do not begin with that of a recording or a folder beside them, as `walk.json` and
  /// `walk.reference.json` do with that of `walk.cwa`.
  func strayDescriptions(among all: [String]) -> [String] {
    let described = Set(
      all.filter { RecordingSearch.takes($0) || !names.contains($0) }.map { RecordingPath($0).name }
    )
    return names.filter(Self.isDescription).sorted().filter { name in
      !name.indices.contains { name[$0] == "." && described.contains(String(name[..<$0])) }
    }
  }

  private static func isDescription(_ name: String) -> Bool {
    name.lowercased().hasSuffix(".json")
  }

  func contains(_ name: String) -> Bool {
    let low = name.lowercased()
    if Self.isDescription(name) || low == "infoforalgo.mat" { return true }
    let plain = low.hasSuffix(".gz") ? String(low.dropLast(3)) : low
    if plain.hasSuffix("_channels.tsv") || plain.hasSuffix("_events.tsv")
      || plain == "participants.tsv"
    {
      return true
    }
    guard let sensor = name.firstRange(of: "_Gyroscope_") else { return false }
    let beginning = name[..<sensor.lowerBound] + "_Accelerometer_"
    return names.contains { $0.hasPrefix(beginning) }
  }
}

extension RecordingAddress {
  /// The recording's name: that of its file without extension, with that of the part where the file holds several.
  public var name: String {
    let name = RecordingPath(path).name
    return part.map { Self.name(name, part: $0) } ?? name
  }

  /// The `.json` that describes the recording, which may have been moved away; `nil` where there is none.
  package var descriptionFile: String? {
    let file = RecordingPath(path).description
    return file != path && (try? PathKind(of: file)) == .regularFile ? file : nil
  }

  /// Every file that is read with the recording, itself first: a folder's files in their order, its description,
  /// and what its format keeps beside it. Only files that are there.
  ///
  /// - Throws: `SensorFileError` when there is nothing at the path.
  public func files() throws(SensorFileError) -> [String] {
    let place = RecordingPath(path)
    let own: [String]
    switch try PathKind(of: path) {
    case .regularFile: own = [path]
    case .folder:
      own = try RecordingContainer(folder: path).paths
    }
    var beside = [place.description]
    if path.lowercased().hasSuffix(".mat") { beside.append(place.folder + "infoForAlgo.mat") }
    if let base = BIDSFiles.base(of: path) {
      beside += [BIDSFiles.channels(of: base), base + "_motion.json"]
    }
    beside += gyroscopes(in: place.folder)
    beside += [SensorLogger.metadata(beside: path)].compactMap(\.self)
    return own + beside.filter { $0 != path && (try? PathKind(of: $0)) == .regularFile }
  }

  /// Tables of MetaBase that may belong to that of the accelerometer.
  private func gyroscopes(in folder: String) -> [String] {
    let name = String(path.dropFirst(folder.count))
    guard let sensor = name.firstRange(of: "_Accelerometer_") else { return [] }
    let beginning = name[..<sensor.lowerBound] + "_Gyroscope_"
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    return (names ?? []).filter { $0.hasPrefix(beginning) }.sorted().map { folder + $0 }
  }
}
