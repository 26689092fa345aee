/// Compares contacts with those of a motion capture system.
///
/// Unlike ``ContactScore`` nothing is left out: no gaps are known, and contacts outside bouts count.
struct SystemContacts {
  private let found: [TimedFoot]
  private let truth: [SystemReference.Contact]
  private let samplingRateHertz: Double
  /// How far beyond a bout its contacts are found: a pass begins and ends with a contact, which may be early or late; a bout
  /// of a system that saw everything has its own limits, and binary fractions keep no contact on them out. Seconds.
  private let beyondSeconds: Double

  init(found: [TimedFoot], reference: SystemReference) {
    self.found = found.sortedInTime(\.seconds)
    truth = reference.contacts.sortedInTime(\.seconds)
    samplingRateHertz = reference.samplingRateHertz
    beyondSeconds = reference.seen == nil ? 1e-9 : EventReference.margin
  }

  /// The tolerances, widest first.
  static let tolerances = Array(ContactMatching.tolerances.reversed())

  /// Over the whole recording, one result per tolerance.
  var whole: [SystemScore.ContactMatch] {
    Self.tolerances.map { match(found.map(\.seconds), truth.map(\.seconds), tolerance: $0) }
  }

  /// Bout by bout, found contacts outside all bouts left out, one result per tolerance.
  func perBout(_ bouts: [Range<Int>]) -> [SystemScore.ContactMatch] {
    let times = found.map(\.seconds)
    let groups = bouts.enumerated().map { index, bout in
      let start = Double(bout.lowerBound) / samplingRateHertz - beyondSeconds
      let end = Double(bout.upperBound) / samplingRateHertz + beyondSeconds
      let first = times.firstIndex(notBefore: start)
      let inside = Array(times[first..<max(first, times.firstIndex(after: end))])
      return (inside, truth.compactMap { $0.bout == index ? $0.seconds : nil })
    }
    return Self.tolerances.map { tolerance in
      groups.reduce(into: SystemScore.ContactMatch(tally: Tally(), errors: [])) { sum, group in
        let one = match(group.0, group.1, tolerance: tolerance)
        sum.tally = sum.tally + one.tally
        sum.errors += one.errors
      }
    }
  }

  /// Feet of pairs within 0.25 s, in the order in which the system lists its contacts.
  var laterality: LateralityScore {
    let pairs = matching(ContactMatching.footTolerance)
      .pairs(found: found.map(\.seconds), true: truth.map(\.seconds))
    return LateralityScore(
      pairs.sorted { $0.truth < $1.truth }.compactMap { pair in
        guard let foot = found[pair.found].foot, let trueFoot = truth[pair.truth].foot else {
          return nil
        }
        return (foot, trueFoot)
      })
  }

  private func match(
    _ found: [Double], _ truth: [Double], tolerance: Double
  ) -> SystemScore.ContactMatch {
    let pairs = matching(tolerance).pairs(found: found, true: truth)
    return SystemScore.ContactMatch(
      tally: Tally(
        hits: Double(pairs.count), falseAlarms: Double(found.count - pairs.count),
        misses: Double(truth.count - pairs.count)),
      errors: pairs.map { found[$0.found] - truth[$0.truth] })
  }

  private func matching(_ tolerance: Double) -> ContactMatching {
    ContactMatching(toleranceSeconds: tolerance, standIn: .last)
  }
}

extension Array {
  /// Sorted by a time; elements at one time keep their order.
  func sortedInTime(_ time: (Element) -> Double) -> [Element] {
    enumerated().sorted {
      (time($0.element), $0.offset) < (time($1.element), $1.offset)
    }.map(\.element)
  }
}
