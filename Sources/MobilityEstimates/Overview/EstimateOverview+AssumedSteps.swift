extension EstimateOverview {
  /// That days about the latest event are left out of speeds and step lengths, in words; `nil` where none are.
  package var assumedAboutEvent: String? { Self.leftOut(assumedDaysAboutEvent) }

  /// That days of the latest week and of its baseline are left out, in words; `nil` where none are, or nothing is held
  /// against the past.
  package var assumedInWeeks: String? {
    changes.isEmpty ? nil : Self.leftOut(assumedDaysOfWeeks)
  }

  private static func leftOut(_ days: Int) -> String? {
    guard days > 0 else { return nil }
    return
      "\(days) of the days compared \(days == 1 ? "has" : "have") no measured step length, as in a pocket or on the wrist: "
      + "walking speed and step length are compared without \(days == 1 ? "it" : "them")"
  }
}
