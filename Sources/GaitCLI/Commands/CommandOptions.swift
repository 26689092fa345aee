import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import SampleStorage
import SensorFiles

/// What the command line says of the recording and the person; it wins over the file beside it.
struct DescriptionOptions: ParsableArguments {
  @Option(help: "Where the device was worn.")
  var site: WearingSite?

  @OptionGroup
  var person: PersonOptions

  /// The same, as the readers take it.
  var recordingOptions: RecordingOptions {
    let facts = person.facts
    return RecordingOptions(
      site: site, height: facts.height, mass: facts.mass, ageYears: facts.ageYears, sex: facts.sex)
  }
}

extension WearingSite: ExpressibleByArgument {}

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

/// What the command line says of the person.
struct PersonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The person's height; speed needs it.", valueName: "meters"))
  var height: Double?

  @Option(help: ArgumentHelp("The person's mass.", valueName: "kg"))
  var mass: Double?

  @Option(help: ArgumentHelp("The person's age.", valueName: "years"))
  var age: Double?

  @Option(help: "The person's sex.")
  var sex: Sex?

  func validate() throws {
    try check(
      height, "--height", in: Participant.possibleHeightMeters, unit: "meters", example: "1.75")
    try check(
      mass, "--mass", in: Participant.possibleMassKilograms, unit: "kilograms", example: "70")
    try check(age, "--age", in: Participant.possibleAgeYears, unit: "years", example: "64")
  }

  /// The same as a participant without a name.
  var facts: Participant {
    Participant(
      height: height.map { Length(meters: $0) }, mass: mass.map { Mass(kilograms: $0) },
      ageYears: age, sex: sex)
  }

  private func check(
    _ value: Double?, _ name: String, in range: ClosedRange<Double>, unit: String, example: String
  ) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      """
      \(name) \(text(value)) cannot be: it is in \(unit), from \(text(range.lowerBound)) to \
      \(text(range.upperBound)); for example \(name) \(example)
      """)
  }

  private func text(_ value: Double) -> String {
    DecimalText.text(value, decimals: value.rounded() == value ? 0 : 2) ?? "\(value)"
  }
}

extension Sex: ExpressibleByArgument {}

/// Which options help where a library could not go on: the libraries do not know the command line.
enum OptionHint {
  /// The options in brackets; nothing where none helps.
  static func of(_ error: any Error) -> String {
    switch error {
    case StoreError.noSuchFile: " (gait analyze --store makes one)"
    case SealError.keyNeeded(let isPassphrase), SealError.otherKeyNeeded(let isPassphrase):
      isPassphrase ? " (--passphrase-file)" : " (--key)"
    case let error as PersonalCalibrationError:
      switch error {
      case .noGroundSpeed: " (--distance)"
      case .worn(_, .pelvis): " (--phone-site lower_back or hip)"
      case .worn: " (--site)"
      case .noPhoneWalk: " (--phone-lag)"
      case .differentHeights: " (--height)"
      default: ""
      }
    default: ""
    }
  }
}
