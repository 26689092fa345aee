import Foundation
import Testing

/// A store is the file of the name that was given, whatever SQLite would take the name for.
struct StoreNameTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "A", "--store", "real.gait", "--days",
      "3")
    #expect(made.code == 0, "\(made.message)")
  }

  private func count(_ store: String) throws -> Int {
    let ending = try gait("query", "--everything", "--store", store, "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    return ending.output.split(separator: "\n").count
  }

  @Test(arguments: ["file:real.gait", "file:real.gait?mode=rw", ":memory:", "file::memory:"])
  func `a name that SQLite knows otherwise is a file's name`(name: String) throws {
    let before = try count("real.gait")
    for command in ["delete --participant A --everything", "query", "estimate"] {
      let refused = try gait.run(
        command.split(separator: " ").map(String.init) + ["--store", name])
      #expect(refused.code == 2 && refused.message.contains("no such file"), "\(refused.message)")
    }
    #expect(try count("real.gait") == before)
    let copied = try gait("store", "copy", "--store", "real.gait", "--output", name)
    #expect(copied.code == 0, "\(copied.message)")
    #expect(try count(name) == before)
    let deleted = try gait("delete", "--store", name, "--participant", "A", "--everything")
    #expect(deleted.code == 0, "\(deleted.message)")
    #expect(try count("real.gait") == before)
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "B", "--store", name + "2", "--days", "3")
    #expect(made.code == 0, "\(made.message)")
    let names = try FileManager.default.contentsOfDirectory(atPath: gait.folder)
    #expect(Set(names) == ["real.gait", name, name + "2"])
    #expect(try gait("store", "copy", "--store", name + "2", "--output", name, "--force").code == 0)
    #expect(try count("real.gait") == before)
  }
}
