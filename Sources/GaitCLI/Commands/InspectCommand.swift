import ArgumentParser
import GaitAnalysis
import GaitModel
import GaitResults
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

  @Option(help: "How to print.")
  var format: OutputFormat = .table

  @OptionGroup(title: "Description of recording and person")
  var description: DescriptionOptions

  @OptionGroup(title: "Clock")
  var clock: ClockOptions

  @OptionGroup(title: "Messages")
  var verbosity: QuietOptions

  func run() throws {
    let inputs = RecordingInput.expanded([recording])
    let progress = ProgressLine(
      terminal: Terminal(isQuiet: verbosity.quiet), names: inputs.map(\.name))
    var all: [InspectedRecording] = []
    for (place, input) in inputs.enumerated() {
      let seen = try inspected(input) { progress.report($0, share: $1, of: place) }
      progress.reportDone(place)
      progress.clear()
      all.append(seen)
      guard format == .table else { continue }
      try StandardOutput.write((place > 0 ? "\n" : "") + seen.listing.text)
    }
    switch format {
    case .table: break
    case .csv: try StandardOutput.write(InspectionTable.table(of: all).csv)
    case .json:
      try StandardOutput.write(
        JSONValue.array(all.map(InspectionTable.document)).document)
    }
  }

  private func inspected(
    _ input: RecordingInput, progress: (Double, Double?) -> Void
  ) throws -> InspectedRecording {
    do {
      var check: RecordingQualityCheck?
      let reading = ReadingProgress()
      var inspection = try ReadingProgress.$current.withValue(reading) {
        try SensorFile.inspection(
          of: input.path, options: clock.recordingOptions(description), isComplete: complete
        ) { facts, block in
          if check == nil { check = RecordingQualityCheck(for: facts) }
          check?.append(block)
          progress(block.seconds.last ?? 0, reading.share)
        }
      }
      let own = RecordingIdentity(timeZone: clock.timeZone?.zone).remarks(on: inspection.facts)
      inspection.facts = clock.placed(inspection.facts)
      let quality = check?.finish() ?? RecordingQuality()
      inspection.remarks =
        try RecordingDescription.beside(RecordingAddress(input.path).path).remarks
        + inspection.remarks + own + (check?.remarks ?? [])
      return InspectedRecording(name: input.name, inspection: inspection, quality: quality)
    } catch {
      throw InputFailure(input, error)
    }
  }
}
