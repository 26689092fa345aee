import Foundation
import Testing

/// A store of which a part was wiped out: no command takes it for an empty or a shorter one.
struct WipedStoreTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/daily-life.csv").path

  init() throws {
    gait = try GaitProcess()
    let ending = try analyze(into: "s.gait")
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func analyze(into store: String) throws -> GaitProcess.Ending {
    try gait(
      "analyze", walk, "--store", store, "--participant", "P01", "--start",
      "2026-05-04T09:30:00+02:00", "--quiet")
  }

  /// Where each page has entries in its second half: the first that came lie there.
  private func places(in store: Data) -> [Range<Int>] {
    stride(from: 12_288, to: store.count, by: 8192).map { $0..<$0 + 4096 }
      .filter { store[$0].contains { $0 != 0 } }
  }

  private func wipe(_ place: Range<Int>, of store: Data) throws {
    var damaged = store
    damaged.replaceSubrange(place, with: Data(count: place.count))
    try damaged.write(to: URL(fileURLWithPath: gait.path("z.gait")))
  }

  @Test func `what is left is not shown as if it were all`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: gait.path("s.gait")))
    let places = places(in: whole)
    #expect(places.count > 10)
    for place in places {
      try wipe(place, of: whole)
      let ending = try gait("query", "--store", "z.gait", "--everything", "--format", "csv")
      #expect(ending.code == 2 && ending.output.isEmpty, "\(place): \(ending.output.prefix(200))")
      #expect(
        ending.message.contains("z.gait: the file is damaged (")
          && ending.message.contains("restore it from a copy or an export"), "\(ending.message)")
    }
  }

  @Test func `nothing is deleted from it, and nothing goes on from it`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: gait.path("s.gait")))
    let places = places(in: whole)
    for place in [places[0], places[places.count / 2], places[places.count - 1]] {
      try wipe(place, of: whole)
      let damaged = try Data(contentsOf: URL(fileURLWithPath: gait.path("z.gait")))
      for words in [
        ["delete", "--store", "z.gait", "--participant", "P01", "--everything"],
        ["store", "scrub", "--store", "z.gait"], ["store", "check", "--store", "z.gait"],
        ["store", "copy", "--store", "z.gait", "--output", "copy.gait"],
        ["merge", "z.gait", "--into", "new.gait"], ["merge", "s.gait", "--into", "z.gait"],
        ["export", "--store", "z.gait", "--plain", "--output", "out.csv"],
        ["estimate", "--store", "z.gait"],
      ] {
        let ending = try gait.run(words)
        #expect(
          ending.code == 2 && ending.message.contains("damaged"), "\(words): \(ending.message)")
      }
      let analyzed = try analyze(into: "z.gait")
      #expect(analyzed.code == 2 && analyzed.message.contains("damaged"), "\(analyzed.message)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: gait.path("z.gait"))) == damaged)
      for name in ["copy.gait", "new.gait", "out.csv"] {
        #expect(!FileManager.default.fileExists(atPath: gait.path(name)), "\(name)")
      }
    }
    #expect(try gait("store", "check", "--store", "s.gait").code == 0)
  }

  @Test func `nothing is added to a large store of which a part was wiped out`() throws {
    let made = try gait(
      "simulate", "-q", "--history", "steady", "--participant", "P01", "--store", "big.gait",
      "--days", "1700")
    #expect(made.code == 0, "\(made.message)")
    let exported = try gait(
      "export", "--store", "s.gait", "--plain", "--output", "more.csv", "--quiet")
    #expect(exported.code == 0, "\(exported.message)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: gait.path("big.gait")))
    #expect(whole.count > 16 << 20)
    let places = places(in: whole)
    try wipe(places[places.count / 2], of: whole)
    let damaged = try Data(contentsOf: URL(fileURLWithPath: gait.path("z.gait")))
    try Data("path,participant,start\n\(walk),P01,2026-05-04T09:30:00+02:00\n".utf8)
      .write(to: URL(fileURLWithPath: gait.path("study.csv")))
    for ending in [
      try analyze(into: "z.gait"), try gait("import", "more.csv", "--store", "z.gait"),
      try gait("batch", "study.csv", "--store", "z.gait", "--output", "out"),
    ] {
      #expect(ending.code == 2 && ending.message.contains("damaged"), "\(ending.message)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: gait.path("z.gait"))) == damaged)
    #expect(try analyze(into: "big.gait").code == 0)
  }
}
