import MobilityEstimates

extension PersonFigures {
  /// That bars of some days are of assumed steps.
  var assumedWords: String {
    let count = days.count { $0.walking != nil && !$0.comparesSpeeds }
    guard count > 0 else { return "" }
    return
      " \(PageText.count(count, "day with a bar has", "days with a bar have")) no measured step length, "
      + "\(page.overview.whyAssumed): the line and the table leave their speed out."
  }

  /// That bars of some days are of more walks than the line.
  var mixedWords: String {
    let count = days.count { day in
      guard day.walking != nil, day.measuresSteps, let longer = day.sustained else { return false }
      return (longer.measuredSeconds ?? longer.seconds) < longer.seconds
    }
    guard count > 0 else { return "" }
    return
      " \(PageText.count(count, "day with a bar has", "days with a bar have")) walks with and without a measured step length: the "
      + "bar is of all, the line and the table are of those with one."
  }
}
