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
