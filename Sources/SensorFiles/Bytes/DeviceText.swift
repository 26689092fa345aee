import GaitModel

/// A text that a device's program wrote, which nobody can save again: UTF-8, or Windows-1252 where it is none.
///
/// No maker says which encoding names have; their programs run on Windows. Whatever it was, names that differ stay
/// different, because each byte stands for a letter of its own.
struct DeviceText: Hashable {
  let text: String
  /// Whether it is UTF-8.
  let isUTF8: Bool

  /// Reads bytes; `nil` where they are of neither, as names in Japanese, and where another program replaced letters.
  init?(_ bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self) {
      guard !text.unicodeScalars.contains("\u{fffd}") else { return nil }
      (self.text, isUTF8) = (text, true)
      return
    }
    let text = TextEncoding.readable(bytes)
    // The places that Windows leaves free.
    guard !text.unicodeScalars.contains(where: { (0x80...0x9f).contains($0.value) }) else {
      return nil
    }
    (self.text, isUTF8) = (text, false)
  }

  /// What to say of a line that is not UTF-8.
  ///
  /// - Parameters:
  ///   - name: the line.
  ///   - value: what it was taken to say; `nil` where that cannot be read.
  /// - Returns: a sentence.
  static func remark(of name: String, readAs value: String?) -> String {
    let words =
      value.map { "is not UTF-8 and was read as Windows-1252, \"\($0)\"" }
      ?? "cannot be read, as UTF-8 or as Windows-1252, and was not used"
    return
      "\"\(name)\" \(words); a manifest, the description beside the recording or --participant says a name as it should be"
  }
}
