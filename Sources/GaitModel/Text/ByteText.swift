/// A text that is known by its bytes, as files are by their paths: to Swift an ü is the same whether it is one character
/// or a u with its dots behind it (Unicode's forms NFC and NFD); to a file system these are two names.
package struct ByteText: Hashable, Comparable, Sendable {
  /// The text.
  package let text: String

  /// Makes a text that is known by its bytes.
  package init(_ text: String) { self.text = text }

  package static func == (one: Self, other: Self) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  package static func < (one: Self, other: Self) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension Sequence where Element == String {
  /// In the order of their bytes, which names that Swift takes for one have, too.
  package func sortedByBytes() -> [String] { map(ByteText.init).sorted().map(\.text) }
}
