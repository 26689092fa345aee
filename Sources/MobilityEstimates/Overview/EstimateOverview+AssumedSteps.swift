import GaitModel

extension EstimateOverview {
  /// What is left out of speeds and step lengths where events are compared.
  /// - Parameters:
  ///   - events: What is compared.
  ///   - withFirst: Whether the first two weeks since the event are shown, too.
  /// - Returns: That days before the events or since them are left out, and why, in words; `nil` where none are.
  package func assumed(about events: ComparedEvents, withFirst: Bool) -> String? {
    leftOut(withFirst ? events.assumedDaysWithFirst : events.assumedDays)
  }

  /// That days of the latest week and of its baseline are left out, and why, in words; `nil` where none are, or nothing is
  /// held against the past.
  package var assumedInWeeks: String? { changes.isEmpty ? nil : leftOut(assumedDaysOfWeeks) }

  /// Why days have no measured step length, in words.
  package var whyAssumed: String {
    stop(of: [SampleKind.stepLength.erased]).map { "because \($0)" }
      ?? "as in a pocket or on the wrist"
  }

  private func leftOut(_ days: Int) -> String? {
    guard days > 0 else { return nil }
    return
      "\(days) of the days compared \(days == 1 ? "has" : "have") no measured step length, \(whyAssumed): walking speed and step "
      + "length are compared without \(days == 1 ? "it" : "them")"
  }
}
