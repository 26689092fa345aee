import GaitModel

/// How far an analysis is from the truth about one recording.
///
/// Figures come from many of these: see ``Validation/report(_:)``.
public struct RecordingScore: Sendable, Hashable {
  /// The recording that was scored.
  public let recording: ValidationRecording
  /// Why there is no analysis, or `nil` when there is one. Without one, nothing was found.
  public let failure: String?

  /// How long the recording is, seconds.
  public let durationSeconds: Double

  /// What was lost of the recording, or contradicts itself in it, as its reader says; figures hold what is left.
  public var troubles: [RecordingRemark] = []

  /// Where the device was worn and how tall the person is, as the analysis took it: ``wearer(in:)``. `nil` where nobody says.
  public var wearer: String?

  /// Digest of the file with the truth, 16 hexadecimal digits; empty where it was no file.
  public var truthDigest: String { reference.digest }

  /// What the whole recording shows, in the word of the study; `nil` when it is not labelled.
  let label: String?
  /// The kind of activity in the study's own word.
  let condition: String?
  let activity: ActivityScore
  let walking: Tally?
  let sequences: Tally?
  let edges: EdgeScore?
  let contacts: ContactScore?
  let steps: StepScore?
  let cadence: CadenceScore?
  let phases: PhaseScore?
  let speed: SpeedScore?
  let turns: TurnScore?
  let corners: CornerScore?
  var systems: [SystemScore]
  let trials: [TrialScore]
  /// Steps found where nobody took one; `nil` where somebody did, or nobody says.
  let falseSteps: FalseSteps?
  /// The leg that carries the device, found beside true; `nil` where the truth does not say it.
  let carryingLeg: LegScore?
  /// Mean speed of the walking bouts, each weighted by its length, m/s; `nil` where no bout has a speed.
  let walkingSpeed: Double?
  /// What was noticed about clocks and sides of a laboratory's tables.
  var finding: LaboratoryFinding? { reference.finding }
  /// The truth, on the recording's clock.
  let reference: LabReference
  /// Found values beside true ones.
  private(set) var pairs: [MeasuredPair]
}

extension RecordingScore {
  init(
    output: EngineOutput, recording: ValidationRecording, reference: LabReference,
    extent: RecordingExtent
  ) {
    self.recording = recording
    failure = output.failure
    let duration = extent.durationSeconds
    activity = ActivityScore(bouts: output.bouts, durationSeconds: duration)
    systems = reference.systems.map {
      SystemScore(output: output, reference: $0, durationSeconds: duration)
    }
    let truth = reference.events ?? EventReference()
    self.reference = reference
    let (whole, output) = (output, output.judged(in: truth.seen))
    label = truth.activity
    condition = truth.condition
    let (found, allContacts) = (output.initialContacts.sorted(), whole.initialContacts.sorted())
    let times = allContacts.map(\.seconds)
    let listed = (truth.initialContacts.map(\.seconds) + truth.outsideSeconds).sorted()
    trials = truth.trials.map {
      TrialScore(output: whole, contacts: times, trial: $0, listed: listed)
    }
    falseSteps = FalseSteps(contacts: times, reference: truth, durationSeconds: duration)
    carryingLeg = truth.carryingLeg.map { LegScore(found: whole.carryingLeg, truth: $0) }
    walkingSpeed = whole.bouts.filter { $0.kind == .walking }.mean(
      of: \.values.speedMetersPerSecond, in: 0...max(0, duration))
    let overlap = { (stretches: [Range<Double>], labels: Set<String>) in
      truth.walkingBouts.map { walks in
        // A pass may lie within a walk: walking beside it is neither right nor wrong.
        let passes = walks.map { $0.lowerBound...$0.upperBound }
        return WalkingOverlap.tally(
          found: truth.seen == nil ? stretches : stretches.parts(in: passes), true: walks,
          ignored: truth.segments.filter { labels.contains($0.label) }.map {
            $0.seconds.lowerBound..<$0.seconds.upperBound
          }, durationSeconds: duration)
      }
    }
    walking = overlap(output.walking, [Self.notScoredLabel])
    // A run is gait, which sequences are, and no walk.
    sequences = output.sequences.flatMap { overlap($0, [Self.notScoredLabel, Self.runLabel]) }
    edges = EdgeScore(found: output.walking, reference: truth)
    contacts = ContactScore(
      found: found, reference: truth, gaps: recording.description.interpolatedGaps,
      durationSeconds: duration)
    // An engine that found contacts elsewhere has counted none in the passes, and its bouts do not stand in for them.
    steps = StepScore(output: whole, contacts: allContacts, reference: truth)
    cadence = CadenceScore(output: output, contacts: found, reference: truth)
    phases = PhaseScore(
      output: output, contacts: found, finals: output.finalContacts.sorted(), reference: truth)
    speed = SpeedScore(output: output, reference: truth)
    turns = TurnScore(output: output, reference: truth)
    corners = CornerScore(output: output, reference: truth)
    durationSeconds = duration
    pairs = []
    pairs =
      MeasuredPair.pairs(of: self, output: output, contacts: found, truth: truth)
      + reference.systems.flatMap { MeasuredPair.pairs(of: whole.judged(in: $0.seen), system: $0) }
      + trials.flatMap(\.pairs)
  }

  /// Steps on the spot while turning are neither walking nor not walking.
  private static let notScoredLabel = "TURNING"
  private static let runLabel = "running"

  /// The score against one motion capture system, when that system saw any bout.
  func system(_ name: String) -> SystemScore? {
    systems.first { $0.system == name && $0.truthBoutCount > 0 }
  }
}

/// The leg that carries the device.
struct LegScore: Sendable, Hashable {
  /// The leg found; `nil` where none is named.
  var found: Side?
  /// The true leg.
  var truth: Side
}

extension CadenceScore {
  /// Scores cadence inside the trial; `nil` when the reference has no contacts.
  init?(output: EngineOutput, contacts: [TimedFoot], reference: EventReference) {
    guard !reference.initialContacts.isEmpty, let limits = reference.trialLimits else { return nil }
    truth = Self.stepsPerMinute(reference.initialContacts.map(\.seconds))
    let inside = contacts.map(\.seconds).filter { limits.contains($0) }
    found =
      output.bouts.mean(of: \.values.stepsPerMinute, in: limits) ?? Self.stepsPerMinute(inside)
  }
}

extension RecordingScore {
  /// What an analysis takes of the device and the person into its results: `lower_back, 1.72 m`.
  ///
  /// - Parameter facts: what is known of the recording.
  /// - Returns: the site and the height, each with a word where it is not given.
  public static func wearer(in facts: RecordingFacts) -> String {
    let height = facts.participant.height.flatMap { DecimalText.trimmed($0.meters) }
    return [facts.site?.rawValue ?? "no site", height.map { "\($0) m" } ?? "no height"]
      .joined(separator: ", ")
  }

  /// Whether another recording has the same truth, whatever its file is called.
  public func hasSameTruth(as other: RecordingScore) -> Bool {
    reference.events == other.reference.events && reference.systems == other.reference.systems
  }
}
