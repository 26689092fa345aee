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
