import GaitModel

/// What the `.json` beside a recording says about it. All of it may be absent.
public struct RecordingDescription: Hashable, Sendable {
  /// The study's name for the person.
  public var participant: String?
  /// Where the device was worn.
  public var site: WearingSite?
  /// Stature (`height_m`).
  public var height: Length?
  /// Body mass (`mass_kg`).
  public var mass: Mass?
  /// Age in years (`age_years`).
  public var ageYears: Double?
  /// Sex, as the norms for gait are published.
  public var sex: Sex?
  /// Height of the sensor above the ground when standing (`sensor_height_m`).
  public var sensorHeight: Length?
  /// Wall clock at the first sample (`start_datetime`).
  public var start: WallClock?
  /// Samples per second, as the device was set (`sampling_rate_hz`).
  public var samplingRateHertz: Double?

  /// What was noticed in it and is not used: keys that are nearly known ones, values that say that nothing is
  /// known.
  public var remarks: [RecordingRemark] = []

  /// Makes an empty description.
  public init() {}

  /// What is not said here is taken from what the file itself says.
  func completed(by file: RecordingDescription) -> RecordingDescription {
    var result = self
    result.participant = participant ?? file.participant
    result.site = site ?? file.site
    result.height = height ?? file.height
    result.mass = mass ?? file.mass
    result.ageYears = ageYears ?? file.ageYears
    result.sex = sex ?? file.sex
    result.sensorHeight = sensorHeight ?? file.sensorHeight
    result.start = start ?? file.start
    result.samplingRateHertz = samplingRateHertz ?? file.samplingRateHertz
    return result
  }

  /// The facts of a recording: `options` win over this description.
  func facts(
    name: String, device: String, samplingRateHertz: Double, start fileStart: WallClock?,
    hasAngularRate: Bool, options: RecordingOptions
  ) -> RecordingFacts {
    RecordingFacts(
      name: name, device: device,
      participant: Participant(
        identifier: participant, height: options.height ?? height, mass: options.mass ?? mass,
        ageYears: options.ageYears ?? ageYears, sex: options.sex ?? sex),
      site: options.site ?? site, samplingRateHertz: samplingRateHertz,
      start: start ?? fileStart, hasAngularRate: hasAngularRate)
  }
}

extension RecordingDescription {
  /// The description that lies beside a recording, or an empty one when none does.
  ///
  /// - Throws: `SensorFileError` of kind `badDescription` when it is there and is not what it
  ///   should be.
  public static func beside(_ recording: String) throws(SensorFileError) -> RecordingDescription {
    let path = RecordingPath(recording).description
    // A `.json` that is itself the recording describes nothing.
    guard path != recording, (try? PathKind(of: path)) == .regularFile else {
      return RecordingDescription()
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    let stream = try PlainBytes(path: path)
    while true {
      let count = try stream.read(into: &piece)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return try DescriptionFile(path: path, bytes: bytes).description()
  }
}
