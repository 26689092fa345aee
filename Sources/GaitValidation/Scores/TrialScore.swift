/// A stretch of a recording in which somebody did a set task: a walk over a known distance, a timed up and go, six
/// minutes of walking.
public struct MarkedTrial: Sendable, Hashable {
  /// What was done, in the study's word.
  public var name: String
  /// From start to end, seconds of the recording.
  public var seconds: Range<Double>
  /// The distance walked, meters; `nil` where it is not known.
  public var distanceMeters: Double?
  /// Mean speed, m/s; `nil` where it is not known.
  public var speedMetersPerSecond: Double?
  /// Steps taken; `nil` where nobody counted.
  public var stepCount: Double?

  /// Makes a trial; what is not known is `nil`.
  public init(
    name: String, seconds: Range<Double>, distanceMeters: Double? = nil,
    speedMetersPerSecond: Double? = nil, stepCount: Double? = nil
  ) {
    (self.name, self.seconds, self.distanceMeters) = (name, seconds, distanceMeters)
    (self.speedMetersPerSecond, self.stepCount) = (speedMetersPerSecond, stepCount)
  }

  /// How long it took, seconds.
  var durationSeconds: Double { seconds.upperBound - seconds.lowerBound }
}

/// What was found in a trial.
struct TrialScore: Sendable, Hashable {
  var trial: MarkedTrial
  /// Time in walking bouts inside the trial, seconds.
  var walkingSeconds: Double
  /// Mean speed of the strides inside, m/s; of the bouts where there are no strides.
  var speed: Double?
  /// Its standard error, from the bouts.
  var speedError: Double?
  /// Mean of the speeds that the bouts inside are stored with, each weighted by its time inside, m/s.
  var boutSpeed: Double?
  /// Distance of the strides inside, meters.
  var distance: Double?
  /// Its standard error, from the bouts.
  var distanceError: Double?
  /// Distance that the bouts inside are stored with, each in proportion to its time inside, meters.
  var boutDistance: Double?
  /// Contacts inside, at limits that are contacts also those found a little outside; see ``counted(_:contacts:listed:)``.
  var stepCount: Double
  /// Their standard error, from the bouts.
  var stepCountError: Double?
  /// Turns of at least 90° that have their middle inside; `nil` when the engine does not say, or not by how much one of
  /// those inside changes the direction.
  var turnCount: Int?

  /// Share of the trial found as walking, 0-1.
  var walkingShare: Double { min(1, ratio(walkingSeconds, trial.durationSeconds) ?? 0) }
  /// A walk is found when this share of its time is.
  var isFound: Bool { walkingShare >= 0.5 }

  /// Half of a turn to the opposite direction, degrees.
  private static let leastTurn = 90.0
}

extension TrialScore {
  /// Scores a trial.
  ///
  /// - Parameters:
  ///   - output: what an engine says.
  ///   - contacts: its contacts, seconds, sorted.
  ///   - trial: the trial.
  ///   - listed: the contacts that the truth lists, seconds, sorted; empty where it lists none.
  init(output: EngineOutput, contacts: [Double], trial: MarkedTrial, listed: [Double] = []) {
    self.trial = trial
    let limits = trial.seconds.lowerBound...trial.seconds.upperBound
    walkingSeconds = output.walking.reduce(0) { $0 + $1.overlap(with: limits) }
    speed = overlapWeightedMean(SpeedScore.speeds(output), in: limits)
    speedError = output.bouts.mean(of: \.errors.speedMetersPerSecond, in: limits)
    boutSpeed = output.bouts.mean(of: \.values.speedMetersPerSecond, in: limits)
    distance = Self.distance(of: output.strides, in: limits)
    distanceError = distance.flatMap { output.bouts.distanceError(of: $0, in: limits) }
    boutDistance = Self.distance(of: output.bouts, in: limits)
    let counted = Self.counted(limits, contacts: contacts, listed: listed)
    stepCount = Double(
      contacts.firstIndex(after: counted.upperBound)
        - contacts.firstIndex(notBefore: counted.lowerBound))
    stepCountError = output.bouts.stepCountError(in: [limits])
    let turns = output.turns?.filter {
      limits.contains(($0.seconds.lowerBound + $0.seconds.upperBound) / 2)
    }
    let angles = turns?.compactMap(\.angleDegrees)
    turnCount =
      angles?.count == turns?.count ? angles?.count { abs($0) >= Self.leastTurn } : nil
  }

  /// Limits are written with fewer digits than contacts, seconds.
  private static let slack = 0.02

