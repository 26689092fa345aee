/// A text in UTF-16, as spreadsheets save it for Unicode, handed out in UTF-8.
final class UTF16Bytes: ByteStream {
  /// Which byte of a letter comes first.
  enum Order {
    case lowFirst, highFirst
  }

  private static let pieceByteCount = 1 << 15

  private let stream: any ByteStream
  private let order: Order
  private var rest: [UInt8] = []
  private var ready: ArraySlice<UInt8> = []
  private var isAtStart = true

  /// The order of a text's first bytes: by its mark, or where every second byte is 0. `nil` for what
  /// is no such text.
  static func order(of head: [UInt8]) -> Order? {
    if head.starts(with: [0xff, 0xfe]) { return isText(head.dropFirst(2), 1) ? .lowFirst : nil }
    if head.starts(with: [0xfe, 0xff]) { return isText(head.dropFirst(2), 0) ? .highFirst : nil }
    guard head.count >= 16 else { return nil }
    return isText(head[...], 1) ? .lowFirst : isText(head[...], 0) ? .highFirst : nil
  }

  /// Whether the letters are those of plain text, as those of a header are but for units.
  private static func isText(_ bytes: ArraySlice<UInt8>, _ high: Int) -> Bool {
    let letters = Array(bytes.prefix(32))
    let pairs = stride(from: 0, to: letters.count - 1, by: 2)
    return pairs.allSatisfy { letters[$0 + high] == 0 && letters[$0 + 1 - high] >= 9 }
  }

  init(_ stream: any ByteStream, order: Order) {
    self.stream = stream
    self.order = order
  }

  var damage: String? { stream.damage }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    while ready.isEmpty, try refill() {}
    let part = ready.prefix(buffer.count)
    part.withUnsafeBytes { buffer.copyMemory(from: $0) }
    ready.removeFirst(part.count)
    return part.count
  }

  /// Decodes the next piece; `false` at the end. Half a letter waits for the piece behind it.
  private func refill() throws(SensorFileError) -> Bool {
    var piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
    let count = try stream.read(into: &piece)
    guard count > 0 else { return false }
    let bytes = rest + piece[..<count]
    let high = order == .lowFirst ? 1 : 0
    var units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
    }
    var used = 2 * units.count
    if let last = units.last, UTF16.isLeadSurrogate(last) {
      units.removeLast()
      used -= 2
    }
    rest = Array(bytes[used...])
    if isAtStart, units.first == 0xfeff { units.removeFirst() }
    isAtStart = false
    ready = Array(String(decoding: units, as: UTF16.self).utf8)[...]
    return true
  }
}
