/// The encoding that tables of names must have: read as another one, Müller and Möller become one person.
package enum TextEncoding {
  /// Why a text cannot be taken, with the line and what to do; `nil` where it is UTF-8 throughout.
  package static func fault(in bytes: some Collection<UInt8>) -> String? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let place = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    let text = String(decoding: lines[place].prefix(60), as: UTF8.self)
    return
      "line \(place + 1) is not UTF-8: \"\(text)\"; save the table as \"CSV UTF-8\", or names that differ could "
      + "become one"
  }
}
