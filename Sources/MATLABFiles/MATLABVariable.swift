/// A variable of a MATLAB file, or a field of a structure: what it is and where its numbers lie.
public struct MATLABVariable {
  /// Its name.
  public let name: String
  /// What it holds.
  public let content: Content

  /// What a variable can hold, as far as it is told apart.
  public indirect enum Content {
    /// A structure of one element, with its fields.
    case structure([MATLABVariable])
    /// Real numbers in two dimensions.
    case matrix(MATLABMatrix)
    /// A short line of text.
    case text(String)
    /// Anything else, in words: `4×1 cell`, `empty`.
    case other(String)
  }

  /// The fields of a structure; none of anything else.
  public var fields: [MATLABVariable] {
    if case .structure(let fields) = content { return fields }
    return []
  }

  /// The matrix, or `nil`.
  public var matrix: MATLABMatrix? {
    if case .matrix(let matrix) = content { return matrix }
    return nil
  }

  /// The text, or `nil`.
  public var text: String? {
    if case .text(let text) = content { return text }
    return nil
  }

  /// Size and kind, for messages: `3000×3 double`.
  public var words: String {
    switch content {
    case .structure(let fields): "structure of \(fields.count) fields"
    case .matrix(let matrix): "\(matrix.rowCount)×\(matrix.columnCount) \(matrix.className)"
    case .text: "text"
    case .other(let words): words
    }
  }

  /// The field of a structure by its name, whatever its case.
  public subscript(name: String) -> MATLABVariable? {
    fields.first { $0.name.lowercased() == name.lowercased() }
  }
}

/// Real numbers in rows and columns, one column after the other.
public struct MATLABMatrix {
  /// Rows.
  public let rowCount: Int
  /// Columns.
  public let columnCount: Int
  /// MATLAB's word for the kind of number: `double`, `int16`.
  public let className: String
  /// The value of a matrix of one element.
  public let scalar: Double?
  /// Where the numbers lie; what that means only the file knows that made it.
  let place: Place

  /// Where numbers lie.
  enum Place {
    /// In bytes of a file of level 5, from this one on of the element, in this kind.
    case element(MATLABElement, offset: Int, number: MATLABNumber)
    /// In a file of version 7.3, whose variable has this name.
    case dataset(HDF5Dataset, path: String)
  }

  /// How many numbers there are.
  public var count: Int { rowCount * columnCount }
}

/// A file of either kind.
protocol MATLABContainer: AnyObject {
  /// What is in it, in the order of the file.
  var variables: [MATLABVariable] { get }
  /// What was wrong with it so far, in words.
  var faults: [String] { get }

  /// Readers of matrices of this file, each at its first row. A row is a column of the file where
  /// `isTransposed`. Checksums lie at the end of what is compressed, and are looked at on request.
  func series(
    of matrices: [MATLABMatrix], isTransposed: [Bool], looksAtChecksums: Bool
  ) throws(MATLABFileError) -> [any MATLABSeries]
}

/// The rows of a matrix, first to last.
public protocol MATLABSeries: AnyObject {
  /// Numbers in a row.
  var width: Int { get }

  /// Reads the next rows: numbers of one column follow each other in `target`, those of the next
  /// begin `stride` further on. Fewer rows than asked for come only where the matrix or the file
  /// ends.
  func read(_ count: Int, into target: UnsafeMutablePointer<Double>, stride: Int) -> Int
}

/// The kinds of numbers in MATLAB files, as they are stored.
package enum MATLABNumber: String {
  case int8, uint8, int16, uint16, int32, uint32, single, double, int64, uint64

  /// The kind that level 5 gives this code (`miINT8` = 1 …), or `nil`.
  package init?(level5Code code: UInt32) {
    switch code {
    case 1: self = .int8
    case 2: self = .uint8
    case 3: self = .int16
    case 4: self = .uint16
    case 5: self = .int32
    case 6: self = .uint32
    case 7: self = .single
    case 9: self = .double
    case 12: self = .int64
    case 13: self = .uint64
    default: return nil
    }
  }

  /// The kind that an array's class has (`mxDOUBLE_CLASS` = 6 …), or `nil`.
  package init?(classCode code: Int) {
    let kinds: [MATLABNumber] = [
      .double, .single, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64, .uint64,
    ]
    guard (6..<6 + kinds.count).contains(code) else { return nil }
    self = kinds[code - 6]
  }

  /// Bytes of one number.
  package var byteCount: Int {
    switch self {
    case .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .single: 4
    case .double, .int64, .uint64: 8
    }
  }

  /// Widens stored numbers: every `step`th one of `count` from `bytes` on.
  func widen(
    _ bytes: UnsafeRawPointer, step: Int = 1, count: Int, swapsBytes: Bool,
    into target: UnsafeMutablePointer<Double>
  ) {
    let step = step * byteCount
    func widen<Bits: FixedWidthInteger>(_: Bits.Type, _ value: (Bits) -> Double) {
      for place in 0..<count {
        let bits = bytes.loadUnaligned(fromByteOffset: place * step, as: Bits.self)
        target[place] = value(swapsBytes ? bits.byteSwapped : bits)
      }
    }
    switch self {
    case .int8: widen(Int8.self) { Double($0) }
    case .uint8: widen(UInt8.self) { Double($0) }
    case .int16: widen(Int16.self) { Double($0) }
    case .uint16: widen(UInt16.self) { Double($0) }
    case .int32: widen(Int32.self) { Double($0) }
    case .uint32: widen(UInt32.self) { Double($0) }
    case .int64: widen(Int64.self) { Double($0) }
    case .uint64: widen(UInt64.self) { Double($0) }
    case .single: widen(UInt32.self) { Double(Float(bitPattern: $0)) }
    case .double: widen(UInt64.self) { Double(bitPattern: $0) }
    }
  }
}
