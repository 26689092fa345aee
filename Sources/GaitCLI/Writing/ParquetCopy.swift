import Foundation

/// What `Tools/parquet` made of a table, beside it.
enum ParquetCopy {
  /// Where it is written in a file who wrote it, bytes from its end.
  private static let tailByteCount: UInt64 = 1 << 16

  /// Whether a file is Parquet as pyarrow writes it, by its first and last bytes.
  static func isOwn(_ path: String) -> Bool {
    guard FileKind(of: path) == .file, let file = FileHandle(forReadingAtPath: path) else {
      return false
    }
    defer { try? file.close() }
    let mark = Data("PAR1".utf8)
    guard (try? file.read(upToCount: 4)) == mark, let length = try? file.seekToEnd(),
      (try? file.seek(toOffset: length - min(length, tailByteCount))) != nil,
      let tail = try? file.readToEnd()
    else { return false }
    return tail.suffix(4) == mark && tail.firstRange(of: Data("parquet-cpp-arrow".utf8)) != nil
  }
}
