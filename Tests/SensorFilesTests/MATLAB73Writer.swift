import MATLABFiles

/// Writes MATLAB files of version 7.3: which group, dataset and attribute stands for what.
struct MATLAB73Writer {
  typealias Value = MATLABWriter.Value
  private var file = HDF5Writer()
  private let isPacked: Bool
  /// What cells and arrays of structures refer to.
  private var referred: [(name: String, address: Int)] = []

  /// Rows of a chunk; a matrix has a chunk for each two of its columns.
  private static let chunkRowCount = 1000

  /// A whole file.
  static func bytes(of variables: [(String, Value)], isPacked: Bool) -> [UInt8] {
    var writer = MATLAB73Writer(isPacked: isPacked)
    var links: [(name: String, address: Int)] = []
    for (name, value) in variables { links.append((name, writer.write(value))) }
    if !writer.referred.isEmpty {
      let table = writer.file.group(writer.referred)
      links.append(("#refs#", writer.file.header([table], attributes: [])))
    }
    let root = writer.file.header([writer.file.group(links)], attributes: [])
    let head = MATLABWriter.head("7.3", version: 2)
    return writer.file.finish(root: root, userBlock: head + [UInt8](repeating: 0, count: 384))
  }

  private init(isPacked: Bool) { self.isPacked = isPacked }

  /// Writes a value; returns the address of its header.
  private mutating func write(_ value: Value) -> Int {
    switch value {
    case .numbers(let values, let rows, let columns, let kind):
      return numbers(values, [columns, rows], kind)
    case .text(let text):
      let letters = Array(text.utf16)
      let data = letters.flatMap { HDF5Writer.number(Int($0), 2) }
      return letters.isEmpty
        ? empty([0, 0], "char")
        : dataset(
          HDF5Messages.type(.uint16), [letters.count, 1], data, [Self.classAttribute("char")])
    case .complex:
      let pairs = (0..<12).flatMap { _ in MATLABWriter.stored([1, 2], as: .double) }
      return dataset(HDF5Messages.complexType, [3, 4], pairs, [Self.classAttribute("double")])
    case .cell: return references([1], [1, 1], [Self.classAttribute("cell")])
    case .structure(let fields): return structure(fields)
    case .structureArray(let field):
      let address = references([1, 2], [2, 1], [])
      let table = file.group([(field, address)])
      return file.header([table], attributes: [Self.classAttribute("struct")])
    }
  }

  /// A group of its fields, whose order stands in an attribute.
  private mutating func structure(_ fields: [(String, Value)]) -> Int {
    guard !fields.isEmpty else { return empty([1, 1], "struct") }
    var links: [(name: String, address: Int)] = []
    for (name, value) in fields { links.append((name, write(value))) }
    let order = HDF5Messages.attribute(
      "MATLAB_fields", type: HDF5Messages.lettersType, count: fields.count,
      file.texts(fields.map(\.0)))
    let table = file.group(links)
    return file.header([table], attributes: [Self.classAttribute("struct"), order])
  }

  /// Numbers elsewhere in the file, and where they are.
  private mutating func references(
    _ values: [Double], _ sizes: [Int], _ attributes: [[UInt8]]
  ) -> Int {
    var places: [UInt8] = []
    for value in values {
      let address = numbers([value], [1, 1], .double)
      referred.append(("\(referred.count)", address))
      places += HDF5Writer.number(address, 8)
    }
    return dataset(HDF5Messages.referenceType, sizes, places, attributes)
  }

  private mutating func numbers(_ values: [Double], _ sizes: [Int], _ kind: MATLABNumber) -> Int {
    guard !values.isEmpty else { return empty(sizes.reversed(), kind.rawValue) }
    let data = MATLABWriter.stored(values, as: kind)
    let attributes = [Self.classAttribute(kind.rawValue)]
    return isPacked && values.count > 1
      ? packed(HDF5Messages.type(kind), sizes, data, kind.byteCount, attributes)
      : dataset(HDF5Messages.type(kind), sizes, data, attributes)
  }

  /// What has no elements: its sizes are its numbers.
  private mutating func empty(_ sizes: [Int], _ name: String) -> Int {
    let mark = HDF5Messages.attribute(
      "MATLAB_empty", type: HDF5Messages.type(.uint8), count: nil, [1])
    return dataset(
      HDF5Messages.type(.uint64), [sizes.count], sizes.flatMap { HDF5Writer.number($0, 8) },
      [Self.classAttribute(name), mark])
  }

  /// One after the other.
  private mutating func dataset(
    _ type: [UInt8], _ sizes: [Int], _ data: [UInt8], _ attributes: [[UInt8]]
  ) -> Int {
    let place = HDF5Writer.number(file.append(data), 8) + HDF5Writer.number(data.count, 8)
    return file.header(
      Self.messages(type, sizes) + [HDF5Writer.message(8, [3, 1] + place)], attributes: attributes)
  }

  /// In chunks that are packed; those at the ends are filled up with zeros.
  private mutating func packed(
    _ type: [UInt8], _ sizes: [Int], _ data: [UInt8], _ byteCount: Int, _ attributes: [[UInt8]]
  ) -> Int {
    let chunk = [min(sizes[0], 2), min(sizes[1], Self.chunkRowCount)]
    var chunks: [(offsets: [Int], bytes: [UInt8])] = []
    for column in stride(from: 0, to: sizes[0], by: chunk[0]) {
      for row in stride(from: 0, to: sizes[1], by: chunk[1]) {
        var bytes: [UInt8] = []
        for place in column..<column + chunk[0] {
          let count = place < sizes[0] ? min(chunk[1], sizes[1] - row) * byteCount : 0
          let start = (place * sizes[1] + row) * byteCount
          bytes += count > 0 ? Array(data[start..<start + count]) : []
          bytes += [UInt8](repeating: 0, count: chunk[1] * byteCount - count)
        }
        chunks.append(([column, row], MATLABWriter.deflate(bytes)))
      }
    }
    let tree = HDF5Writer.number(file.chunks(chunks, sizes: chunk + [byteCount]), 8)
    let layout: [UInt8] =
      [3, 2, 3] + tree + (chunk + [byteCount]).flatMap { HDF5Writer.number($0, 4) }
    return file.header(
      Self.messages(type, sizes)
        + [HDF5Messages.deflate, HDF5Writer.message(8, layout)],
      attributes: attributes)
  }

  /// Sizes, kind, and that zero stands for what was never written.
  private static func messages(_ type: [UInt8], _ sizes: [Int]) -> [[UInt8]] {
    [
      HDF5Writer.message(1, HDF5Messages.space(sizes)), HDF5Writer.message(3, type),
      HDF5Writer.message(5, [2, 2, 2, 1, 0, 0, 0, 0]),
    ]
  }

  private static func classAttribute(_ name: String) -> [UInt8] {
    HDF5Messages.attribute(
      "MATLAB_class", type: HDF5Messages.textType(name.utf8.count), count: nil,
      Array(name.utf8))
  }
}
