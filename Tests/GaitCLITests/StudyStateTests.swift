import Foundation
import Testing

/// What a study's folder says of itself must be of one state: tables, pages, and what a store keeps of copies.
struct StudyStateTests {
  private let behind = "after its tables were written"

  /// The page of a study, behind what is said beside it.
  private func page(of study: StudyOfWalks) throws -> String {
    let run = try study.gait("report", "study", "out", "--output", "study.html", "--force")
    return try run.message + (run.code == 0 ? study.gait.text(of: "study.html") : run.message)
  }

  @Test func `a page says that its tables are behind what failed and what does no more`() throws {
    let study = try StudyOfWalks(people: 2, walks: 2)
    let walk = study.root + "/P02/walk1.csv"
    let whole = try study.gait.text(of: walk)
    let isBehind = { try page(of: study).contains(behind) }
    let parts = { try ["1/2", "2/2"].map { try study.batch("--shard", $0).code } }
    #expect(try study.batch().code == 0)
    // It fails newly in a part, again in another run of it, and then in the whole.
    try study.write(walk, String(repeating: "\0", count: 3000))
    #expect(try parts() == [1, 0])
    #expect(try isBehind())
    #expect(try study.batch().code == 1)
    #expect(try !isBehind())
    #expect(try parts() == [1, 0])
    #expect(try !isBehind())
    #expect(try study.table("recordings").count == 3)
    // The file is put back, and its results are those of before.
    try study.write(walk, whole)
    #expect(try parts() == [0, 0])
    #expect(try isBehind())
    #expect(try study.batch().code == 0)
    #expect(try !isBehind())
    // What never had results, and leaves the study.
    let link = study.gait.path(study.root + "/P01/walk9.csv")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere.csv")
    #expect(try parts().max() == 1)
    #expect(try isBehind())
    #expect(try study.batch().code == 1)
    #expect(try !isBehind())
    try FileManager.default.removeItem(atPath: link)
    #expect(try study.batch().code == 0)
    #expect(try !isBehind())
  }

  @Test func `a page says that its tables are behind the results`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    func page() throws -> String { try self.page(of: study) }
    #expect(try study.batch().code == 0)
    #expect(try !page().contains(behind))
    let json = study.root + "/P01/walk1.json"
    try study.write(json, study.gait.text(of: json).replacing("1.71", with: "1.91"))
    #expect(try study.batch("--shard", "1/1").code == 0)
    #expect(try page().components(separatedBy: behind).count == 3, "on the page and beside it")
    #expect(try study.batch().code == 0)
    #expect(try !page().contains(behind))
    // Moved together, all of it is as it was.
    try FileManager.default.moveItem(
      atPath: study.gait.path("out"), toPath: study.gait.path("moved"))
    #expect(try study.batch(output: "moved").message.contains("2 unchanged"))
    try FileManager.default.moveItem(
      atPath: study.gait.path("moved"), toPath: study.gait.path("out"))
    #expect(try !page().contains(behind))
  }

  @Test func `copies with other descriptions leave nothing aside, with any number of jobs`() throws
  {
    let study = try StudyOfWalks(people: 6, walks: 1)
    for person in 1...6 {
      let own = "\(study.root)/P0\(person)/walk1"
      try study.write("\(study.root)/P0\(person)/z.csv", study.gait.text(of: own + ".csv"))
      try study.write(
        "\(study.root)/P0\(person)/z.json",
        study.gait.text(of: own + ".json").replacing("}", with: ", \"sex\": \"f\"}"))
    }
    for jobs in ["1", "2", "8"] {
      let run = try study.batch("-j", jobs, output: "out" + jobs, store: "s\(jobs).gait")
      #expect(
        run.code == 1 && !run.message.contains("gave way"), "\(jobs) jobs: \(run.message)")
    }
    let one = try study.contents(output: "out1", store: "s1.gait")
    #expect(try study.contents(output: "out8", store: "s8.gait") == one)
  }
}
