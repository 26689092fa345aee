/// A document that is no recording, plain, in a gzip file or in a zip file: its bytes, piece by piece.
public struct DocumentFile {
  private let stream: any ByteStream

  /// A phone keeps a file of every route beside its export: more than a recording has, bytes of
  /// names only.
  private static let entryLimit = 1_000_000

  /// Opens a document.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - choose: picks one of the files in a zip file by its path in it; `nil` when none fits.
  /// - Throws: `SensorFileError` when the file cannot be read or none in it fits.
  public init(_ path: String, choose: ([String]) -> String?) throws(SensorFileError) {
    guard case .regularFile = try PathKind(of: path) else {
      throw SensorFileError(.notARegularFile, path: path, "this is a folder; give a file in it.")
    }
    let plain = try PlainBytes(path: path)
    var head = [UInt8](repeating: 0, count: 4)
    let count = try plain.read(into: &head)
    let start = head.prefix(count)
    if start.starts(with: [0x50, 0x4b, 0x03, 0x04]) {
      let archive = try ZipArchive(path: path, entryLimit: Self.entryLimit)
      let chosen = choose(archive.entries.map(\.name))
      guard let entry = archive.entries.first(where: { $0.name == chosen }) else {
        throw SensorFileError(
          .unknownFormat, path: path, "none of the \(archive.entries.count) files in it is meant.")
      }
      stream = try archive.bytes(of: entry)
    } else if start.starts(with: [0x1f, 0x8b]) {
      stream = try GzipBytes(path: path, packed: try PlainBytes(path: path))
    } else {
      stream = try PlainBytes(path: path)
    }
  }

  /// The next bytes, at most so many; `nil` at the end or where the file is damaged.
  public func next(_ count: Int) throws(SensorFileError) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: count)
    let read = try stream.read(into: &piece)
    return read == 0 ? nil : Array(piece.prefix(read))
  }

  /// What was wrong with the bytes so far, in words, or `nil` when nothing was.
  public var damage: String? { stream.damage }
}
