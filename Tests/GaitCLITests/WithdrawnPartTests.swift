import Foundation
import Testing

/// What was deleted of a recording while the rest of it stayed is not put back by another analysis, unless somebody says so.
struct WithdrawnPartTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    _ = try run(
      "simulate", "daily-life", "--seed", "3", "--seconds", "900", "--output", "day.csv", "-q")
    try write(height: "1.76")
  }

  private func write(
    height: String, person: String = "P05", start: String = "2026-04-13T10:00:00"
  ) throws {
    let manifest = """
      path,participant,site,height_m,start,time_zone
      day.csv,\(person),lower_back,\(height),\(start),Europe/Berlin

      """
    try Data(manifest.utf8).write(to: URL(fileURLWithPath: gait.path("m.csv")))
  }

  /// Runs the program; its message is one line, wherever it was broken.
  private func run(_ words: [String], code: Int32 = 0) throws -> GaitProcess.Ending {
    var ending = try gait.run(words)
    #expect(ending.code == code, "\(words): \(ending.message)")
    ending.message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return ending
  }

  private func run(_ words: String...) throws -> GaitProcess.Ending { try run(words) }

  private func batch(_ more: String..., code: Int32 = 0) throws -> GaitProcess.Ending {
    try run(["batch", "m.csv", "--store", "s.gait", "--output", "out"] + more, code: code)
  }

  private func analyze(_ more: String..., code: Int32 = 0) throws -> GaitProcess.Ending {
    try run(
      [
        "analyze", "day.csv", "--store", "s.gait", "--participant", "P05", "--site", "lower_back",
        "--time-zone", "Europe/Berlin",
      ] + more, code: code)
  }

  private func values(_ kind: String) throws -> [Double] {
    let rows = try run("query", kind, "--left-out", "--store", "s.gait", "--format", "csv").output
      .split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
    let place = try #require(rows.first?.firstIndex(of: "value"))
    return rows.dropFirst().compactMap { Double($0[place]) }
  }

  private func steps() throws -> Double { try values("step-count").reduce(0, +) }

  /// Why the table of recordings says that the store does not have all of it.
  private func reason() throws -> String {
    let lines = try gait.text(of: "out/tables/recordings.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let place = try #require(lines[0].firstIndex(of: "not_stored_reason"))
    return lines[1][place]
  }

  private func deletePeriod() throws {
    _ = try run(
      "delete", "--store", "s.gait", "--participant", "P05", "--everything", "--from",
      "2026-04-13T10:05", "--to", "2026-04-13T10:10")
  }

  @Test func `a period that a patient withdrew stays deleted, and the tables say so`() throws {
    _ = try batch()
    let (all, speeds) = (try steps(), try values("walking-speed"))
    #expect(try reason().isEmpty)
    try deletePeriod()
    let rest = try steps()
    #expect(rest > 0 && rest < all)
    let same = try batch()
    #expect(same.message.contains("1 unchanged"), "\(same.message)")
    #expect(same.message.contains("day.csv: samples of it were deleted in the store"))
    #expect(try reason() == "deleted_in_part")
    // Other heights are analyzed again, again and again.
    for height in ["1.8", "1.9"] {
      try write(height: height)
      let again = try batch()
      #expect(again.message.contains("1 analyzed"), "\(again.message)")
      #expect(again.message.contains("deleted in the store and stay so"), "\(again.message)")
      #expect(try steps() == rest)
      #expect(try !Set(values("walking-speed")).isSubset(of: speeds), "the new height counts")
      #expect(try reason() == "deleted_in_part")
    }
    let one = try analyze("--start", "2026-04-13T10:00:00", "--height", "1.7")
    #expect(one.message.contains("deleted in the store and stay so"), "\(one.message)")
    #expect(try steps() == rest)
    // Somebody says otherwise.
    _ = try batch()
    let due = try batch("--with-deleted", "--dry-run")
    #expect(due.output.contains("day.csv: samples of it were deleted in the store"))
    let back = try batch("--with-deleted")
    #expect(!back.message.contains("deleted"), "\(back.message)")
    #expect(try steps() == all)
    #expect(try reason().isEmpty)
    #expect(try batch().message.contains("1 unchanged"))
  }

  @Test func `a kind that was deleted stays so, and comes back where that is said`() throws {
    let start = ["--start", "2026-04-13T10:00:00"]
    _ = try analyze(start[0], start[1], "--height", "1.76")
    _ = try run("delete", "walking-speed", "--store", "s.gait", "--participant", "P05")
    let again = try analyze(start[0], start[1], "--height", "1.8")
    #expect(again.message.contains("--with-deleted brings them back"), "\(again.message)")
    #expect(try values("walking-speed").isEmpty && !values("distance").isEmpty)
    _ = try analyze(start[0], start[1], "--height", "1.8", "--with-deleted")
    #expect(try !values("walking-speed").isEmpty)
    _ = try analyze(start[0], start[1], "--height", "1.76")
    #expect(try !values("walking-speed").isEmpty)
  }

  @Test func `walks that are others may hold what was deleted, and are refused`() throws {
    _ = try batch()
    try deletePeriod()
    let rest = try steps()
    let settings = #"{"methods": {"RhythmWalkAssembler": {"longestPauseSeconds": 15}}}"#
    try Data(settings.utf8).write(to: URL(fileURLWithPath: gait.path("ours.json")))
    let refused = try batch("--settings", "ours.json", code: 2)
    #expect(refused.message.contains("--with-deleted keeps all of it"), "\(refused.message)")
    #expect(try gait.text(of: "out/tables/failures.csv").contains("deleted_in_part"))
    #expect(try steps() == rest)
    _ = try batch("--settings", "ours.json", "--with-deleted")
    #expect(try steps() > rest)
  }

  @Test func `whoever was deleted whole comes back whole`() throws {
    _ = try batch()
    let all = try steps()
    try deletePeriod()
    _ = try run("delete", "--store", "s.gait", "--participant", "P05", "--everything")
    #expect(try batch().message.contains("there again"))
    #expect(try steps() == all)
    try write(height: "1.9")
    #expect(try !batch().message.contains("deleted"))
    #expect(try steps() == all)
  }

  @Test func `what was deleted stays so under a corrected code and with a corrected start`() throws
  {
    _ = try batch()
    let all = try steps()
    _ = try run("delete", "cadence", "--store", "s.gait", "--participant", "P05")
    try deletePeriod()
    let rest = try steps()
    #expect(rest > 0 && rest < all)
    for (person, start, height) in [
      ("P50", "2026-04-13T10:00:00", "1.76"), ("P50", "2026-04-13T10:00:00", "1.8"),
      ("P50", "2026-04-13T11:00:00", "1.8"), ("P05", "2026-04-13T11:00:00", "1.7"),
    ] {
      try write(height: height, person: person, start: start)
      let again = try batch()
      #expect(again.message.contains("deleted in the store and stay so"), "\(again.message)")
      #expect(try values("cadence").isEmpty)
      #expect(try steps() == rest, "\(person), \(start)")
    }
    _ = try batch("--with-deleted")
    #expect(try steps() == all)
    #expect(try !values("cadence").isEmpty)
  }

  @Test func `a stop of collection that a corrected code leaves behind is said`() throws {
    _ = try batch()
    _ = try run(
      "delete", "--store", "s.gait", "--participant", "P05", "--stop-collecting", "cadence")
    try write(height: "1.76", person: "P50")
    let moved = try batch()
    #expect(
      moved.message.contains("cadence is not collected of P05, of whom this was before"),
      "\(moved.message)")
    try write(height: "1.8", person: "P50")
    #expect(try !batch().message.contains("not collected"))
  }

  @Test func `what another store stored anew after it was deleted here comes back, and is said`()
    throws
  {
    _ = try batch()
    _ = try run("merge", "s.gait", "--into", "c.gait")
    _ = try run("delete", "cadence", "--store", "c.gait", "--participant", "P05")
    #expect(
      try run("merge", "s.gait", "--into", "c.gait").message.contains("were deleted here, and"))
    let count = try values("cadence").count
    try write(height: "1.8")
    _ = try batch()
    let merged = try run("merge", "s.gait", "--into", "c.gait")
    #expect(
      merged.message.contains(
        "\(count) samples were deleted here, were stored anew there since"), "\(merged.message)")
    #expect(try !run("merge", "s.gait", "--into", "c.gait").message.contains("anew"))
  }

  @Test
  func `a merge counts what is kept aside and what was deleted, also of an analysis made since`()
    throws
  {
    func aside(_ store: String) throws -> Int {
      let listed = try run("query", "--superseded", "--store", store, "--format", "csv")
      return listed.output.split(separator: "\n").count - 1
    }
    _ = try batch()
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("c.gait"))
    try deletePeriod()
    try write(height: "1.8")
    _ = try batch()
    let merged = try run("merge", "s.gait", "--into", "c.gait").message
    let count = try aside("c.gait")
    #expect(merged.contains("\(count) other samples gave way"), "\(merged)")
    #expect(merged.contains("samples were deleted there after they were stored here"), "\(merged)")
    // A table counts alike.
    _ = try run("export", "--plain", "--store", "s.gait", "--output", "s.csv")
    let read = try run("import", "s.csv", "--store", "new.gait").message
    #expect(try read.contains("\(aside("new.gait")) other samples gave way"), "\(read)")
  }

  @Test func `what was deleted does not come back as what gave way elsewhere`() throws {
    _ = try batch()
    _ = try run("merge", "s.gait", "--into", "c.gait")
    _ = try run("delete", "--everything", "--store", "c.gait", "--participant", "P05")
    try write(height: "1.76", person: "P50")
    _ = try batch()
    // What stands there of another person now is told once.
    for code: Int32 in [1, 0] {
      _ = try run(["merge", "s.gait", "--into", "c.gait"], code: code)
      let known = try run(
        ["query", "--store", "c.gait", "--superseded", "--participant", "P05"], code: 2)
      #expect(known.message.contains("there is no person P05"), "\(known.message)")
    }
    _ = try run("merge", "c.gait", "--into", "s.gait")
    let here = try run(
      ["query", "--store", "s.gait", "--superseded", "--participant", "P05"], code: 2)
    #expect(here.message.contains("there is no person P05"), "\(here.message)")
  }

  @Test(arguments: [[4, 5], [5, 4]])
  func
    `a file that holds a longer or shorter recording now has what was deleted of the other, and says so`(
      fifths: [Int]
    ) throws
  {
    let lines = try gait.text(of: "day.csv").split(separator: "\n")
    func hold(_ fifths: Int) throws {
      try Data((lines.prefix(lines.count * fifths / 5).joined(separator: "\n") + "\n").utf8)
        .write(to: URL(fileURLWithPath: gait.path("day.csv")))
    }
    func copy(_ name: String) throws {
      try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path(name))
    }
    try hold(fifths[0])
    _ = try batch()
    try deletePeriod()
    try copy("analyzed.gait")
    try copy("center.gait")
    try hold(fifths[1])
    let other = try batch()
    #expect(
      other.message.contains(
        "samples of the recording that the file held before were deleted in the store"),
      "\(other.message)")
    let told = "samples of another recording of this name and start were deleted in the store"
    #expect(!other.message.contains(told), "once is enough: \(other.message)")
    for isTold in [true, false] {
      let analyzed = try run(
        "analyze", "day.csv", "--store", "analyzed.gait", "--participant", "P05", "--site",
        "lower_back", "--time-zone", "Europe/Berlin", "--height", "1.76", "--start",
        "2026-04-13T10:00:00")
      #expect(analyzed.message.contains(told) == isTold, "\(analyzed.message)")
    }
    // Another site, which knows nothing of the deletion.
    _ = try run("batch", "m.csv", "--store", "site.gait", "--output", "site")
    for isTold in [true, false] {
      let merged = try run("merge", "site.gait", "--into", "center.gait").message
      #expect(merged.contains("hold what was deleted, or may") == isTold, "\(merged)")
    }
  }

  @Test func `days that were deleted of a simulated history stay deleted, and it says so`() throws {
    func simulate(_ more: String...) throws -> String {
      try run(
        [
          "simulate", "--history", "steady", "--participant", "P", "--store", "s.gait", "--start",
          "2026-01-05", "--days", "12",
        ] + more
      ).message
    }
    #expect(try !simulate().contains("deleted"))
    let all = try values("step-count").count
    let gone = try run(
      "delete", "--store", "s.gait", "--participant", "P", "--everything", "--from", "2026-01-10",
      "--to", "2026-01-12")
    let number = try #require(gone.message.split(separator: " ").first)
    let rest = try values("step-count").count
    #expect(rest < all)
    let again = try simulate()
    #expect(
      again.contains(
        "the history of P: \(number) samples of it were deleted in the store and stay so; --with-deleted brings them back"
      ), "\(gone.message) \(again)")
    #expect(try values("step-count").count == rest)
    #expect(try !simulate("--with-deleted").contains("deleted"))
    #expect(try values("step-count").count == all)
  }

  @Test(arguments: [
    ["straight-walk", "--output", "w.csv"], ["--history", "steady", "--truth", "t.csv"],
  ])
  func `where a simulation goes to no store, nothing was deleted there`(words: [String]) throws {
    let refused = try run(["simulate"] + words + ["--with-deleted"], code: 2)
    #expect(refused.message.contains("--with-deleted is about a"), "\(refused.message)")
  }
}
