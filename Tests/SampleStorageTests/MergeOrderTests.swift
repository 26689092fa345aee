import Foundation
import GaitModel
import SampleStorage
import Synchronization
import Testing

/// Stores that were filled, copied and corrected at random end the same in whatever order they are merged.
final class MergeOrderTests: Sendable {
  let folder: StoreFolder
  let time = Mutex(1_777_900_000.0)

  init() throws { folder = try StoreFolder() }

  func path(_ name: String) -> String {
    folder.url.appendingPathComponent(name + ".gait").path
  }

  func store(_ name: String) throws -> SampleStore {
    try SampleStore.open(path(name), access: .everything) { [self] in
      Date(timeIntervalSince1970: time.withLock { $0 })
    }
  }

  /// What a store says: its samples with when they were stored, and what gave way.
  func contents(_ name: String) async throws -> (valid: [String], aside: Set<String>) {
    let store = try store(name)
    let file = path(name) + ".csv"
    try await store.export(
      SampleQuery(includesLeftOut: true), to: file, ExportSettings(seal: nil, code: nil))
    try await store.check()
    var reader = try ExportReader(file)
    var (valid, aside): ([String], Set<String>) = ([], [])
    while let rows = try reader.nextRows() {
      for row in rows {
        let words =
          "\(row.sample.participant) \(row.sample.kind.name) \(row.sample.value) "
          + "\(row.sample.start) \(row.sample.source)"
        if row.superseded == nil {
          valid.append("\(words) \(row.stored.map(\.timeIntervalSince1970) ?? 0)")
        } else {
          aside.insert(
            "\(words) \(row.superseded.map(\.timeIntervalSince1970) ?? 0) \(row.reason ?? "")")
        }
      }
    }
    return (valid.sorted(), aside)
  }

  func merge(_ names: [String], into target: String) async throws {
    let into = try store(target)
    for name in names { _ = try await into.merge(try store(name)) }
    try into.close()
  }

  static let day = Date(timeIntervalSince1970: 1_777_879_800)

  /// An analysis of one of two recordings: its walks, start, name and person by chance.
  func analysis(_ dice: inout some RandomNumberGenerator) -> RecordingSamples {
    let content = Int.random(in: 0...1, using: &dice)
    let person = "P0\(Int.random(in: 1...2, using: &dice))"
    let start = Self.day + Double(content) * 86_400 + (Bool.random(using: &dice) ? 0 : 600)
    let recording = RecordingReference(
      name: Bool.random(using: &dice) ? "walk" : "stroll", start: start, content: "c\(content)")
    let source = SampleSource(name: SampleSource.analysisName, recording: recording)
    let walks = (0..<Int.random(in: 1...4, using: &dice)).map { walk in
      Sample(
        kind: SampleKind.stepCount.erased, value: Double(Int.random(in: 10...12, using: &dice)),
        start: start + Double(walk) * 60, end: start + Double(walk) * 60 + 30, participant: person,
        source: source)
    }
    return RecordingSamples(
      participant: person, recording: recording, revisions: ["M": 1], samples: walks)
  }

  func entry(_ dice: inout some RandomNumberGenerator) -> Sample {
    let start = Self.day + Double(Int.random(in: 0...1, using: &dice)) * 86_400
    return Sample(
      .sixMinuteWalkDistance, Length(meters: Double(Int.random(in: 400...402, using: &dice))),
      start: start, end: start + 360, participant: "P01", source: .estimates)
  }

  /// Does something to a store, as people and commands do.
  private func act(on name: String, _ dice: inout some RandomNumberGenerator) async throws {
    time.withLock { $0 += 1 }
    let store = try store(name)
    let now = Date(timeIntervalSince1970: time.withLock { $0 })
    switch Int.random(in: 0...5, using: &dice) {
    case 0...2: try await store.save([analysis(&dice)], movingFromOthers: true)
    case 3:
      if let kept = try await store.keptRecordings().randomElement(using: &dice) {
        try await store.giveUp(kept.recording, of: kept.participant, because: "gone")
      }
    case 4:
      try await store.replace([], with: [entry(&dice)], because: "estimated again", at: now)
    default:
      let old = try await store.samples(of: .sixMinuteWalkDistance).map(\.sample)
      try await store.replace(old, with: [], because: "withdrawn", at: now)
    }
    try store.close()
  }

