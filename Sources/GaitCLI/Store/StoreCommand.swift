import ArgumentParser
import Foundation
import SampleStorage

/// `gait store`: the file of a store as a whole.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Copy a store while others write to it, check it, or write its file anew.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait store copy --store study.gait --output backup.gait
        writes a copy of everything as it is now, also while gait analyze is at work.

      A store is plain: whoever may read the file can read all of it. Keep it on an
      encrypted disk; gait export seals what leaves it.
      """),
    subcommands: [StoreCopyCommand.self, StoreCheckCommand.self, StoreScrubCommand.self])
}

/// `gait store copy`: a safe copy under load.
struct StoreCopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Write a copy of a store as it is at one instant.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait store copy --store study.gait --output backup.gait
        writes backup.gait, which holds nothing of what was deleted.
      """))

  @OptionGroup
  var file: StoreFile

  @Option(name: .shortAndLong, help: ArgumentHelp("The file of the copy.", valueName: "file"))
  var output: String

  @Flag(help: "Put the copy in the place of a file that is there.")
  var force = false

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws {
    try OutputPath.check(output, besides: [file.store])
    guard try ExistingOutput.isFile(output), !force else { return }
    throw ValidationError(
      "--output \(output) is there already; name a new file, or put the copy in its place with --force"
    )
  }

  func run() async throws {
    try await file.with(.read) { try await $0.copy(to: output, replacing: force) }
    Terminal(verbosity).note("\(file.store) copied to \(output)")
  }
}

/// `gait store check`: whether a store is whole.
struct StoreCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look at every page of a store and say whether it is whole.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait store check --store backup.gait
        ends with 0 when it is.
      """))

  @OptionGroup
  var file: StoreFile

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func run() async throws {
    try await file.with(.read) { try await $0.check() }
    Terminal(verbosity).note("\(file.store) is whole")
  }
}

/// `gait store scrub`: no byte of what was deleted stays in the file.
struct StoreScrubCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrub",
    abstract: "Write a store's file anew, so that no byte of what was deleted is left in it.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait store scrub --store study.gait
        does what gait delete does at its end, where it could not or was interrupted.

      It takes room for a second file of the same size while it lasts.
      """))

  @OptionGroup
  var file: StoreFile

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func run() async throws {
    try await file.with(.update) { try await $0.scrub() }
    Terminal(verbosity).note("\(file.store) written anew")
  }
}
