import GaitModel

/// `turns.csv`: one row per change of walking direction.
enum TurnTable {
  /// The columns of the contract, in order.
  static let columns = ["start_s", "end_s", "angle_deg"]

  /// The table of a recording's turns; without rows where turns cannot be told.
  static func table(of analysis: RecordingAnalysis) -> Table {
    let turns = analysis.turns.value ?? []
    let reason = analysis.turns.missingReason?.rawValue
    return Table("turns", columns: columns, of: turns, missingReason: reason) { turn in
      [
        .number(turn.seconds.lowerBound), .number(turn.seconds.upperBound),
        .number(turn.angleDegrees, decimals: 1),
      ]
    }
  }
}
