import GaitModel

/// Counts what was lost of a file of blocks, and keeps the places of the first few losses.
struct DamageLog<Fault: DamageKind> {
  /// Places that a remark names; the rest is only counted.
  private static var placeLimit: Int { 5 }

  private struct Entry {
    var blockCount = 0
    var sampleCount = 0
    var places: [(byte: String, words: String)] = []
  }

  private var entries = [Entry](repeating: Entry(), count: Fault.allCases.count)

  /// Counts blocks with the same fault; `words` are only asked for the first few.
  mutating func note(
    _ fault: Fault, at fileOffset: Int, blocks: Int = 1, samples: Int,
    _ words: @autoclosure () -> String = ""
  ) {
    entries[fault.rawValue].blockCount += blocks
    entries[fault.rawValue].sampleCount += samples
    guard entries[fault.rawValue].places.count < Self.placeLimit else { return }
    entries[fault.rawValue].places.append((fileOffset.grouped, words()))
  }

  /// Takes back what was noted of a fault.
  mutating func forget(_ fault: Fault) { entries[fault.rawValue] = Entry() }

  /// One remark for each fault that was seen.
  var remarks: [RecordingRemark] {
    Fault.allCases.compactMap { fault in
      let entry = entries[fault.rawValue]
      guard entry.blockCount > 0 else { return nil }
      let end =
        entry.sampleCount > 0 ? "; \(entry.sampleCount.grouped) samples\(fault.consequence)" : ""
      return RecordingRemark(
        kind: fault.remark, sampleCount: entry.sampleCount,
        message: Self.sentence(fault, entry) + end)
    }
  }

  private static func sentence(_ fault: Fault, _ entry: Entry) -> String {
    if entry.blockCount == 1, let only = entry.places.first {
      if let sentence = fault.sentence(byte: only.byte, words: only.words) { return sentence }
      let more = only.words.isEmpty ? "" : " (\(only.words))"
      return "\(Fault.noun) at byte \(only.byte) \(fault.verb(isOne: true))\(more)"
    }
    let places = entry.places.map { place in
      place.byte + (place.words.isEmpty ? "" : " (\(place.words))")
    }
    let more = entry.blockCount > places.count ? ", …" : ""
    return "\(entry.blockCount.grouped) \(Fault.noun)s \(fault.verb(isOne: false)): bytes "
      + places.joined(separator: ", ") + more
  }
}
