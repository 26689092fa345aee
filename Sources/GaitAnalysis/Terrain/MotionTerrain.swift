import GaitModel

/// What ground, by the motion alone: frames decided between level, up and down.
///
/// Without a barometer a slope looks like level ground, because the body moves in the same way.
/// Here `level` means "no stairs".
public struct MotionTerrain: TerrainClassifier {
  /// Decides the frames together.
  public var decoder = TerrainDecoder()
  /// Says of each frame how likely it is on stairs.
  var frames = StairFrameModel()
  /// Mean log-odds of a stretch below which it only may be stairs. On people left out 9 of 10 true
  /// stretches lie above 1.9; anything from 1.7 to 2.0 gives the same figures (`Tools/fit/terrain`).
  public var leastCertaintyLogOdds = 1.8
  /// The same of a stretch without a landing for so long that it is no usual flight.
  public var leastCertaintyOfLongLogOdds = 2.5
  /// A longer stretch of stairs without a landing is unusual, seconds: codes ask for one after 3.66 m
  /// (International Building Code 1011.8), 21 steps. A body that always moves as on stairs is a person,
  /// not a staircase: at the waist all false stairs but one of data sets left out lasted longer.
  public var longestFlightSeconds = 30.0

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "MotionTerrain", question: "what ground",
      citation: "Viterbi 1967 (decoding)", doi: "10.1109/TIT.1967.1054010",
      deviations: ["slopes are not told from level ground"], revision: 2)
  }

  /// The model of frames.
  public var parts: [any GaitMethod] { [frames] }

  /// Stairs are looked for.
  public var looksForStairs: Bool { true }

  /// Nothing is left.
  public var withoutMotion: any TerrainClassifier { NoTerrain() }

  /// What a frame that may belong to a walk says.
  public func evidence(
    of frame: inout FrameReading, gait: FrameEvidence
  ) -> (walk: GroundEvidence, run: GroundEvidence) {
    guard gait.walking > frames.leastWalkingLogOdds else { return (.none, .none) }
    return (frames.evidence(of: frame.ground()), .none)
  }

  /// The most likely ground of each stretch of contacts.
  public func stretches(of walk: Walk, in recording: SequenceRecording) -> [GroundStretch]? {
    stretches(of: walk, in: recording, by: decoder) { $0.ground }
  }

  /// The stretches of a run that is known to go up or down stairs: only which way is asked.
  func stretches(onStairs run: Walk, in recording: SequenceRecording) -> [GroundStretch]? {
    var decoder = decoder
    // How long it lasts has been asked already.
    decoder.leastFrames = 0
    return stretches(of: run, in: recording, by: decoder) {
      GroundEvidence(stairs: decoder.largestEvidence, up: $0.groundOfRun.up)
    }
  }

  private func stretches(
    of walk: Walk, in recording: SequenceRecording, by decoder: TerrainDecoder,
    evidence: (GaitFrame) -> GroundEvidence
  ) -> [GroundStretch]? {
    let seconds = walk.contactSeconds
    let frames = recording.frames.frames(from: seconds[0], to: seconds[seconds.count - 1])
    guard let first = frames.first else { return nil }
    let evidence = frames.map { evidence(recording.frames[$0]) }
    let states = decoder.states(of: evidence)
    let hop = SlowAcceleration.hopSeconds
    let start = recording.frames.seconds(at: first) - hop / 2
    func frame(at t: Double) -> Int { max(0, min(states.count - 1, Int((t - start) / hop))) }
    var stretches: [GroundStretch] = []
    var begin = 0
    for i in 1...seconds.count {
      let state = states[frame(at: seconds[begin])]
      guard i == seconds.count || states[frame(at: seconds[i])] != state else { continue }
      let covered = frame(at: seconds[begin])...frame(at: seconds[i - 1])
      stretches.append(
        GroundStretch(contacts: begin..<i, ground: ground(state, evidence[covered])))
      begin = i
    }
    return stretches
  }

  private func ground(_ state: TerrainDecoder.State, _ frames: ArraySlice<GroundEvidence>) -> Ground
  {
    guard state != .level else { return .level }
    let mean = frames.reduce(0) { $0 + $1.stairs } / Double(frames.count)
    let isLong = Double(frames.count) * SlowAcceleration.hopSeconds > longestFlightSeconds
    guard mean >= (isLong ? leastCertaintyOfLongLogOdds : leastCertaintyLogOdds) else {
      return Ground(terrain: .unknown, mayBeStairs: true)
    }
    return Ground(terrain: state == .up ? .stairsUp : .stairsDown)
  }
}
