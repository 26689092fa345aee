import GaitModel

/// A recording's facts in one line.
enum RecordingText {
  /// `walk: CSV, 100.0 Hz, 62.0 s, worn at lower_back, height 1.75 m`.
  static func text(_ analysis: RecordingAnalysis, name: String) -> String {
    let facts = analysis.facts
    var parts = [facts.device, number(facts.samplingRateHertz, 1) + " Hz"]
    parts.append(number(analysis.quality.durationSeconds, 1) + " s")
    parts.append(facts.site.map { "worn at \($0.rawValue)" } ?? "site not known")
    parts.append(
      facts.participant.height.map { "height \(number($0.meters, 2)) m" } ?? "height not known")
    if let start = facts.start { parts.append("from " + InstantText.text(start)) }
    return name + ": " + parts.joined(separator: ", ")
  }

  private static func number(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? "?"
  }
}
