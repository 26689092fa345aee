import ArgumentParser
import GaitModel

/// Looks at the command line before it is taken apart.
enum CommandLineCheck {
  /// - Throws: a sentence for an argument that Swift cannot take as it is, and for a command that
  ///   there is not.
  static func run() throws {
    try checkEncoding()
    let arguments = CommandLine.arguments.dropFirst()
    guard let first = arguments.first, !first.hasPrefix("-") else { return }
    let known = Gait.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !(known + ["help"]).contains(first) else { return }
    throw ValidationError(
      "there is no command \(PrintableText.of(first))"
        + NearestWord.question(first, among: known)
        + "\nThere are \(known.joined(separator: ", ")).")
  }

  /// Names are kept as text. A name in another encoding would be changed on the way, and then looked for
  /// in vain.
  private static func checkEncoding() throws {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index] else { continue }
      let units = UnsafeBufferPointer(start: bytes, count: length(of: bytes))
      let isText =
        String(validating: units.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self) != nil
      guard isText else {
        throw ValidationError(
          """
          argument \(index), \(PrintableText.of(CommandLine.arguments[index])), is not UTF-8; rename \
          that file, or set a link to it and name the link
          """)
      }
    }
  }

  private static func length(of bytes: UnsafePointer<CChar>) -> Int {
    var count = 0
    while bytes[count] != 0 { count += 1 }
    return count
  }
}
