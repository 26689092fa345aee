/// The header of a group or a matrix: a list of messages (specification 3.0, IV.A, versions 1 and 2).
struct HDF5Header {
  /// The kinds of messages that are read (IV.A.2).
  enum Kind: Int {
    case dataspace = 0x1
    case linkInfo = 0x2
    case datatype = 0x3
    case oldFillValue = 0x4
    case fillValue = 0x5
    case link = 0x6
    case layout = 0x8
    case filters = 0xb
    case attribute = 0xc
    case continuation = 0x10
    case symbolTable = 0x11
    case attributeInfo = 0x15
  }

  private struct Message {
    let kind: Kind
    let isShared: Bool
    let bytes: HDF5Cursor
  }

  /// Bytes of a header: MATLAB's have a few hundred.
  private static let mostBytes = 1 << 24

  private var messages: [Message] = []
  private var blocks: [(address: Int, count: Int)] = []

  /// Reads a header with all blocks that it goes on in.
  init(at address: Int, of source: HDF5Source) throws(HDF5Fault) {
    let start = try source.bytes(4, at: address, "header")
    let isSecond = start.elementsEqual("OHDR".utf8)
    let trackedByteCount =
      isSecond
      ? try readSecond(at: address, of: source) : try readFirst(at: address, of: source)
    var seen: Set<Int> = [address]
    var byteCount = 0
    while let block = blocks.popLast() {
      byteCount += min(block.count, Self.mostBytes)
      guard seen.insert(block.address).inserted, byteCount <= Self.mostBytes else {
        throw .damaged("has a header without end at byte \(source.base + address)")
      }
      var bytes = try source.cursor(block.count, at: block.address, "header")
      if isSecond {
        try bytes.expect("OCHK")
        bytes = try bytes.part(bytes.count - 4)
      }
      try readMessages(&bytes, trackedByteCount: trackedByteCount)
    }
  }

  /// Whether it has a message of this kind.
  func has(_ kind: Kind) -> Bool { messages.contains { $0.kind == kind } }

  /// The first message of a kind; `nil` when there is none.
  func first(_ kind: Kind) throws(HDF5Fault) -> HDF5Cursor? {
    guard let message = messages.first(where: { $0.kind == kind }) else { return nil }
    guard !message.isShared else { throw .unread("has a \(kind) that other objects share") }
    return message.bytes
  }

  /// All messages of a kind.
  func all(_ kind: Kind) -> [HDF5Cursor] {
    messages.filter { $0.kind == kind && !$0.isShared }.map(\.bytes)
  }

  /// Version 1: 16 bytes, then messages whose length is a multiple of 8.
  private mutating func readFirst(
    at address: Int, of source: HDF5Source
  ) throws(HDF5Fault) -> Int? {
    var bytes = try source.cursor(16, at: address, "header")
    let words = bytes.words
    guard try bytes.number(1) == 1 else { throw .damaged("has no \(words)") }
    try bytes.skip(7)
    let count = try bytes.number(4)
    guard count <= Self.mostBytes else { throw .damaged("has too long a \(words)") }
    var messages = try source.cursor(count, at: address + 16, "header")
    try readMessages(&messages, trackedByteCount: nil)
    return nil
  }

  /// Version 2: flags say what there is and how long the length is; returns the bytes of a message's
  /// creation order.
  private mutating func readSecond(
    at address: Int, of source: HDF5Source
  ) throws(HDF5Fault) -> Int? {
    var bytes = try source.cursor(
      min(34, source.byteCount - address), at: address, "header")
    try bytes.skip(4)
    let words = bytes.words
    guard try bytes.number(1) == 2 else { throw .damaged("has no \(words)") }
    let flags = try bytes.number(1)
    try bytes.skip((flags & 0x20 != 0 ? 16 : 0) + (flags & 0x10 != 0 ? 4 : 0))
    let count = try bytes.number(1 << (flags & 3))
    guard count <= Self.mostBytes else { throw .damaged("has too long a \(words)") }
    var messages = try source.cursor(count, at: address + bytes.usedCount, "header")
    let trackedByteCount = flags & 4 != 0 ? 2 : 0
    try readMessages(&messages, trackedByteCount: trackedByteCount)
    return trackedByteCount
  }

