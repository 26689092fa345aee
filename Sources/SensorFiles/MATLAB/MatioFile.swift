import CMatio

/// A MATLAB file of version 7.3, which is an HDF5 file, read by matio.
///
/// Numbers are asked for in stretches, wherever in a structure they lie. What HDF5 itself does with
/// damaged bytes is out of reach here; see the page on MATLAB files.
final class MatioFile: MATLABContainer {
  private(set) var variables: [MATLABVariable] = []
  private(set) var faults: [String] = []

  /// Longer texts are no names, dates or sites.
  private static let longestText = 512
  /// Fields and variables looked at.
  private static let mostNodes = 100_000

  private let path: String
  private let file: OpaquePointer
  private var roots: [UnsafeMutablePointer<matvar_t>] = []
  private var matrices: [UnsafeMutablePointer<matvar_t>] = []
  private var nodeCount = 0

  /// Looks at the variables of a file.
  init(path: String) throws(SensorFileError) {
    self.path = path
    let opened = MatioLibrary.alone { Mat_Open(path, Int32(MAT_ACC_RDONLY.rawValue)) }
    guard let opened else {
      let words = MatioLibrary.takeComplaint() ?? "HDF5 cannot open it"
      throw SensorFileError(
        .damaged, path: path, "this looks like a MATLAB 7.3 file and cannot be opened: \(words).")
    }
    file = opened
    MatioLibrary.alone { readVariables() }
    if let words = MatioLibrary.takeComplaint() { faults.append(words) }
  }

  deinit {
    MatioLibrary.alone {
      for root in roots { Mat_VarFree(root) }
      Mat_Close(file)
    }
  }

  private func readVariables() {
    while nodeCount < Self.mostNodes, let root = Mat_VarReadNextInfo(file) {
      roots.append(root)
      let name = root.pointee.name.map { String(cString: $0) } ?? ""
      // HDF5 groups that MATLAB keeps for itself.
      guard !name.hasPrefix("#") else { continue }
      variables.append(MATLABVariable(name: name, content: content(of: root, depth: 0)))
    }
  }

  private func content(
    of variable: UnsafeMutablePointer<matvar_t>, depth: Int
  ) -> MATLABVariable.Content {
    nodeCount += 1
    let info = variable.pointee
    guard info.rank > 0, info.rank <= 32, let dims = info.dims, depth < 64,
      nodeCount < Self.mostNodes
    else { return .other("empty") }
    let sizes = (0..<Int(info.rank)).map { dims[$0] }
    let shape = sizes.map(String.init).joined(separator: "×")
    let (count, overflows) = sizes.reduce((1, false)) {
      let (product, overflows) = $0.0.multipliedReportingOverflow(by: Int(clamping: $1))
      return (product, $0.1 || overflows)
    }
    guard !overflows, count <= 1 << 40 else { return .other("damaged \(shape)") }
    switch info.class_type {
    case MAT_C_STRUCT where count == 1: return structure(variable, depth: depth)
    case MAT_C_CHAR: return text(variable, count: count) ?? .other("\(shape) char")
    default:
      guard let number = MATLABNumber(classCode: Int(info.class_type.rawValue)) else {
        return .other("\(shape) \(info.class_type == MAT_C_CELL ? "cell" : "array")")
      }
      let words = "\(shape) \(info.isComplex != 0 ? "complex " : "")\(number.rawValue)"
      guard sizes.count == 2, count > 0, info.isComplex == 0 else { return .other(words) }
      return .matrix(matrix(variable, sizes.map { Int($0) }, number))
    }
  }

  private func structure(
    _ variable: UnsafeMutablePointer<matvar_t>, depth: Int
  ) -> MATLABVariable.Content {
    let count = Int(Mat_VarGetNumberOfFields(variable))
    guard let names = Mat_VarGetStructFieldnames(variable), count < Self.mostNodes else {
      return .structure([])
    }
    return .structure(
      (0..<count).map { place in
        let name = names[place].map { String(cString: $0) } ?? ""
        let isPassedOver = name == MATLABRecording.referenceName
        guard !isPassedOver, let field = Mat_VarGetStructFieldByIndex(variable, place, 0) else {
          return MATLABVariable(name: name, content: .other(isPassedOver ? "passed over" : "empty"))
        }
        return MATLABVariable(name: name, content: content(of: field, depth: depth + 1))
      })
  }

  private func text(
    _ variable: UnsafeMutablePointer<matvar_t>, count: Int
  ) -> MATLABVariable.Content? {
    guard count > 0, count <= Self.longestText else { return count == 0 ? .text("") : nil }
    guard Mat_VarReadDataAll(file, variable) == 0, let data = variable.pointee.data else {
      return nil
    }
    let size = Int(variable.pointee.data_size)
    guard variable.pointee.nbytes >= count * size else { return nil }
    let bytes = UnsafeRawBufferPointer(start: data, count: count * size)
    switch size {
    case 1: return .text(String(decoding: bytes, as: UTF8.self))
    case 2: return .text(String(decoding: bytes.bindMemory(to: UInt16.self), as: UTF16.self))
    default: return nil
    }
  }

  private func matrix(
    _ variable: UnsafeMutablePointer<matvar_t>, _ sizes: [Int], _ number: MATLABNumber
  ) -> MATLABMatrix {
    matrices.append(variable)
    var scalar: Double?
    if sizes[0] * sizes[1] == 1 {
      var value = 0.0
      if read(
        variable, number, start: (0, 0), edge: (1, 1),
        into: {
          number.widen(
            $0, count: 1, swapsBytes: false, into: &value)
        })
      {
        scalar = value
      }
    }
    return MATLABMatrix(
      rowCount: sizes[0], columnCount: sizes[1], className: number.rawValue, scalar: scalar,
      place: .matio(matrices.count - 1))
  }

  /// Reads a stretch of rows and columns and hands out its bytes, one column after the other.
  private func read(
    _ variable: UnsafeMutablePointer<matvar_t>, _ number: MATLABNumber, start: (Int, Int),
    edge: (Int, Int), into take: (UnsafeRawPointer) -> Void
  ) -> Bool {
    var starts = [Int32(start.0), Int32(start.1)]
    var strides: [Int32] = [1, 1]
    var edges = [Int32(edge.0), Int32(edge.1)]
    // matio's own idea of a number's size has been wrong for damaged files: room for the largest.
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: edge.0 * edge.1 * MemoryLayout<Double>.size, alignment: 16)
    defer { bytes.deallocate() }
    guard Mat_VarReadData(file, variable, bytes, &starts, &strides, &edges) == 0 else {
      return false
    }
    take(bytes)
    return true
  }

  /// Reads a stretch of a matrix; `false` when it cannot be read.
  func read(
    _ matrix: MATLABMatrix, start: (Int, Int), edge: (Int, Int),
    into take: (UnsafeRawPointer) -> Void
  ) -> Bool {
    guard case .matio(let place) = matrix.place,
      let number = MATLABNumber(rawValue: matrix.className)
    else { return false }
    return MatioLibrary.alone {
      defer { _ = MatioLibrary.takeComplaint() }
      return read(matrices[place], number, start: start, edge: edge, into: take)
    }
  }

  func series(
    of matrices: [MATLABMatrix], isTransposed: [Bool], looksAtChecksums: Bool
  ) throws(SensorFileError) -> [any MATLABSeries] {
    zip(matrices, isTransposed).map { MatioSeries($0, of: self, isTransposed: $1) }
  }
}
