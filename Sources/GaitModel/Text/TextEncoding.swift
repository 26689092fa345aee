/// The encoding that texts with names must have: read as another one, Müller and Möller become one person.
package enum TextEncoding {
  /// What to do with a table that has another one.
  package static let tableAdvice = "save the table as \"CSV UTF-8\""

  /// Why a text cannot be taken, with the line and what to do; `nil` where it is UTF-8 throughout.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - firstLine: the number of its first line.
  ///   - advice: what to do.
  /// - Returns: a sentence.
  package static func fault(
    in bytes: some Collection<UInt8>, firstLine: Int = 1, advice: String = tableAdvice
  ) -> String? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      return "the text is UTF-16 and must be UTF-8; \(advice)"
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let place = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    let text = String(decoding: lines[place].prefix(60), as: UTF8.self)
    return
      "line \(place + firstLine) is not UTF-8: \"\(text)\"; \(advice), or names that differ could become one"
  }

  /// A text for a person to read, and to be compared: UTF-8, or Windows-1252 where it is none, so that texts that differ
  /// stay different, whatever their encoding.
  package static func readable(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(decoding: utf8(ofWindows: bytes), as: UTF8.self)
  }

  /// The UTF-8 of a text in Windows-1252, of which the letters of ISO 8859-1 are a part.
  package static func utf8(ofWindows bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte < 0x80 { text.append(byte) } else { text += Array(String(letter(byte)).utf8) }
    }
    return text
  }

  private static func letter(_ byte: UInt8) -> Character {
    let place = Int(byte) - 0x80
    return place < letters.count ? letters[place] : Character(Unicode.Scalar(byte))
  }

  /// The letters of 0x80 to 0x9f, by the Encoding Standard of the WHATWG (index windows-1252): the five that Windows leaves
  /// free are control characters.
  private static let letters: [Character] = [
    "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8d}", "Ž", "\u{8f}",
    "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9d}", "ž", "Ÿ",
  ]
}
