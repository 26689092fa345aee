import Foundation
import Testing

/// Results that a person has edited are theirs: they count for nothing, and nothing is written over them unasked.
struct EditedResultTests {
  private let study: StudyOfWalks

  init() throws { study = try StudyOfWalks(people: 2, walks: 1) }

  /// Puts other words into a file, as in an editor.
  private func edit(_ file: String, _ change: (String) -> String) throws -> String {
    let edited = change(try study.gait.text(of: file))
    try study.write(file, edited)
    return edited
  }

  /// Gives the first bout a thousand steps more.
  private func addSteps(_ table: String) -> String {
    var lines = table.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = lines[0].split(separator: ",").firstIndex(of: "n_steps") ?? 0
    var fields = lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    fields[place] = "1" + fields[place]
    lines[1] = fields.joined(separator: ",")
    return lines.joined(separator: "\n")
  }

  @Test(arguments: ["bouts.csv", "summary.json", "strides.csv"])
  func `an edited result comes into no table`(name: String) throws {
    #expect(try study.batch().code == 0)
    let whole = try study.contents()
    let file = "out/recordings/P01/walk1/\(name)"
    let edited = try edit(file) { name == "bouts.csv" ? addSteps($0) : $0 + "\n" }
    let run = try study.batch()
    #expect(run.code == 1, "\(run.message)")
    #expect(run.message.contains("recordings/P01/walk1/\(name) was changed since gait wrote it"))
    #expect(try study.table("recordings").map { $0["participant"] } == ["P02"])
    #expect(try study.table("failures").map { $0["reason"] } == ["changed_results"])
    #expect(try study.gait.text(of: file) == edited)
    let due = try study.batch("--dry-run")
    #expect(due.output.contains("P01/walk1.csv: would fail"), "\(due.output)")
    // Moved away, or where somebody says so, it is made again.
    let mended =
      name == "summary.json"
      ? try study.batch("--force")
      : try {
        try FileManager.default.removeItem(atPath: study.gait.path(file))
        return try study.batch()
      }()
    #expect(mended.code == 0 && mended.message.contains("1 analyzed"), "\(mended.message)")
    #expect(try study.contents() == whole)
  }

  @Test func `an edited result stays in its place, also when the recording is gone or renamed`()
    throws
  {
    #expect(try study.batch().code == 0)
    let file = "out/recordings/P01/walk1/bouts.csv"
    let edited = try edit(file, addSteps)
    let root = study.gait.path("recordings/P01")
    for ending in ["csv", "json"] {
      try FileManager.default.moveItem(
        atPath: "\(root)/walk1.\(ending)", toPath: "\(root)/renamed.\(ending)")
    }
    #expect(try study.batch().code == 0)
    #expect(try study.table("recordings").map { $0["recording"] } == ["renamed", "walk1"])
    #expect(try study.gait.text(of: file) == edited)
  }

  @Test func `an edited table of a study is not written over, and a page says that it was edited`()
    throws
  {
    #expect(try study.batch().code == 0)
    let edited = try edit("out/tables/persons.csv", addSteps)
    let run = try study.batch()
    #expect(
      run.code == 2 && run.message.contains("tables/persons.csv is there already"), "\(run.message)"
    )
    #expect(try study.gait.text(of: "out/tables/persons.csv") == edited)
    let page = try study.gait("report", "study", "out", "--output", "study.html")
    if page.code == 0 {
      let sentence = "tables/persons.csv was changed since gait batch wrote it"
      #expect(page.message.contains(sentence), "\(page.message)")
      #expect(try study.gait.text(of: "study.html").contains(sentence))
    }
    #expect(try study.batch("--force").code == 0)
    #expect(try study.gait.text(of: "out/tables/persons.csv") != edited)
    let again = try study.gait("report", "study", "out", "--output", "study.html")
    #expect(!again.message.contains("was changed"), "\(again.message)")
  }

  @Test func `analyze spares an edited result`() throws {
    let walk = "recordings/P01/walk1.csv"
    #expect(try study.gait("analyze", walk, "--output", "one", "--quiet").code == 0)
    let whole = try study.gait.text(of: "one/walk1/bouts.csv")
    #expect(try study.gait("analyze", walk, "--output", "one", "--quiet").code == 0)
    let edited = try edit("one/walk1/bouts.csv", addSteps)
    let refused = try study.gait("analyze", walk, "--output", "one", "--quiet")
    #expect(refused.code == 2 && refused.message.contains("bouts.csv"), "\(refused.message)")
    #expect(try study.gait.text(of: "one/walk1/bouts.csv") == edited)
    #expect(try study.gait("analyze", walk, "--output", "one", "--quiet", "--force").code == 0)
    #expect(try study.gait.text(of: "one/walk1/bouts.csv") == whole)
    #expect(try study.gait("analyze", walk, "--output", "one", "--quiet").code == 0)
  }
}
