/// The keys of JSON objects, before a decoder passes over those that are there twice.
package enum JSONKeys {
  /// The first quoted key that an object has twice, whatever its place; `nil` where there is none. Comments are passed
  /// over. What is not JSON has no answer that counts.
  package static func duplicate(in bytes: some Sequence<UInt8>) -> String? {
    // The keys of each object that is open; an array has none.
    var open: [Set<String>?] = []
    var word: [UInt8] = []
    var last: String?
    var state = State.between
    var isEscaped = false
    var before: UInt8 = 0
    for byte in bytes {
      defer { before = byte }
      switch state {
      case .word(let quote) where byte == quote && !isEscaped:
        state = .between
        last = String(decoding: word, as: UTF8.self)
      case .word:
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        word.append(byte)
      case .line: if byte == UInt8(ascii: "\n") { state = .between }
      case .comment:
        if before == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { state = .between }
      case .between:
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): (state, word) = (.word(byte), [])
        case UInt8(ascii: "/") where before == byte: state = .line
        case UInt8(ascii: "*") where before == UInt8(ascii: "/"): state = .comment
        case UInt8(ascii: "{"): open.append([])
        case UInt8(ascii: "["): open.append(nil)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
        case UInt8(ascii: ","): last = nil
        case UInt8(ascii: ":"):
          guard let key = last, !open.isEmpty, open[open.count - 1] != nil else { continue }
          last = nil
          if open[open.count - 1]?.insert(key).inserted == false { return key }
        default: break
        }
      }
    }
    return nil
  }

  private enum State {
    case between
    /// Within a word that this quote began.
    case word(UInt8)
    /// In a comment up to the end of the line.
    case line
    /// In a comment up to its end.
    case comment
  }
}
