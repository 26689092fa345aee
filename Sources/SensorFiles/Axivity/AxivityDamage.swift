import GaitModel

/// Counts what was lost of a file of blocks, and keeps the places of the first few losses.
struct AxivityDamage {
  /// What can be wrong with a block, in the order of the remarks.
  enum Fault: Int, CaseIterable {
    case checksum, notABlock, unusable, count, missing, displaced, outOfOrder, duplicate
    case withoutAngularRate, rate
  }

  /// Places that a remark names; the rest is only counted.
  private static let placeLimit = 5

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
    entries[fault.rawValue].places.append((Self.grouped(fileOffset), words()))
  }

  /// Takes back what was noted of a fault.
  mutating func forget(_ fault: Fault) { entries[fault.rawValue] = Entry() }

  /// One remark for each fault that was seen.
  var remarks: [RecordingRemark] {
    Fault.allCases.compactMap { fault in
      let entry = entries[fault.rawValue]
      guard entry.blockCount > 0 else { return nil }
      let end =
        entry.sampleCount > 0
        ? "; \(Self.grouped(entry.sampleCount)) samples\(Self.end(of: fault))" : ""
      return RecordingRemark(
        kind: Self.kind(of: fault), sampleCount: entry.sampleCount,
        message: Self.sentence(fault, entry) + end)
    }
  }

  private static func sentence(_ fault: Fault, _ entry: Entry) -> String {
    if entry.blockCount == 1, let only = entry.places.first {
      if fault == .checksum {
        return "block at byte \(only.byte) has checksum \(only.words), expected 0"
      }
      let more = only.words.isEmpty ? "" : " (\(only.words))"
      return "block at byte \(only.byte) \(verb(of: fault, isOne: true))\(more)"
    }
    let places = entry.places.map { place in
      place.byte + (place.words.isEmpty ? "" : " (\(place.words))")
    }
    let more = entry.blockCount > places.count ? ", …" : ""
    return "\(grouped(entry.blockCount)) blocks \(verb(of: fault, isOne: false)): bytes "
      + places.joined(separator: ", ") + more
  }

  private static func kind(of fault: Fault) -> RecordingRemark.Kind {
    switch fault {
    case .checksum, .notABlock, .unusable: .unreadable
    case .outOfOrder: .outOfOrder
    case .duplicate: .duplicate
    case .count, .missing, .displaced, .withoutAngularRate, .rate: .inconsistent
    }
  }

  private static func end(of fault: Fault) -> String {
    switch fault {
    case .missing: " are missing"
    case .displaced, .count, .rate: " concerned"
    default: " skipped"
    }
  }

  private static func verb(of fault: Fault, isOne: Bool) -> String {
    switch fault {
    case .checksum: (isOne ? "has a checksum" : "have checksums") + " other than the expected 0"
    case .notABlock: isOne ? "is no data block" : "are no data blocks"
    case .unusable: "cannot be used"
    case .count: (isOne ? "names" : "name") + " more samples than fit; what fits was read"
    case .missing: (isOne ? "follows" : "follow") + " a jump of the sequence numbers"
    case .displaced: (isOne ? "was" : "were") + " out of sequence and put back in order"
    case .outOfOrder: (isOne ? "does" : "do") + " not fit between the neighbors in time"
    case .duplicate: (isOne ? "repeats" : "repeat") + " another one"
    case .withoutAngularRate: (isOne ? "has" : "have") + " no angular rate, unlike the recording"
    case .rate: (isOne ? "changes" : "change") + " the sampling rate"
    }
  }

  /// `51200` as `51,200`.
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var result = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return (number < 0 ? "-" : "") + result
  }
}