  /// Where contacts count as those of a trial.
  ///
  /// A limit that is itself a contact is found a little early or late, so that ``EventReference/margin`` is added to it: where
  /// the truth lists a contact there, or where nothing is found beyond it for as long as parts two walks. Any other limit
  /// is a mark on the way, and what lies beyond it are steps before or after the trial.
  static func counted(
    _ limits: ClosedRange<Double>, contacts: [Double], listed: [Double]
  ) -> ClosedRange<Double> {
    func isContact(_ limit: Double, beyond: Range<Double>) -> Bool {
      let near = listed.firstIndex(notBefore: limit - slack)
      if near < listed.count, listed[near] <= limit + slack { return true }
      let next = contacts.firstIndex(notBefore: beyond.lowerBound)
      return next == contacts.count || contacts[next] >= beyond.upperBound
    }
    let (margin, pause) = (EventReference.margin, ClockSearch.pauseSeconds)
    let start = limits.lowerBound - margin
    let end = limits.upperBound + margin
    let isFirst = isContact(limits.lowerBound, beyond: start - pause..<start)
    let isLast = isContact(limits.upperBound, beyond: end.nextUp..<end + pause)
    return (isFirst ? start : limits.lowerBound)...(isLast ? end : limits.upperBound)
  }

  /// Half of every stride whose middle lies inside, and one step for the two ends: strides of both feet overlap.
  private static func distance(
    of strides: [EngineOutput.Stride], in limits: ClosedRange<Double>
  ) -> Double? {
    let lengths = strides.filter { limits.contains(($0.startSeconds + $0.endSeconds) / 2) }
      .compactMap(\.lengthMeters)
    return median(lengths).map { lengths.reduce(0, +) / 2 + $0 / 2 }
  }

  private static func distance(
    of bouts: [EngineOutput.Bout], in limits: ClosedRange<Double>
  ) -> Double? {
    let parts = bouts.compactMap { bout -> Double? in
      let (inside, length) = (
        bout.seconds.overlap(with: limits), bout.seconds.upperBound - bout.seconds.lowerBound
      )
      guard inside > 0, let meters = bout.distanceMeters else { return nil }
      return meters * inside / length
    }
    return parts.isEmpty ? nil : parts.reduce(0, +)
  }

  /// Found values beside true ones.
  var pairs: [MeasuredPair] {
    let speed = trial.speedMetersPerSecond
    return [
      MeasuredPair(
        .walkingSpeed, .bout, found: self.speed, truth: speed, standardError: speedError,
        trueSpeed: speed),
      MeasuredPair(
        .distance, .bout, found: distance, truth: trial.distanceMeters,
        standardError: distanceError, trueSpeed: speed),
      MeasuredPair(
        .stepCount, .bout, found: stepCount, truth: trial.stepCount,
        standardError: stepCountError, trueSpeed: speed),
    ].compactMap(\.self)
  }
}

/// What was found in a trial of a protocol, beside its truth.
public struct TrialResult: Sendable, Hashable, Codable {
  /// The dataset.
  public var dataset: String
  /// The recording.
  public var recording: String
  /// The study's name for the person.
  public var participant: String
  /// Where the device was worn; empty where it is not given.
  public var site: String
  /// What was done, in the study's word.
  public var trial: String
  /// Start, seconds of the recording.
  public var startSeconds: Double
  /// End, seconds of the recording.
  public var endSeconds: Double
  /// Time found as walking, seconds.
  public var walkingSeconds: Double
  /// Turns of at least 90° found; `nil` without a gyroscope.
  public var turnCount: Int?
  /// Values found, each with its truth where there is one.
  public var values: [Value]

  enum CodingKeys: String, CodingKey {
    case dataset, recording, participant, site, trial, values
    case startSeconds = "start_s"
    case endSeconds = "end_s"
    case walkingSeconds = "walking_s"
    case turnCount = "n_turns"
  }

  /// A value of a trial.
  public struct Value: Sendable, Hashable, Codable {
    /// What is measured; its unit goes with it.
    public var measure: GaitMeasure
    /// The found value; `nil` where nothing was found.
    public var found: Double?
    /// Its standard error; `nil` where there is none.
    public var standardError: Double?
    /// The true value; `nil` where nobody measured it.
    public var truth: Double?

    enum CodingKeys: String, CodingKey {
      case measure, found
      case standardError = "standard_error"
      case truth = "true"
    }
  }

  init(_ score: TrialScore, of recording: ValidationRecording) {
    let (trial, about) = (score.trial, recording.description)
    (dataset, self.recording) = (recording.dataset, recording.name)
    (participant, site, self.trial) = (about.participant, about.site, trial.name)
    (startSeconds, endSeconds) = (trial.seconds.lowerBound, trial.seconds.upperBound)
    (walkingSeconds, turnCount) = (score.walkingSeconds, score.turnCount)
    values = [
      Value(
        measure: .walkingSpeed, found: score.speed, standardError: score.speedError,
        truth: trial.speedMetersPerSecond),
      Value(
        measure: .distance, found: score.distance, standardError: score.distanceError,
        truth: trial.distanceMeters),
      Value(
        measure: .stepCount, found: score.stepCount, standardError: score.stepCountError,
        truth: trial.stepCount),
    ]
  }
}
