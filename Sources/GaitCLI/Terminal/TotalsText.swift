import GaitModel

/// A recording's totals in one line.
enum TotalsText {
  /// `3 bouts, 412 steps, 289.4 m, walking 234.0 s, 2 turns`; zero counts are left out.
  static func text(_ totals: RecordingTotals) -> String {
    guard totals.boutCount > 0 else { return "no walking or running found" }
    var parts = [count(totals.boutCount, "bout"), count(totals.stepCount, "step")]
    if let distance = totals.distance.value { parts.append(number(distance.meters) + " m") }
    if totals.walkingSeconds > 0 { parts.append("walking \(number(totals.walkingSeconds)) s") }
    if totals.runningSeconds > 0 { parts.append("running \(number(totals.runningSeconds)) s") }
    if let turns = totals.turnCount.value { parts.append(count(turns, "turn")) }
    for (flights, way) in [(totals.flightsUp, "up"), (totals.flightsDown, "down")] {
      guard let flights = flights.value, flights > 0 else { continue }
      parts.append(count(flights, "flight") + " of stairs " + way)
    }
    return parts.joined(separator: ", ")
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func number(_ value: Double) -> String {
    DecimalText.text(value, decimals: 1) ?? "–"
  }
}