  /// Keeps or deletes something in a store; each recording is analyzed once.
  private func keepOrDelete(in name: String, _ dice: inout some RandomNumberGenerator) async throws
  {
    let instant = time.withLock {
      $0 += 1
      return $0
    }
    let store = try store(name)
    switch Int.random(in: 0...4, using: &dice) {
    case 0...1:
      var new = analysis(&dice)
      new.recording.content = "c\(instant)"
      for place in new.samples.indices {
        new.samples[place].source.recording?.content = new.recording.content
      }
      try await store.save([new])
    case 2:
      try await store.replace(
        [], with: [entry(&dice)], because: "estimated again",
        at: Date(timeIntervalSince1970: instant))
    case 3: try await store.deleteEverything(of: "P0\(Int.random(in: 1...2, using: &dice))")
    default:
      let all = try await store.samples(matching: SampleQuery(includesLeftOut: true))
      if let one = all.randomElement(using: &dice) { try await store.delete([one]) }
    }
    try store.close()
  }

  @Test(arguments: 0..<12) func `what was deleted stays so in any order`(seed: UInt64) async throws
  {
    var dice = SeededDice(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 7)
    for _ in 0..<4 { try await keepOrDelete(in: "a", &dice) }
    for name in ["b", "c"] {
      try FileManager.default.copyItem(atPath: path("a"), toPath: path(name))
      for _ in 0..<3 { try await keepOrDelete(in: name, &dice) }
    }
    var first: [String]?
    for (place, order) in [["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"]].enumerated() {
      try await merge(order, into: "m\(place)")
      let once = try await contents("m\(place)").valid
      #expect(once == first ?? once, "\(order)")
      first = first ?? once
      try await merge(order.reversed(), into: "m\(place)")
      #expect(try await contents("m\(place)").valid == once, "again changes nothing")
    }
    // Into each of them, one by one.
    for name in ["a", "b", "c"] {
      try FileManager.default.copyItem(atPath: path(name), toPath: path("copy-" + name))
      for other in ["a", "b", "c"] where other != name {
        try await merge([other], into: "copy-" + name)
      }
      #expect(try await contents("copy-" + name).valid == first)
    }
  }

  @Test(arguments: 0..<12) func `any order gives the same`(seed: UInt64) async throws {
    var dice = SeededDice(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let names = ["a", "b", "c"]
    for name in names {
      // Some begin as a copy of another one.
      if name != "a", Bool.random(using: &dice) {
        try FileManager.default.copyItem(atPath: path("a"), toPath: path(name))
      }
      for _ in 0..<4 { try await act(on: name, &dice) }
    }
    for _ in 0..<4 { try await act(on: names.randomElement(using: &dice) ?? "a", &dice) }
    let orders = [
      ["a", "b", "c"], ["a", "c", "b"], ["b", "a", "c"], ["b", "c", "a"], ["c", "a", "b"],
      ["c", "b", "a"],
    ]
    var first: (valid: [String], aside: Set<String>)?
    for (place, order) in orders.enumerated() {
      try await merge(order, into: "m\(place)")
      let once = try await contents("m\(place)")
      #expect(once.valid == first?.valid ?? once.valid, "\(order)")
      #expect(once.aside == first?.aside ?? once.aside, "\(order)")
      first = first ?? once
      try await merge(order.reversed(), into: "m\(place)")
      #expect(try await contents("m\(place)") == once, "again changes nothing")
    }
    // Two stores take each other in, one way round and the other.
    for name in ["a", "b"] {
      try FileManager.default.copyItem(atPath: path(name), toPath: path("copy-" + name))
    }
    try await merge(["b"], into: "copy-a")
    try await merge(["a"], into: "copy-b")
    #expect(try await contents("copy-a") == contents("copy-b"))
  }
}

/// Numbers by chance that are the same for the same seed (Steele, Lea and Flood, SplitMix64, 2014).
struct SeededDice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
