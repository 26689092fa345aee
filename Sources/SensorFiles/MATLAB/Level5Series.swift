/// The rows of a matrix of level 5. Its columns lie one after the other and are read side by side.
final class Level5Series: MATLABSeries {
  let width: Int
  /// The first byte of each column, or of all rows when they lie one after the other.
  let starts: [(MATLABElement, Int)]
  private let number: MATLABNumber
  private let rowCount: Int
  private let isTransposed: Bool
  private var columns: [Level5Bytes] = []
  private var swapsBytes = false
  private var row = 0
  private var bytes: [UInt8] = []

  init(_ matrix: MATLABMatrix, isTransposed: Bool) {
    self.isTransposed = isTransposed
    rowCount = isTransposed ? matrix.columnCount : matrix.rowCount
    let width = isTransposed ? matrix.rowCount : matrix.columnCount
    self.width = width
    guard case .element(let element, let offset, let number) = matrix.place else {
      preconditionFailure("a matrix of this kind of file")
    }
    self.number = number
    let length = matrix.rowCount * number.byteCount
    starts = (0..<(isTransposed ? 1 : width)).map { (element, offset + $0 * length) }
  }

  /// Adds a reader at the next of `starts`.
  func add(_ column: Level5Bytes, swapsBytes: Bool) {
    columns.append(column)
    self.swapsBytes = swapsBytes
  }

  func read(
    _ count: Int, into target: UnsafeMutablePointer<Double>, stride: Int
  ) throws(SensorFileError) -> Int {
    var rows = min(count, rowCount - row)
    let step = isTransposed ? width : 1
    let byteCount = rows * step * number.byteCount
    if bytes.count < byteCount { bytes = [UInt8](repeating: 0, count: byteCount) }
    for (place, column) in columns.enumerated() {
      bytes.withUnsafeMutableBytes { bytes in
        let read = column.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<byteCount]))
        rows = min(rows, read / (step * number.byteCount))
        guard let base = bytes.baseAddress else { return }
        for axis in 0..<step {
          number.widen(
            base + axis * number.byteCount, step: step, count: rows, swapsBytes: swapsBytes,
            into: target + (place + axis) * stride)
        }
      }
    }
    row += rows
    return rows
  }
}
