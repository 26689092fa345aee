import MATLABFiles

/// Writes MATLAB files of level 5 (MathWorks, MAT-File Format).
enum Level5Writer {
  typealias Value = MATLABWriter.Value

  /// A whole file; packed variables are elements of kind 15.
  static func bytes(of variables: [(String, Value)], isPacked: Bool) -> [UInt8] {
    MATLABWriter.head("5.0", version: 1)
      + variables.flatMap { name, value in
        let variable = array(name, value)
        guard isPacked else { return variable }
        let packed = MATLABWriter.deflate(variable)
        return number(15) + number(packed.count) + packed
      }
  }

  private static func number(_ value: Int) -> [UInt8] { MATLABWriter.number(value, 4) }

  /// A tag and data, filled up to a multiple of 8; up to 4 bytes lie inside the tag.
  private static func element(_ kind: Int, _ data: [UInt8]) -> [UInt8] {
    guard data.isEmpty || data.count > 4 else {
      return number(data.count << 16 | kind) + data + [UInt8](repeating: 0, count: 4 - data.count)
    }
    return number(kind) + number(data.count) + data + [UInt8](repeating: 0, count: -data.count & 7)
  }

  private static func array(_ name: String, _ value: Value) -> [UInt8] {
    switch value {
    case .numbers(let values, let rows, let columns, let kind):
      array(
        name, classCode(kind), [rows, columns],
        element(level5Code(kind), MATLABWriter.stored(values, as: kind)))
    case .text(let text):
      array(name, 4, [1, text.utf16.count], element(16, Array(text.utf8)))
    case .complex:
      array(
        name, 6 | 0x0800, [4, 3],
        [1.0, 2].flatMap {
          element(9, MATLABWriter.stored([Double](repeating: $0, count: 12), as: .double))
        })
    case .cell: array(name, 1, [1, 1], array("", .scalar(1)))
    case .structure(let fields):
      array(name, 2, [1, 1], names(fields.map(\.0)) + fields.flatMap { array("", $0.1) })
    case .structureArray(let field):
      array(
        name, 2, [1, 2], names([field]) + array("", .scalar(1)) + array("", .scalar(2)))
    }
  }

  private static func array(
    _ name: String, _ flags: Int, _ sizes: [Int], _ data: [UInt8]
  ) -> [UInt8] {
    element(
      14,
      element(6, number(flags) + number(0)) + element(5, sizes.flatMap(number))
        + element(1, Array(name.utf8)) + data)
  }

  /// Names of fields, 32 bytes each.
  private static func names(_ names: [String]) -> [UInt8] {
    element(5, number(32))
      + element(
        1, names.flatMap { Array($0.utf8) + [UInt8](repeating: 0, count: 32 - $0.utf8.count) })
  }

  private static func classCode(_ kind: MATLABNumber) -> Int {
    (6...15).first { MATLABNumber(classCode: $0) == kind } ?? 6
  }

  private static func level5Code(_ kind: MATLABNumber) -> Int {
    (1...13).first { MATLABNumber(level5Code: UInt32($0)) == kind } ?? 9
  }
}
