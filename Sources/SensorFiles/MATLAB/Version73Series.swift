/// The rows of a matrix of version 7.3, in stretches.
final class Version73Series: MATLABSeries {
  let width: Int
  private let dataset: HDF5Dataset
  private let storage: (any HDF5Storage)?
  private let isTransposed: Bool
  private let rowCount: Int
  private let name: String
  private let note: (String) -> Void
  private var row = 0

  /// Begins at the first row; `note` hears what is wrong with the matrix.
  init(_ matrix: MATLABMatrix, isTransposed: Bool, note: @escaping (String) -> Void) {
    guard case .dataset(let dataset, let name) = matrix.place else {
      preconditionFailure("a matrix of this kind of file")
    }
    self.dataset = dataset
    self.isTransposed = isTransposed
    (self.name, self.note) = (name, note)
    rowCount = isTransposed ? matrix.columnCount : matrix.rowCount
    width = isTransposed ? matrix.rowCount : matrix.columnCount
    do throws(HDF5Fault) {
      let found = try dataset.storage()
      storage = found.reader
      if let remark = found.remark { note("variable \"\(name)\" \(remark)") }
    } catch {
      storage = nil
      note("variable \"\(name)\" \(error.words)")
    }
  }

  /// MATLAB's columns are the first axis of HDF5 and its rows the second.
  private var axis: Int { isTransposed ? 0 : 1 }

  func read(
    _ count: Int, into target: UnsafeMutablePointer<Double>, stride: Int
  ) throws(SensorFileError) -> Int {
    guard let storage else { return 0 }
    let end = row + min(count, rowCount - row)
    let start = row
    do throws(HDF5Fault) {
      while row < end {
        let next = min(storage.end(after: row, along: axis), end)
        guard next > row else { throw .damaged("ends in row \(row + 1)") }
        let rows = row..<next
        try storage.read(isTransposed ? [rows, 0..<width] : [0..<width, rows], along: axis) {
          widen($0, from: start, into: target, stride: stride)
        }
        row = next
      }
    } catch {
      note("variable \"\(name)\" \(error.words)")
    }
    return row - start
  }

  /// Puts a patch where its rows and columns belong.
  private func widen(
    _ patch: HDF5Patch, from start: Int, into target: UnsafeMutablePointer<Double>, stride: Int
  ) {
    let (rows, axes) = (patch.area[axis], patch.area[1 - axis])
    for column in axes {
      let place = (column - axes.lowerBound) * (isTransposed ? 1 : patch.pitch)
      dataset.number.widen(
        patch.bytes + place * dataset.number.byteCount, step: isTransposed ? patch.pitch : 1,
        count: rows.count, swapsBytes: dataset.swapsBytes,
        into: target + column * stride + rows.lowerBound - start)
    }
  }
}
