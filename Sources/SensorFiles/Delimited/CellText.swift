extension UnsafeBufferPointer<UInt8> {
  /// The bytes of a cell without the quotes and white space around them.
  var trimmedCell: UnsafeBufferPointer<UInt8> {
    var range = 0..<count
    while let first = range.first, Self.isAround(self[first]) { range.removeFirst() }
    while let last = range.last, Self.isAround(self[last]) { range.removeLast() }
    return UnsafeBufferPointer(rebasing: self[range])
  }

  private static func isAround(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\t")
  }
}

extension String {
  /// The text without the marks of its line's end.
  var trimmingLineEnd: String {
    var text = self[...]
    while text.last?.isNewline ?? false { text.removeLast() }
    return String(text)
  }
}
