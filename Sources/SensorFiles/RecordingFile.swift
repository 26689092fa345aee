import Foundation

/// A recording as the formats get to see it: first bytes to be recognized by, and all of them to be
/// read. Compression is already undone. A folder or a zip file has members instead of bytes.
struct RecordingFile {
  /// How many bytes are looked at to recognize a format and to find a table's header.
  static let headCapacity = 1 << 16

  /// The path as it was given; a member's follows that of its folder or zip file.
  let path: String
  /// Whether the file is compressed with gzip.
  let isCompressed: Bool
  /// The first bytes, unpacked: all of them when the file is shorter than `headCapacity`. None for
  /// a folder or zip file.
  let head: [UInt8]
  /// What was wrong with the first bytes, or `nil`.
  let headDamage: String?
  /// Whether `runs(alignedTo:)` leaves most of the file out.
  let isThinned: Bool
  /// What lies inside a folder or zip file; `nil` for a file.
  let container: RecordingContainer?
  private let place: BytePlace
  /// The order of bytes of a text in UTF-16, which is handed out in UTF-8; `nil` for all others.
  private let order: UTF16Bytes.Order?
  /// How a table is laid out whose columns are parted by spaces, which are handed out as tabs; `nil` for all others.
  private let spaces: SpacedBytes.Layout?

  /// Where the packed bytes lie.
  private enum BytePlace {
    case file(String)
    case entry(ZipArchive, ZipArchive.Entry)

    func bytes() throws(SensorFileError) -> any ByteStream {
      switch self {
      case .file(let path): try PlainBytes(path: path)
      case .entry(let archive, let entry): try archive.bytes(of: entry)
      }
    }
  }

  /// Looks at a regular file or folder.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - isThinned: Whether evenly spread parts of a long file are enough.
  /// - Throws: `SensorFileError` when there is nothing that can be read.
  init(path: String, isThinned: Bool = false) throws(SensorFileError) {
    if let container = try RecordingContainer(at: path) {
      self.init(path: path, container: container)
    } else {
      try self.init(path: path, at: .file(path), isThinned: isThinned)
    }
  }

  /// Looks at a folder or zip file; `nil` for any other file.
  init?(containerAt path: String) throws(SensorFileError) {
    guard let container = try RecordingContainer(at: path) else { return nil }
    self.init(path: path, container: container)
  }

  private init(path: String, container: RecordingContainer) {
    self.path = path
    self.container = container
    place = .file(path)
    (order, spaces) = (nil, nil)
    (isCompressed, head, headDamage, isThinned) = (false, [], nil, false)
  }

  private init(path: String, at place: BytePlace, isThinned: Bool) throws(SensorFileError) {
    self.path = path
    self.place = place
    container = nil
    isCompressed = try Self.head(of: place.bytes(), capacity: 2) == [0x1f, 0x8b]
    let raw = try Self.stream(at: place, isCompressed: isCompressed)
    order = UTF16Bytes.order(of: try Self.head(of: raw, capacity: 64))
    let stream = try Self.stream(at: place, isCompressed: isCompressed, order: order)
    let written = try Self.head(of: stream, capacity: Self.headCapacity)
    spaces = SpacedBytes.layout(of: written)
    head =
      spaces == nil
      ? written
      : try Self.head(
        of: Self.stream(at: place, isCompressed: isCompressed, order: order, spaces: spaces),
        capacity: Self.headCapacity)
    headDamage = stream.damage
    if isThinned, !isCompressed, order == nil, spaces == nil, case .file = place {
      self.isThinned = try PlainBytes(path: path).byteCount >= ThinnedBytes.leastByteCount
    } else {
      self.isThinned = false
    }
    guard head.isEmpty else { return }
    throw SensorFileError(
      headDamage == nil ? .empty : .damaged, path: path,
      headDamage.map { "nothing can be read: \($0)." } ?? "the file is empty (0 bytes).")
  }

  /// The bytes from the first on, unpacked.
  func bytes() throws(SensorFileError) -> any ByteStream {
    try Self.stream(at: place, isCompressed: isCompressed, order: order, spaces: spaces)
  }

  /// The same, or evenly spread runs of them when the file is thinned.
  func runs(alignedTo alignment: RunAlignment) throws(SensorFileError) -> any ByteStream {
    guard isThinned else { return try bytes() }
    return ThinnedBytes(try PlainBytes(path: path), alignment: alignment)
  }

