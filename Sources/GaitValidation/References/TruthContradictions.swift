/// What a truth says twice and otherwise, as where some of its values are of another unit: samples for seconds, centimeters
/// for meters, kilometers an hour for meters a second. A laboratory's tables are refused then: ``LaboratoryRows``.
extension LabReference {
  /// What contradicts itself, each in a sentence; empty for a laboratory's tables.
  var contradictions: [String] {
    finding == nil ? (events?.contradictions ?? []) + systems.flatMap(\.contradictions) : []
  }

  /// A contact may lie so far outside of its walk, seconds. Our choice.
  fileprivate static let margin = 1.0
  /// Counts of steps, speeds and what they are held against differ by less than this factor: strides and steps by 2, units
  /// by 2.2 and more. Our choice.
  fileprivate static let greatestRatio = 1.9
  /// Whoever walks takes longer strides on average, meters. Our choice.
  fileprivate static let shortestStrides = 0.05

  /// Whether nobody takes strides of so many meters and seconds.
  fileprivate static func isImpossible(strideMeters meters: Double?, seconds: Double?) -> Bool {
    guard let meters, let seconds else { return false }
    return meters < shortestStrides
      || LaboratoryRows.impossibility(ofStride: meters, in: seconds) != nil
  }

  fileprivate static func isOutside(_ seconds: Double, of walk: Range<Double>) -> Bool {
    seconds < walk.lowerBound - margin || seconds > walk.upperBound + margin
  }
}

extension EventReference {
  fileprivate var contradictions: [String] {
    var sentences: [String] = []
    let times = initialContacts.map(\.seconds)
    if let walks = walkingBouts, !walks.isEmpty {
      // A run has contacts, too, and is no walk.
      let told = walks + segments.map { $0.seconds.lowerBound..<$0.seconds.upperBound }
      let outside = times.count { time in told.allSatisfy { LabReference.isOutside(time, of: $0) } }
      if 2 * outside > times.count {
        sentences.append(
          "most initial_contacts_s lie outside of the walking_bouts; are all times seconds from the first sample?"
        )
      }
    }
    let feet = Set(initialContacts.map(\.foot))
    // Contacts of one foot are said elsewhere.
    guard feet != [.left], feet != [.right] else { return sentences }
    if let steps = stepCount, steps > 0, !times.isEmpty, countIntervals.isEmpty {
      let ratio = Double(steps) / Double(times.count)
      if max(ratio, 1 / ratio) > LabReference.greatestRatio {
        sentences.append(
          "step_count is not the number of initial_contacts_s; are these all, and does it count steps of both feet?"
        )
      }
    }
    guard let speed = median(legSpeedsMetersPerSecond),
      let stride = CadenceScore.stepsPerMinute(times).map({ 120 / $0 })
    else { return sentences }
    if LabReference.isImpossible(strideMeters: speed * stride, seconds: stride) {
      sentences.append(
        "at straight_10m_speed_mps the contacts make strides that nobody takes; is it in m/s?")
    }
    return sentences
  }
}

extension SystemReference {
  fileprivate var contradictions: [String] {
    var sentences: [String] = []
    let outside = contacts.count { LabReference.isOutside($0.seconds, of: bouts[$0.bout].seconds) }
    if 2 * outside > contacts.count {
      sentences.append(
        "\(name): most initial_contacts_s lie outside of their walks; are all times seconds from the first sample?"
      )
    }
    let seconds = strides.map { $0.durationSeconds ?? $0.endSeconds - $0.startSeconds }
    if LabReference.isImpossible(
      strideMeters: median(strides.compactMap(\.lengthMeters)), seconds: median(seconds))
    {
      sentences.append("\(name): nobody takes strides of such a length_m; is it in meters?")
    }
    return sentences + bouts.map(\.values).contradictions(in: name)
  }
}

extension [BoutValues] {
  fileprivate func contradictions(in name: String) -> [String] {
    let strideSeconds = median(compactMap(\.stepsPerMinute)).map { 120 / $0 }
    let strideMeters = median(compactMap(\.strideLengthMeters))
    let speed = median(compactMap(\.speedMetersPerSecond))
    var sentences: [String] = []
    if LabReference.isImpossible(strideMeters: strideMeters, seconds: strideSeconds ?? 1) {
      sentences.append(
        "\(name): nobody takes strides of such a stride_length_m; is it in meters?")
    }
    guard let speed, let strideSeconds else { return sentences }
    let ratios = compactMap { bout -> Double? in
      guard let speed = bout.speedMetersPerSecond, let meters = bout.strideLengthMeters,
        let cadence = bout.stepsPerMinute
      else { return nil }
      return speed / (meters * cadence / 120)
    }
    let ratio = median(ratios) ?? 1
    if Swift.max(ratio, 1 / ratio) > LabReference.greatestRatio
      || LabReference.isImpossible(strideMeters: speed * strideSeconds, seconds: strideSeconds)
    {
      sentences.append(
        "\(name): walking_speed_mps, stride_length_m and cadence_spm contradict each other; are they in m/s, meters and steps/min?"
      )
    }
    return sentences
  }
}
