import ArgumentParser
import Foundation

/// Options that are given twice and hold one value: the parser would take the last and say nothing.
enum RepeatedOptions {
  /// Looks at the words of a command line.
  ///
  /// - Throws: a sentence with the option and both values.
  static func check(_ words: some Collection<String>) throws {
    var rest = Array(words)
    var command: any ParsableCommand.Type = Gait.self
    while let word = rest.first,
      let next = command.configuration.subcommands.first(where: { $0._commandName == word })
    {
      command = next
      rest.removeFirst()
    }
    let given = options(in: rest)
    // The command's description is long: it is asked only where a word comes twice, or a letter and a word might mean the
    // same.
    guard given.count > Set(given.map(\.name)).count || given.contains(where: \.isLetter),
      let description = try? JSONDecoder().decode(
        Description.self, from: Data(command._dumpHelp().utf8))
    else { return }
    for argument in description.command.arguments ?? []
    where argument.kind == "option" && !argument.isRepeating {
      let names = (argument.names ?? []).map(\.written)
      let values = given.filter { names.contains($0.name) }
      guard values.count > 1 else { continue }
      let texts = values.map { PrintableText.of($0.value) }
      throw ValidationError(
        "\(values[0].name) is given \(values.count == 2 ? "twice" : "\(values.count) times"): "
          + "\(texts.joined(separator: " and ")); it has one value, give it once")
    }
  }

  private struct Given {
    var name: String
    var value: String
    var isLetter: Bool { !name.hasPrefix("--") }
  }

  private static func options(in words: [String]) -> [Given] {
    let words = Array(words.prefix { $0 != "--" })
    return words.indices.compactMap { place in
      let word = words[place]
      guard word.hasPrefix("-"), word.count > 1 else { return nil }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value =
        parts.count == 2 ? String(parts[1]) : place + 1 < words.count ? words[place + 1] : ""
      return Given(name: String(parts[0]), value: value)
    }
  }

  /// What the parser says of a command, as `--experimental-dump-help` prints it.
  private struct Description: Decodable {
    var command: Command

    struct Command: Decodable { var arguments: [Argument]? }

    struct Argument: Decodable {
      var kind: String
      var isRepeating: Bool
      var names: [Name]?
    }

    struct Name: Decodable {
      var kind: String
      var name: String
      var written: String { (kind == "long" ? "--" : "-") + name }
    }
  }
}
