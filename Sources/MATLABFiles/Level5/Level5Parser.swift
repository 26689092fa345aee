/// Reads what a variable of level 5 is, without its numbers.
///
/// Layout: MathWorks, MAT-File Format (the public description of level 5). Everything is a tag of
/// a kind and a length, then so many bytes, filled up to a multiple of 8. Nothing that a tag says is
/// believed before it fits into what is around it.
final class Level5Parser {
  /// What was wrong, in words.
  private(set) var faults: [String] = []

  /// Structures inside structures: ten times what recordings have.
  private static let greatestDepth = 64
  /// MATLAB's names have at most 63 characters, other programs' somewhat more.
  private static let longestName = 1024
  /// Fields and variables looked at in one variable.
  private static let mostNodes = 100_000
  /// Texts longer than this are no names, dates or sites.
  private static let longestText = 2048

  private let bytes: Level5Bytes
  private let swapsBytes: Bool
  private let passedOver: Set<String>
  private var nodeCount = 0

  init(_ bytes: Level5Bytes, swapsBytes: Bool, passingOver passedOver: Set<String>) {
    self.passedOver = passedOver
    self.bytes = bytes
    self.swapsBytes = swapsBytes
  }

  /// A tag, with the data of a short element, which lie inside it.
  private struct Tag {
    let kind: UInt32
    let byteCount: Int
    let short: [UInt8]?
  }

  private static let matrixKind: UInt32 = 14

  /// The variable whose bytes these are; `nil` when not even its name can be read.
  func variable() -> MATLABVariable? {
    guard bytes.element.isPacked else { return array(until: bytes.element.byteCount, depth: 0) }
    guard let tag = tag(), tag.kind == Self.matrixKind else {
      note("is no array")
      return nil
    }
    return array(until: bytes.position + tag.byteCount, depth: 0)
  }

  private func note(_ words: String) {
    if faults.isEmpty { faults.append(bytes.fault ?? words) }
  }

  private func number(_ bytes: some Collection<UInt8>) -> UInt32 {
    var value: UInt32 = 0
    for byte in swapsBytes ? Array(bytes) : bytes.reversed() { value = value << 8 | UInt32(byte) }
    return value
  }

  private func tag() -> Tag? {
    guard let raw = bytes.bytes(8) else { return nil }
    let first = number(raw[..<4])
    guard first >> 16 == 0 else {
      let count = Int(first >> 16)
      return count <= 4
        ? Tag(kind: first & 0xffff, byteCount: count, short: Array(raw[4..<4 + count])) : nil
    }
    return Tag(kind: first, byteCount: Int(number(raw[4...])), short: nil)
  }

  /// A small element with its bytes; `nil` when it is longer than allowed.
  private func element(atMost limit: Int) -> (kind: UInt32, bytes: [UInt8])? {
    guard let tag = tag() else { return nil }
    if let short = tag.short { return (tag.kind, short) }
    guard tag.byteCount <= limit, let data = bytes.bytes(tag.byteCount),
      bytes.skip(to: padded(bytes.position))
    else { return nil }
    return (tag.kind, data)
  }

  /// Elements begin at multiples of 8 from the array's first byte; a packed variable's own tag
  /// takes 8 as well.
  private func padded(_ position: Int) -> Int { (position + 7) & ~7 }

  private func array(until end: Int, depth: Int) -> MATLABVariable? {
    nodeCount += 1
    guard depth < Self.greatestDepth, nodeCount < Self.mostNodes else {
      note("has more structures than any recording")
      return nil
    }
    if bytes.position == end { return MATLABVariable(name: "", content: .other("empty")) }
    guard let flags = element(atMost: 8), flags.bytes.count == 8 else {
      note("has no flags at byte \(bytes.position)")
      return nil
    }
    let word = number(flags.bytes[..<4])
    let classCode = Int(word & 0xff)
    guard classCode != 17 else { return named { .other("object") } }
    guard let sizes = dimensions(end) else {
      note("has impossible sizes at byte \(bytes.position)")
      return nil
    }
    let isComplex = word & 0x0800 != 0
    return named { content(classCode, isComplex: isComplex, sizes, until: end, depth: depth) }
  }

  private func named(_ content: () -> MATLABVariable.Content) -> MATLABVariable? {
    guard let name = element(atMost: Self.longestName) else {
      note("has no name at byte \(bytes.position)")
      return nil
    }
    return MATLABVariable(
      name: String(decoding: name.bytes.prefix { $0 != 0 }, as: UTF8.self), content: content())
  }

