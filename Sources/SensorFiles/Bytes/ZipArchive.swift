import CZip

/// What is in a zip file, and the way to its bytes. Each stream opens the file anew, so that
/// several can be read side by side.
struct ZipArchive {
  /// A file in the archive.
  struct Entry: Hashable {
    /// Its path inside the archive.
    let name: String
    /// Where it is.
    let place: Place
  }

  /// How a file in the archive is reached.
  enum Place: Hashable {
    /// Its place in the archive's list.
    case listed(UInt64)
    /// The list is missing; the file was found by its own header.
    case found(CutZip.Found)
  }

  /// More files than a recording can have: an archive of more is something else.
  static let entryLimit = 10_000

  let path: String
  /// The files in the archive, in its order; folders are left out.
  let entries: [Entry]

  /// Reads the list at the end of a zip file; where the end is cut off, what lies before it.
  init(path: String, entryLimit: Int = Self.entryLimit) throws(SensorFileError) {
    self.path = path
    let archive: OpaquePointer
    do {
      archive = try Self.open(path)
    } catch {
      let found = try CutZip.files(in: path)
      guard !found.isEmpty else { throw error }
      entries = found.map { Entry(name: $0.name, place: .found($0)) }
      return
    }
    defer { zip_discard(archive) }
    let count = zip_get_num_entries(archive, 0)
    guard count <= entryLimit else {
      throw SensorFileError(
        .unknownFormat, path: path,
        "this zip holds \(count) files; a recording has at most \(entryLimit).")
    }
    var entries: [Entry] = []
    for index in 0..<UInt64(max(count, 0)) {
      guard let name = zip_get_name(archive, index, 0).map({ String(cString: $0) }),
        !name.hasSuffix("/")
      else { continue }
      entries.append(Entry(name: name, place: .listed(index)))
    }
    self.entries = entries
  }

  /// The unpacked bytes of an entry.
  func bytes(of entry: Entry) throws(SensorFileError) -> any ByteStream {
    switch entry.place {
    case .listed(let index): try ZipBytes(path: path, name: entry.name, index: index)
    case .found(let found): try CutZipBytes(path: path, found: found)
    }
  }

  /// Opens a zip file for reading.
  fileprivate static func open(_ path: String) throws(SensorFileError) -> OpaquePointer {
    var code: Int32 = 0
    if let archive = zip_open(path, ZIP_RDONLY, &code) { return archive }
    var fault = zip_error_t()
    zip_error_init_with_code(&fault, code)
    defer { zip_error_fini(&fault) }
    throw SensorFileError(
      .damaged, path: path,
      "begins like a zip file and cannot be opened as one (\(String(cString: zip_error_strerror(&fault)))); "
        + "copy it from the device again.")
  }
}

/// The unpacked bytes of one file in a zip archive, up to its end or to where it is damaged.
final class ZipBytes: ByteStream {
  private let archive: OpaquePointer
  private let file: OpaquePointer
  private let name: String
  private var position = 0
  private(set) var damage: String?

  init(path: String, name: String, index: UInt64) throws(SensorFileError) {
    archive = try ZipArchive.open(path)
    self.name = name
    guard let file = zip_fopen_index(archive, index, 0) else {
      let words = String(cString: zip_strerror(archive))
      zip_discard(archive)
      throw SensorFileError(
        .damaged, path: path, "\(name) in it cannot be opened: \(words).")
    }
    self.file = file
  }

  deinit {
    zip_fclose(file)
    zip_discard(archive)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    guard damage == nil, !buffer.isEmpty else { return 0 }
    let count = zip_fread(file, buffer.baseAddress, UInt64(buffer.count))
    guard count >= 0 else {
      damage =
        "\(name) is damaged in the zip file, behind its byte \(position) "
        + "(\(String(cString: zip_file_strerror(file))))"
      return 0
    }
    position += Int(count)
    return Int(count)
  }
}
