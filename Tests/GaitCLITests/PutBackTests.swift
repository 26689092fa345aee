import Foundation
import Testing

/// Whoever follows a store hears when an older copy of it was put back.
struct PutBackTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "3")
    #expect(made.code == 0, "\(made.message)")
    #expect(try gait.shell("cp s.gait old.gait").code == 0)
    for day in 5...7 { try enter(day) }
  }

  private func enter(_ day: Int) throws {
    let ending = try gait(
      "event", "injury", "--on", "2026-01-0\(day)", "--participant", "A", "--store", "s.gait")
    #expect(ending.code == 0, "\(ending.message)")
  }

  private struct Answer: Decodable {
    var anchor: Int
    var since: String
    var added: [[String: String?]]

    enum CodingKeys: CodingKey { case anchor, since }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      anchor = try container.decode(Int.self, forKey: .anchor)
      since = try container.decode(String.self, forKey: .since)
      added = []
    }
  }

  private func since(_ place: String) throws -> GaitProcess.Ending {
    try gait("query", "event", "--store", "s.gait", "--since", place)
  }

  private func answer(_ place: String) throws -> Answer {
    let ending = try since(place)
    #expect(ending.code == 0, "\(ending.message)")
    return try JSONDecoder().decode(Answer.self, from: Data(ending.output.utf8))
  }

  @Test func `a place that the store does not have any more is an error`() throws {
    let last = try answer("0")
    #expect(try answer(last.since).anchor == last.anchor)
    #expect(try answer("\(last.anchor)").since == last.since, "as older programs kept it")
    #expect(try gait.shell("cp old.gait s.gait").code == 0)
    for place in [last.since, "\(last.anchor)"] {
      let refused = try since(place)
      #expect(refused.code == 2 && refused.output.isEmpty)
      #expect(refused.message.contains("an older copy was put back"), "\(refused.message)")
    }
    // Changes that have overtaken it are others.
    for day in 1...8 { try enter(day) }
    let refused = try since(last.since)
    #expect(refused.code == 2 && refused.message.contains("ask for everything"))
    #expect(try answer("0").anchor > last.anchor)
  }

  @Test(arguments: ["x", "7-", "7-8-9", "٧", "3.5", ""])
  func `what is no place is refused`(place: String) throws {
    let refused = try since(place)
    #expect(refused.code == 2 && refused.output.isEmpty, "\(refused.message)")
  }
}
