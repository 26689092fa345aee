import ArgumentParser
import SensorFiles

/// `gait inspect`: what a file is, before anything is made of it.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Say what a recording is: format, channels, units, rate, clock, gaps.",
    discussion: """
      EXAMPLE
        gait inspect walk.csv.gz
        prints which column was read as what, in which unit, how even the
        clock is, and what was skipped.
      """)

  @Argument(help: "The recording to look at.")
  var recording: String

  @OptionGroup(title: "Description of recording and person")
  var description: DescriptionOptions

  func run() throws {
    let input = RecordingInput(path: recording)
    do {
      let inspection = try SensorFile.inspection(
        of: input.path, options: description.recordingOptions)
      print(InspectionListing(inspection).text, terminator: "")
    } catch {
      throw InputFailure(input, error)
    }
  }
}
