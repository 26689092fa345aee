import GaitModel

/// `initial_contacts.csv` and `final_contacts.csv`: when each foot touched and left the ground.
package enum ContactTable {
  /// The columns of the contract, in order.
  package static let columns = ["time_s", "side", "bout"]

  /// The initial contacts of all bouts, with the number of their bout.
  package static func initialContacts(of analysis: RecordingAnalysis) -> Table {
    Table("initial_contacts", columns: columns, of: analysis.boutList, parts: \.initialContacts) {
      row($0.seconds, $0.foot, $1)
    }
  }

  /// The final contacts of all bouts, with the number of their bout.
  package static func finalContacts(of analysis: RecordingAnalysis) -> Table {
    Table("final_contacts", columns: columns, of: analysis.boutList, parts: \.finalContacts) {
      row($0.seconds, $0.foot, $1)
    }
  }

  private static func row(_ seconds: Double, _ foot: Foot, _ bout: Int) -> [Field] {
    [.number(seconds), .word(foot.rawValue), .count(bout + 1)]
  }
}

/// `strides.csv`: one row per stride, with the number of its bout.
package enum StrideTable {
  /// The columns of the contract, in order.
  package static let columns = [
    "bout", "side", "start_s", "end_s", "length_m", "speed_mps", "stance_s", "swing_s",
    "double_support_s", "is_turning", "left_out_reason", "single_support_s",
  ]

  /// The strides of all bouts, in the order of the bouts.
  package static func table(of analysis: RecordingAnalysis) -> Table {
    Table(
      "strides", columns: columns, of: analysis.boutList,
      parts: { bout in
        let reason = bout.doubleSupportFraction.missingReason ?? .eventNotFound
        return bout.strides.map {
          (stride: $0, reason: reason, unseen: bout.turnCount.missingReason)
        }
      }
    ) {
      row(of: $0.stride, bout: $1 + 1, withoutSupport: $0.reason, withoutTurns: $0.unseen)
    }
  }

  /// The phases follow from the bout's double support, and are missing for its reason; whether a stride turns for that of
  /// the bout's turns.
  private static func row(
    of stride: Stride, bout: Int, withoutSupport reason: MissingReason,
    withoutTurns unseen: MissingReason?
  ) -> [Field] {
    [
      .count(bout), .word(stride.foot.rawValue), .number(stride.seconds.lowerBound),
      .number(stride.seconds.upperBound), .measured(stride.length) { $0.meters },
      speed(of: stride), .number(stride.stanceSeconds, orMissing: reason),
      .number(stride.swingSeconds, orMissing: reason),
      .number(stride.doubleSupportSeconds, orMissing: reason),
      unseen.map { .missing($0.rawValue) } ?? .flag(stride.isTurning),
      stride.leftOutReason.map { .word($0.rawValue) } ?? .blank,
      .number(stride.singleSupportSeconds, orMissing: reason),
    ]
  }

  private static func speed(of stride: Stride) -> Field {
    .number(
      stride.speed?.metersPerSecond, orMissing: stride.length.missingReason ?? .eventNotFound)
  }
}

/// `turns.csv`: one row per change of walking direction.
package enum TurnTable {
  /// The columns of the contract, in order.
  package static let columns = ["start_s", "end_s", "angle_deg"]

  /// The table of a recording's turns; without rows where turns cannot be told.
  package static func table(of analysis: RecordingAnalysis) -> Table {
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

/// `stairs.csv`: one row per climb or descent of a staircase.
package enum StairTable {
  /// The columns of the contract, in order.
  package static let columns = [
    "start_s", "end_s", "direction", "n_steps", "height_m", "vertical_speed_mps", "height_se_m",
    "vertical_speed_se_mps", "is_counted", "is_height_assumed",
  ]

  /// The table of a recording's flights of stairs; the direction is `up` or `down`.
  /// Without rows where stairs cannot be told.
  package static func table(of analysis: RecordingAnalysis) -> Table {
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
        flight.height.missingReason.map { .missing($0.rawValue) } ?? .flag(flight.isHeightAssumed),
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

/// `gait_sequences.csv`: where gait was detected, before contacts say where bouts begin and end.
package enum GaitSequenceTable {
  /// The columns of the contract, in order.
  package static let columns = ["start_s", "end_s"]

  /// The table of a recording's gait sequences.
  package static func table(of analysis: RecordingAnalysis) -> Table {
    Table("gait_sequences", columns: columns, of: analysis.gaitSequences) { sequence in
      [.number(sequence.seconds.lowerBound), .number(sequence.seconds.upperBound)]
    }
  }
}
