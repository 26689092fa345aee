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
