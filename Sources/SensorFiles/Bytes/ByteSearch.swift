import Foundation

extension [UInt8] {
  /// Where a word of at least one byte first begins, or `nil`. Every file that is opened is searched for the marks of formats,
  /// and the general search of collections asks for memory at each byte.
  func firstPlace(of word: [UInt8]) -> Int? {
    withUnsafeBytes { bytes in
      word.withUnsafeBytes { word -> Int? in
        guard let start = bytes.baseAddress, let wanted = word.baseAddress else { return nil }
        var place = 0
        while place + word.count <= bytes.count {
          let left = bytes.count - word.count + 1 - place
          guard let found = memchr(start + place, Int32(word[0]), left) else { return nil }
          if memcmp(found, wanted, word.count) == 0 { return start.distance(to: found) }
          place = start.distance(to: found) + 1
        }
        return nil
      }
    }
  }
}
