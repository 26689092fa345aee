import ArgumentParser
import Foundation
import GaitModel
import SampleStorage

/// `gait merge`: the stores of shards into one.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Take the samples of several stores into one.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait merge shard1.gait shard2.gait --into study.gait
        makes study.gait, or adds to it; the same command again ends the same.

      A recording has one analysis and a sample one value: that which was stored last,
      in whatever order stores are merged and however often. What gives way is kept
      aside: gait query --superseded. Where stores contradict each other about a recording's person or
      about what somebody entered, it is named, and the command ends with 1.
      What was deleted in one store after it was stored in another is deleted in FILE, too,
      and an older copy does not bring it back; what another store analyzed anew since comes
      back, and is said. --with-deleted pays no heed to deletions, and what it brings back
      is stored anew, so that it stays. A kind whose
      collection was stopped in one is collected in FILE no more: what another store kept
      of it after that is kept aside. The stores are only read.
      """))

  @Argument(help: ArgumentHelp("The stores to take from.", valueName: "store"))
  var stores: [String]

  @Option(
    help: ArgumentHelp("The store to take them into; it is made if need be.", valueName: "file"))
  var into: String

  @Flag(help: "Take what was deleted in FILE, and delete nothing in it.")
  var withDeleted = false

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws {
    try OutputPath.check(into, option: "--into", besides: stores)
    for (place, store) in stores.enumerated() {
      guard let first = stores[..<place].first(where: { OutputPath.isSame($0, store) }) else {
        continue
      }
      throw ValidationError(
        first == store
          ? "\(store) is given twice; give each store once"
          : "\(store) is the same file as \(first); give each store once")
    }
  }

  func run() async throws {
    let terminal = Terminal(verbosity)
    let sources = try stores.map { try Self.opened($0, .read) }
    let target = try Self.opened(into, .create)
    var failures = 0
    var isChanged = false
    for (place, (path, source)) in zip(stores, sources).enumerated() {
      terminal.progress("\(path): being read")
      let taken: @Sendable (String) -> Void = { [before = stores[..<place], into] people in
        Self.tellInterruption(before, "\(people) of \(path)", into)
      }
      taken("no samples")
      do {
        let known = try await target.everybody()
        let anchor = try await target.currentAnchor()
        let outcome = try await target.merge(source, restoringDeleted: withDeleted) { done, all in
          taken("\(done) of \(all) people")
        }
        terminal.clearProgress()
        for conflict in outcome.conflicts { terminal.error("\(path): \(conflict)") }
        failures += outcome.conflicts.isEmpty ? 0 : 1
        isChanged =
          isChanged
          || outcome.saved.written + outcome.saved.deleted + outcome.otherClocks > 0
        terminal.note(
          "\(path): \(StudyText.count(outcome.recordings, "recording")), \(outcome.saved.sentence)")
        for sentence in outcome.deletions + outcome.collection {
          terminal.note("\(path): \(sentence)")
        }
        for sentence in try await target.doubles(besides: known, since: anchor) {
          terminal.note("\(path): \(sentence)")
        }
      } catch let error where StoreFailure.isOurs(error) {
        throw StoreFailure.message("\(path): \(error)")
      }
    }
    for sentence in try await target.contradictions() { terminal.note(sentence) }
    if isChanged,
      try await target.sources().contains(where: { $0.hasPrefix(SampleSource.estimates.name) })
    {
      terminal.note(
        "daily and weekly figures are those that the stores held: of a day in both the one stored later, of a week that ends with "
          + "another day worn in each both; gait estimate "
          + "--store \(PrintableText.of(into)) makes them of all samples")
    }
    try OpenStores.close(target)
    if failures > 0 { throw ExitCode(InputOutcome.someFailed.rawValue) }
  }

  /// What the store holds should the program be interrupted from now on.
  private static func tellInterruption(
    _ whole: ArraySlice<String>, _ taken: String, _ into: String
  ) {
    let before = whole.isEmpty ? "" : "all of \(whole.joined(separator: ", ")) and "
    Interruption.says("\(before)\(taken) came into \(into); the same command takes the rest")
  }

  private static func opened(_ path: String, _ mode: StoreSettings.Mode) throws -> SampleStore {
    do {
      return try OpenStores.open(path, mode)
    } catch StoreError.olderSchema {
      return try opened(path, .update)
    } catch {
      throw StoreFailure(error)
    }
  }
}
