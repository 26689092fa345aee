import GaitModel

/// `gait_sequences.csv`: where gait was detected at all.
enum GaitSequenceTable {
  /// The columns of the contract, in order.
  static let columns = ["start_s", "end_s"]

  /// The table of a recording's gait sequences.
  static func table(of analysis: RecordingAnalysis) -> Table {
    Table("gait_sequences", columns: columns, of: analysis.gaitSequences) { sequence in
      [.number(sequence.seconds.lowerBound), .number(sequence.seconds.upperBound)]
    }
  }
}
