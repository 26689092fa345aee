import ArgumentParser
import GaitAnalysis
import GaitModel
import SensorFiles

/// `gait inspect`: what a file is, before anything is made of it.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Say what a recording is: format, channels, units, rate, clock, gaps, quality.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait inspect walk.csv.gz
        prints which column was read as what, in which unit, how even the
        clock is, what was skipped, and how good the samples are. Of a file with
        several recordings, all of them.

      Of a long file that can be read in places, evenly spread stretches are
      looked at; --complete reads everything, and so finds gaps and non-wear.
      """))

  @Argument(help: "The recording to look at.")
  var recording: String

  @Flag(help: "Read all of a long recording.")
  var complete = false

  @OptionGroup(title: "Description of recording and person")
  var description: DescriptionOptions

  func run() throws {
    for (place, input) in RecordingInput.expanded([recording]).enumerated() {
      if place > 0 { try StandardOutput.write("\n") }
      do {
        var check: RecordingQualityCheck?
        let inspection = try SensorFile.inspection(
          of: input.path, options: description.recordingOptions, isComplete: complete
        ) { facts, block in
          if check == nil { check = RecordingQualityCheck(for: facts) }
          check?.append(block)
        }
        var seen = inspection
        let quality = check?.finish() ?? RecordingQuality()
        seen.remarks =
          try RecordingDescription.beside(RecordingAddress(input.path).path).remarks
          + inspection.remarks + (check?.remarks ?? [])
        let listing = InspectionListing(seen, quality: quality)
        try StandardOutput.write(listing.text)
      } catch let error where !(error is WriteFailure || error is ReaderLeft) {
        throw InputFailure(input, error)
      }
    }
  }
}
