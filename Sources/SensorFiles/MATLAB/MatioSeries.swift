/// The rows of a matrix that matio reads, in stretches.
final class MatioSeries: MATLABSeries {
  let width: Int
  private let matrix: MATLABMatrix
  private let file: MatioFile
  private let isTransposed: Bool
  private let rowCount: Int
  private var row = 0

  init(_ matrix: MATLABMatrix, of file: MatioFile, isTransposed: Bool) {
    self.matrix = matrix
    self.file = file
    self.isTransposed = isTransposed
    // matio counts rows in 32 bits.
    rowCount = min(isTransposed ? matrix.columnCount : matrix.rowCount, Int(Int32.max))
    width = isTransposed ? matrix.rowCount : matrix.columnCount
  }

  func read(
    _ count: Int, into target: UnsafeMutablePointer<Double>, stride: Int
  ) throws(SensorFileError) -> Int {
    let rows = min(count, rowCount - row)
    guard rows > 0, let number = MATLABNumber(rawValue: matrix.className) else { return 0 }
    let isRead = file.read(
      matrix, start: isTransposed ? (0, row) : (row, 0),
      edge: isTransposed ? (width, rows) : (rows, width)
    ) { bytes in
      for axis in 0..<width {
        let first = (isTransposed ? axis : axis * rows) * number.byteCount
        number.widen(
          bytes + first, step: isTransposed ? width : 1, count: rows, swapsBytes: false,
          into: target + axis * stride)
      }
    }
    guard isRead else { return 0 }
    row += rows
    return rows
  }
}
