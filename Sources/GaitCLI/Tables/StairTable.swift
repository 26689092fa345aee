import GaitModel

/// `stairs.csv`: one row per climb or descent of a staircase.
enum StairTable {
  /// The columns of the contract, in order.
  static let columns = [
    "start_s", "end_s", "direction", "n_steps", "height_m", "vertical_speed_mps", "height_se_m",
    "vertical_speed_se_mps", "is_counted",
  ]

  /// The table of a recording's flights of stairs; the direction is `up` or `down`.
  /// Without rows where stairs cannot be told.
  static func table(of analysis: RecordingAnalysis) -> Table {
    let flights = analysis.stairFlights.value ?? []
    let reason = analysis.stairFlights.missingReason?.rawValue
    return Table("stairs", columns: columns, of: flights, missingReason: reason) { flight in
      [
        .number(flight.seconds.lowerBound), .number(flight.seconds.upperBound),
        .word(word(for: flight.direction)), .count(flight.stepCount),
        .measured(flight.height) { $0.meters },
        .measured(flight.verticalSpeed) { $0.metersPerSecond },
        .error(flight.height) { $0.meters },
        .error(flight.verticalSpeed) { $0.metersPerSecond },
        .flag(flight.isCounted),
      ]
    }
  }

  private static func word(for direction: Terrain) -> String {
    switch direction {
    case .stairsUp: "up"
    case .stairsDown: "down"
    case .level, .incline, .unknown: direction.rawValue
    }
  }
}