  /// Messages until the bytes end; `trackedByteCount` is `nil` in version 1.
  private mutating func readMessages(
    _ bytes: inout HDF5Cursor, trackedByteCount: Int?
  ) throws(HDF5Fault) {
    let headByteCount = trackedByteCount.map { 4 + $0 } ?? 8
    while bytes.count >= headByteCount {
      let kind = try bytes.number(trackedByteCount == nil ? 2 : 1)
      let count = try bytes.number(2)
      let flags = try bytes.number(1)
      try bytes.skip(trackedByteCount ?? 3)
      var data = try bytes.part(count)
      guard let kind = Kind(rawValue: kind) else { continue }
      if kind == .continuation {
        guard let address = try data.address() else { continue }
        blocks.append((address, try data.length()))
      } else {
        messages.append(Message(kind: kind, isShared: flags & 2 != 0, bytes: data))
      }
    }
  }
}

/// A short value that stands beside a group or matrix (specification 3.0, IV.A.2.m).
struct HDF5Attribute {
  let name: String
  let type: HDF5Datatype
  /// How many values there are.
  let count: Int
  /// The values.
  let bytes: HDF5Cursor

  /// Reads a message of version 1 to 3; of version 1 each part is filled up to a multiple of 8.
  init(_ message: HDF5Cursor) throws(HDF5Fault) {
    var bytes = message
    let version = try bytes.number(1)
    guard (1...3).contains(version) else {
      throw .unread("has an attribute of version \(version)")
    }
    let flags = try bytes.number(1)
    guard version == 1 || flags & 3 == 0 else {
      throw .unread("has an attribute whose type other objects share")
    }
    let counts = [try bytes.number(2), try bytes.number(2), try bytes.number(2)]
    if version == 3 { try bytes.skip(1) }
    var parts: [HDF5Cursor] = []
    for count in counts { parts.append(try bytes.part(version == 1 ? (count + 7) & ~7 : count)) }
    name = try parts[0].text(parts[0].count)
    type = try HDF5Datatype(parts[1])
    count = try HDF5Dataspace(parts[2]).count
    self.bytes = bytes
  }

  /// Whether attributes lie in a heap (IV.A.2.v), as HDF5 1.8 and later may keep more than eight.
  static func areElsewhere(_ header: HDF5Header) throws(HDF5Fault) -> Bool {
    guard var info = try header.first(.attributeInfo) else { return false }
    try info.skip(1)
    if try info.number(1) & 1 != 0 { try info.skip(2) }
    return try info.address() != nil
  }

  /// The value as text, or `nil`.
  var text: String? {
    guard case .text = type.kind else { return nil }
    var bytes = bytes
    return try? bytes.text(min(type.byteCount, bytes.count))
  }

  /// The value as a whole number, or `nil`.
  var number: Int? {
    guard case .number(_, swapsBytes: false) = type.kind else { return nil }
    var bytes = bytes
    return try? bytes.number(type.byteCount)
  }

  /// The values as texts that lie in a heap, letter by letter: so MATLAB lists the fields of a structure.
  /// `nil` when they are something else or cannot be read.
  func texts(in source: HDF5Source) -> [String]? {
    guard case .sequence(let letter) = type.kind, letter.byteCount == 1 else { return nil }
    var bytes = bytes
    var heap = HDF5GlobalHeap(source)
    do throws(HDF5Fault) {
      var texts: [String] = []
      for _ in 0..<min(count, bytes.count) {
        let length = try bytes.number(4)
        guard let address = try bytes.address() else { return nil }
        let object = try heap.object(try bytes.number(4), at: address)
        texts.append(String(decoding: object.prefix(length), as: UTF8.self))
      }
      return texts
    } catch {
      return nil
    }
  }
}
