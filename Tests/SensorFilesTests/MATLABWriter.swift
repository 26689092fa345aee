import CZlib
import Foundation

import MATLABFiles
@testable import SensorFiles

/// Writes MATLAB files of every kind.
enum MATLABWriter {
  /// The kinds of files.
  enum Version: String, CaseIterable {
    case level5, compressed5, hdf5, compressedHDF5

    /// Whether numbers are packed with zlib.
    var isPacked: Bool { self == .compressed5 || self == .compressedHDF5 }
    /// Whether it is version 7.3.
    var isHDF5: Bool { self == .hdf5 || self == .compressedHDF5 }
  }

  /// What a variable holds.
  indirect enum Value {
    /// Numbers one column after the other, stored as this kind.
    case numbers([Double], rows: Int, columns: Int, kind: MATLABNumber = .double)
    /// Complex numbers, 4×3.
    case complex
    case text(String)
    /// A cell of one number.
    case cell
    case structure([(String, Value)])
    /// Two structures, each with a field of one number.
    case structureArray(field: String)

    static func scalar(_ value: Double) -> Value { .numbers([value], rows: 1, columns: 1) }

    /// A vector that stands.
    static func vector(_ values: [Double], kind: MATLABNumber = .double) -> Value {
      .numbers(values, rows: values.count, columns: 1, kind: kind)
    }

    /// A matrix of columns.
    static func columns(_ columns: [[Double]], kind: MATLABNumber = .double) -> Value {
      .numbers(
        columns.flatMap(\.self), rows: columns[0].count, columns: columns.count, kind: kind)
    }

    /// A matrix with a column for every sample.
    static func rows(_ rows: [[Double]]) -> Value {
      let count = rows[0].count
      return .numbers(
        (0..<count).flatMap { place in rows.map { $0[place] } }, rows: rows.count, columns: count)
    }
  }

  static func write(
    _ variables: [(String, Value)], to path: String, _ version: Version = .level5
  ) throws {
    try Data(bytes(of: variables, version)).write(to: URL(fileURLWithPath: path))
  }

  /// A whole file.
  static func bytes(of variables: [(String, Value)], _ version: Version) -> [UInt8] {
    version.isHDF5
      ? MATLAB73Writer.bytes(of: variables, isPacked: version.isPacked)
      : Level5Writer.bytes(of: variables, isPacked: version.isPacked)
  }

  /// The text in front of every file, with a version and the mark of the byte order.
  static func head(_ name: String, version: UInt8) -> [UInt8] {
    let text = "MATLAB \(name) MAT-file, Platform: GLNXA64, Created on: Mon Jan  1 00:00:00 2024"
    return Array(text.utf8) + [UInt8](repeating: 32, count: 116 - text.utf8.count)
      + [UInt8](repeating: 0, count: 8) + [0, version] + Array("IM".utf8)
  }

  /// A whole number, lowest byte first.
  static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Numbers as they are stored.
  static func stored(_ values: [Double], as kind: MATLABNumber) -> [UInt8] {
    func bytes<Number>(_ number: (Double) -> Number) -> [UInt8] {
      values.map(number).withUnsafeBytes { Array($0) }
    }
    return switch kind {
    case .int8: bytes { Int8($0) }
    case .uint8: bytes { UInt8($0) }
    case .int16: bytes { Int16($0) }
    case .uint16: bytes { UInt16($0) }
    case .int32: bytes { Int32($0) }
    case .uint32: bytes { UInt32($0) }
    case .int64: bytes { Int64($0) }
    case .uint64: bytes { UInt64($0) }
    case .single: bytes { Float($0) }
    case .double: bytes { $0 }
    }
  }

  /// Bytes in the format of zlib.
  static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(uLong(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(count))
    compress(&packed, &count, bytes, uLong(bytes.count))
    return Array(packed[..<Int(count)])
  }
}

/// A person who stands and turns a little, at 100 Hz: acceleration in g and angular rate in deg/s.
struct StandingSamples {
  var acceleration: [[Double]]
  var angularRate: [[Double]]

  init(count: Int = 400) {
    func sway(_ row: Int, _ prime: Int) -> Double { Double((row * prime) % 101 - 50) / 500 }
    acceleration = [7919, 104_729, 1299].enumerated().map { axis, prime in
      (0..<count).map { sway($0, prime) + (axis == 1 ? 1 : 0) }
    }
    angularRate = [613, 1021, 2029].map { prime in (0..<count).map { sway($0, prime) * 700 } }
  }
}
