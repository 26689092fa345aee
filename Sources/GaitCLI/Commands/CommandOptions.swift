import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import MobilityEstimates
import SampleStorage
import SensorFiles

/// What the command line says of the recording and the person; it wins over the file beside it.
struct DescriptionOptions: ParsableArguments {
  @Option(help: "Where the device was worn, neck also for the chest.")
  var site: WearingSite?

  @OptionGroup
  var person: PersonOptions

  /// Whether nothing is said.
  var isEmpty: Bool { site == nil && person.facts == Participant() }

  /// The same, as the readers take it.
  var recordingOptions: RecordingOptions {
    let facts = person.facts
    return RecordingOptions(
      site: site, height: facts.height, mass: facts.mass, ageYears: facts.ageYears, sex: facts.sex)
  }
}

extension DescriptionOptions {
  /// Recordings of which the `.json` beside them says otherwise are named up to so many, but with `-v`.
  private static let mostListed = 3

  /// Says where the `.json` beside a recording says otherwise, and so does not count.
  func tellOverruled(_ inputs: [RecordingInput], participant: String?, _ terminal: Terminal) {
    let options = recordingOptions
    var said = RecordingDescription()
    (said.participant, said.site) = (participant, options.site)
    (said.height, said.mass) = (options.height, options.mass)
    (said.ageYears, said.sex) = (options.ageYears, options.sex)
    let most = terminal.isVerbose ? nil : Self.mostListed
    StudyText.overruled(inputs, by: said, most: most).forEach(terminal.note)
  }
}

extension WearingSite: ExpressibleByArgument {
  /// The site that a word names, as descriptions of recordings do.
  public init?(argument: String) { self.init(word: argument) }
}

/// The clock by which a recording is read that nobody keeps.
struct ClockOptions: ParsableArguments {
  @Option(
    name: .customLong("time-zone"),
    help: ArgumentHelp(
      "The zone of a clock that names none, like Europe/Berlin.", valueName: "zone"),
    transform: TimeZoneArgument.read)
  var timeZone: TimeZoneArgument?

  /// Options of a reader that reads by it.
  func recordingOptions(_ description: DescriptionOptions) -> RecordingOptions {
    var options = description.recordingOptions
    options.timeZone = timeZone?.zone
    return options
  }

  /// The facts of a recording with its start by it.
  func placed(_ facts: RecordingFacts) -> RecordingFacts {
    RecordingIdentity(timeZone: timeZone?.zone).completed(facts)
  }
}

/// How many recordings or people are worked on at once.
struct JobsOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp(
      "How many recordings or people at once; as many recordings as there are processors, and twice as many people, if not given.",
      valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs) cannot be: give 1 or more") }
  }

  /// How many of so many to work on at once.
  func simultaneous(of count: Int) -> Int { min(count, atOnce) }

  /// How many may be worked on at once.
  var atOnce: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// The last of so many that is begun while enough are left for all processors; those after it may take two, unless
  /// memory is short.
  func lastAlone(of count: Int) -> Int { MemoryLimit.isSet ? count : count - atOnce }
}

/// Whether what was done is said.
struct QuietOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing but results and errors.")
  var quiet = false
}

/// How much is said on standard error.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing but results and errors.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Also say what was converted or assumed, and which methods ran, where there is any.")
  var verbose = false

  func validate() throws {
    if quiet && verbose {
      throw ValidationError("--quiet and --verbose contradict each other; give one of them")
    }
  }
}

/// What the command line says of the person.
struct PersonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The person's height; speed is surer with it.", valueName: "meters"),
    transform: ValueText.number)
  var height: Double?

  @Option(
    help: ArgumentHelp("The person's mass.", valueName: "kg"),
    transform: ValueText.number)
  var mass: Double?

  @Option(
    help: ArgumentHelp("The person's age.", valueName: "years"),
    transform: ValueText.number)
  var age: Double?

  @Option(help: "The person's sex.")
  var sex: Sex?

  func validate() throws {
    try Entry.check(height, "--height", as: SampleKind.height.erased, example: "1.75")
    try Entry.check(mass, "--mass", as: SampleKind.bodyMass.erased, example: "70")
    try Entry.check(age, "--age", as: .age, example: "64")
  }

  /// The same as a participant without a name.
  var facts: Participant {
    Participant(
      height: height.map { Length(meters: $0) }, mass: mass.map { Mass(kilograms: $0) },
      ageYears: age, sex: sex)
  }
}

extension Sex: ExpressibleByArgument {
  /// The sex that a word names, as descriptions of recordings do.
  public init?(argument: String) { self.init(word: argument) }
}

/// Which options help where a library could not go on: the libraries do not know the command line.
enum OptionHint {
  /// The options in brackets; nothing where none helps.
  static func of(_ error: any Error) -> String {
    switch error {
    case StoreError.noSuchFile: " (gait analyze --store makes one)"
    case StoreError.notScrubbed(let path, _): " (gait store scrub --store \(path.shellWord))"
    case SealError.keyNeeded(let isPassphrase), SealError.otherKeyNeeded(let isPassphrase):
      isPassphrase ? " (--passphrase-file)" : " (--key)"
    case let error as PersonalCalibrationError:
      switch error {
      case .noGroundSpeed: " (--distance)"
      case .worn(_, .pelvis): " (--phone-site lower_back or hip)"
      case .worn, .siteUnknown: " (--site)"
      case .noPhoneWalk: " (--phone-lag)"
      case .differentHeights, .noDistance(_, .heightUnknown): " (--height)"
      default: ""
      }
    default: ""
    }
  }
}

/// What people enter by hand, held against the one table of what can be.
enum Entry {
  /// Throws where a value cannot be one of its kind.
  static func check(
    _ value: Double?, _ option: String, as kind: AnySampleKind, example: String
  ) throws {
    guard let value, let why = PossibleValues.impossibility(of: value, kind) else { return }
    let text = DecimalText.trimmed(value) ?? "\(value)"
    throw ValidationError("\(option) \(text) cannot be: \(why); for example \(option) \(example)")
  }

  /// Throws where a word cannot be a name of a person.
  static func check(name: String?, _ option: String = "--participant") throws {
    guard let name, let why = PossibleValues.impossibility(ofName: name) else { return }
    throw ValidationError("\(option) \"\(name)\" cannot be: \(why)")
  }

  /// Throws where nothing can have been measured at an instant.
  static func check(_ instant: Date, _ option: String, _ text: String) throws {
    guard let why = PossibleValues.impossibility(of: instant, now: Date()) else { return }
    throw ValidationError("\(option) \(text) cannot be: \(why)")
  }

  /// Throws where nothing can have happened on a day, by the person's calendar: what is to come is
  /// entered when it has come.
  static func check(_ day: LocalDay, _ option: String, in calendar: DayCalendar) throws {
    let text = calendar.text(of: day)
    try check(calendar.start(of: day), option, text)
    guard day > calendar.day(containing: Date()) else { return }
    throw ValidationError(
      "\(option) \(text) cannot be: it is in the future; enter it when the day has come")
  }
}
