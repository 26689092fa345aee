import CZip

/// The record at the end of a zip file, which says where its list lies.
enum ZipEnd {
  private static let signature: [UInt8] = [0x50, 0x4b, 5, 6]
  /// Bytes of the record, and of the longest comment behind it.
  private static let (byteCount, longestComment) = (22, 65_535)

  /// A zip file is read from its end: what stands before the archive that ends there would be passed over in silence.
  ///
  /// - Throws: `severalRecordings` where a file begins with one archive and ends with another.
  static func check(_ path: String) throws(SensorFileError) {
    let file = try PlainBytes(path: path)
    let start = max(0, file.byteCount - byteCount - longestComment)
    let tail = UnsafeMutableRawBufferPointer.allocate(
      byteCount: file.byteCount - start, alignment: 8)
    defer { tail.deallocate() }
    let count = try file.read(tail, at: start)
    guard count >= byteCount,
      let end = (0...count - byteCount).last(where: { tail[$0...].starts(with: signature) })
    else { return }
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(tail[end + offset + $1]) << (8 * $1) }
    }
    let (listLength, listOffset) = (number(12), number(16))
    // A file of more than 4 GB says it elsewhere.
    guard listOffset != 0xffff_ffff, listLength != 0xffff_ffff else { return }
    let before = start + end - listLength - listOffset
    guard before >= byteCount else { return }
    throw SensorFileError(
      .severalRecordings, path: path,
      "there are \(before.grouped) bytes before the archive that ends it: archives were put behind each other, and of them "
        + "only the last could be read. Give each as a file of its own.")
  }
}
