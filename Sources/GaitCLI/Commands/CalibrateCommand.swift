import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import SensorFiles

/// `gait calibrate`: a person's own factor from walks over a known distance, or from a clinic test.
struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Learn a person's own step length from walks over a known distance.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait calibrate leg1.csv leg2.csv --site lower_back --distance 10 --output ana.json
        gait analyze week.cwa --calibration ana.json
        takes two walks of 10 m each, and corrects the speeds of a week by them.
        gait calibrate outdoors.zip --gnss --site wrist --output ana-wrist.json
        learns from the speed over ground that satellites gave beside the motion.
        gait calibrate watch.csv --site wrist --phone phone.csv --output ana-wrist.json
        learns a wrist's, pocket's or bag's step length from the same walk recorded by
        the person's phone at the lower back or hip.

      With --distance each recording holds one walk over the whole distance and
      nothing else. All are by the same person and worn in one way: at the lower back or
      hip; in a pocket, in the hand or on the upper arm; or on the wrist, at the neck or in
      a bag. Each has a step length, and so a factor, of its own. Two walks of 10 m
      take the error of a speed from about 6 to 5 % at the lower back, from 12 to 8 %
      elsewhere; the same recording twice is one walk. Without --output the calibration
      is printed.

      A CLINIC TEST
        gait calibrate --six-minute-walk 412 --on 2026-03-18 --participant P07 --store study.gait
        keeps what the person walked in six minutes in the clinic, beside the
        estimates, and lets it calibrate those from that day on; with --apart it does not.
      """))

  @Argument(help: ArgumentHelp("The recordings of the walks.", valueName: "recording"))
  var recordings: [String] = []

  @Option(
    help: ArgumentHelp("The length of the path of each.", valueName: "meters"),
    transform: ValueText.number)
  var distance: Double?

  @Flag(help: "Take the lengths of walks from the recordings' own speed over ground.")
  var gnss = false

  @OptionGroup(title: "A phone at the lower back or hip in the same walks")
  var beside: PhoneOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "When it was, where no recording has a clock, like 2026-05-04T09:30:00+02:00.",
      valueName: "date"),
    transform: InstantArgument.read)
  var start: InstantArgument?

  @OptionGroup
  var methods: SettingsOptions

  @OptionGroup(title: "Description of recording and person")
  var description: DescriptionOptions

  @OptionGroup(title: "A clinic test")
  var clinic: ClinicTestOptions

  @OptionGroup
  var overwriting: OverwritingOptions

  @OptionGroup(title: "Messages")
  var verbosity: QuietOptions

  func validate() throws {
    if clinic.meters != nil {
      guard recordings.isEmpty, distance == nil, !gnss, beside.phone.isEmpty else {
        throw ValidationError(
          "--six-minute-walk is a test without a recording; give the recordings on their own")
      }
      guard output == nil, start == nil, methods.settings == nil, description.isEmpty else {
        throw ValidationError(
          """
          --six-minute-walk keeps a test in the store: --output, --start, --settings, --site, --height, --mass, --age and \
          --sex are about recordings; leave them out
          """)
      }
      return
    }
    let sources = [distance != nil, gnss, !beside.phone.isEmpty].filter { $0 }.count
    guard !recordings.isEmpty, sources == 1 else {
      throw ValidationError(
        """
        give recordings and one of the path's length, walk.csv --distance 10, --gnss, or --phone \
        phone.csv; or a clinic test, --six-minute-walk 412 --on 2026-03-18 --participant P07 --store \
        study.gait
        """)
    }
    if let start {
      guard start.hasOffset else {
        throw ValidationError(
          "--start \(start.text) does not say where: add the offset, as in +02:00")
      }
      try Entry.check(start.date(in: .gmt), "--start", start.text)
    }
    try beside.check()
    try OutputPath.check(output, besides: recordings + beside.phone)
    try ExistingOutput.check(output, force: overwriting.force, isOwn: CalibrationFile.isOwn)
    if distance == 0 {
      throw ValidationError(
        "--distance 0 cannot be: it is in meters, above 0; for example --distance 20")
    }
    try Entry.check(distance, "--distance", as: SampleKind.distance.erased, example: "20")
  }

  func run() async throws {
    if clinic.meters != nil {
      let kept = try await clinic.keep()
      return verbosity.quiet ? () : try StandardOutput.write(kept + "\n")
    }
    try calibrate()
  }

  private func calibrate() throws {
    var analyzer = RecordingAnalyzer(options: description.recordingOptions, digestsContent: true)
    if methods.settings != nil { analyzer.use(try methods.pipeline()) }
    let terminal = Terminal(isQuiet: verbosity.quiet)
    let inputs = RecordingInput.expanded(recordings)
    description.tellOverruled(inputs, participant: nil, terminal)
    let walks = different(
      try inputs.enumerated().map {
        (place: $0, input: $1, analysis: try analysis(of: $1, analyzer))
      })
    let factor = try factor(of: walks, analyzer)
    let failures = walks.indices.compactMap { failure(at: $0, of: walks, factor) }
    let calibration: PersonalCalibration
    do {
      calibration = try factor(Array(walks.indices))
    } catch {
      guard error.recording != nil, !failures.isEmpty else {
        throw InputFailure(walks[0].input, error)
      }
      for failure in failures { terminal.error(failure.failure.description) }
      throw ExitCode(InputOutcome.nothingRead.rawValue)
    }
    try write(dated(calibration))
    for failure in failures { terminal.error(failure.failure.description) }
    let silent = failures.map { "\(walks[$0.place].analysis.facts.name), bout " }
    for walk in calibration.distancesAtOdds
    where !silent.contains(where: { walk.recording.hasPrefix($0) }) {
      func text(_ length: Length) -> String { DecimalText.text(length.meters, decimals: 2) ?? "" }
      terminal.note(
        "\(walk.recording): \(text(walk.estimated)) m by its steps and \(text(walk.known)) m by the speeds beside it, "
          + "more than people differ; it is left out of the factor")
    }
    try InputOutcome(inputs: walks.count, failures: failures.count).leave()
  }

  /// The calibration with the date that was given, where its recordings have no clock.
  private func dated(_ calibration: PersonalCalibration) -> PersonalCalibration {
    guard let start else { return calibration }
    var calibration = calibration
    if let own = calibration.date {
      Terminal(isQuiet: verbosity.quiet).note(
        "--start \(start.text) was not used: by the recordings' clock it was \(InstantText.text(own))"
      )
    }
    calibration.date = calibration.date ?? start.clock(in: .gmt)
    return calibration
  }

  /// Why a recording alone gives nothing to the factor; `nil` where it does.
  private func failure(
    at place: Int, of walks: [Walk], _ factor: Factor
  ) -> (place: Int, failure: InputFailure)? {
    do throws(PersonalCalibrationError) {
      _ = try factor([place])
      return nil
    } catch {
      var input = walks[place].input
      if case .worn(_, .pelvis) = error {
        input = RecordingInput.expanded(beside.phone)[walks[place].place]
      }
      return (place, InputFailure(input, error))
    }
  }

  /// The analysis of a walk. What was lost of its recording is said: of a file that was cut the path is longer than what is
  /// left.
  private func analysis(
    of input: RecordingInput, _ analyzer: RecordingAnalyzer
  ) throws -> RecordingAnalysis {
    do {
      let analyzed = try analyzer.analysis(of: input) { _, _ in }
      let terminal = Terminal(isQuiet: verbosity.quiet)
      for remark in analyzed.remarks where remark.kind.isTrouble {
        terminal.note("\(input.path): \(remark.message)")
      }
      return analyzed.analysis
    } catch {
      throw InputFailure(input, error)
    }
  }

  /// A recording of a walk, and its place on the command line.
  private typealias Walk = (place: Int, input: RecordingInput, analysis: RecordingAnalysis)

  /// The factor of some of the walks, by their places among all.
  private typealias Factor = ([Int]) throws(PersonalCalibrationError) -> PersonalCalibration

  /// The way to a factor that the options ask for.
  private func factor(of walks: [Walk], _ analyzer: RecordingAnalyzer) throws -> Factor {
    let pipeline = analyzer.pipeline
    if let distance {
      return { (places) throws(PersonalCalibrationError) in
        try pipeline.personalCalibration(
          from: places.map { (walks[$0].analysis, Length(meters: distance)) })
      }
    }
    guard gnss else { return try factor(besidePhone: walks, analyzer) }
    let speeds = try walks.map { try groundSpeed(of: $0.input) }
    return { (places) throws(PersonalCalibrationError) in
      try pipeline.personalCalibration(
        fromGroundSpeeds: places.map { (walks[$0].analysis, speeds[$0]) })
    }
  }

  /// The walks, each once: the same recording again makes nothing surer.
  private func different(_ walks: [Walk]) -> [Walk] {
    var known: [String: Walk] = [:]
    return walks.filter { walk in
      guard let content = walk.analysis.content else { return true }
      guard let first = known[content] else {
        known[content] = walk
        return true
      }
      Terminal(isQuiet: verbosity.quiet).note(
        "\(walk.input.path): the same recording as \(first.input.path); it counts once")
      return false
    }
  }

  /// A factor from the phone's own strides in the same walks.
  private func factor(
    besidePhone walks: [Walk], _ analyzer: RecordingAnalyzer
  ) throws -> Factor {
    var phones = analyzer
    phones.options = beside.recordingOptions(of: analyzer.options)
    let own = try beside.phoneCalibration.map(CalibrationFile.calibration(at:))
    phones.pipeline.personalCalibration = own
    let inputs = try beside.inputs(for: RecordingInput.expanded(recordings).count)
    let pairs = try walks.map { walk in
      let phone = try analysis(of: inputs[walk.place], phones)
      return (walk.analysis, phone, try beside.lag(of: phone.facts, after: walk.analysis.facts))
    }
    let pipeline = analyzer.pipeline
    return { (places) throws(PersonalCalibrationError) in
      try pipeline.personalCalibration(
        besidePhone: places.map { pairs[$0] }, phoneCalibration: own)
    }
  }

  /// The speeds over ground that a recording holds beside its motion; none where it has no such channel.
  private func groundSpeed(of input: RecordingInput) throws -> SideSamples {
    do {
      var source = try SensorFile.open(input.path, options: description.recordingOptions)
      var samples = SideSamples()
      while let block = try source.nextBlock() {
        guard let side = block.side[.groundSpeed] else { continue }
        for (stamp, value) in zip(side.seconds, side.values) {
          samples.append(seconds: stamp, value)
        }
      }
      return samples
    } catch {
      throw InputFailure(input, error)
    }
  }

  private static func words(_ placement: PersonalCalibration.Placement) -> String {
    switch placement {
    case .pelvis: "at the lower back or hip"
    case .thighOrHand: "in a pocket or the hand or on the upper arm"
    case .elsewhere: "at the wrist or neck or in a bag"
    }
  }

  private func write(_ calibration: PersonalCalibration) throws {
    let text = CalibrationFile.document(of: calibration).document
    guard let output else { return try StandardOutput.write(text) }
    if !overwriting.force, let before = try? CalibrationFile.calibration(at: output),
      before.participant != calibration.participant || before.placement != calibration.placement
    {
      func words(_ calibration: PersonalCalibration) -> String {
        (calibration.participant.map { "of \($0)" } ?? "of nobody that is named")
          + ", worn " + Self.words(calibration.placement)
      }
      throw ValidationError(
        "--output \(PrintableText.of(output)) holds another calibration, \(words(before)), and this one is "
          + "\(words(calibration)); give another name, or --force to write over it")
    }
    let url = URL(fileURLWithPath: output)
    try PendingFiles.shared.write(
      [(name: url.lastPathComponent, content: Data(text.utf8))],
      in: url.deletingLastPathComponent().path)
  }
}
