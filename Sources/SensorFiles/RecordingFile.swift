/// A file as the formats get to see it: its first bytes to be recognized by, and all of them to be
/// read. Compression is already undone.
struct RecordingFile {
  /// How many bytes are looked at to recognize a format and to find a table's header.
  static let headCapacity = 1 << 16

  /// The path as it was given.
  let path: String
  /// Whether the file is compressed with gzip.
  let isCompressed: Bool
  /// The first bytes, unpacked: all of them when the file is shorter than `headCapacity`.
  let head: [UInt8]
  /// What was wrong with the first bytes, or `nil`.
  let headDamage: String?

  /// Looks at the first bytes of a regular file.
  init(path: String) throws(SensorFileError) {
    self.path = path
    let start = try Self.head(of: PlainBytes(path: path), capacity: 2)
    isCompressed = start == [0x1f, 0x8b]
    let stream = try Self.stream(path: path, isCompressed: isCompressed)
    head = try Self.head(of: stream, capacity: Self.headCapacity)
    headDamage = stream.damage
    guard head.isEmpty else { return }
    throw SensorFileError(
      headDamage == nil ? .empty : .damaged, path: path,
      headDamage.map { "nothing can be read: \($0)." } ?? "the file is empty (0 bytes).")
  }

  /// The bytes from the first on, unpacked.
  func bytes() throws(SensorFileError) -> any ByteStream {
    try Self.stream(path: path, isCompressed: isCompressed)
  }

  /// The file's name without folder and extension (`.gz` and one more).
  var name: String { RecordingPath(path).name }

  private static func stream(
    path: String, isCompressed: Bool
  ) throws(SensorFileError) -> any ByteStream {
    let plain = try PlainBytes(path: path)
    return isCompressed ? try GzipBytes(path: path, packed: plain) : plain
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
