/// A MATLAB file of level 5: MATLAB 5 and 6, and MATLAB 7 with compressed variables.
///
/// matio is not used: it unpacks a compressed variable again for every stretch that it reads, which
/// takes hours for a recording of a day (1.5.23).
final class Level5File: MATLABContainer {
  /// Bytes of the header: text, version, mark of the byte order.
  static let headerByteCount = 128

  private(set) var variables: [MATLABVariable] = []
  private(set) var faults: [String] = []
  private let file: any MATLABBytes
  private let passedOver: Set<String>
  private let swapsBytes: Bool

  /// Looks at the variables of a file.
  init(
    _ file: any MATLABBytes, head: [UInt8], passingOver passedOver: Set<String>
  ) throws(MATLABFileError) {
    self.file = file
    self.passedOver = passedOver
    swapsBytes = head.count >= Self.headerByteCount && head[126] == UInt8(ascii: "M")
    let all = MATLABElement(
      fileOffset: Self.headerByteCount, byteCount: .max - Self.headerByteCount, isPacked: false)
    let bytes = try Level5Bytes(all, of: file)
    while try readVariable(bytes) {}
  }

  /// Whether there may be another variable behind it.
  private func readVariable(_ bytes: Level5Bytes) throws(MATLABFileError) -> Bool {
    let start = bytes.position
    guard let raw = bytes.bytes(8) else {
      if bytes.position > start { faults.append("the file ends inside a tag") }
      return false
    }
    let words = [raw[..<4], raw[4...]].map { part in
      (swapsBytes ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    guard words[0] == 14 || words[0] == 15 else {
      faults.append(
        "there is no variable at byte \(Self.headerByteCount + start); what follows was left out")
      return false
    }
    let element = MATLABElement(
      fileOffset: Self.headerByteCount + bytes.position, byteCount: words[1],
      isPacked: words[0] == 15)
    let parser = Level5Parser(
      try Level5Bytes(element, of: file), swapsBytes: swapsBytes, passingOver: passedOver)
    let variable = parser.variable()
    if let variable { variables.append(variable) }
    let name = variable.map { "\"\($0.name)\"" } ?? "at byte \(element.fileOffset - 8)"
    faults += parser.faults.map { "variable \(name) \($0)" }
    if bytes.skip(to: bytes.position + words[1]) { return true }
    if parser.faults.isEmpty { faults.append("the file ends inside variable \(name)") }
    return false
  }

  func series(
    of matrices: [MATLABMatrix], isTransposed: [Bool], looksAtChecksums: Bool
  ) throws(MATLABFileError) -> [any MATLABSeries] {
    let pending = zip(matrices, isTransposed).map { Level5Series($0, isTransposed: $1) }
    var places: [MATLABElement: [(offset: Int, series: Int)]] = [:]
    for (index, series) in pending.enumerated() {
      for (element, offset) in series.starts {
        places[element, default: []].append((offset, index))
      }
    }
    for element in places.keys.sorted(by: { $0.fileOffset < $1.fileOffset }) {
      let scout = try Level5Bytes(element, of: file)
      for place in (places[element] ?? []).sorted(by: { $0.offset < $1.offset }) {
        _ = scout.skip(to: place.offset)
        pending[place.series].add(try scout.copy(), swapsBytes: swapsBytes)
      }
      if looksAtChecksums, let fault = scout.faultBeforeEnd() { note("a variable \(fault)") }
    }
    return pending
  }

  private func note(_ fault: String) {
    if !faults.contains(fault) { faults.append(fault) }
  }
}

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

  func read(_ count: Int, into target: UnsafeMutablePointer<Double>, stride: Int) -> Int {
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
