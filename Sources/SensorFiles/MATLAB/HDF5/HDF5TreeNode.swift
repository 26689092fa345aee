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
