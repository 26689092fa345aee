import CZlib
import Foundation

/// A comment in a drawing by dots: a chunk of its own right behind the header, which programs pass over that show the
/// drawing (W3C, Portable Network Graphics, third edition, sections 5.3 and 11.3.3).
enum PNGComment {
  private static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  /// Signature and header.
  private static let headLength = 33
  private static let keyword = Data("tEXtComment\0".utf8)

  /// What follows the header; `nil` of what is no such drawing.
  static func rest(of data: Data) -> Data? {
    data.count > headLength && data.starts(with: signature) ? data.dropFirst(headLength) : nil
  }

  /// The drawing with a comment.
  static func put(_ words: String, into drawing: Data) -> Data {
    let chunk = keyword + Data(words.utf8)
    var commented = Data(drawing.prefix(headLength))
    for part in [bytes(UInt32(chunk.count - 4)), chunk, bytes(checksum(chunk))] {
      commented.append(part)
    }
    return commented + drawing.dropFirst(headLength)
  }

  /// The comment behind the header, and what follows it; `nil` where there is none.
  static func first(in drawing: Data) -> (words: String, rest: Data)? {
    guard let rest = rest(of: drawing), rest.count > 12 else { return nil }
    let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let chunk = rest.dropFirst(4).prefix(4 + length)
    guard chunk.starts(with: keyword), rest.count >= 12 + length else { return nil }
    let words = String(decoding: chunk.dropFirst(keyword.count), as: UTF8.self)
    return (words, rest.dropFirst(12 + length))
  }

  /// The checksum of a chunk (the same specification, annex D).
  private static func checksum(_ chunk: Data) -> UInt32 {
    chunk.withUnsafeBytes {
      UInt32(crc32(0, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count)))
    }
  }

  private static func bytes(_ number: UInt32) -> Data {
    withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }
}
