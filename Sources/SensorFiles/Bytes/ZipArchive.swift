import CZip
import CZlib

/// The entries of a zip file, and access to their bytes. Each stream opens the file itself, so
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
      try ZipEnd.check(path)
      let found = try CutZip.files(in: path)
      guard !found.isEmpty else { throw error }
      entries = found.map { Entry(name: $0.name, place: .found($0)) }
      return
    }
    defer { zip_discard(archive) }
    try ZipEnd.check(path)
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

/// The files at the front of a zip file whose end is missing, and with it the list of what it holds.
///
/// Every file in a zip has a header of its own (PKWARE, APPNOTE 6.3.10, 4.3.7: `PK\3\4`, flags at byte 6,
/// method at 8, packed length at 18, lengths of name and extra field at 26 and 28), so what came before
/// the cut can still be found.
enum CutZip {
  /// A file that was found.
  struct Found: Hashable {
    /// Its path inside the archive.
    let name: String
    /// Where its packed bytes begin.
    let start: Int
    /// How many they are; `nil` when the header does not say.
    let packedCount: Int?
    /// Whether they are deflated; stored as they are otherwise.
    let isDeflated: Bool
  }

  /// The files of an archive, from its front to where nothing more is found; folders are left out.
  ///
  /// - Throws: `severalRecordings` where another archive follows.
  static func files(in path: String) throws(SensorFileError) -> [Found] {
    let file = try PlainBytes(path: path)
    var found: [Found] = []
    var names: Set<String> = []
    var (place, last) = (0, 0)
    while found.count < ZipArchive.entryLimit,
      let next = try header(at: place, of: file)
    {
      if !next.name.hasSuffix("/") {
        guard names.insert(next.name).inserted else { throw ZipEnd.joined(at: place, of: path) }
        found.append(next)
      }
      last = place
      guard let end = try end(of: next, path: path, file: file) else { break }
      place = end
    }
    // Where neither a file nor the list follows, the last file is cut off or damaged.
    let isList = try bytes(listMark.count, at: place, of: file) == listMark
    try checkRest(
      of: file, from: isList ? place : last + mark.count, names: isList ? nil : names, path: path)
    if isList { try ZipEnd.check(file, behind: place, of: path) }
    return found
  }

  /// Throws where another archive begins in the rest of a file: with any file behind the list of the first one, and with one
  /// of these names where that list is cut off.
  private static func checkRest(
    of file: PlainBytes, from start: Int, names: Set<String>?, path: String
  ) throws(SensorFileError) {
    var place = start
    while true {
      let piece = try bytes(1 << 16, at: place, of: file)
      guard piece.count >= mark.count else { return }
      guard let next = piece.firstPlace(of: mark) else {
        place += piece.count - mark.count + 1
        continue
      }
      if let other = try header(at: place + next, of: file), names?.contains(other.name) ?? true {
        throw ZipEnd.joined(at: place + next, of: path)
      }
      place += next + mark.count
    }
  }

  private static let headerByteCount = 30
  /// How the header of a file begins.
  static let mark: [UInt8] = [0x50, 0x4b, 3, 4]
  /// How the list of an archive begins, behind its files.
  private static let listMark: [UInt8] = [0x50, 0x4b, 1, 2]

