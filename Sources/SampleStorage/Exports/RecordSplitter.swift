/// Cuts bytes into lines as they come; a line end within quotes does not end a line of CSV.
struct RecordSplitter {
  private var bytes: [UInt8] = []
  private var position = 0
  private var line = 0
  private var isFinished = false

  /// Adds bytes.
  mutating func append(_ piece: [UInt8]) {
    bytes.removeFirst(position)
    position = 0
    bytes += piece
  }

  /// Whether bytes are left that no line end follows.
  var isWithinLine: Bool { position < bytes.count }

  /// Says that nothing more comes.
  mutating func finish() { isFinished = true }

  /// The next whole line with its number, counted from 1, or `nil` when more bytes are needed.
  mutating func next() -> (line: [UInt8], number: Int)? {
    var isQuoted = false
    // In JSON a quote may be escaped, and a line end never stands inside of one.
    let isJSON = position < bytes.count && bytes[position] == UInt8(ascii: "{")
    for index in position..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): isQuoted = !isJSON && !isQuoted
      case UInt8(ascii: "\n") where !isQuoted: return taken(upTo: index, next: index + 1)
      default: break
      }
    }
    guard isFinished, position < bytes.count else { return nil }
    return taken(upTo: bytes.count, next: bytes.count)
  }

  private mutating func taken(upTo end: Int, next: Int) -> (line: [UInt8], number: Int) {
    var line = bytes[position..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    position = next
    self.line += 1
    return (Array(line), self.line)
  }
}
