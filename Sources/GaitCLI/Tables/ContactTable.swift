import GaitModel

/// `initial_contacts.csv` and `final_contacts.csv`: when each foot touched and left the ground.
enum ContactTable {
  /// The columns of the contract, in order.
  static let columns = ["time_s", "side", "bout"]

  /// The initial contacts of all bouts, with the number of their bout.
  static func initialContacts(of analysis: RecordingAnalysis) -> Table {
    table("initial_contacts", of: analysis) { $0.initialContacts.map { ($0.seconds, $0.foot) } }
  }

  /// The final contacts of all bouts, with the number of their bout.
  static func finalContacts(of analysis: RecordingAnalysis) -> Table {
    table("final_contacts", of: analysis) { $0.finalContacts.map { ($0.seconds, $0.foot) } }
  }

  private static func table(
    _ name: String, of analysis: RecordingAnalysis,
    events: (WalkingBout) -> [(seconds: Double, foot: Foot)]
  ) -> Table {
    let all = analysis.bouts.enumerated().flatMap { index, bout in
      events(bout).map { (event: $0, bout: index + 1) }
    }
    return Table(name, columns: columns, of: all) { row in
      [.number(row.event.seconds), .word(row.event.foot.rawValue), .count(row.bout)]
    }
  }
}
