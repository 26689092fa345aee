/// The names of a group as MATLAB stores them: a tree of version 1 whose leaves are lists of places in
/// a heap of names (specification 3.0, III.A.1, III.B, III.C, III.D).
struct HDF5SymbolTable {
  private(set) var links: [HDF5Group.Link] = []

  /// Names of one group: more than any structure has fields.
  private static let mostLinks = 100_000
  private static let longestName = 1024

  private let source: HDF5Source
  private let names: [UInt8]
  private var seen: Set<Int> = []

  /// Reads the table that a message names.
  init(_ message: HDF5Cursor, of source: HDF5Source) throws(HDF5Fault) {
    self.source = source
    var message = message
    guard let tree = try message.address(), let heap = try message.address() else {
      throw .damaged("has no names in the \(message.words)")
    }
    names = try Self.heap(at: heap, of: source)
    try readNode(at: tree, above: nil)
  }

  /// The text of a local heap.
  private static func heap(
    at address: Int, of source: HDF5Source
  ) throws(HDF5Fault) -> [UInt8] {
    let count = 8 + 2 * source.widths.length + source.widths.address
    var bytes = try source.cursor(count, at: address, "heap of names")
    try bytes.expect("HEAP")
    try bytes.skip(4)
    let length = try bytes.length()
    _ = try bytes.length()
    guard let data = try bytes.address() else { throw .damaged("has no \(bytes.words)") }
    return try source.bytes(length, at: data, "names")
  }

  /// A node of the tree; its children lie one level below it, and no node is read twice.
  private mutating func readNode(at address: Int, above level: Int?) throws(HDF5Fault) {
    var node = try HDF5TreeNode(
      at: address, of: source, kind: 0, keyByteCount: source.widths.length, above: level)
    guard seen.insert(address).inserted else { throw node.repeated }
    while let child = try node.next()?.child {
      if node.level > 0 {
        try readNode(at: child, above: node.level)
      } else {
        try readLeaf(at: child)
      }
    }
  }

  /// A list of entries: the place of a name, a header, and what kind of entry it is.
  private mutating func readLeaf(at address: Int) throws(HDF5Fault) {
    guard seen.insert(address).inserted else {
      throw .damaged("has a list of names twice, at byte \(source.base + address)")
    }
    var head = try source.cursor(8, at: address, "list of names")
    try head.expect("SNOD")
    try head.skip(2)
    let count = try head.number(2)
    let entryByteCount = 2 * source.widths.address + 24
    var bytes = try source.cursor(count * entryByteCount, at: address + 8, "list of names")
    for _ in 0..<count {
      var entry = try bytes.part(entryByteCount)
      guard let place = try entry.address(), let header = try entry.address() else { continue }
      // 2 is a link to elsewhere.
      guard try entry.number(4) != 2 else { continue }
      guard place < names.count, links.count < Self.mostLinks else {
        throw .damaged("has an impossible name in the \(entry.words)")
      }
      let name = names[place...].prefix(Self.longestName).prefix { $0 != 0 }
      links.append(HDF5Group.Link(name: String(decoding: name, as: UTF8.self), address: header))
    }
  }
}
