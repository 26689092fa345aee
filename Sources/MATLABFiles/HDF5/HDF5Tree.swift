/// A node of a tree of version 1, key after key (specification 3.0, III.A.1).
struct HDF5TreeNode {
  /// How many levels lie below it.
  let level: Int
  private let words: String
  private let keyByteCount: Int
  private var entries: HDF5Cursor

  /// Reads a node; `above` is the level of its parent, which is one more.
  init(
    at address: Int, of source: HDF5Source, kind: Int, keyByteCount: Int, above: Int?
  ) throws(HDF5Fault) {
    let headByteCount = 8 + 2 * source.widths.address
    var head = try source.cursor(headByteCount, at: address, "node of a tree")
    words = head.words
    try head.expect("TREE")
    guard try head.number(1) == kind else { throw .damaged("has another \(words)") }
    level = try head.number(1)
    guard level == above.map({ $0 - 1 }) ?? level else {
      throw .damaged("has the wrong \(words)")
    }
    let count = try head.number(2)
    self.keyByteCount = keyByteCount
    entries = try source.cursor(
      count * (keyByteCount + source.widths.address), at: address + headByteCount,
      "node of a tree")
  }

  /// The next key and the child behind it; `nil` at the end. The last key has no child.
  mutating func next() throws(HDF5Fault) -> (key: HDF5Cursor, child: Int)? {
    guard entries.count > 0 else { return nil }
    let key = try entries.part(keyByteCount)
    guard let child = try entries.address() else { throw .damaged("has no child in the \(words)") }
    return (key, child)
  }

  /// What is said of a node that was read before.
  var repeated: HDF5Fault { .damaged("has the \(words) twice") }
}

/// A tree of version 2, all records of one length (specification 3.0, III.A.2).
struct HDF5RecordTree {
  /// The records, first to last.
  private(set) var records: [HDF5Cursor] = []

  private let source: HDF5Source
  private let kind: Int
  private let nodeByteCount: Int
  private let recordByteCount: Int
  /// Bytes of the number of records in a child, and of all records below it, by the child's level.
  private var counts: (records: Int, all: [Int]) = (0, [0])
  private var seen: Set<Int> = []
  private var readByteCount = 0

  /// Deeper trees have more records than any file.
  private static let greatestDepth = 16
  /// Signature, version, kind and checksum of a node.
  private static let frameByteCount = 10

  /// Reads a tree whose records are of one of these kinds.
  init(at address: Int, kinds: ClosedRange<Int>, of source: HDF5Source) throws(HDF5Fault) {
    self.source = source
    let widths = source.widths
    var head = try source.cursor(
      18 + widths.address + widths.length, at: address, "tree of version 2")
    try head.expect("BTHD")
    try head.skip(1)
    kind = try head.number(1)
    nodeByteCount = try head.number(4)
    recordByteCount = try head.number(2)
    let depth = try head.number(2)
    try head.skip(2)
    guard kinds.contains(kind), recordByteCount > 0, nodeByteCount > Self.frameByteCount,
      depth <= Self.greatestDepth
    else { throw .damaged("has an impossible \(head.words)") }
    setCounts(depth: depth)
    guard let root = try head.address() else { return }
    try readNode(at: root, try head.number(2), level: depth)
  }

  /// A number takes as many bytes as the largest that a node of full length could need.
  private mutating func setCounts(depth: Int) {
    var most = (nodeByteCount - Self.frameByteCount) / recordByteCount
    var all = most
    counts.records = Self.byteCount(most)
    for level in 0..<depth {
      let pointer = source.widths.address + counts.records + counts.all[level]
      most = max(nodeByteCount - Self.frameByteCount - pointer, 0) / (recordByteCount + pointer)
      let (product, overflows) = (most + 1).multipliedReportingOverflow(by: all)
      all = overflows ? .max / 2 : product.addingReportingOverflow(most).partialValue
      counts.all.append(Self.byteCount(all))
    }
  }

  private static func byteCount(_ most: Int) -> Int {
    (most.bitWidth - most.leadingZeroBitCount + 7) / 8
  }

  private mutating func readNode(at address: Int, _ count: Int, level: Int) throws(HDF5Fault) {
    var bytes = try source.cursor(nodeByteCount, at: address, "node of a tree")
    let words = bytes.words
    guard seen.insert(address).inserted else { throw .damaged("has the \(words) twice") }
    // Nodes do not lie on top of each other, and records keep them.
    readByteCount += nodeByteCount
    guard readByteCount <= source.byteCount else {
      throw .damaged("has a tree of more bytes than the file")
    }
    try bytes.expect(level == 0 ? "BTLF" : "BTIN")
    try bytes.skip(2)
    for _ in 0..<count { records.append(try bytes.part(recordByteCount)) }
    guard level > 0 else { return }
    for _ in 0...count {
      let child = try bytes.address()
      let childCount = try bytes.number(counts.records)
      try bytes.skip(counts.all[level - 1])
      guard let child else { throw .damaged("has no child in the \(words)") }
      try readNode(at: child, childCount, level: level - 1)
    }
  }
}
