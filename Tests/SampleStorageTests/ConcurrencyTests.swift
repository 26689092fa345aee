import Foundation
import GaitModel
import SampleStorage
import Testing

struct ConcurrencyTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  @Test func `two processes write while a third reads, and all is kept`() async throws {
    let store = try folder.store()
    let writers = try ["P01", "P02"].map {
      try WriterProcess(folder.path, $0, first: 0, count: 30)
    }
    var counts: [Int] = []
    for _ in 0..<20 {
      let samples = try await store.samples(matching: SampleQuery())
      let recordings = Dictionary(grouping: samples) { "\($0.participant) \($0.source)" }
      #expect(recordings.values.allSatisfy { $0.count == 120 })
      counts.append(recordings.count)
    }
    for writer in writers { #expect(writer.finish().code == 0) }
    #expect(try await store.samples(matching: SampleQuery()).count == 2 * 30 * 120)
    try await store.check()
  }

  @Test func `a reader sees one instant of the store, whatever is written meanwhile`() async throws
  {
    let store = try await folder.filledStore()
    async let deleted = store.deleteEverything(of: "P01")
    async let read = store.samples(matching: SampleQuery(includesLeftOut: true))
    let (count, samples) = try await (deleted, read)
    let all = AnalyzedSamples.list.samples.count
    #expect(samples.count == all || samples.count == all - count.valid)
  }

  @Test func `a full disk leaves what was there before`() async throws {
    let (lines, code) = try WriterProcess(
      folder.path, "P01", first: 0, count: 4000, ["--limit", "2000000"]
    ).finish()
    #expect(code == 1)
    #expect(lines.last?.hasPrefix("error: ") == true)
    var commits = Commits()
    commits.add(lines)
    let store = try folder.store()
    try await store.check()
    let kept = try await store.samples(matching: SampleQuery())
    let recordings = Dictionary(grouping: kept) { $0.source.recording?.name ?? "" }
    #expect(recordings.values.allSatisfy { $0.count == 120 })
    #expect(recordings.count >= commits.rounds.count - 1 && !commits.rounds.isEmpty)
  }

  @Test(.enabled(if: geteuid() == 0, "a small disk is mounted for it, which takes root"))
  func `a disk without space says so`() async throws {
    let disk = folder.url.appendingPathComponent("disk").path
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    guard run("/bin/mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]) == 0 else { return }
    defer { _ = run("/bin/umount", [disk]) }
    let store = try SampleStore.open(disk + "/s.gait", access: .everything)
    try await store.save([AnalyzedSamples.all[0]])
    let many = (0..<30_000).map {
      Sample(
        .heartRate, HeartRate(beatsPerMinute: 60), start: AnalyzedSamples.instant(day: $0),
        end: AnalyzedSamples.instant(day: $0), participant: "P01")
    }
    await #expect(throws: StoreError.diskFull(path: disk + "/s.gait")) {
      try await store.save(many)
    }
    #expect(try await store.samples(of: .heartRate).isEmpty)
    #expect(try await store.samples(of: .stepCount).isEmpty == false)
    try store.close()
  }

  private func run(_ program: String, _ arguments: [String]) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    guard (try? process.run()) != nil else { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
