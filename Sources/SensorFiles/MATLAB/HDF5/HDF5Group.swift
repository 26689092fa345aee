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
    if var info = try header.first(.linkInfo) {
      try info.skip(1)
      let flags = try info.number(1)
      if flags & 1 != 0 { try info.skip(8) }
      guard try info.address() == nil else {
        throw .unread("has its names in a fractal heap")
      }
    }
    var links: [Link] = []
    for message in header.all(.link) {
      if let link = try Self.link(message) { links.append(link) }
    }
    self.links = links.sorted { $0.name < $1.name }
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
