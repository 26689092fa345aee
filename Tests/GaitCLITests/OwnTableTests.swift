import Foundation
import Testing

/// What gait left among the recordings of a study.
struct OwnTableTests {
  private let study: StudyOfWalks

  init() throws { study = try StudyOfWalks(people: 2, walks: 2) }

  @Test func `tables that gait wrote are no recordings, wherever they lie`() throws {
    #expect(try study.batch().code == 0)
    let before = try study.contents()
    // Everything that earlier commands left, moved among the recordings.
    try FileManager.default.moveItem(
      atPath: study.gait.path("out"), toPath: study.gait.path("recordings/earlier"))
    let walk = "recordings/P01/walk1.csv"
    #expect(try study.gait("analyze", walk, "--output", "recordings/P01/results").code == 0)
    // As older versions wrote them, without the last columns.
    for (table, count) in [
      ("earlier/tables/persons", 5), ("earlier/tables/days", 5), ("earlier/tables/recordings", 5),
      ("P01/results/walk1/stairs", 1),
    ] {
      let rows = try study.gait.text(of: "recordings/\(table).csv").split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).dropLast(count)
          .joined(separator: ",")
      }
      try study.write("recordings/\(table).csv", rows.joined(separator: "\n") + "\n")
    }
    #expect(
      try study.gait("export", "--store", "s.gait", "--plain", "--output", "recordings/x.csv").code
        == 0)
    for (name, words) in [
      ("everything", ["--everything"]), ("days", ["walking-speed", "--every", "day"]), ("held", []),
    ] {
      let table = try study.gait.run(["query", "--store", "s.gait", "--format", "csv"] + words)
      #expect(table.code == 0)
      try study.write("recordings/\(name).csv", table.output)
    }
    let manifest = "recordings/study.csv"
    #expect(try study.gait("batch", "recordings", "--make-manifest", manifest).code == 0)
    #expect(try study.gait.text(of: manifest).split(separator: "\n").count == 5)
    try FileManager.default.removeItem(atPath: study.gait.path("s.gait"))
    let run = try study.batch()
    #expect(run.code == 0, "\(run.message)")
    #expect(run.message.contains("4 analyzed, 0 unchanged, 0 failed"), "\(run.message)")
    #expect(run.message.contains("tables left out, because gait wrote them"), "\(run.message)")
    #expect(try study.contents() == before)
    // A table that only looks like ours is named, and so is one of a logger.
    try study.write("recordings/P02/bouts.csv", "time_s,acc_x,acc_y,acc_z\n0,0,0,9.8\n")
    #expect(try study.batch().message.contains("1 failed"))
  }
}
