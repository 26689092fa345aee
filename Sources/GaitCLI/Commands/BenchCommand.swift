import ArgumentParser
import GaitAnalysis
import GaitResults
import GaitStudies
import SensorFiles
import Signals

/// `gait bench`: where the time goes.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure the time of each stage and the memory that an analysis takes.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait bench week.csv.gz --runs 5
        prints for every stage its CPU seconds (the median of five runs, the
        least and the most), its share, nanoseconds for each value of a
        channel, how many times faster than real time it is, and how often
        it asks for memory; then what an hour with and without gait costs,
        where somebody walks and there are ten minutes without gait, not
        counting three minutes after each walk, when it is analyzed.
        With --reading the recording is only read, as samples in m/s² and
        rad/s.

        gait bench week.csv.gz --format json > then.json
        gait bench week.csv.gz --baseline then.json
        says which stages got slower since, on the same bytes.

        gait bench week.csv.gz --transform plain
        does the same with a plain Fourier transform in place of FFTW.

        gait bench day.cwa --live
        takes it second by second, as a program that a sensor feeds: what a
        second costs by the clock (the least of the runs, for each second),
        and how long after its end a bout is told.
      """))

  @Argument(help: "The recording to analyze again and again.")
  var recording: String

  @Option(
    help: ArgumentHelp(
      "How often; the median is printed, with --live the least.", valueName: "n"))
  var runs = 3

  @Flag(help: "Only read the recording.")
  var reading = false

  @Flag(help: "Take the recording second by second, uncalibrated, as a sensor feeds it.")
  var live = false

  @Option(
    help: ArgumentHelp(
      "An earlier report as JSON: say which stages got slower.", valueName: "file"))
  var baseline: String?

  @Option(help: "Who makes the Fourier transforms.")
  var transform = TransformLibrary.fftw

  @Option(help: "How to print.")
  var format: OutputFormat = .table

  @Flag(help: "The same as --format json.")
  var json = false

  @OptionGroup
  var methods: SettingsOptions

  @OptionGroup(title: "Description of recording and person")
  var description: DescriptionOptions

  @OptionGroup(title: "Messages")
  var verbosity: QuietOptions

  func validate() throws {
    if live, reading || baseline != nil {
      throw ValidationError("--live stands alone: leave --reading and --baseline away")
    }
    if baseline != nil, format == .csv, !json {
      throw ValidationError(
        "--baseline: what got slower is told as a table or as JSON; leave --format csv away")
    }
    if json, format == .csv {
      throw ValidationError("--json and --format csv contradict each other; give one of them")
    }
    if reading, methods.settings != nil || transform != .fftw {
      throw ValidationError(
        "--reading reads and analyzes nothing: leave --settings and --transform out")
    }
    if runs < 1 { throw ValidationError("--runs \(runs) cannot be: give 1 or more") }
  }

  func run() throws {
    let input = RecordingInput(path: recording)
    let pipeline = try methods.pipeline()
    let earlier = try baseline.map { try BenchBaseline.read($0, isReading: reading) }
    TransformLibrary.used = transform
    var conditions = BenchConditions(
      transform: transform.rawValue, settings_digest: pipeline.settingsDigest,
      processor: BenchConditions.processorName)
    do {
      let terminal = Terminal(isQuiet: verbosity.quiet)
      defer { terminal.clearProgress() }
      if live {
        func taken(_ run: Int) throws -> LiveTimes {
          terminal.progress("\(input.name), second by second: run \(run) of \(runs)")
          return try LiveTimes(
            input.path, options: description.recordingOptions, pipeline: pipeline)
        }
        var times = try taken(1)
        for run in 1..<runs { times.add(try taken(run + 1)) }
        terminal.clearProgress()
        conditions.site = times.site?.rawValue
        return try StandardOutput.write(
          times.text(input.name, conditions, json ? .json : format))
      }
      let address = RecordingAddress(input.path)
      let digest = try FileDigest(of: address.files()).text + (address.part.map { "#" + $0 } ?? "")
      try earlier?.check(isAbout: input.name, digest: digest)
      let times = try (0..<runs).map { run in
        terminal.progress("\(input.name): run \(run + 1) of \(runs)")
        return try reading
          ? StageTimes(reading: input.path, options: description.recordingOptions)
          : StageTimes(
            analyzing: input.path, options: description.recordingOptions, pipeline: pipeline)
      }
      terminal.clearProgress()
      conditions.site = times.first?.site?.rawValue
      let report = BenchReport(
        name: input.name, digest: digest, runs: times, conditions: conditions, baseline: earlier)
      try StandardOutput.write(
        json || format == .json ? report.document : format == .csv ? report.csv : report.table)
    } catch let error
      where !(error is WriteFailure || error is ReaderLeft || error is BenchBaseline.Failure)
    {
      throw InputFailure(input, error)
    }
  }
}

extension TransformLibrary: ExpressibleByArgument {}
