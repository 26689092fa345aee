/// Writes HDF5 as its library 1.6 and 1.8 do by default, and MATLAB with them: superblock 0, headers of
/// version 1, trees of version 1 (The HDF Group, HDF5 File Format Specification Version 3.0).
struct HDF5Writer {
  /// What was written so far, from address 0 on; the superblock comes last.
  private(set) var bytes = [UInt8](repeating: 0, count: 96)

  /// An address that means nothing.
  static let nowhere = [UInt8](repeating: 0xff, count: 8)
  /// Entries of a list of names, and children of a tree of names and of one of chunks: twice what the
  /// library calls K.
  private static let (leafWidth, groupWidth, chunkWidth) = (8, 32, 64)

  static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
    MATLABWriter.number(value, byteCount)
  }

  /// Filled up to a multiple of 8.
  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: -bytes.count & 7)
  }

  private static func filled(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }

  /// Puts bytes at the end; returns their address.
  mutating func append(_ block: [UInt8]) -> Int {
    bytes = Self.padded(bytes)
    bytes += block
    return bytes.count - block.count
  }

  /// The whole file, behind `userBlock`.
  mutating func finish(root: Int, userBlock: [UInt8]) -> [UInt8] {
    let number = Self.number
    let end = userBlock.count + bytes.count
    let superblock =
      [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0, 8, 8, 0]
      + number(Self.leafWidth / 2, 2) + number(Self.groupWidth / 2, 2) + number(0, 4)
      + number(userBlock.count, 8) + Self.nowhere + number(end, 8) + Self.nowhere
      // The entry of the first group, whose name has no letters.
      + number(0, 8) + number(root, 8) + [UInt8](repeating: 0, count: 24)
    bytes.replaceSubrange(..<96, with: superblock)
    return userBlock + bytes
  }

  /// A header. Its attributes lie in a block of their own, as they do when they are added later.
  mutating func header(_ messages: [[UInt8]], attributes: [[UInt8]]) -> Int {
    let more = attributes.flatMap(\.self)
    var messages = messages
    if !more.isEmpty {
      let block = append(more)
      messages.append(
        Self.message(0x10, Self.number(block, 8) + Self.number(more.count, 8)))
    }
    let first = messages.flatMap(\.self)
    return append(
      [1, 0] + Self.number(messages.count + attributes.count, 2) + Self.number(1, 4)
        + Self.number(first.count, 4) + [0, 0, 0, 0] + first)
  }

  /// A message of a header.
  static func message(_ kind: Int, _ data: [UInt8]) -> [UInt8] {
    let data = padded(data)
    return number(kind, 2) + number(data.count, 2) + [0, 0, 0, 0] + data
  }

  /// A group of things that were written, by name; returns its header's message.
  mutating func group(_ links: [(name: String, address: Int)]) -> [UInt8] {
    var names = [UInt8](repeating: 0, count: 8)
    var entries: [(place: Int, bytes: [UInt8])] = []
    for link in links.sorted(by: { $0.name < $1.name }) {
      entries.append(
        (
          names.count,
          Self.number(names.count, 8) + Self.number(link.address, 8)
            + [UInt8](repeating: 0, count: 24)
        ))
      names = Self.padded(names + Array(link.name.utf8) + [0])
    }
    let data = append(names)
    let heap = append(
      Array("HEAP".utf8) + [0, 0, 0, 0] + Self.number(names.count, 8) + Self.number(1, 8)
        + Self.number(data, 8))
    var leaves: [(key: [UInt8], address: Int)] = []
    for start in stride(from: 0, to: entries.count, by: Self.leafWidth) {
      let part = entries[start..<min(start + Self.leafWidth, entries.count)]
      let list =
        Array("SNOD".utf8) + [1, 0] + Self.number(part.count, 2) + part.flatMap(\.bytes)
      // A key is the name before it; the first is none.
      let key = start == 0 ? 0 : entries[start - 1].place
      leaves.append((Self.number(key, 8), append(Self.filled(list, to: 8 + 8 * 40))))
    }
    let last = Self.number(entries.last?.place ?? 0, 8)
    let tree = tree(0, leaves, last: last, width: Self.groupWidth)
    return Self.message(0x11, Self.number(tree, 8) + Self.number(heap, 8))
  }

  /// A tree of chunks, which begin at these elements; returns its address. `sizes` are those of a chunk,
  /// the bytes of an element last.
  mutating func chunks(_ chunks: [(offsets: [Int], bytes: [UInt8])], sizes: [Int]) -> Int {
    var leaves: [(key: [UInt8], address: Int)] = []
    for chunk in chunks {
      let key = Self.key(chunk.offsets + [0], byteCount: chunk.bytes.count)
      leaves.append((key, append(chunk.bytes)))
    }
    // The last key lies behind the last chunk, in every dimension.
    let end = zip((chunks.last?.offsets ?? [0, 0]) + [0], sizes).map { $0 + $1 }
    return tree(1, leaves, last: Self.key(end, byteCount: 0), width: Self.chunkWidth)
  }

  private static func key(_ offsets: [Int], byteCount: Int) -> [UInt8] {
    number(byteCount, 4) + number(0, 4) + offsets.flatMap { number($0, 8) }
  }

  /// A tree of as many levels as it takes; returns its root.
  private mutating func tree(
    _ kind: UInt8, _ leaves: [(key: [UInt8], address: Int)], last: [UInt8], width: Int
  ) -> Int {
    var nodes = leaves
    var level: UInt8 = 0
    repeat {
      var parents: [(key: [UInt8], address: Int)] = []
      for start in stride(from: 0, to: max(nodes.count, 1), by: width) {
        let part = nodes[start..<min(start + width, nodes.count)]
        let end = start + width < nodes.count ? nodes[start + width].key : last
        let node =
          Array("TREE".utf8) + [kind, level] + Self.number(part.count, 2) + Self.nowhere
          + Self.nowhere + part.flatMap { $0.key + Self.number($0.address, 8) } + end
        let count = 24 + width * (last.count + 8) + last.count
        parents.append((part.first?.key ?? last, append(Self.filled(node, to: count))))
      }
      nodes = parents
      level += 1
    } while nodes.count > 1
    return nodes[0].address
  }

  /// Texts in a heap of their own; returns what stands in an attribute for each.
  mutating func texts(_ texts: [String]) -> [UInt8] {
    let objects = texts.enumerated().flatMap { place, text -> [UInt8] in
      let head = Self.number(place + 1, 2) + Self.number(1, 2) + Self.number(0, 4)
      return head + Self.number(text.utf8.count, 8) + Self.padded(Array(text.utf8))
    }
    // The library takes none that is shorter than 4096 bytes; object 0 is what is free.
    let count = max(16 + objects.count + 16, 4096)
    let free = Self.number(0, 8) + Self.number(count - 16 - objects.count, 8)
    let heap = Array("GCOL".utf8) + [1, 0, 0, 0] + Self.number(count, 8) + objects + free
    let address = append(Self.filled(heap, to: count))
    return texts.enumerated().flatMap { place, text in
      Self.number(text.utf8.count, 4) + Self.number(address, 8) + Self.number(place + 1, 4)
    }
  }
}
