import Foundation
import Testing

/// All samples of another program are deleted of which days and weeks were estimated.
struct DeletedSourceTests {
  private let gait: GaitProcess

  /// Four weeks of walks, once more under the name Belt, and estimates of both.
  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "steady", "--participant", "P", "--store", "s.gait", "--days", "28")
    var rows = ["participant,kind,value,unit,start_time,end_time,source"]
    for kind in ["step-count", "wear-time", "walking-speed"] {
      rows += try gait.done("query", kind, "--store", "s.gait", "--format", "csv").output
        .split(separator: "\n").dropFirst().map { row in
          row.split(separator: ",", omittingEmptySubsequences: false).prefix(6).joined(
            separator: ",") + ",Belt"
        }
    }
    try Data(rows.joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: gait.path("belt.csv")))
    try gait.done("import", "belt.csv", "--store", "s.gait")
    try gait.done("estimate", "--store", "s.gait")
    try gait.done("estimate", "--store", "s.gait", "--source", "Belt")
  }

  /// How many values of a kind are estimated of a source.
  private func count(_ kind: String, of source: String) throws -> Int {
    try gait.done(
      "query", kind, "--store", "s.gait", "--source", source, "--format", "csv"
    ).output.split(separator: "\n").count - 1
  }

  private func delete(_ words: String...) throws -> String {
    let ending = try gait.run(
      ["delete", "--store", "s.gait", "--participant", "P", "--source", "Belt"] + words)
    #expect(ending.code == 0, "\(ending.message)")
    return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `the estimates of a source that was deleted whole go with the run that is named`()
    throws
  {
    let (belt, ours) = ("gait estimate from Belt", "gait estimate")
    let before = try count("daily-step-count", of: ours)
    #expect(try before > 20 && count("daily-step-count", of: belt) > 20)
    let deletion = try delete("--everything")
    #expect(
      deletion.contains("what was estimated from Belt stays as it was until gait estimate"),
      "\(deletion)")
    #expect(deletion.contains("--participant P --source Belt makes it anew"), "\(deletion)")
    let plain = try gait.done("estimate", "--store", "s.gait").message
    #expect(
      plain.contains("estimates from Belt are kept, and no samples of it any more"), "\(plain)")
    #expect(try count("daily-step-count", of: belt) > 20)
    try gait.done("estimate", "--store", "s.gait", "--participant", "P", "--source", "Belt")
    for kind in ["daily-step-count", "daily-walking-speed-mean", "daily-wear-time"] {
      #expect(try count(kind, of: belt) == 0, "\(kind)")
    }
    #expect(try count("daily-step-count", of: ours) == before)
    let aside = try gait.done(
      "query", "daily-step-count", "--store", "s.gait", "--superseded", "--wide")
    #expect(aside.output.contains(belt), "\(aside.output)")
    #expect(aside.output.contains("came, changed or went"), "\(aside.output)")
    // Then there is nothing to make of it, and nothing to say.
    let after = try gait("estimate", "--store", "s.gait", "--source", "Belt")
    #expect(
      after.code == 2 && after.message.contains("there is no source Belt"), "\(after.message)")
    #expect(try !gait.done("estimate", "--store", "s.gait").message.contains("Belt"))
  }

  @Test func `a deletion of a part names the run, and one of what estimates do not read none`()
    throws
  {
    #expect(try delete("walking-speed").contains("what was estimated from Belt"))
    #expect(try !delete("step-count", "--from", "2027-01-01").contains("estimated from"))
    let ours = try gait.done(
      "delete", "--store", "s.gait", "--participant", "P", "--source", "gait", "step-count")
    #expect(!ours.message.contains("estimated from"), "\(ours.message)")
  }

  @Test func `everybody and one person is no answer to of whom`() throws {
    let before = try gait.done("query", "--store", "s.gait").output
    let ending = try gait(
      "delete", "--store", "s.gait", "--everybody", "--participant", "P", "--everything")
    #expect(ending.code == 2 && ending.message.contains("leave one of them out"))
    #expect(try gait.done("query", "--store", "s.gait").output == before)
  }
}
