import GaitModel

/// Counts what a reader noticed and keeps the places of the first few.
struct RemarkLog {
  /// Places that a message names; the rest is only counted.
  private static let placeLimit = 5

  private struct Entry {
    let kind: RecordingRemark.Kind
    let words: String
    let example: String
    var count = 0
    var places: [Int] = []
  }

  /// What a place is called: `line`, `row`.
  private let placeWord: String
  private var entries: [Entry] = []

  /// An empty log of places that are called so.
  init(placeWord: String = "line") { self.placeWord = placeWord }

  /// How many samples were left out for this reason.
  func count(_ kind: RecordingRemark.Kind) -> Int {
    entries.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
  }

  /// The line and the beginning of the first sample left out for one of these reasons.
  func firstPlace(_ kinds: [RecordingRemark.Kind]) -> (line: Int, excerpt: String)? {
    let found = entries.filter { kinds.contains($0.kind) }.min { $0.places[0] < $1.places[0] }
    return found.map { ($0.places[0], $0.example) }
  }

  /// Counts one sample that was left out; `example` is only asked for the first of its kind.
  mutating func note(
    _ kind: RecordingRemark.Kind, _ words: String, line: Int, example: @autoclosure () -> String
  ) {
    let place: Int
    if let known = entries.firstIndex(where: { $0.kind == kind && $0.words == words }) {
      place = known
    } else {
      place = entries.count
      entries.append(Entry(kind: kind, words: words, example: example()))
    }
    entries[place].count += 1
    if entries[place].places.count < Self.placeLimit { entries[place].places.append(line) }
  }

  /// One remark for each kind and what was wrong, in order of appearance.
  var remarks: [RecordingRemark] {
    entries.map { entry in
      let lines = entry.places.map(String.init).joined(separator: ", ")
      let more = entry.count > entry.places.count ? ", …" : ""
      let label = entry.count == 1 ? placeWord : "\(entry.count) \(placeWord)s,"
      var remark = RecordingRemark(
        kind: entry.kind, sampleCount: entry.count,
        message: "\(entry.words): \(label) \(lines)\(more); the first is \"\(entry.example)\"")
      remark.isDamage = entry.kind == .unreadable
      return remark
    }
  }
}

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
        entry.sampleCount > 0 ? "; \(entry.sampleCount.counted("sample"))\(fault.consequence)" : ""
      var remark = RecordingRemark(
        kind: fault.remark, sampleCount: entry.sampleCount,
        message: Self.sentence(fault, entry) + end)
      remark.isDamage = fault.remark == .unreadable
      return remark
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

/// What can be wrong with a block of a file, in the order of the remarks.
protocol DamageKind: CaseIterable, RawRepresentable where RawValue == Int {
  /// What the format calls a block: `block`, `page`.
  static var noun: String { get }

  /// What the fault is counted as.
  var remark: RecordingRemark.Kind { get }

  /// What follows "page at byte 51,200" or "3 pages" in a message.
  func verb(isOne: Bool) -> String

  /// What follows the number of samples: " skipped".
  var consequence: String { get }

  /// The sentence about a single block where the usual words would hide a number, or `nil`.
  func sentence(byte: String, words: String) -> String?
}

extension DamageKind {
  func sentence(byte: String, words: String) -> String? { nil }
}
