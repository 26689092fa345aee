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
    distances(of: analysis, speeds: groundSpeed, leastSeconds: leastGroundSeconds)
  }

  /// The walks of a recording whose length the person's phone at the pelvis knows.
  ///
  /// - Parameters:
  ///   - analysis: bouts with the model's distance.
  ///   - phone: the phone's analysis, with the speeds of its strides.
  ///   - lag: how much later than the recording the phone's began, seconds.
  /// - Returns: one for each walking bout that the phone's strides cover without a gap, long enough and not at
  ///   odds with the model; none where no bout is.
  func distances(
    of analysis: RecordingAnalysis, phone: RecordingAnalysis, lag: Double
  ) -> [KnownDistance] {
    distances(
      of: analysis, speeds: strideSpeeds(of: phone, lag: lag), leastSeconds: leastPhoneSeconds)
  }

  /// The speeds of a phone's strides at their ends, and at their beginnings after a pause; strides overlap by
  /// a step.
  private func strideSpeeds(of phone: RecordingAnalysis, lag: Double) -> SideSamples {
    var speeds = SideSamples()
    let strides = phone.bouts.filter { $0.activity == .walking }.flatMap(\.strides)
    for stride in strides.sorted(by: { $0.seconds.upperBound < $1.seconds.upperBound }) {
      guard let speed = stride.speed else { continue }
      for stamp in [stride.seconds.lowerBound + lag, stride.seconds.upperBound + lag]
      where speeds.seconds.last.map({ $0 < stamp }) ?? true {
        speeds.append(seconds: stamp, Float(speed.metersPerSecond))
      }
    }
    return speeds
  }

  /// The walks that speeds with stamps cover.
  private func distances(
    of analysis: RecordingAnalysis, speeds: SideSamples, leastSeconds: Double
  ) -> [KnownDistance] {
    analysis.bouts.enumerated().compactMap { index, bout in
      guard bout.activity == .walking, let estimated = bout.distance.value?.meters,
        bout.seconds.upperBound - bout.seconds.lowerBound >= leastSeconds,
        let meters = meters(in: bout.seconds, speeds), meters >= leastMeters,
        possibleRatios(at: analysis.facts.placement).contains(estimated / meters)
      else { return nil }
      return KnownDistance(
        recording: "\(analysis.facts.name), bout \(index + 1)", known: Length(meters: meters),
        estimated: Length(meters: estimated))
    }
  }

  /// The integral of the speeds over a bout; `nil` where they leave a gap.
  private func meters(in seconds: Range<Double>, _ speed: SideSamples) -> Double? {
    var (sum, last) = (0.0, seconds.lowerBound)
    for (stamp, value) in zip(speed.seconds, speed.values) {
      // A stamp closes the second that it was measured over; those before the bout are passed over.
      guard stamp > seconds.lowerBound else { continue }
      guard stamp - last <= longestGapSeconds else { return nil }
      let end = min(stamp, seconds.upperBound)
      sum += Double(max(0, value)) * (end - last)
      last = end
      if last == seconds.upperBound { return sum }
    }
    guard seconds.upperBound - last <= longestGapSeconds, last > seconds.lowerBound
    else { return nil }
    return sum * (seconds.upperBound - seconds.lowerBound) / (last - seconds.lowerBound)
  }
}
