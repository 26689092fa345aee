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
    entries.first { $0.kind == kind }?.count ?? 0
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
    if let known = entries.firstIndex(where: { $0.kind == kind }) {
      place = known
    } else {
      place = entries.count
      entries.append(Entry(kind: kind, words: words, example: example()))
    }
    entries[place].count += 1
    if entries[place].places.count < Self.placeLimit { entries[place].places.append(line) }
  }

  /// One remark for each kind, in order of appearance.
  var remarks: [RecordingRemark] {
    entries.map { entry in
      let lines = entry.places.map(String.init).joined(separator: ", ")
      let more = entry.count > entry.places.count ? ", …" : ""
      let label = entry.count == 1 ? placeWord : "\(entry.count) \(placeWord)s,"
      return RecordingRemark(
        kind: entry.kind, sampleCount: entry.count,
        message: "\(entry.words): \(label) \(lines)\(more); the first is \"\(entry.example)\"")
    }
  }
}
