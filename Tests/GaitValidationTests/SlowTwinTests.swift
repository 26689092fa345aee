import Testing

@testable import GaitValidation

/// Each quick search has a slow, obvious twin that it must equal.
@Suite struct `Slow twins` {
  @Test(arguments: 0..<40) func `contacts pair as in a table of all distances`(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let found = times(&dice)
    let truth = times(&dice)
    for tolerance in ContactMatching.tolerances {
      let pairs = ContactMatching(toleranceSeconds: tolerance).pairs(found: found, true: truth)
      #expect(pairs == slowPairs(found, truth, tolerance))
    }
  }

  @Test(arguments: 0..<40) func `stretches count as in a mask`(seed: Int) {
    var dice = Dice(seed: 1000 + UInt64(seed))
    let (a, b) = (stretches(&dice), stretches(&dice))
    let limits = 0..<200
    let (setA, setB) = (TickSet(a, limits: limits), TickSet(b, limits: limits))
    let inside = { (ranges: [Range<Int>], tick: Int) in ranges.contains { $0.contains(tick) } }
    #expect(setA.count == limits.count { inside(a, $0) })
    #expect(setA.intersection(setB).count == limits.count { inside(a, $0) && inside(b, $0) })
  }

  @Test(arguments: 0..<40) func `strides pair as in a search through all`(seed: Int) {
    var dice = Dice(seed: 2000 + UInt64(seed))
    let found = times(&dice).map {
      EngineOutput.Stride(startSeconds: $0, endSeconds: $0 + 1 + dice.error(0.2))
    }.shuffled(using: &dice)
    let truth = times(&dice).map {
      SystemReference.Stride(startSeconds: $0, endSeconds: $0 + 1 + dice.error(0.2))
    }
    let quick = StrideMatching.pairs(found: found, true: truth).map { [$0.found, $0.truth] }
    #expect(quick == slowStrides(found, truth))
  }

  @Test(arguments: 0..<40) func `bouts pair as in a search through all`(seed: Int) {
    var dice = Dice(seed: 3000 + UInt64(seed))
    let (found, truth) = (stretches(&dice), stretches(&dice))
    for share in BoutMatching.shares {
      let quick = BoutMatching(share: share).pairs(found: found, true: truth)
      #expect(quick.map { [$0.found, $0.truth] } == slowBouts(found, truth, share))
    }
  }

  @Test(arguments: 0..<40) func `inclusive counting needs no table either`(seed: Int) {
    var dice = Dice(seed: 4000 + UInt64(seed))
    let (found, truth) = (stretches(&dice), stretches(&dice))
    let tally = SequenceOverlap.inclusive(found: found, true: truth)
    var hits = 0
    for a in joined(Set(found)) {
      for b in joined(Set(truth)) where a.overlaps(b) { hits += a.clamped(to: b).count + 1 }
    }
    #expect(tally.hits == Double(hits))
    // No share is above 1, however stretches overlap each other.
    #expect(tally.falseAlarms >= 0 && tally.misses >= 0)
    let swapped = SequenceOverlap.inclusive(found: truth, true: found)
    #expect(swapped.falseAlarms == tally.misses && swapped.misses == tally.falseAlarms)
  }
}

/// Sorted times with repetitions and exact ties.
private func times(_ dice: inout Dice) -> [Double] {
  (0..<30).map { _ in (dice.share() * 40).rounded() / 4 }.sorted()
}

private func stretches(_ dice: inout Dice) -> [Range<Int>] {
  (0..<8).map { _ in
    let start = Int(dice.share() * 180)
    return start..<start + 1 + Int(dice.share() * 40)
  }
}

/// Stretches of which those that overlap are one.
private func joined(_ stretches: Set<Range<Int>>) -> Set<Range<Int>> {
  for a in stretches {
    for b in stretches where a != b && a.overlaps(b) {
      let both = min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
      return joined(stretches.subtracting([a, b]).union([both]))
    }
  }
  return stretches
}

private func slowPairs(
  _ found: [Double], _ truth: [Double], _ tolerance: Double
) -> [ContactMatching.Pair] {
  func nearest(_ time: Double, _ times: [Double]) -> Int {
    times.indices.min { abs(times[$0] - time) < abs(times[$1] - time) } ?? 0
  }
  return found.indices.compactMap { index in
    let partner = nearest(found[index], truth)
    let isClose = abs(found[index] - truth[partner]) <= tolerance + 1e-9
    return isClose && nearest(truth[partner], found) == index
      ? ContactMatching.Pair(found: index, truth: partner) : nil
  }
}

private func slowStrides(
  _ found: [EngineOutput.Stride], _ truth: [SystemReference.Stride]
) -> [[Int]] {
  var free = Set(found.indices)
  return truth.indices.compactMap { index in
    let distances = free.sorted().compactMap { candidate -> (Double, Int)? in
      let start = abs(found[candidate].startSeconds - truth[index].startSeconds)
      let end = abs(found[candidate].endSeconds - truth[index].endSeconds)
      return start <= 0.25 && end <= 0.25 ? (start + end, candidate) : nil
    }
    guard let best = distances.min(by: { $0 < $1 }) else { return nil }
    free.remove(best.1)
    return [best.1, index]
  }
}

private func slowBouts(_ found: [Range<Int>], _ truth: [Range<Int>], _ share: Double) -> [[Int]] {
  truth.indices.compactMap { index in
    found.indices.first { candidate in
      let overlap = Double(found[candidate].clamped(to: truth[index]).count)
      return overlap > 0 && overlap / Double(found[candidate].count) >= share
        && overlap / Double(truth[index].count) >= share
    }.map { [$0, index] }
  }
}
