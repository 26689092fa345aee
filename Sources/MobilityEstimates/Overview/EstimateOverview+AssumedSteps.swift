import GaitModel

extension EstimateOverview {
  /// That days before an event or of the latest two weeks are left out of speeds and step lengths, and why, in words; `nil`
  /// where none are.
  /// - Parameters:
  ///   - events: What is compared.
  ///   - withFirst: Whether the first two weeks since the event are shown, too.
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
