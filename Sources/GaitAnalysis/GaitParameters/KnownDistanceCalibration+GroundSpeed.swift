import GaitModel

extension KnownDistanceCalibration {
  /// The walks of a recording whose length satellites know.
  ///
  /// - Parameters:
  ///   - analysis: bouts with the model's distance.
  ///   - groundSpeed: speed over ground with its stamps, m/s.
  /// - Returns: one for each walking bout that is long enough, covered without a gap, and not at odds with
  ///   the model; none where no bout is.
  func distances(of analysis: RecordingAnalysis, groundSpeed: SideSamples) -> [KnownDistance] {
    analysis.bouts.enumerated().compactMap { index, bout in
      guard bout.activity == .walking, let estimated = bout.distance.value?.meters,
        let meters = meters(in: bout.seconds, groundSpeed), meters >= leastMeters,
        possibleRatios(at: analysis.facts.wearing).contains(estimated / meters)
      else { return nil }
      return KnownDistance(
        recording: "\(analysis.facts.name), bout \(index + 1)", known: Length(meters: meters),
        estimated: Length(meters: estimated))
    }
  }

  /// The integral of the speeds over a bout; `nil` where they leave a gap or the bout is short.
  private func meters(in seconds: Range<Double>, _ speed: SideSamples) -> Double? {
    guard seconds.upperBound - seconds.lowerBound >= leastGroundSeconds else { return nil }
    var (sum, last) = (0.0, seconds.lowerBound)
    for (stamp, value) in zip(speed.seconds, speed.values) {
      // A stamp closes the second that it was measured over; those before the bout are passed over.
      guard stamp > seconds.lowerBound else { continue }
      guard stamp - last <= longestGroundGapSeconds else { return nil }
      let end = min(stamp, seconds.upperBound)
      sum += Double(max(0, value)) * (end - last)
      last = end
      if last == seconds.upperBound { return sum }
    }
    guard seconds.upperBound - last <= longestGroundGapSeconds, last > seconds.lowerBound
    else { return nil }
    return sum * (seconds.upperBound - seconds.lowerBound) / (last - seconds.lowerBound)
  }
}
