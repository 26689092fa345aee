import Foundation
import GRDB
import GaitModel
import SampleStorage
import Testing

/// Files that were cut off or damaged: seen and said, and never the end of the program.
struct DamageTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Numbers that look random and are the same in every run (Knuth's MMIX generator).
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }

  private func health(_ bytes: [UInt8], pieceBytes: Int = 4096) throws -> Int {
    var rest = bytes[...]
    var reader = HealthExportReader(
      participant: "P01", path: "export.xml", now: AnalyzedSamples.instant(day: 30)
    ) {
      defer { rest = rest.dropFirst(pieceBytes) }
      return rest.isEmpty ? nil : Array(rest.prefix(pieceBytes))
    }
    var count = 0
    while let next = try reader.next() { count += next.count }
    return count
  }

  @Test(arguments: [
    "<HealthData locale=\"de\"></HealthData", "<HealthData a=5>", "<HealthData a=", "<", "<>", "</",
    "<HealthData a='", "<HealthData><Record type=\"x/></HealthData>", "<!", "<!--", "<?",
    "<!DOCTYPE [",
    "<HealthData/", "<HealthData =\"\"/>",
  ])
  func `a damaged element is named, not the end`(document: String) {
    for pieceBytes in [1, 2, 4096] {
      #expect(throws: ImportError.self) { try health(Array(document.utf8), pieceBytes: pieceBytes) }
    }
  }

  @Test func `a health export that was cut off anywhere says so`() throws {
    let whole = Array(HealthExport.everything().document.utf8)
    #expect(try health(whole) > 20)
    let end = try #require(whole.lastIndex(of: UInt8(ascii: ">")))
    for length in Array(stride(from: 0, to: end, by: 13)) + Array(end - 40...end) {
      #expect(throws: ImportError.self, "\(length)") { try health(Array(whole.prefix(length))) }
    }
  }

  @Test func `a health export with wrong bytes is read or refused`() throws {
    let whole = Array(HealthExport.everything().document.utf8)
    var dice = Dice(state: 7)
    for _ in 0..<600 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...6, using: &dice) {
        let place = Int.random(in: 0..<damaged.count, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &dice)
        case 1: damaged.remove(at: place)
        default:
          damaged.insert(Array("<>/\"'=&!?-".utf8).randomElement(using: &dice) ?? 0, at: place)
        }
      }
      do { _ = try health(damaged, pieceBytes: 97) } catch { #expect(error is ImportError) }
    }
  }

  @Test func `a damaged store answers or says that it is damaged`() async throws {
    let store = try await folder.filledStore()
    try store.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    var dice = Dice(state: 11)
    var refusals = 0
    for _ in 0..<120 {
      var damaged = whole
      for _ in 0..<40 {
        let place = Int.random(in: 100..<damaged.count, using: &dice)
        damaged[place] = UInt8.random(in: 0...255, using: &dice)
      }
      try damaged.write(to: URL(fileURLWithPath: folder.path))
      do { try await readEverything() } catch {
        #expect(error is StoreError, "\(error)")
        refusals += 1
      }
    }
    #expect(refusals > 0)
  }

  /// Takes a store into a new one and gives up what the damaged one holds.
  private func changeEverything() async throws {
    let store = try folder.store()
    defer { try? store.close() }
    let other = folder.url.appendingPathComponent("other.gait").path
    try? FileManager.default.removeItem(atPath: other)
    let target = try SampleStore.open(other, access: .everything)
    defer { try? target.close() }
    var failure: (any Error)?
    do { _ = try await target.merge(store) } catch { failure = error }
    do {
      try await store.save(AnalyzedSamples.all)
      for kept in try await store.keptRecordings() {
        try await store.giveUp(kept.recording, of: kept.participant, because: "damaged")
      }
      _ = try await store.delete(matching: SampleQuery(includesLeftOut: true))
      _ = try await store.deleteSuperseded(matching: SampleQuery(includesLeftOut: true))
    } catch { failure = error }
    if let failure { throw failure }
  }

  @Test(arguments: [Int64.max, .min, -1, 9_000_000_000_000_000])
  func `a number that cannot be there, in any column, does not end the program`(
    number: Int64
  ) async throws {
    let store = try await folder.filledStore()
    // Something that gave way, and a deletion.
    if let kept = try await store.keptRecordings().first {
      try await store.giveUp(kept.recording, of: kept.participant, because: "repeated")
    }
    _ = try await store.delete(matching: SampleQuery(kinds: [SampleKind.stepCount.erased]))
    try await store.save(AnalyzedSamples.all)
    try store.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    let columns = try await DatabaseQueue(path: folder.path).read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT t.name || ' SET ' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
          WHERE t.type = 'table' AND c.type IN ('INTEGER', 'REAL')
          """)
    }
    #expect(columns.count > 40)
    for column in columns {
      try whole.write(to: URL(fileURLWithPath: folder.path))
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      let queue = try DatabaseQueue(path: folder.path, configuration: configuration)
      try await queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
        try database.execute(sql: "UPDATE OR IGNORE \(column) = ?", arguments: [number])
        try database.execute(
          sql:
            "UPDATE OR IGNORE \(column) = 9e999 WHERE typeof(\(column.split(separator: " ")[2])) = 'real'"
        )
      }
      try queue.close()
      do { try await readEverything() } catch {
        #expect(error is StoreError, "\(column): \(error)")
      }
      do { try await changeEverything() } catch {
        #expect(error is StoreError, "\(column): \(error)")
      }
    }
  }

  private func readEverything() async throws {
    let store = try folder.store(StoreSettings(mode: .read, checkedBytes: 0))
    defer { try? store.close() }
    let out = folder.url.appendingPathComponent("out").path
    var failure: (any Error)?
    // A first refusal does not keep from asking on the same connection again.
    for _ in 0..<2 {
      do {
        _ = try await store.holdings()
        _ = try await store.samples(matching: SampleQuery(includesLeftOut: true))
        _ = try await store.changes(since: .beginning)
        _ = try await store.setAside()
        _ = try await store.statistics(StatisticsQuery(.stepCount, every: .days(1), in: .berlin))
        _ = try await store.rows(matching: SampleQuery(includesLeftOut: true, countsOnce: true))
        _ = try await store.superseded(matching: SampleQuery(includesLeftOut: true))
        _ = try await store.keptRecordings()
        _ = try await store.span(of: [SampleKind.stepCount.erased])
        try await store.export(
          SampleQuery(includesLeftOut: true), to: out, ExportSettings(seal: nil, code: nil))
      } catch { failure = error }
    }
    if let failure { throw failure }
  }

  @Test func `an older store is brought up to date, and wrong methods are marked`() async throws {
    let url = try #require(
      Bundle.module.url(forResource: "wrong-method", withExtension: "gait", subdirectory: "Stores"))
    try FileManager.default.copyItem(at: url, to: URL(fileURLWithPath: folder.path))
    let store = try folder.store()
    let doubts = try await store.doubtfulRecordings()
    #expect(doubts.map(\.recording.name) == ["straight-walk"] && doubts.map(\.samples) == [2])
    #expect(try await store.samples(of: .stepCount).count == 1)
    // The same recording, analyzed again, has its content now and no doubt.
    var analysis = AnalyzedSamples.straight
    analysis.content = "c0ffee"
    try await store.save([
      try analysis.samples(participant: "P01", start: AnalyzedSamples.firstStart)
    ])
    #expect(try await store.doubtfulRecordings().isEmpty)
    #expect(try await store.samples(of: .stepCount).count == 1)
  }

  @Test func `what gives way is kept with the reason, until the person is deleted`() async throws {
    let store = try await folder.filledStore()
    let old = try await store.samples(
      matching: SampleQuery(kinds: [.init(.stepCount)], participant: "P01"))
    var changed = old[0]
    changed.value += 1
    let day = AnalyzedSamples.instant(day: 9)
    try await store.replace(Array(old.prefix(2)), with: [changed], because: "height", at: day)
    let query = SampleQuery(participant: "P01", includesLeftOut: true)
    let superseded = try await store.superseded(matching: query)
    #expect(superseded.map(\.sample) == Array(old.prefix(2)))
    #expect(superseded.allSatisfy { $0.reason == "height" && $0.instant == day })
    let now = try await store.samples(
      matching: SampleQuery(kinds: [.init(.stepCount)], participant: "P01"))
    #expect(now == [changed] + old.dropFirst(2))
    // Saying the same again supersedes nothing.
    try await store.replace([], with: [changed], because: "again", at: day)
    #expect(try await store.superseded(matching: query).count == 2)
    try await store.deleteEverything(of: "P01")
    #expect(try await store.superseded(matching: query).isEmpty)
    try await store.check()
  }
}
