/// What lies in a group, by its names.
struct HDF5Group {
  /// A name, and the header of what is called so.
  struct Link {
    let name: String
    let address: Int
  }

  /// What lies in it, by name in the order of the file; links to elsewhere are left out.
  let links: [Link]

  /// Names that are longer are none.
  private static let longestName = 1024

  /// Whether a header is that of a group.
  static func isGroup(_ header: HDF5Header) -> Bool {
    header.has(.symbolTable) || header.has(.linkInfo) || header.has(.link)
  }

  /// Reads the links of a group from its table or from its header.
  init(_ header: HDF5Header, of source: HDF5Source) throws(HDF5Fault) {
    if let table = try header.first(.symbolTable) {
      links = try HDF5SymbolTable(table, of: source).links
      return
    }
    var links: [Link] = []
    for message in header.all(.link) + (try Self.dense(header, of: source)) {
      if let link = try Self.link(message) { links.append(link) }
    }
    self.links = links.sorted { $0.name < $1.name }
  }

  /// The link messages that lie in a heap (specification 3.0, IV.A.2.c); none when they lie in the header.
  private static func dense(
    _ header: HDF5Header, of source: HDF5Source
  ) throws(HDF5Fault) -> [HDF5Cursor] {
    guard var info = try header.first(.linkInfo) else { return [] }
    try info.skip(1)
    if try info.number(1) & 1 != 0 { try info.skip(8) }
    guard let place = try info.address(), let names = try info.address() else { return [] }
    let heap = try HDF5FractalHeap(at: place, of: source)
    var messages: [HDF5Cursor] = []
    for record in try HDF5RecordTree(at: names, kinds: 5...5, of: source).records {
      var record = record
      // The sum of a name's letters stands before its place.
      try record.skip(4)
      messages.append(try heap.object(record))
    }
    return messages
  }

  /// A link message (specification 3.0, IV.A.2.g); `nil` for one to elsewhere.
  private static func link(_ message: HDF5Cursor) throws(HDF5Fault) -> Link? {
    var bytes = message
    try bytes.skip(1)
    let flags = try bytes.number(1)
    let kind = flags & 8 != 0 ? try bytes.number(1) : 0
    try bytes.skip((flags & 4 != 0 ? 8 : 0) + (flags & 16 != 0 ? 1 : 0))
    let count = try bytes.number(1 << (flags & 3))
    guard count <= longestName else { throw .damaged("has too long a name in the \(bytes.words)") }
    let name = try bytes.text(count)
    guard kind == 0, let address = try bytes.address() else { return nil }
    return Link(name: name, address: address)
  }
}

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
    // Where free room begins only matters for writing.
    try bytes.skip(source.widths.length)
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
