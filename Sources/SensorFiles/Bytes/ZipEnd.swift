/// The record at the end of a zip file, which says where its list lies.
enum ZipEnd {
  private static let signature: [UInt8] = [0x50, 0x4b, 5, 6]
  /// Bytes of the record, and of the longest comment behind it.
  private static let (byteCount, longestComment) = (22, 65_535)

  /// A zip file is read from its end: what stands before the archive that ends there would be passed over in silence, and so
  /// would one behind it that is cut off.
  ///
  /// - Throws: `severalRecordings` where a file begins with one archive and ends with another.
  static func check(_ path: String) throws(SensorFileError) {
    let file = try PlainBytes(path: path)
    let start = max(0, file.byteCount - byteCount - longestComment)
    let tail = UnsafeMutableRawBufferPointer.allocate(
      byteCount: file.byteCount - start, alignment: 8)
    defer { tail.deallocate() }
    let count = try file.read(tail, at: start)
    func isMarked(_ place: Int, _ mark: [UInt8]) -> Bool { tail[place...].starts(with: mark) }
    guard count >= byteCount,
      let end = (0...count - byteCount).last(where: { isMarked($0, signature) })
    else { return }
    let behind = (end + signature.count..<count).first { isMarked($0, CutZip.mark) }
    if let behind { throw joined(at: start + behind, of: path) }
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(tail[end + offset + $1]) << (8 * $1) }
    }
    let (listLength, listOffset) = (number(12), number(16))
    // A file of more than 4 GB says it elsewhere.
    guard listOffset != 0xffff_ffff, listLength != 0xffff_ffff else { return }
    let before = start + end - listLength - listOffset
    // Where nothing begins there, the record is damaged.
    guard before >= byteCount, try begins(file, at: before) else { return }
    throw joined(at: before, of: path)
  }

  /// What to say of archives that were put behind each other.
  static func joined(at byte: Int, of path: String) -> SensorFileError {
    SensorFileError(
      .severalRecordings, path: path,
      "another archive begins at byte \(byte.grouped): archives were put behind each other, and only one of them could be "
        + "read. Give each as a file of its own.")
  }

  /// Whether an archive begins at a place: with a file, or with its end where it holds none.
  private static func begins(_ file: PlainBytes, at place: Int) throws(SensorFileError) -> Bool {
    let mark = try CutZip.bytes(signature.count, at: place, of: file)
    return mark == CutZip.mark || mark == signature
  }
}
