import ArgumentParser

/// How much is said on standard error.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say what was converted or assumed, and which methods ran.")
  var verbose = false

  func validate() throws {
    if quiet && verbose {
      throw ValidationError("--quiet and --verbose contradict each other; give one of them")
    }
  }
}
