import GaitModel

/// Tells what ground a walk goes over, from frames that it reads while the recording arrives.
public protocol TerrainClassifier: ConfigurableMethod, FrameGroundReader {
  /// The stretches of a walk or run, from its first contact to its last, each on one kind of ground.
  ///
  /// - Parameters:
  ///   - walk: the contacts.
  ///   - recording: where they were found.
  /// - Returns: stretches of contacts, in order, that cover the walk; `nil` where the ground is
  ///   unknown.
  func stretches(of walk: Walk, in recording: SequenceRecording) -> [GroundStretch]?

  /// Whether stairs are looked for by the motion, so that none found means none climbed.
  var looksForStairs: Bool { get }

  /// The method without what it reads from the motion, for recordings whose rate is too low for that.
  var withoutMotion: any TerrainClassifier { get }
}

extension TerrainClassifier {
  /// Nothing is read from frames.
  public func evidence(
    of frame: inout FrameReading, gait: FrameEvidence
  ) -> (walk: GroundEvidence, run: GroundEvidence) { (.none, .none) }

  /// Not by the motion.
  public var looksForStairs: Bool { false }

  /// Nothing is left out.
  public var withoutMotion: any TerrainClassifier { self }

  /// The walks, cut where the ground changes; `unknown` where there is no evidence.
  func grounded(
    _ walks: [Walk], in recording: SequenceRecording, cuts: TerrainCuts
  ) -> [GroundedWalk] {
    walks.flatMap { walk -> [GroundedWalk] in
      guard let stretches = stretches(of: walk, in: recording) else {
        return [GroundedWalk(walk: walk, ground: .unknown, rises: [])]
      }
      return cuts.parts(of: walk, stretches: stretches)
    }
  }
}

/// The ground is left open.
public struct NoTerrain: TerrainClassifier {
  /// The method; it has no settings.
  public init() {}

  /// None: this method leaves the question out.
  public var provenance: Provenance { .leftOut("NoTerrain", question: "what ground") }

  /// Nothing is told.
  public func stretches(of walk: Walk, in recording: SequenceRecording) -> [GroundStretch]? { nil }
}

/// Air pressure where there is some, else the motion where it shows stairs.
///
/// Running on stairs is separated from level running first; then the ground of a run is classified.
public struct LayeredTerrain: TerrainClassifier {
  /// Whether stairs show in the motion where the device is worn: they were seen at the pelvis and in trouser
  /// pockets only.
  public var readsMotion = true
  /// Whether the motion separates running on stairs from level running: at the pelvis only.
  public var readsRuns = true
  /// Ground by air pressure and steps.
  public var pressure = PressureTerrain()
  /// Ground by the motion.
  public var motion = MotionTerrain()
  /// Running on stairs.
  public var stairRunning = StairRunning()

  /// The method as it suits the lower back and hip.
  public init() {}

  /// The method for a way of wearing that shows stairs, or running on stairs, in the motion or not.
  public init(readsMotion: Bool, readsRuns: Bool) {
    (self.readsMotion, self.readsRuns) = (readsMotion, readsRuns)
  }

  /// Where the method comes from; what each layer is, it says itself.
  public var provenance: Provenance {
    Provenance(
      method: "LayeredTerrain", question: "what ground",
      citation: "own order: pressure before motion", revision: 1)
  }

  /// Whether the motion is read.
  public var looksForStairs: Bool { readsMotion }

  /// Air pressure alone.
  public var withoutMotion: any TerrainClassifier {
    var left = self
    (left.readsMotion, left.readsRuns) = (false, false)
    return left
  }

  /// What frames of walks and of runs say by their motion.
  public func evidence(
    of frame: inout FrameReading, gait: FrameEvidence
  ) -> (walk: GroundEvidence, run: GroundEvidence) {
    var found = (walk: GroundEvidence.none, run: GroundEvidence.none)
    if readsRuns, gait.mayBeRun { found.run = stairRunning.evidence(of: &frame) }
    if readsMotion { found.walk = motion.evidence(of: &frame, gait: gait).walk }
    return found
  }

  /// By pressure, else by motion, each stretch with the method that told it.
  public func stretches(of walk: Walk, in recording: SequenceRecording) -> [GroundStretch]? {
    if recording.activity == .running {
      guard readsRuns, stairRunning.isOnStairs(walk, in: recording) else { return nil }
      return by(pressure, pressure.stretches(of: walk, in: recording))
        ?? by(motion, motion.stretches(onStairs: walk, in: recording), asking: stairRunning)
    }
    return by(pressure, pressure.stretches(of: walk, in: recording))
      ?? (readsMotion ? by(motion, motion.stretches(of: walk, in: recording)) : nil)
  }

  private func by(
    _ method: some GaitMethod, _ stretches: [GroundStretch]?,
    asking other: (any GaitMethod)? = nil
  ) -> [GroundStretch]? {
    var maker = method.identity
    if let other {
      maker = MethodIdentity(
        provenance: maker.provenance, settings: maker.settings,
        parts: maker.parts + [other.identity])
    }
    return stretches?.map {
      var stretch = $0
      stretch.method = maker
      return stretch
    }
  }
}

/// Contacts that follow each other on one kind of ground.
public struct GroundStretch: Hashable, Sendable {
  /// Indices of the walk's contacts.
  public var contacts: Range<Int>
  /// What kind of ground.
  public var ground: Ground
  /// The height that was measured in it; empty without a barometer.
  var rises: [Rise] = []
  /// The method that told the ground; `nil` where none did.
  public var method: MethodIdentity?

  /// Makes a stretch.
  public init(contacts: Range<Int>, ground: Ground, method: MethodIdentity? = nil) {
    (self.contacts, self.ground, self.method) = (contacts, ground, method)
  }

  init(contacts: Range<Int>, ground: Ground, rises: [Rise]) {
    (self.contacts, self.ground, self.rises) = (contacts, ground, rises)
  }
}

/// A kind of ground with what is known of it.
public struct Ground: Hashable, Sendable {
  /// The word for it.
  public var terrain: Terrain
  /// Whether it may be stairs, but not surely enough to say so.
  public var mayBeStairs = false
  /// Whether the ground itself moved, as an escalator does: more height than steps can make.
  public var isMoving = false

  /// Makes a kind of ground.
  public init(terrain: Terrain, mayBeStairs: Bool = false, isMoving: Bool = false) {
    (self.terrain, self.mayBeStairs, self.isMoving) = (terrain, mayBeStairs, isMoving)
  }

  /// Ground of which nothing is known.
  public static let unknown = Ground(terrain: .unknown)
  /// Flat ground.
  public static let level = Ground(terrain: .level)

  /// Whether it goes up or down a staircase for sure.
  public var isStairs: Bool { terrain == .stairsUp || terrain == .stairsDown }
}
