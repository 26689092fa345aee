import GaitModel

extension GaitPipeline {
  /// The walks cut where the ground changes; runs are left whole, but for dashes on stairs.
  func grounded(_ walks: [Walk], in excerpt: GaitExcerpt, site: WearingSite?) -> [GroundedWalk] {
    walks.flatMap { walk -> [GroundedWalk] in
      guard let stretches = stretches(of: walk, in: excerpt, site: site) else {
        return [GroundedWalk(walk: walk, ground: .unknown, rises: [])]
      }
      return terrainCuts.parts(of: walk, stretches: stretches)
    }
  }

  /// The ground under a walk or a run; `nil` where nothing can be told.
  private func stretches(
    of walk: Walk, in excerpt: GaitExcerpt, site: WearingSite?
  ) -> [GroundStretch]? {
    if excerpt.activity == .running {
      return quickStairs.isOnStairs(walk, in: excerpt)
        ? pressureTerrain.stretches(of: walk, in: excerpt)
          ?? motionTerrain.stretches(onStairs: walk, in: excerpt) : nil
    }
    return pressureTerrain.stretches(of: walk, in: excerpt)
      ?? (site?.showsStairs == true ? motionTerrain.stretches(of: walk, in: excerpt) : nil)
  }

  /// The flight of a part that goes up or down stairs.
  func flight(of part: GroundedWalk, in excerpt: GaitExcerpt) -> StairFlight? {
    stairFlights.flight(
      of: part, seconds: part.walk.positions.map { excerpt.seconds(at: $0) })
  }
}

extension WalkingBout {
  /// The bout on its ground: what was measured as if on the flat holds only there. Who dashes up stairs
  /// climbs, and does not run.
  func on(_ ground: Ground) -> WalkingBout {
    var bout = self
    bout.terrain = ground.terrain
    if ground.isStairs { bout.activity = .walking }
    guard let reason = ground.leftOutReason else { return bout }
    bout.leftOutReason = reason
    guard reason != .incline else { return bout }
    bout.walkingSpeed = walkingSpeed.outOfRange
    bout.ownPastErrors.walkingSpeed = nil
    bout.ownPastErrors.stepLength = nil
    bout.ownPastErrors.doubleSupportFraction = nil
    bout.doubleSupportParts = nil
    bout.stepLength = stepLength.outOfRange
    bout.strideLength = strideLength.outOfRange
    bout.distance = distance.outOfRange
    bout.doubleSupportFraction = doubleSupportFraction.outOfRange
    for i in bout.strides.indices { bout.strides[i].length = strides[i].length.outOfRange }
    return bout
  }
}

extension Measured {
  /// Nothing, for the reason that it lies outside the method, or for the reason that it has already;
  /// what was taken for a run is none.
  fileprivate var outOfRange: Measured {
    .missing(missingReason.flatMap { $0 == .running ? nil : $0 } ?? .outOfRange)
  }
}

extension Ground {
  /// Why walking on it is not flat walking, or `nil` where it is or nobody knows.
  var leftOutReason: LeftOutReason? {
    if mayBeStairs { return .possibleStairs }
    if isMoving { return .movingGround }
    return isStairs ? .stairs : terrain == .incline ? .incline : nil
  }
}
