/// The record at the end of a zip file, which says where its list lies.
enum ZipEnd {
  private static let signature: [UInt8] = [0x50, 0x4b, 5, 6]
  /// Bytes of the record, and of the longest comment behind it.
  private static let (byteCount, longestComment) = (22, 65_535)
  /// Bytes of empty blocks and lines, which are no other file.
  private static let blank: Set<UInt8> = [0, 0xff, 9, 10, 13, 32]

  /// A zip file is read from its end: what stands before the archive that ends there would be passed over in silence, and so
  /// would what follows it, as an archive that is cut off or any other file.
  ///
  /// - Throws: `severalRecordings` where a file holds more than one archive and blank bytes behind it.
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
    func number(_ offset: Int, _ count: Int = 4) -> Int {
      (0..<count).reduce(0) { $0 | Int(tail[end + offset + $1]) << (8 * $1) }
    }
    let behind = end + byteCount + number(20, 2)
    if behind != count {
      // The record says how long its comment is, and may be cut off itself.
      if let other = (end + signature.count..<count).first(where: { isMarked($0, CutZip.mark) }) {
        throw joined(at: start + other, of: path)
      }
      if let other = tail[min(behind, count)..<count].firstIndex(where: { !blank.contains($0) }) {
        throw followed(at: start + other, of: path)
      }
    }
    let (listLength, listOffset) = (number(12), number(16))
    // A file of more than 4 GB says it elsewhere.
    guard listOffset != 0xffff_ffff, listLength != 0xffff_ffff else { return }
    let before = start + end - listLength - listOffset
    // Where nothing begins there, the record is damaged.
    guard before >= byteCount, try begins(file, at: before) else { return }
    throw joined(at: before, of: path)
  }

  /// Looks for something behind the end of an archive that lies too far from the file's end to be found from there, by where
  /// the archive's list begins.
  ///
  /// - Throws: `severalRecordings` where something follows.
  static func check(
    _ file: PlainBytes, behind list: Int, of path: String
  ) throws(SensorFileError) {
    var place = list
    while true {
      let piece = try CutZip.bytes(1 << 16, at: place, of: file)
      guard piece.count >= byteCount else { return }
      guard let mark = piece.firstPlace(of: signature) else {
        place += piece.count - signature.count + 1
        continue
      }
      place += mark
      let record = try CutZip.bytes(byteCount, at: place, of: file)
      guard record.count == byteCount else { return }
      // The record says how long the list is that lies before it.
      let length = (0..<4).reduce(0) { $0 | Int(record[12 + $1]) << (8 * $1) }
      guard length == place - list else {
        place += signature.count
        continue
      }
      place += byteCount + Int(record[20]) + Int(record[21]) << 8
      while case let rest = try CutZip.bytes(1 << 16, at: place, of: file), !rest.isEmpty {
        if let other = rest.firstIndex(where: { !blank.contains($0) }) {
          throw followed(at: place + other, of: path)
        }
        place += rest.count
      }
      return
    }
  }

  /// What to say of bytes behind an archive.
  private static func followed(at byte: Int, of path: String) -> SensorFileError {
    SensorFileError(
      .severalRecordings, path: path,
      "the zip file has ended before byte \(byte.grouped), and something else follows: files were put behind each other, and "
        + "only the first of them could be read. Give each as a file of its own.")
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
