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

extension [UInt8] {
  /// Puts the lowest bytes of a number at a place, the lowest first; negative numbers are in two's
  /// complement.
  mutating func put(_ value: Int, at place: Int, byteCount: Int) {
    for byte in 0..<byteCount {
      self[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
    }
  }

  /// Appends the lowest bytes of a number, the lowest first.
  mutating func append(_ value: Int, byteCount: Int) {
    for byte in 0..<byteCount { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }
}

/// The plain CSV of a recording.
enum CSVText {
  static func bytes(of recording: SimulatedRecording) -> [UInt8] {
    var recording = recording
    let header = "time_s,acc_x,acc_y,acc_z"
    var text = Array(header.utf8)
    if recording.facts.hasAngularRate { text += Array(",gyr_x,gyr_y,gyr_z".utf8) }
    let channels = recording.sideChannels
    for channel in channels { text += Array(",\(channel.rawValue)".utf8) }
    text.append(UInt8(ascii: "\n"))
    while let block = recording.nextBlock() { append(block, channels, to: &text) }
    return text
  }

  /// What stands beside the motion comes at a clock of its own: most rows have none.
  private static func append(
    _ block: RecordingBlock, _ channels: [SideChannel], to text: inout [UInt8]
  ) {
    let side = channels.map {
      (samples: block.side[$0] ?? SideSamples(), decimals: decimals(of: $0))
    }
    var next = channels.map { _ in 0 }
    for index in block.seconds.indices {
      DecimalText.append(block.seconds[index], decimals: 4, to: &text)
      append(block.acceleration, index, decimals: 3, to: &text)
      if let rate = block.angularRate { append(rate, index, decimals: 4, to: &text) }
      for (column, (samples, decimals)) in side.enumerated() {
        text.append(UInt8(ascii: ","))
        let place = next[column]
        guard place < samples.seconds.count, samples.seconds[place] == block.seconds[index] else {
          continue
        }
        DecimalText.append(Double(samples.values[place]), decimals: decimals, to: &text)
        next[column] += 1
      }
      text.append(UInt8(ascii: "\n"))
    }
  }

  /// As many as the simulated sensors have.
  private static func decimals(of channel: SideChannel) -> Int { channel == .heartRate ? 0 : 3 }

  private static func append(
    _ axes: Axes, _ index: Int, decimals: Int, to text: inout [UInt8]
  ) {
    for value in [axes.x[index], axes.y[index], axes.z[index]] {
      text.append(UInt8(ascii: ","))
      DecimalText.append(Double(value), decimals: decimals, to: &text)
    }
  }
}
