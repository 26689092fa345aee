import ArgumentParser
import GaitModel
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
