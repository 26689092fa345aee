/// The bytes of an HDF5 file, wherever they are asked for.
///
/// An address counts from the first byte of HDF5, which in MATLAB files lies behind 512 bytes of text.
/// Nothing is reserved for bytes that the file does not have.
final class HDF5Source {
  /// No table and no packed chunk is longer, however long the file is.
  private static let mostBytes = 128 << 20

  /// Bytes before address 0.
  let base: Int
  /// Bytes of an address and of a length as the file stores them.
  let widths: (address: Int, length: Int)
  /// Bytes from address 0 to the end of the file.
  var byteCount: Int { file.byteCount - base }

  private let file: any MATLABBytePlaces

  init(_ file: any MATLABBytePlaces, base: Int, widths: (address: Int, length: Int)) {
    self.file = file
    self.base = base
    self.widths = widths
  }

  /// Fills a buffer; throws when the file ends before that.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at address: Int, _ what: String
  ) throws(HDF5Fault) {
    let (end, overflows) = address.addingReportingOverflow(buffer.count)
    guard address >= 0, !overflows, end <= byteCount else {
      throw .damaged("has \(what) at byte \(place(address)), beyond the end of the file")
    }
    let count: Int
    do {
      count = try file.read(buffer, at: base + address)
    } catch {
      throw .damaged(error.message)
    }
    guard count == buffer.count else {
      throw .damaged("was cut while \(what) was read")
    }
  }

  /// So many bytes.
  func bytes(_ count: Int, at address: Int, _ what: String) throws(HDF5Fault) -> [UInt8] {
    guard count >= 0, count <= min(byteCount, Self.mostBytes) else {
      throw .damaged("has \(what) of \(count) bytes in a file of \(byteCount)")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(HDF5Fault) in try read(into: buffer, at: address, what) }
    }
    try result.get()
    return bytes
  }

  /// A reader of so many bytes.
  func cursor(
    _ count: Int, at address: Int, _ what: String
  ) throws(HDF5Fault) -> HDF5Cursor {
    HDF5Cursor(
      try bytes(count, at: address, what)[...], place: place(address), widths: widths, what: what)
  }

  /// Where an address lies in the file.
  private func place(_ address: Int) -> Int { base.addingReportingOverflow(address).partialValue }
}

/// The first table of an HDF5 file (specification 3.0, II.A, versions 0 to 3).
struct HDF5Superblock {
  /// The bytes by which HDF5 is known.
  static let signature: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]

  /// MATLAB's text fills the first of these; the format allows the others.
  private static let places = [512, 0, 1024, 2048]
  private static let longest = 128

  /// The file, with its addresses.
  let source: HDF5Source
  /// The header of the group that all variables lie in.
  let root: Int
  /// How long the file was when it was written.
  let byteCount: Int

  /// Finds and reads it.
  init(_ file: any MATLABBytePlaces) throws(HDF5Fault) {
    let plain = HDF5Source(file, base: 0, widths: (8, 8))
    guard
      let base = Self.places.first(where: {
        (try? plain.bytes(8, at: $0, "mark")) == Self.signature
      })
    else { throw .damaged("has no mark of HDF5 at byte \(Self.places[0])") }
    let count = min(Self.longest, file.byteCount - base)
    var bytes = try plain.cursor(count, at: base, "superblock")
    try bytes.skip(8)
    let version = try bytes.number(1)
    guard version <= 3 else { throw .unread("has a superblock of version \(version)") }
    // Versions of smaller tables come before the sizes.
    if version < 2 { try bytes.skip(4) }
    let widths = (address: try bytes.number(1), length: try bytes.number(1))
    guard [2, 4, 8].contains(widths.address), [2, 4, 8].contains(widths.length) else {
      throw .damaged("has addresses of \(widths.address) and lengths of \(widths.length) bytes")
    }
    // Flags, and how many children tables have.
    try bytes.skip([9, 13, 1, 1][version])
    let source = HDF5Source(file, base: base, widths: widths)
    var table = try source.cursor(count - bytes.usedCount, at: bytes.usedCount, "superblock")
    _ = try table.address()
    _ = try table.address()
    let end = try table.address() ?? 0
    // Before version 2: a driver's table, then the entry of the group, a name's place first.
    if version < 2 {
      _ = try table.address()
      _ = try table.address()
    }
    guard let root = try table.address() else { throw .damaged("has no first group") }
    self.source = source
    self.root = root
    byteCount = end
  }
}

/// Why a part of an HDF5 file cannot be read, in words that follow its name: `has no …`.
struct HDF5Fault: Error, Hashable {
  /// Whether the bytes break the format; otherwise they keep it in a way that is not read here.
  let isDamage: Bool
  /// What came, and what to do where something can be done.
  let words: String

  /// Bytes that break the format.
  static func damaged(_ words: String) -> HDF5Fault { HDF5Fault(isDamage: true, words: words) }

  /// A part of the format that MATLAB does not use.
  static func unread(_ words: String) -> HDF5Fault {
    HDF5Fault(isDamage: false, words: "\(words), which is not read; save it again with -v7")
  }
}
