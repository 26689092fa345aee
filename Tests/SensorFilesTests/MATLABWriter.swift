import CMatio
import Foundation

@testable import SensorFiles

/// Writes MATLAB files with matio.
enum MATLABWriter {
  /// The kinds of files.
  enum Version: String, CaseIterable {
    case level5, compressed5, hdf5, compressedHDF5

    var matio: mat_ft {
      self == .level5 || self == .compressed5 ? MAT_FT_MAT5 : MAT_FT_MAT73
    }

    var compression: matio_compression {
      self == .level5 || self == .hdf5 ? MAT_COMPRESSION_NONE : MAT_COMPRESSION_ZLIB
    }
  }

  /// What a variable holds.
  indirect enum Value {
    /// Numbers one column after the other, stored as this kind.
    case numbers([Double], rows: Int, columns: Int, kind: MATLABNumber = .double)
    case complex
    case text(String)
    case cell
    case structure([(String, Value)])

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

  struct Failure: Error {}

  static func write(
    _ variables: [(String, Value)], to path: String, _ version: Version = .level5
  ) throws {
    try MatioLibrary.alone {
      Result {
        guard let file = Mat_CreateVer(path, nil, version.matio) else { throw Failure() }
        defer { Mat_Close(file) }
        for (name, value) in variables {
          guard let variable = make(name, value) else { throw Failure() }
          defer { Mat_VarFree(variable) }
          guard Mat_VarWrite(file, variable, version.compression) == 0 else { throw Failure() }
        }
      }
    }.get()
  }

  private static func make(_ name: String?, _ value: Value) -> UnsafeMutablePointer<matvar_t>? {
    switch value {
    case .numbers(let values, let rows, let columns, let kind):
      return make(name, values, rows, columns, kind)
    case .text(let text):
      var dims = [1, text.utf8.count]
      return Array(text.utf8).withUnsafeBytes {
        Mat_VarCreate(
          name, MAT_C_CHAR, MAT_T_UTF8, 2, &dims, UnsafeMutableRawPointer(mutating: $0.baseAddress),
          0)
      }
    case .complex: return complex(name)
    case .cell:
      var dims = [1, 1]
      let cell = Mat_VarCreate(name, MAT_C_CELL, MAT_T_CELL, 2, &dims, nil, 0)
      Mat_VarSetCell(cell, 0, make(nil, .scalar(1)))
      return cell
    case .structure(let fields): return structure(name, fields)
    }
  }

  private static func structure(
    _ name: String?, _ fields: [(String, Value)]
  ) -> UnsafeMutablePointer<matvar_t>? {
    let names = fields.map { strdup($0.0) }
    defer { names.forEach { free($0) } }
    let dims = [1, 1]
    let pointers = names.map { $0.map { UnsafePointer($0) } } + [nil]
    let result = pointers.withUnsafeBufferPointer {
      Mat_VarCreateStruct2(name, 2, dims, $0.baseAddress)
    }
    for (field, value) in fields {
      Mat_VarSetStructFieldByName(result, field, 0, make(nil, value))
    }
    return result
  }

  private static func complex(_ name: String?) -> UnsafeMutablePointer<matvar_t>? {
    var dims = [4, 3]
    var (real, imaginary) = ([Double](repeating: 1, count: 12), [Double](repeating: 2, count: 12))
    return real.withUnsafeMutableBytes { real in
      imaginary.withUnsafeMutableBytes { imaginary in
        var parts = mat_complex_split_t(Re: real.baseAddress, Im: imaginary.baseAddress)
        return Mat_VarCreate(
          name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, &dims, &parts, Int32(MAT_F_COMPLEX.rawValue))
      }
    }
  }

  private static func make(
    _ name: String?, _ values: [Double], _ rows: Int, _ columns: Int, _ kind: MATLABNumber
  ) -> UnsafeMutablePointer<matvar_t>? {
    func make<Number>(
      _ numbers: [Number], _ classType: matio_classes, _ dataType: matio_types
    ) -> UnsafeMutablePointer<matvar_t>? {
      var dims = [rows, columns]
      return numbers.withUnsafeBytes {
        Mat_VarCreate(
          name, classType, dataType, 2, &dims, UnsafeMutableRawPointer(mutating: $0.baseAddress), 0)
      }
    }
    return switch kind {
    case .int8: make(values.map { Int8($0) }, MAT_C_INT8, MAT_T_INT8)
    case .uint8: make(values.map { UInt8($0) }, MAT_C_UINT8, MAT_T_UINT8)
    case .int16: make(values.map { Int16($0) }, MAT_C_INT16, MAT_T_INT16)
    case .uint16: make(values.map { UInt16($0) }, MAT_C_UINT16, MAT_T_UINT16)
    case .int32: make(values.map { Int32($0) }, MAT_C_INT32, MAT_T_INT32)
    case .uint32: make(values.map { UInt32($0) }, MAT_C_UINT32, MAT_T_UINT32)
    case .int64: make(values.map { Int64($0) }, MAT_C_INT64, MAT_T_INT64)
    case .uint64: make(values.map { UInt64($0) }, MAT_C_UINT64, MAT_T_UINT64)
    case .single: make(values.map { Float($0) }, MAT_C_SINGLE, MAT_T_SINGLE)
    case .double: make(values, MAT_C_DOUBLE, MAT_T_DOUBLE)
    }
  }

  /// All numbers of a variable as matio itself reads them, one column after the other.
  static func matioNumbers(_ name: String, in path: String) -> [Double]? {
    MatioLibrary.alone {
      guard let file = Mat_Open(path, Int32(MAT_ACC_RDONLY.rawValue)) else { return nil }
      defer { Mat_Close(file) }
      guard let variable = Mat_VarRead(file, name) else { return nil }
      defer { Mat_VarFree(variable) }
      guard let data = variable.pointee.data,
        let kind = MATLABNumber(classCode: Int(variable.pointee.class_type.rawValue))
      else { return nil }
      let count = variable.pointee.dims[0] * variable.pointee.dims[1]
      var numbers = [Double](repeating: 0, count: count)
      kind.widen(data, count: count, swapsBytes: false, into: &numbers)
      return numbers
    }
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
