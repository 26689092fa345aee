import Foundation
import SampleStorage

/// What a damaged file that comes into a store may do: be read, or be refused with an `ImportError` or a `SealError`.
/// `Tools/fuzz` links this file.
enum DamagedDoors {
  /// An instant after which nothing in a file can be.
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Reads bytes as a phone's health export, in pieces whose length the first byte says; which promise was broken, or
  /// `nil`.
  static func healthBreach(_ bytes: [UInt8]) -> String? {
    var rest = bytes.dropFirst()
    let pieceBytes = Int(bytes.first ?? 0) * 4 + 1
    var reader = HealthExportReader(participant: "P", path: "export.xml", now: now) {
      defer { rest = rest.dropFirst(pieceBytes) }
      return rest.isEmpty ? nil : Array(rest.prefix(pieceBytes))
    }
    return breach { while try reader.next() != nil {} }
  }

  /// Reads bytes as an export of a store: CSV, lines of JSON, or sealed.
  ///
  /// - Parameters:
  ///   - bytes: the export.
  ///   - folder: a folder for the file.
  /// - Returns: which promise was broken; `nil` when all were kept.
  static func exportBreach(_ bytes: [UInt8], in folder: String) -> String? {
    let path = folder + "/samples"
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    return breach {
      let key = try ExportKey(fileBytes: Array(repeating: 7, count: 32))
      var reader = try ExportReader(path, key: key, now: now)
      while try reader.next() != nil {}
    }
  }

  private static func breach(_ read: () throws -> Void) -> String? {
    do { try read() } catch {
      return error is ImportError || error is SealError ? nil : "an error of another kind: \(error)"
    }
    return nil
  }
}
