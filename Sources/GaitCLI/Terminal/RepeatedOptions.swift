import ArgumentParser
import Foundation
import GaitModel

/// Options that are given twice and hold one value, of which the parser would take the last and say nothing; and those
/// that there are not.
enum RepeatedOptions {
  /// Looks at the words of a command line.
  ///
  /// - Throws: a sentence with the option and both values.
  static func check(_ words: some Collection<String>) throws {
    let (command, rest) = Self.command(in: words)
    let given = options(in: rest)
    // The command's description is long: it is asked only where a word comes twice, or a letter and a word might mean the
    // same.
    guard given.count > Set(given.map(\.name)).count || given.contains(where: \.isLetter)
    else { return }
    for argument in arguments(of: command) where argument.kind == "option" && !argument.isRepeating
    {
      let names = (argument.names ?? []).map(\.written)
      let values = given.filter { names.contains($0.name) }
      guard values.count > 1 else { continue }
      let texts = values.map { PrintableText.of($0.value) }
      throw ValidationError(
        "\(values[0].name) is given \(values.count == 2 ? "twice" : "\(values.count) times"): "
          + "\(texts.joined(separator: " and ")); it has one value, give it once")
    }
  }

  /// Looks for an option that a command does not have: the parser complains of its value first.
  ///
  /// - Throws: a sentence with the option.
  static func checkNames(_ words: some Collection<String>) throws {
    let (command, rest) = Self.command(in: words)
    let known = arguments(of: command).flatMap { $0.names ?? [] }.map(\.written)
      .filter { $0.hasPrefix("--") }
    for option in options(in: rest) where !option.isLetter && !known.contains(option.name) {
      let path = (["gait"] + words.prefix(words.count - rest.count)).joined(separator: " ")
      throw ValidationError(
        "\(path) has no option \(PrintableText.of(option.name))"
          + "\(NearestWord.question(option.name, among: known)); \(path) --help lists them")
    }
  }

  /// The command that the first words name, and the words after it.
  static func command(
    in words: some Collection<String>
  ) -> (command: any ParsableCommand.Type, rest: [String]) {
    var rest = Array(words)
    var command: any ParsableCommand.Type = Gait.self
    while let word = rest.first,
      let next = command.configuration.subcommands.first(where: { $0._commandName == word })
    {
      command = next
      rest.removeFirst()
    }
    return (command, rest)
  }

  /// The long options of a command that have a value.
  static func namesWithValue(of command: any ParsableCommand.Type) -> Set<String> {
    Set(
      arguments(of: command).filter { $0.kind == "option" }.flatMap { $0.names ?? [] }
        .map(\.written).filter { $0.hasPrefix("--") })
  }

  private static func arguments(
    of command: any ParsableCommand.Type
  ) -> [Description.Argument] {
    let text = Data(command._dumpHelp().utf8)
    return (try? JSONDecoder().decode(Description.self, from: text))?.command.arguments ?? []
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
