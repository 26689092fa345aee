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
  public var leastContacts = 4
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
