import Foundation
import GaitModel
import SampleStorage
import Testing

struct ExportTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private var path: String { folder.url.appendingPathComponent("export").path }

  private func key(_ byte: UInt8 = 7) throws -> ExportKey {
    try ExportKey(fileBytes: Array(repeating: byte, count: 32))
  }

  private func imported(key: ExportKey? = nil) throws -> [Sample] {
    var reader = try ExportReader(path, key: key)
    var samples: [Sample] = []
    while let next = try reader.next() { samples += next }
    return samples
  }

  /// Samples with everything that can be said of one.
  private var rich: Sample {
    Sample(
      kind: AnySampleKind("some-other-kind"), value: 0.1 + 0.2,
      start: AnalyzedSamples.instant(day: 0), end: AnalyzedSamples.instant(day: 0, seconds: 0.001),
      participant: "P01",
      source: SampleSource(
        name: "Health, \"beta\"", device: "a\nwatch",
        recording: RecordingReference(name: "r", start: AnalyzedSamples.instant(day: 0))),
      metadata: SampleMetadata(
        isEnteredByHand: true, isCalibrated: false,
        earliestDataUsed: AnalyzedSamples.instant(day: -7), method: "M", revision: 3,
        leftOutReason: .stairs, terrain: .stairsUp, site: .hip, timeZoneIdentifier: "Europe/Berlin",
        utcOffsetSeconds: 7200, label: "früh", unit: "mL",
        other: ["a_key": "x,y", "camelKey": "1"]),
      standardError: 1e-9, standardErrorWithinPerson: 12345.678, distinction: 42)
  }

  @Test(arguments: ExportFormat.allCases) func `what is exported plain reads back as it was`(
    format: ExportFormat
  ) async throws {
    let store = try await folder.filledStore()
    try await store.save([rich])
    let settings = ExportSettings(format: format, seal: nil, code: nil)
    let query = SampleQuery(includesLeftOut: true)
    let count = try await store.export(query, to: path, settings)
    let samples = try imported()
    #expect(count == samples.count)
    #expect(Set(samples) == Set(AnalyzedSamples.list.samples + [rich]))
  }

  @Test(arguments: ["P\u{200B}1", "Zoe\u{308}"])
  func `a name that a store has held comes back, however it is written`(name: String) async throws {
    var held = rich
    held.participant = name
    let store = try await folder.filledStore()
    try await store.save([held])
    try await store.export(
      SampleQuery(participant: name, includesLeftOut: true), to: path,
      ExportSettings(seal: nil, code: nil))
    var reader = try ExportReader(path, now: Date())
    #expect(try reader.next()?.first == held)
    // In a table of another program it is a new name, and refused.
    let table = """
      participant,kind,value,unit,start_time,end_time,source
      \(name),step-count,10,count,2026-05-02T00:30:00Z,2026-05-02T00:31:00Z,app

      """
    try table.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: ImportError.self) {
      var foreign = try ExportReader(path, now: Date())
      _ = try foreign.next()
    }
  }

  @Test func `a sealed export opens with its key and says nothing without`() async throws {
    let store = try await folder.filledStore()
    let settings = ExportSettings(seal: try key(), code: nil)
    try await store.export(SampleQuery(includesLeftOut: true), to: path, settings)
    #expect(Set(try imported(key: try key())) == Set(AnalyzedSamples.list.samples))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for word in ["P01", "walking-speed", "daily-life"] {
      #expect(bytes.range(of: Data(word.utf8)) == nil)
    }
    #expect(throws: SealError.keyNeeded(isPassphrase: false)) { try imported() }
    #expect(throws: SealError.notOpened(chunk: 0)) { try imported(key: try key(8)) }
    #expect(throws: SealError.otherKeyNeeded(isPassphrase: false)) {
      try imported(key: try ExportKey(passphrase: "correct horse"))
    }
  }

  @Test func `a passphrase seals through a slow key derivation`() async throws {
    let store = try await folder.filledStore()
    let passphrase = try ExportKey(passphrase: "correct horse battery")
    let settings = ExportSettings(seal: passphrase, code: nil)
    try await store.export(SampleQuery(participant: "P02"), to: path, settings)
    #expect(try imported(key: passphrase).isEmpty == false)
    #expect(throws: SealError.notOpened(chunk: 0)) {
      try imported(key: try ExportKey(passphrase: "correct horse batterx"))
    }
  }

  /// Goldens of the program before: see Exports/README.md.
  @Test func `sealed exports of version 1 open, and nobody's code has changed`() throws {
    let keys = [
      (
        "key", try ExportKey(fileBytes: Array("a key file of thirty-two bytes .....".utf8)),
        "K-fab40fbc1cceae12"
      ),
      ("passphrase", try ExportKey(passphrase: "correct horse battery"), "K-6a0789f8b9856f5c"),
    ]
    for (name, key, code) in keys {
      let old = try #require(
        Bundle.module.url(
          forResource: "version-1-\(name)", withExtension: "sealed", subdirectory: "Exports"))
      var bytes = try Data(contentsOf: old)
      try bytes.write(to: URL(fileURLWithPath: path))
      let samples = try imported(key: key)
      #expect(samples.count == 60)
      #expect(Set(samples.map(\.participant)) == [code])
      #expect(try ParticipantCode(key).code("P01") == code)
      #expect(throws: SealError.keyNeeded(isPassphrase: name == "passphrase")) { try imported() }
      bytes[bytes.count - 20] ^= 1
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(throws: SealError.notOpened(chunk: 0)) { try imported(key: key) }
    }
  }

  @Test func `no byte of a sealed export can be changed, cut or added unseen`() async throws {
    let store = try await folder.filledStore()
    let key = try key()
    try await store.export(
      SampleQuery(includesLeftOut: true), to: path, ExportSettings(seal: key, code: nil))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var changes: [Data] = stride(from: 9, to: whole.count, by: 101).map { place in
      var changed = whole
      changed[place] ^= 1
      return changed
    }
    changes += stride(from: 26, to: whole.count, by: 997).map { whole.prefix($0) }
    changes.append(whole + Data([0]))
    for change in changes {
      try change.write(to: URL(fileURLWithPath: path))
      #expect(throws: SealError.self) { try imported(key: key) }
    }
  }

  @Test func `chunks of a sealed export cannot change places or be dropped`() async throws {
    let store = try folder.store()
    try await store.save(manySamples)
    let key = try key()
    let (head, first, second, rest) = try await parts(of: store, sealedWith: key)
    let orders: [[Data]] = [
      [head, second, first, rest], [head, second, rest], [head, first, second],
    ]
    for order in orders { try expectRefused(Data(order.joined()), key) }
  }

  @Test func `a chunk cannot be played again or come from another export`() async throws {
    let store = try folder.store()
    try await store.save(manySamples)
    let key = try key()
    let one = try await parts(of: store, sealedWith: key)
    let other = try await parts(of: store, sealedWith: key)
    // The same samples under the same key are other bytes each time.
    #expect(one.head != other.head && one.first != other.first && one.rest != other.rest)
    let orders: [[Data]] = [
      [one.head, one.first, one.first, one.second, one.rest],
      [one.head, one.first, one.second, one.rest, one.rest],
      [one.head, other.first, one.second, one.rest],
      [one.head, one.first, one.second, other.rest],
      [other.head, one.first, one.second, one.rest],
    ]
    for order in orders { try expectRefused(Data(order.joined()), key) }
    let whole = Data([one.head, one.first, one.second, one.rest].joined())
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(try imported(key: key).count == manySamples.count)
  }

  @Test func `a sealed export cannot be passed off as one of an older version`() async throws {
    let store = try await folder.filledStore()
    let key = try key()
    try await store.export(SampleQuery(), to: path, ExportSettings(seal: key, code: nil))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for version: UInt8 in [0, 1, 3, 255] {
      bytes[8] = version
      try expectRefused(bytes, key)
    }
    // Nor the other way round.
    let old = try #require(
      Bundle.module.url(
        forResource: "version-1-key", withExtension: "sealed", subdirectory: "Exports"))
    var older = try Data(contentsOf: old)
    #expect(older[8] == 1)
    older[8] = 2
    let oldKey = try ExportKey(fileBytes: Array("a key file of thirty-two bytes .....".utf8))
    try expectRefused(older, oldKey)
  }

  @Test func `an export that is played again changes nothing`() async throws {
    let store = try await folder.filledStore()
    let key = try key()
    let query = SampleQuery(includesLeftOut: true)
    try await store.export(query, to: path, ExportSettings(seal: key, code: nil))
    let place = folder.url.appendingPathComponent("copy.gait").path
    let copy = try SampleStore.open(place, access: .everything)
    for _ in 0..<3 {
      try await copy.save(imported(key: key))
      #expect(try await copy.samples(matching: query).count == AnalyzedSamples.list.samples.count)
    }
    #expect(
      Set(try await copy.samples(matching: query)) == Set(AnalyzedSamples.list.samples))
  }

  /// Samples that fill more than two chunks.
  private var manySamples: [Sample] {
    let start = AnalyzedSamples.instant(day: 0)
    return (0..<4000).map {
      Sample(
        .heartRate, HeartRate(beatsPerMinute: 60), start: start + Double($0),
        end: start + Double($0),
        participant: "P01")
    }
  }

  /// A sealed export, taken apart.
  private func parts(
    of store: SampleStore, sealedWith key: ExportKey
  ) async throws -> (head: Data, first: Data, second: Data, rest: Data) {
    try? FileManager.default.removeItem(atPath: path)
    try await store.export(SampleQuery(), to: path, ExportSettings(seal: key, code: nil))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let (opening, chunk) = (50, 4 + (64 << 10) + 17)
    let second = whole.dropFirst(opening + chunk).prefix(chunk)
    let rest = whole.dropFirst(opening + 2 * chunk)
    #expect(second.count == chunk && !rest.isEmpty)
    return (whole.prefix(opening), whole.dropFirst(opening).prefix(chunk), second, rest)
  }

  private func expectRefused(_ bytes: Data, _ key: ExportKey) throws {
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(throws: SealError.self) { try imported(key: key) }
  }

  @Test func `a keyed code stands in the place of each name`() async throws {
    let store = try await folder.filledStore()
    let code = try ParticipantCode(try key())
    try await store.export(
      SampleQuery(includesLeftOut: true), to: path, ExportSettings(seal: nil, code: code))
    let samples = try imported()
    #expect(Set(samples.map(\.participant)) == [code.code("P01"), code.code("P02")])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for word in ["P01", "P02", "daily-life"] { #expect(!text.contains(word)) }
    #expect(code.code("P01") == (try ParticipantCode(try key())).code("P01"))
    #expect(code.code("P01") != (try ParticipantCode(try key(8))).code("P01"))
    #expect(samples.map(\.value).sorted() == AnalyzedSamples.list.samples.map(\.value).sorted())
  }

  @Test func `a line that is no sample is named`() throws {
    let header = "participant,kind,value,unit,start_time,end_time,source\n"
    let good = "P01,walking-speed,1.2,m/s,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me\n"
    for (line, word) in [
      ("P01,walking-speed,fast,m/s,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "value"),
      ("P01,walking-speed,1,kg,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "unit"),
      ("P01,walking-speed,1,m/s,yesterday,2026-05-04T09:31:00Z,me", "start_time"),
      ("P01,walking-speed,1,m/s", "fields"),
    ] {
      try Data((header + good + line).utf8).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: ImportError.self) { try imported() }
      #expect(error?.description.contains("line 3") == true)
      #expect(error?.description.contains(word) == true)
    }
  }

  @Test func `a table of another program is imported when it names its columns and units`() throws {
    let text = """
      participant,kind,value,unit,start_time,end_time,source
      P09,walking-speed,4.5,km/h,2026-05-04 09:30:00 +0200,2026-05-04 09:31:00 +0200,mat
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try imported().map(\.value) == [4.5 * (1 / 3.6)])
  }

  @Test func `a weak key is refused`() {
    #expect(throws: SealError.self) { try ExportKey(fileBytes: [1, 2, 3]) }
    #expect(throws: SealError.self) { try ExportKey(passphrase: "short") }
  }
}