  /// Sizes whose product cannot be more than the bytes around it could ever hold.
  private func dimensions(_ end: Int) -> [Int]? {
    guard let raw = element(atMost: 128), raw.bytes.count >= 8, raw.bytes.count % 4 == 0 else {
      return nil
    }
    let sizes = stride(from: 0, to: raw.bytes.count, by: 4).map {
      Int(number(raw.bytes[$0..<$0 + 4]))
    }
    var product = 1
    for size in sizes {
      let (next, overflows) = product.multipliedReportingOverflow(by: size)
      if overflows { return nil }
      product = next
    }
    return product <= 1 << 40 ? sizes : nil
  }

  private func content(
    _ classCode: Int, isComplex: Bool, _ sizes: [Int], until end: Int, depth: Int
  ) -> MATLABVariable.Content {
    let shape = sizes.map(String.init).joined(separator: "×")
    let count = sizes.reduce(1, *)
    switch classCode {
    case 2 where count == 1: return structure(until: end, depth: depth)
    case 4: return text(count: count) ?? .other("\(shape) char")
    case 6...15:
      guard let kind = MATLABNumber(classCode: classCode) else { break }
      let words = "\(shape) \(isComplex ? "complex " : "")\(kind.rawValue)"
      guard sizes.count == 2, !isComplex, count > 0 else { return .other(words) }
      return matrix(sizes, kind, until: end) ?? .other("damaged \(words)")
    default: break
    }
    let names = [1: "cell", 2: "structure", 3: "object", 5: "sparse matrix", 16: "function"]
    return .other("\(shape) \(names[classCode] ?? "array of class \(classCode)")")
  }

  private func text(count: Int) -> MATLABVariable.Content? {
    guard count > 0, count <= Self.longestText / 4, let raw = element(atMost: Self.longestText)
    else { return count == 0 ? .text("") : nil }
    let units = { (size: Int) in
      stride(from: 0, through: raw.bytes.count - size, by: size).map {
        self.number(raw.bytes[$0..<$0 + size])
      }
    }
    switch raw.kind {
    // Letters of one byte, if they are not UTF-8, are the first of Unicode.
    case 1, 2, 16:
      return .text(
        String(validating: raw.bytes, as: UTF8.self)
          ?? String(String.UnicodeScalarView(raw.bytes.map { Unicode.Scalar($0) })))
    case 4, 17:
      return .text(String(decoding: units(2).map { UInt16($0) }, as: UTF16.self))
    case 18: return .text(String(decoding: units(4), as: UTF32.self))
    default: return nil
    }
  }

  private func matrix(
    _ sizes: [Int], _ kind: MATLABNumber, until end: Int
  ) -> MATLABVariable.Content? {
    let count = sizes[0] * sizes[1]
    guard let tag = tag(), let stored = MATLABNumber(level5Code: tag.kind),
      tag.byteCount == count * stored.byteCount,
      tag.short != nil || bytes.position + tag.byteCount <= end
    else {
      note("has \(count) numbers by its sizes and another count by its bytes")
      return nil
    }
    let offset = tag.short == nil ? bytes.position : bytes.position - 4
    var scalar: Double?
    if count == 1 {
      guard let raw = tag.short ?? bytes.bytes(stored.byteCount) else { return nil }
      var value = 0.0
      raw.withUnsafeBytes { raw in
        guard let base = raw.baseAddress else { return }
        stored.widen(base, count: 1, swapsBytes: swapsBytes, into: &value)
      }
      scalar = value
    }
    return .matrix(
      MATLABMatrix(
        rowCount: sizes[0], columnCount: sizes[1], className: kind.rawValue, scalar: scalar,
        place: .element(bytes.element, offset: offset, number: stored)))
  }

  private func structure(until end: Int, depth: Int) -> MATLABVariable.Content {
    var fields: [MATLABVariable] = []
    for name in fieldNames() {
      guard let tag = tag(), tag.kind == Self.matrixKind,
        bytes.position + tag.byteCount <= end
      else {
        note("has no field \"\(name)\" at byte \(bytes.position)")
        break
      }
      let fieldEnd = bytes.position + tag.byteCount
      let isPassedOver = passedOver.contains(name)
      let value = isPassedOver ? nil : array(until: fieldEnd, depth: depth + 1)
      fields.append(
        MATLABVariable(
          name: name, content: value?.content ?? .other(isPassedOver ? "passed over" : "damaged")))
      guard bytes.position <= fieldEnd, bytes.skip(to: fieldEnd) else {
        note("goes on beyond the end of its field \"\(name)\"")
        break
      }
    }
    return .structure(fields)
  }

  private func fieldNames() -> [String] {
    guard let length = element(atMost: 8), length.bytes.count >= 4,
      case let width = Int(number(length.bytes[..<4])), (1...Self.longestName).contains(width),
      let names = element(atMost: Self.mostNodes * 8), names.bytes.count % width == 0
    else {
      note("has no names of fields at byte \(bytes.position)")
      return []
    }
    return stride(from: 0, to: names.bytes.count, by: width).map {
      String(decoding: names.bytes[$0..<$0 + width].prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
