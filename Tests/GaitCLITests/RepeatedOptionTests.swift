import Foundation
import Testing

/// An option that has one value and is given twice: neither value is taken in silence.
struct RepeatedOptionTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private struct Help: Decodable {
    struct Command: Decodable {
      var commandName: String
      var subcommands: [Command]?
      var arguments: [Argument]?
    }
    struct Argument: Decodable {
      struct Name: Decodable {
        var kind: String
        var name: String
      }
      var kind: String
      var isRepeating: Bool
      var names: [Name]?
    }
    var command: Command
  }

  private func leaves(_ command: Help.Command, _ path: [String]) -> [([String], Help.Command)] {
    let inner = (command.subcommands ?? []).filter { $0.commandName != "help" }
    guard !inner.isEmpty else { return [(path, command)] }
    return inner.flatMap { leaves($0, path + [$0.commandName]) }
  }

  @Test func `every command refuses it with both values`() throws {
    let text = try gait("--experimental-dump-help").output
    let help = try JSONDecoder().decode(Help.self, from: Data(text.utf8))
    let commands = leaves(help.command, [])
    #expect(commands.count > 20)
    for (path, command) in commands {
      let options = (command.arguments ?? []).filter { $0.kind == "option" && !$0.isRepeating }
      // A command without an option takes none twice.
      guard let option = options.first(where: { $0.names?.contains { $0.kind == "long" } == true }),
        let name = option.names?.first(where: { $0.kind == "long" })?.name
      else { continue }
      let ending = try gait.run(path + ["--\(name)", "one", "--\(name)=two"])
      #expect(ending.code == 2, "\(path)")
      #expect(
        ending.message.contains("--\(name) is given twice: one and two"),
        "\(path): \(ending.message)")
    }
  }

  @Test func `a letter and a word are one option, lists and flags may come again`() throws {
    let letter = try gait("analyze", "walk.csv", "-o", "a", "--output", "b")
    #expect(letter.code == 2 && letter.message.contains("is given twice: a and b"))
    let list = try gait(
      "query", "--store", "s.gait", "--terrain", "level", "--terrain", "stairs_up")
    #expect(list.code == 2 && !list.message.contains("twice"), "\(list.message)")
    let flag = try gait("query", "--store", "s.gait", "--wide", "--wide")
    #expect(!flag.message.contains("is given twice"), "\(flag.message)")
    let heights = try gait("analyze", "walk.csv", "--height", "1.6", "--height", "1.8")
    #expect(heights.code == 2 && heights.message.contains("1.6 and 1.8"), "\(heights.message)")
    #expect(!FileManager.default.fileExists(atPath: gait.path("s.gait")))
  }
}
