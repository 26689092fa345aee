import GaitModel

/// A walk, or a part of one, on one kind of ground.
struct GroundedWalk: Sendable {
  /// Its contacts.
  var walk: Walk
  /// What it goes over.
  var ground: Ground
  /// The height that was measured in it; empty without a barometer.
  var rises: [Rise]
  /// The method that told the ground; `nil` where none did.
  var method: MethodIdentity?
}

/// Cuts walks where the ground changes.
///
/// A part too short for a bout of its own stays with its neighbor: the steps of a landing with the
/// flight before it, a few steps at the foot of a staircase with the flight.
public struct TerrainCuts: Hashable, Sendable {
  /// Fewer contacts are not a bout: two strides, one of each foot.
  public var leastContacts = Walk.leastContacts
  /// Fewer contacts on stairs are a curb or a guess.
  public var leastStairContacts = 6

  /// The parts of a walk; the walk itself where its ground does not change.
  func parts(of walk: Walk, stretches: [GroundStretch]) -> [GroundedWalk] {
    let joined = joined(stretches)
    guard joined.count > 1 else {
      return [
        GroundedWalk(
          walk: walk, ground: joined.first?.ground ?? .unknown, rises: joined.first?.rises ?? [],
          method: joined.first?.method)
      ]
    }
    return joined.map {
      GroundedWalk(
        walk: Walk(contacts: Array(walk.contacts[$0.contacts])), ground: $0.ground, rises: $0.rises,
        method: $0.method)
    }
  }

  /// Stretches that are long enough for a bout, neighbors on different ground.
  private func joined(_ stretches: [GroundStretch]) -> [GroundStretch] {
    var out: [GroundStretch] = []
    for var stretch in stretches {
      if isStairs(stretch), stretch.contacts.count < leastStairContacts {
        (stretch.ground, stretch.rises) = (.level, [])
      }
      out.append(stretch)
    }
    out = merged(out)
    while out.count > 1,
      let short = out.indices.first(where: { out[$0].contacts.count < leastContacts })
    {
      let into = short > 0 ? short - 1 : 1
      (out[short].ground, out[short].rises) = (out[into].ground, [])
      out = merged(out)
    }
    return out
  }

  private func merged(_ stretches: [GroundStretch]) -> [GroundStretch] {
    var out: [GroundStretch] = []
    for stretch in stretches {
      if let last = out.last, last.ground == stretch.ground {
        out[out.count - 1].contacts = last.contacts.lowerBound..<stretch.contacts.upperBound
        out[out.count - 1].rises += stretch.rises
      } else {
        out.append(stretch)
      }
    }
    return out
  }

  private func isStairs(_ stretch: GroundStretch) -> Bool {
    stretch.ground.isStairs || stretch.ground.mayBeStairs
  }
}

extension Ground {
  /// Why walking on it is not flat walking, or `nil` where it is or is unknown.
  var leftOutReason: LeftOutReason? {
    if mayBeStairs { return .possibleStairs }
    if isMoving { return .movingGround }
    return isStairs ? .stairs : terrain == .incline ? .incline : nil
  }
}

/// A rise and the ground that makes it.
struct GroundedRise {
  var rise: Rise
  var ground: Ground

  /// Whether fewer than two steps lie between them.
  func touches(_ other: GroundedRise) -> Bool {
    rise.contacts.lowerBound - other.rise.contacts.upperBound < 2
      && other.rise.contacts.lowerBound - rise.contacts.upperBound < 2
  }
}

extension PressureTerrain {
  /// The rises of a walk that are no level ground, in order; the heights of flights averaged over where
  /// their ends may lie, now that it is known which neighbors are flights.
  func groundedRises(seconds: [Double], track: HeightTrack) -> [GroundedRise] {
    var found = rises(seconds: seconds, track: track).compactMap { rise in
      ground(of: rise).map { GroundedRise(rise: rise, ground: $0) }
    }
    for _ in 0..<averagingRounds {
      for k in found.indices where found[k].ground.isStairs {
        settle(&found, k, seconds: seconds, track: track)
      }
    }
    return withoutDrift(found, seconds: seconds, track: track)
  }

  /// Averages the height of a flight. A slope that begins where the flight ends does not limit it: drift
  /// makes level ground a slope, and the slope then takes steps from the flight.
  private func settle(
    _ found: inout [GroundedRise], _ k: Int, seconds: [Double], track: HeightTrack
  ) {
    let before = found[..<k].filter { $0.ground.isStairs || !$0.touches(found[k]) }
    let after = found[(k + 1)...].filter { $0.ground.isStairs || !$0.touches(found[k]) }
    let place = place(
      of: before.count, among: (before + [found[k]] + after).map(\.rise.contacts),
      seconds: seconds, margin: averagingMarginSeconds, reach: averagingContextSeconds)
    guard place.context.lowerBound < place.context.upperBound else { return }
    found[k].rise = average.settled(
      found[k].rise, seconds: seconds, limits: place.limits, track: track, context: place.context)
  }

  /// Slopes between flights whose ends have moved are fitted again, and dropped if drift explains
  /// them.
  private func withoutDrift(
    _ found: [GroundedRise], seconds: [Double], track: HeightTrack
  ) -> [GroundedRise] {
    found.indices.compactMap { k in
      let isBeside =
        (k > 0 && found[k - 1].ground.isStairs)
        || (k + 1 < found.count && found[k + 1].ground.isStairs)
      guard found[k].ground.terrain == .incline, isBeside else { return found[k] }
      var runs = found.map(\.rise.contacts)
      let low = max(runs[k].lowerBound, k > 0 ? runs[k - 1].upperBound : 0)
      let high = min(
        runs[k].upperBound, k + 1 < runs.count ? runs[k + 1].lowerBound : seconds.count - 1)
      guard low < high else { return nil }
      runs[k] = low...high
      guard let rise = rise(k, of: runs, seconds: seconds, track: track),
        abs(rise.meters) >= leastSlopeMeters, ground(of: rise)?.terrain == .incline
      else { return nil }
      return GroundedRise(rise: rise, ground: found[k].ground)
    }
  }
}