  /// The same file, of which nothing is left out.
  func whole() throws(SensorFileError) -> RecordingFile {
    isThinned ? try RecordingFile(path: path) : self
  }

  /// Whole lines from all over a long file, 2 MiB together; `nil` for one that is short, or can only be read from its front.
  func excerpts() throws(SensorFileError) -> (any ByteStream)? {
    guard let plainPath else { return nil }
    let file = try PlainBytes(path: plainPath)
    let (runCount, runByteCount) = (256, 8 << 10)
    guard file.byteCount > 2 * runCount * runByteCount else { return nil }
    return ThinnedBytes(
      file, alignment: .lines, runCount: runCount, runByteCount: runByteCount)
  }

  /// Where the bytes lie as they are, for libraries that open files themselves; `nil` inside
  /// archives and compressed files.
  var plainPath: String? {
    guard case .file(let path) = place, !isCompressed, order == nil, spaces == nil, container == nil
    else { return nil }
    return path
  }

  /// The file's name without folder and extension (`.gz` and one more).
  var name: String { RecordingPath(path).name }

  /// Names of the files inside a folder or zip file, parted by `/`; none for a file.
  var members: [String] { container?.names ?? [] }

  /// A file inside a folder or zip file; `nil` when there is none of this name, whatever its case.
  func member(_ name: String) throws(SensorFileError) -> RecordingFile? {
    guard let container, let place = container.place(of: name) else { return nil }
    let path = RecordingPath.joined(path, container.writtenName(of: name))
    switch place {
    case .file(let file): return try RecordingFile(path: path, at: .file(file), isThinned: false)
    case .entry(let archive, let entry):
      return try RecordingFile(path: path, at: .entry(archive, entry), isThinned: false)
    }
  }

  private static func stream(
    at place: BytePlace, isCompressed: Bool, order: UTF16Bytes.Order? = nil,
    spaces: SpacedBytes.Layout? = nil
  ) throws(SensorFileError) -> any ByteStream {
    let packed = try place.bytes()
    let bytes = isCompressed ? GzipBytes(packed) : packed
    let text = order.map { UTF16Bytes(bytes, order: $0) } ?? bytes
    return spaces.map { SpacedBytes(text, layout: $0) } ?? text
  }

  private static func head(
    of stream: any ByteStream, capacity: Int
  ) throws(SensorFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: capacity)
    while bytes.count < capacity {
      let count = try stream.read(into: &piece)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return Array(bytes.prefix(capacity))
  }
}

/// The names that belong to a recording's path.
struct RecordingPath {
  /// The folder with its final slash, or empty.
  let folder: String
  /// The file's name without folder and extension: `walk` for `data/walk.csv.gz`.
  let name: String

  /// Takes a path apart. `.gz` is not an extension of its own; `.` and `walk/..` are the folders that they stand for.
  init(_ path: String) {
    var path = Substring(path)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    if [".", ".."].contains(path.split(separator: "/").last) {
      path = Substring(URL(fileURLWithPath: String(path)).standardizedFileURL.path)
    }
    let split = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    folder = String(path[..<split])
    var file = path[split...]
    if file.lowercased().hasSuffix(".gz") { file.removeLast(3) }
    if let dot = file.lastIndex(of: "."), dot > file.startIndex { file = file[..<dot] }
    name = String(file)
  }

  /// A name inside a folder.
  static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Where the description lies: `NAME.json` beside the recording. Never lab truth, which lies in
  /// `NAME.reference.json`.
  var description: String { "\(folder)\(name).json" }
}

/// The path of a recording, and which of them where one file holds several: `data.mat#Test4/Trial1`.
public struct RecordingAddress: Hashable, Sendable {
  /// The file or folder.
  public let path: String
  /// The recording inside the file, or `nil` when none is named.
  public let part: String?

  /// Takes an address apart at its last `#`, unless there is a file of the whole name.
  public init(_ text: String) {
    let mark = text.lastIndex(of: "#")
    guard let mark, (try? PathKind(of: text)) == nil,
      (try? PathKind(of: String(text[..<mark]))) == .regularFile
    else {
      (path, part) = (text, nil)
      return
    }
    path = String(text[..<mark])
    part = String(text[text.index(after: mark)...])
  }

  /// The name of a recording: that of its file, then that of the part with `/` as `_`.
  public static func name(_ fileName: String, part: String) -> String {
    fileName + "_" + part.replacing("/", with: "_")
  }
}