  private static func header(at place: Int, of file: PlainBytes) throws(SensorFileError) -> Found? {
    let head = try bytes(headerByteCount, at: place, of: file)
    guard head.count == headerByteCount, head.starts(with: mark) else { return nil }
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(head[place + $1]) << (8 * $1) }
    }
    let (flags, method) = (number(6, 2), number(8, 2))
    // Encrypted, or packed in a way that nobody uses for recordings.
    guard flags & 1 == 0, method == 0 || method == 8 else { return nil }
    let name = try bytes(number(26, 2), at: place + headerByteCount, of: file)
    let packedCount = number(18, 4)
    let isNamed = flags & 8 == 0 && packedCount != 0xffff_ffff
    return Found(
      name: String(decoding: name, as: UTF8.self),
      start: place + headerByteCount + number(26, 2) + number(28, 2),
      packedCount: isNamed ? packedCount : nil, isDeflated: method == 8)
  }

  /// Where the next header or the list is: behind the packed bytes, and behind up to 24 bytes of lengths where those
  /// stand after them; `nil` when the file is cut before.
  private static func end(
    of found: Found, path: String, file: PlainBytes
  ) throws(SensorFileError) -> Int? {
    if let count = found.packedCount { return found.start + count }
    guard found.isDeflated else { return nil }
    let stream = try CutZipBytes(path: path, found: found)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while try stream.read(into: &piece) > 0 {}
    guard let end = stream.packedEnd else { return nil }
    let after = try bytes(24 + mark.count, at: end, of: file)
    return after.indices.first { place in
      [mark, listMark].contains { after[place...].starts(with: $0) }
    }.map { end + $0 }
  }

  /// Bytes from a place on, fewer at the end of the file.
  static func bytes(
    _ count: Int, at place: Int, of file: PlainBytes
  ) throws(SensorFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SensorFileError) in try file.read(buffer, at: place) }
    }
    return Array(bytes.prefix(try result.get()))
  }
}

/// The unpacked bytes of a file in a zip file whose end is missing, as far as they go.
final class CutZipBytes: ByteStream {
  private static let inputCapacity = 1 << 16

  private let file: PlainBytes
  private let found: CutZip.Found
  private let input = UnsafeMutableRawBufferPointer.allocate(
    byteCount: inputCapacity, alignment: 16)
  private var inflater = z_stream()
  private var place: Int
  private var unpackedCount = 0
  private var hasEnded = false
  /// Behind the last packed byte; `nil` until all of them are unpacked.
  private(set) var packedEnd: Int?
  private(set) var damage: String?

  init(path: String, found: CutZip.Found) throws(SensorFileError) {
    file = try PlainBytes(path: path)
    self.found = found
    place = found.start
    // No header and no checksum around the deflated bytes: 15 bits of history, negative.
    let status = inflateInit2_(
      &inflater, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      input.deallocate()
      throw SensorFileError(.notReadable, path: path, "zlib could not start (\(status)).")
    }
  }

  deinit {
    inflateEnd(&inflater)
    input.deallocate()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    guard !hasEnded, !buffer.isEmpty else { return 0 }
    let count = found.isDeflated ? try inflated(into: buffer) : try stored(into: buffer)
    unpackedCount += count
    return count
  }

  private func stored(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    let rest = found.packedCount.map { found.start + $0 - place } ?? .max
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, rest)])
    let count = try file.read(room, at: place)
    place += count
    if count == 0 { end(isWhole: rest == 0) }
    return count
  }

  private func inflated(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    inflater.next_out = buffer.baseAddress?.assumingMemoryBound(to: Bytef.self)
    inflater.avail_out = uInt(buffer.count)
    while !hasEnded, inflater.avail_out > 0 {
      if inflater.avail_in == 0 {
        let count = try file.read(input, at: place)
        place += count
        inflater.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
        inflater.avail_in = uInt(count)
        if count == 0 { end(isWhole: false) }
      }
      if hasEnded { break }
      switch inflate(&inflater, Z_NO_FLUSH) {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END: end(isWhole: true)
      default: end(isWhole: false)
      }
    }
    return buffer.count - Int(inflater.avail_out)
  }

  private func end(isWhole: Bool) {
    hasEnded = true
    if isWhole {
      packedEnd = place - Int(inflater.avail_in)
      damage =
        "the zip file is cut off behind \(found.name): its list of files is gone, and others may be "
        + "missing"
    } else {
      damage =
        "the zip file is cut off or damaged inside \(found.name), at its byte \(place); what comes "
        + "after is lost"
    }
  }
}
