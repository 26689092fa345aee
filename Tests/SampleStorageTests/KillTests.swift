import Foundation
import GaitModel
import SampleStorage
import Testing

/// Real processes, really killed. `GAITKIT_KILLS` says how often; `.ci/run` says 150.
@Suite(.serialized)
struct KillTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private static let kills =
    ProcessInfo.processInfo.environment["GAITKIT_KILLS"].flatMap { Int($0) } ?? 25
  private static let samplesPerRecording = 120

  @Test func `killed at any instant, a store opens and holds every committed recording whole`()
    async throws
  {
    var commits = Commits()
    var dice = SystemRandomNumberGenerator()
    for kill in 0..<Self.kills {
      let writer = try WriterProcess(folder.path, "P01", first: kill * 40, count: 40)
      let said = writer.firstLine()
      usleep(UInt32.random(in: 0...60_000, using: &dice))
      writer.kill()
      commits.add(said.split(separator: "\n").map(String.init))
      commits.add(wholeLines(writer.finish().lines))
      try await expectWhole(commits, checksPages: kill % 5 == 0)
    }
    #expect(commits.rounds.count >= Self.kills)
  }

  @Test func `killed while it is being made, a store is there whole or not at all`() async throws {
    var dice = SystemRandomNumberGenerator()
    for attempt in 0..<Self.kills {
      let path = folder.url.appendingPathComponent("new-\(attempt).gait").path
      let writer = try WriterProcess(path, "P01", first: 0, count: 1)
      usleep(UInt32.random(in: 0...40_000, using: &dice))
      writer.kill()
      _ = writer.finish()
      let store = try SampleStore.open(path, access: .everything)
      try await store.check()
      try store.close()
    }
  }

  /// A line that the kill cut short says nothing.
  private func wholeLines(_ lines: [String]) -> [String] {
    lines.filter { $0.split(separator: " ").count == 2 }
  }

  private func expectWhole(_ commits: Commits, checksPages: Bool) async throws {
    let store = try folder.store()
    if checksPages { try await store.check() }
    let samples = try await store.samples(matching: SampleQuery(includesLeftOut: true))
    let recordings = Dictionary(grouping: samples) { $0.source.recording?.name ?? "" }
    for (name, samples) in recordings {
      #expect(samples.count == Self.samplesPerRecording, "\(name)")
      #expect(Set(samples.map(\.value)).count == 1, "\(name)")
    }
    for (number, round) in commits.rounds {
      // The next step of a recording may be done and not said: a newer round, or its deletion.
      let kept = recordings["recording-\(number)"]?.first?.value
      let mayBeDeleted = number % 7 == 0 && round < 3
      #expect(kept.map { $0 >= Double(round) } ?? mayBeDeleted, "recording \(number)")
    }
    try store.close()
  }
}
