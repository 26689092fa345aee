import Foundation
import SampleStorage

/// Reads bytes as a file that comes into a store and ends the program when the reader breaks a
/// promise: it may throw an `ImportError` or a `SealError`, or hand out samples, and nothing else.
public enum FuzzedDoor {
  /// An instant after which nothing in a file can be.
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let path = "/dev/shm/gaitkit-fuzz-\(getpid())-samples"

  /// A phone's health export, in pieces whose length the first byte says.
  public static func health(_ bytes: [UInt8]) {
    var rest = bytes.dropFirst()
    let pieceBytes = Int(bytes.first ?? 0) * 4 + 1
    var reader = HealthExportReader(participant: "P", path: "export.xml", now: now) {
      defer { rest = rest.dropFirst(pieceBytes) }
      return rest.isEmpty ? nil : Array(rest.prefix(pieceBytes))
    }
    check { while try reader.next() != nil {} }
  }

  /// An export of a store: CSV, lines of JSON, or sealed.
  public static func samples(_ bytes: [UInt8]) {
    FileManager.default.createFile(atPath: path, contents: Data(bytes))
    check {
      let key = try ExportKey(fileBytes: Array(repeating: 7, count: 32))
      var reader = try ExportReader(path, key: key, now: now)
      while try reader.next() != nil {}
    }
  }

  private static func check(_ read: () throws -> Void) {
    do { try read() } catch {
      guard error is ImportError || error is SealError else { fatalError("\(error)") }
    }
  }
}
