import CZip
import Foundation

/// Writes zip files for tests.
public enum ZipWriter {
  /// Packs members into a new zip file, in the order of their names.
  public static func write(_ members: [String: [UInt8]], to path: String) throws {
    var code: Int32 = 0
    guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
      throw Fault(words: "zip_open gave \(code)")
    }
    for (name, bytes) in members.sorted(by: { $0.key < $1.key }) {
      // libzip takes the copy over and frees it.
      let copy = malloc(max(bytes.count, 1))
      bytes.withUnsafeBytes { source in
        if let base = source.baseAddress { copy?.copyMemory(from: base, byteCount: bytes.count) }
      }
      let source = zip_source_buffer(archive, copy, UInt64(bytes.count), 1)
      guard zip_file_add(archive, name, source, 0) >= 0 else {
        throw Fault(words: String(cString: zip_strerror(archive)))
      }
    }
    guard zip_close(archive) == 0 else {
      throw Fault(words: String(cString: zip_strerror(archive)))
    }
  }

  /// Why nothing was written.
  struct Fault: Error { let words: String }
}
