import ArgumentParser
import Foundation

/// How many recordings or people are worked on at once.
struct JobsOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "How many recordings or people at once; as many as there are processors if not given.",
      valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs) cannot be: give 1 or more") }
  }

  /// How many of so many to work on at once.
  func simultaneous(of count: Int) -> Int {
    min(count, jobs ?? ProcessInfo.processInfo.activeProcessorCount)
  }
}
