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
  init(_ file: PlainBytes) throws(HDF5Fault) {
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
