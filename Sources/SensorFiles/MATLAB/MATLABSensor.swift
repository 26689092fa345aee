import MATLABFiles

/// The matrices that one sensor's samples lie in: one with a row per sample, one with a column per
/// sample, or a vector for every axis.
struct MATLABSensor {
  /// What messages call it, axis by axis.
  let names: [String]
  /// The unit in its name, or `nil`.
  let unit: ColumnUnit?
  /// One matrix, or one for every axis.
  let matrices: [MATLABMatrix]
  /// Whether a sample is a column of the matrix.
  let isTransposed: [Bool]
  /// How many samples there are.
  let sampleCount: Int

  /// One axis or three in one matrix; `nil` when it has another shape. Three samples of three axes
  /// are taken as rows.
  init?(_ name: String, unit: ColumnUnit?, _ matrix: MATLABMatrix, width: Int) {
    guard matrix.columnCount == width || matrix.rowCount == width else { return nil }
    names = width == 1 ? [name] : (1...width).map { "\(name)(:,\($0))" }
    self.unit = unit
    matrices = [matrix]
    isTransposed = [matrix.columnCount != width]
    sampleCount = matrix.count / width
  }

  /// Three axes in vectors of their own, all of one length, lying or standing.
  init?(axes: [(name: String, matrix: MATLABMatrix)], unit: ColumnUnit?) {
    guard axes.count == 3, let first = axes.first,
      axes.allSatisfy({ $0.matrix.isVector && $0.matrix.count == first.matrix.count })
    else { return nil }
    names = axes.map(\.name)
    self.unit = unit
    matrices = axes.map(\.matrix)
    isTransposed = matrices.map { $0.columnCount != 1 }
    sampleCount = first.matrix.count
  }
}

extension MATLABMatrix {
  /// Whether it is one row or one column.
  var isVector: Bool { rowCount == 1 || columnCount == 1 }
}
