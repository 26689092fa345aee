import GaitModel

/// A zip file whose members lie in it as they are: without compression it has the same bytes
/// whatever the version of a library.
///
/// The layout is that of PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.
enum StoredZip {
  /// Packs members, in the order given, all dated alike.
  static func bytes(of members: [(name: String, bytes: [UInt8])], date time: CivilTime) -> [UInt8] {
    var (file, list): ([UInt8], [UInt8]) = ([], [])
    for (name, bytes) in members {
      let offset = file.count
      let facts = facts(name: name, bytes: bytes, date: time)
      file.append(0x0403_4b50, byteCount: 4)
      file += facts + Array(name.utf8) + bytes
      list.append(0x0201_4b50, byteCount: 4)
      // Made by a program of version 2.0 for MS-DOS, which says nothing about rights.
      list.append(20, byteCount: 2)
      list += facts
      // No comment, first disk, no attributes.
      list.append(0, byteCount: 10)
      list.append(offset, byteCount: 4)
      list += Array(name.utf8)
    }
    return file + list + end(memberCount: members.count, list: list, offset: file.count)
  }

  /// What a member's own header and the list at the end say alike.
  private static func facts(name: String, bytes: [UInt8], date time: CivilTime) -> [UInt8] {
    var facts: [UInt8] = []
    // Needs version 2.0, has no flags, is stored.
    facts.append(20, byteCount: 2)
    facts.append(0, byteCount: 4)
    facts.append(time.hour << 11 | time.minute << 5 | time.second / 2, byteCount: 2)
    let date = time.date
    facts.append((date.year - 1980) << 9 | date.month << 5 | date.day, byteCount: 2)
    facts.append(Int(checksum(bytes)), byteCount: 4)
    facts.append(bytes.count, byteCount: 4)
    facts.append(bytes.count, byteCount: 4)
    facts.append(name.utf8.count, byteCount: 2)
    facts.append(0, byteCount: 2)
    return facts
  }

  private static func end(memberCount: Int, list: [UInt8], offset: Int) -> [UInt8] {
    var end: [UInt8] = []
    end.append(0x0605_4b50, byteCount: 4)
    end.append(0, byteCount: 4)
    end.append(memberCount, byteCount: 2)
    end.append(memberCount, byteCount: 2)
    end.append(list.count, byteCount: 4)
    end.append(offset, byteCount: 4)
    end.append(0, byteCount: 2)
    return end
  }

  /// CRC-32, reflected, of the polynomial 0x04c11db7.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map(remainder)

  /// What eight shifts make of a byte.
  private static func remainder(_ byte: UInt32) -> UInt32 {
    var sum = byte
    for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
    return sum
  }
}
