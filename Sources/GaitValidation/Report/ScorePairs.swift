extension RecordingScore {
  /// A found value beside the true one, of a recording or a leg of it.
  package struct Pair: Sendable, Hashable {
    /// What was measured, with its unit in brackets.
    package var measure: String
    /// The system that is the truth; `nil` where the truth is a list of events.
    package var system: String?
    /// The found value.
    package var found: Double
    /// The true value.
    package var truth: Double
  }

  /// The values that have a truth: means of trials, legs and recordings.
  package var meanPairs: [Pair] {
    func pair(_ measure: String, _ found: Double?, _ truth: Double?, _ system: String? = nil)
      -> Pair?
    {
      guard let found, let truth, found.isFinite, truth.isFinite else { return nil }
      return Pair(measure: measure, system: system, found: found, truth: truth)
    }
    let trial = [
      pair("cadence (steps/min)", cadence?.found, cadence?.truth),
      pair("steps", steps?.counted, steps?.truth),
      pair(
        "double support (% of stride)", phases?.doubleSupportPercent.found,
        phases?.doubleSupportPercent.truth),
    ]
    let legs = (speed?.legs ?? []).map { pair("walking speed (m/s)", $0.found, $0.truth) }
    let laboratory = systems.flatMap { score -> [Pair?] in
      let (found, truth) = (score.weightedMeans.found, score.weightedMeans.truth)
      return [
        pair(
          "walking speed (m/s)", found.speedMetersPerSecond, truth.speedMetersPerSecond,
          score.system),
        pair(
          "stride length (m)", found.strideLengthMeters, truth.strideLengthMeters, score.system),
        pair("cadence (steps/min)", found.stepsPerMinute, truth.stepsPerMinute, score.system),
      ]
    }
    return (legs + trial + laboratory).compactMap(\.self)
  }

  /// Found less true time of initial contacts within 0.25 s of each other, of the trial and of all systems,
  /// seconds.
  package var allContactErrors: [Double] {
    let tolerance = ContactMatching.footTolerance
    let trial = ContactMatching.tolerances.firstIndex(of: tolerance).flatMap {
      contacts?.matches[$0].errors
    }
    let laboratory = SystemContacts.tolerances.firstIndex(of: tolerance).map { place in
      systems.flatMap { $0.contacts[place].errors }
    }
    return (trial ?? []) + (laboratory ?? [])
  }

  /// The same of final contacts.
  package var finalContactErrors: [Double] { phases?.finalContactErrors ?? [] }
}
