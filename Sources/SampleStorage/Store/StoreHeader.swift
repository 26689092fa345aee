import Foundation

/// What the first hundred bytes of an SQLite file say of it, read before SQLite touches the file
/// ("Database File Format" of SQLite's documentation, section 1.3).
struct StoreHeader: Hashable {
  /// Number of the newest migration that was applied: SQLite's user version, at byte 60.
  var schema: Int
  /// Who made the file: SQLite's application identifier, at byte 68.
  var application: UInt32

  /// The letters "gait" as a number.
  static let gait: UInt32 = 0x6761_6974
  private static let magic = Array("SQLite format 3".utf8) + [0]

  /// Reads the header of a file; throws when the file is not a store that this version knows.
  init(path: String) throws(StoreError) {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw StoreError.failed(path: path, message: "the file cannot be opened for reading")
    }
    defer { try? file.close() }
    let bytes = Array((try? file.read(upToCount: 100)) ?? Data())
    guard bytes.count == 100, bytes.starts(with: Self.magic) else {
      throw StoreError.notAStore(
        path: path, found: bytes.isEmpty ? "an empty file" : "not even an SQLite file")
    }
    schema = Int(Self.number(bytes[60..<64]))
    application = Self.number(bytes[68..<72])
    guard application == Self.gait else {
      throw StoreError.notAStore(path: path, found: "another program's SQLite file")
    }
    guard schema <= StoreSchema.newest else {
      throw StoreError.newerSchema(path: path, found: schema, known: StoreSchema.newest)
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
