/// Whether found contacts belong to the right foot.
struct LateralityScore: Sendable, Hashable {
  /// Pairs whose found contact has a foot.
  var labelled = 0
  /// Of these, how many have the true foot.
  var right = 0
  /// Labelled pairs that follow another.
  var successions = 0
  /// Of these, how many change or keep the foot as the truth does.
  var rightSuccessions = 0

  /// Makes a score from feet of pairs, in time order.
  init(_ feet: [(found: Side, truth: Side?)]) {
    labelled = feet.count
    right = feet.count { $0.found == $0.truth }
    successions = max(0, feet.count - 1)
    rightSuccessions = zip(feet, feet.dropFirst()).count { before, after in
      (before.found == after.found) == (before.truth == after.truth)
    }
  }

  /// Pairs contacts within 0.25 s and compares their feet.
  init(found: [TimedFoot], truth: [TimedFoot], isLeftOut: [Bool]) {
    let pairs = ContactMatching(toleranceSeconds: ContactMatching.footTolerance)
      .pairs(found: found.map(\.seconds), true: truth.map(\.seconds))
    self.init(
      pairs.compactMap { pair in
        guard !isLeftOut[pair.truth], let foot = found[pair.found].foot else { return nil }
        return (foot, truth[pair.truth].foot)
      })
  }
}
