import GaitModel

/// Recordings in the layout of BIDS motion: a table without header, a table that names its columns,
/// and a `.json` with the rate.
enum BIDSMotion: SensorFileFormat {
  static let name = "BIDS motion (_motion.tsv with _channels.tsv)"

  static func recognizes(_ file: RecordingFile) -> Bool {
    file.container == nil
      ? (try? BIDSFiles(of: file)) != nil
      : file.members.contains { $0.hasSuffix(BIDSFiles.motionEnding) }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    let files = try BIDSFiles(of: file)
    let channels = try BIDSChannels(files.channels)
    let sidecar = BIDSSidecar(files.sidecar)
    var settings = settings
    var expectation = TableExpectation()
    if settings.description.samplingRateHertz == nil, let rate = sidecar.rate ?? channels.rate {
      settings.description.samplingRateHertz = rate
      expectation.rateWords =
        "\(rate) Hz, as \(sidecar.rate == nil ? "_channels.tsv" : "_motion.json") says"
    }
    let header = try TableHeader(
      names: channels.names, separator: UInt8(ascii: "\t"), for: files.motion)
    try check(header, path: files.motion.path)
    let plan = try TablePlan(
      for: files.motion, header: header, columns: channels.columns, expectation: expectation,
      settings: settings)
    var layout = plan.layout
    layout.format = name
    layout.conversions = channels.conversions + layout.conversions
    layout.contradictions += channels.contradictions
    layout.details = sidecar.details
    return try DelimitedTextSource(
      files.motion, plan: plan, layout: layout, device: sidecar.device, settings: settings)
  }

  private static func check(_ header: TableHeader, path: String) throws(SensorFileError) {
    guard !header.firstRow.isEmpty, header.firstRow.count != header.names.count else { return }
    throw SensorFileError(
      .damaged, path: path,
      "its first row has \(header.firstRow.count) columns and _channels.tsv names "
        + "\(header.names.count); there must be a row in _channels.tsv for every column.")
  }
}
