import GaitModel

/// Tells what ground a walk goes over.
protocol TerrainClassifier: GaitMethod {
  /// The stretches of a walk, from its first contact to its last, each on one kind of ground.
  ///
  /// - Parameters:
  ///   - walk: the contacts.
  ///   - excerpt: where they were found.
  /// - Returns: stretches of contacts, in order, that cover the walk; `nil` where nothing can be told.
  func stretches(of walk: Walk, in excerpt: GaitExcerpt) -> [GroundStretch]?
}

/// Contacts that follow each other on one kind of ground.
struct GroundStretch: Hashable, Sendable {
  /// Indices of the walk's contacts.
  var contacts: Range<Int>
  /// What kind of ground.
  var ground: Ground
  /// The height that was measured in it; empty without a barometer.
  var rises: [Rise] = []
}

/// A kind of ground with what is known of it.
struct Ground: Hashable, Sendable {
  /// The word for it.
  var terrain: Terrain
  /// Whether it may be stairs, but not surely enough to say so.
  var mayBeStairs = false
  /// Whether the ground itself moved, as an escalator does: more height than steps can make.
  var isMoving = false

  /// Ground of which nothing is known.
  static let unknown = Ground(terrain: .unknown)
  /// Flat ground.
  static let level = Ground(terrain: .level)

  /// Whether it goes up or down a staircase for sure.
  var isStairs: Bool { terrain == .stairsUp || terrain == .stairsDown }
}
