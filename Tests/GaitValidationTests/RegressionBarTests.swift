import Testing

@testable import GaitValidation

@Suite struct `Bars that a report must not fall below` {
  private static let lines = """
    # dataset;site;system;stage;figure;value;tolerance
    umafall;wrist;;activity;walking found;0.95;0.02

    umafall;;;activity;false walking in jumping;0.5;0.1
    voisard_ipol;;;turns;angle bias;-1.5;0.5
    """

  private func report(_ values: [(String, String?, ValidationStage, String, Double)])
    -> ValidationReport
  {
    ValidationReport(
      rows: values.map {
        ValidationRow(
          dataset: $0.0, site: $0.1, system: nil, stage: $0.2, figure: $0.3, unit: "1",
          value: $0.4, personMedian: nil, personWorst: nil, peopleCount: 1, recordingCount: 1,
          missingCount: 0, peers: [], isHeadline: true)
      }, failures: [])
  }

  @Test func `a report at or above the bars falls below none`() throws {
    let bars = try RegressionBar.bars(in: Self.lines)
    #expect(bars.count == 3)
    let good = report([
      ("umafall", "wrist", .activity, "walking found", 1),
      ("umafall", nil, .activity, "false walking in jumping", 0),
      ("voisard_ipol", nil, .turns, "angle bias", 0.2),
    ])
    #expect(good.falls(below: bars) == [])
    let same = report([
      ("umafall", "wrist", .activity, "walking found", 0.935),
      ("umafall", nil, .activity, "false walking in jumping", 0.59),
      ("voisard_ipol", nil, .turns, "angle bias", 1.9),
    ])
    #expect(same.falls(below: bars) == [])
  }

  @Test func `a report below a bar says which and by how much`() throws {
    let bars = try RegressionBar.bars(in: Self.lines)
    let bad = report([
      ("umafall", "wrist", .activity, "walking found", 0.92),
      ("umafall", nil, .activity, "false walking in jumping", 0.7),
      ("voisard_ipol", nil, .turns, "angle bias", -2.1),
    ])
    let falls = bad.falls(below: bars)
    #expect(falls.count == 3)
    #expect(falls.first?.contains("0.92") == true && falls.first?.contains("0.95") == true)
  }

  /// The share of true walks that begin rightly is better the higher it is, and its name says so in no word.
  @Test(arguments: [
    ("starts within a step", ValidationRow.Better.higher, 0.9, 0.5, 0.95),
    ("time of gait in running called running", .higher, 0.9, 0.5, 0.95),
    ("mean share found of walking", .higher, 0.9, 0.5, 0.95), ("r", .higher, 0.9, -0.9, 0.95),
    ("running taken for walking", .lower, 0.1, 0.5, 0),
    ("angle bias", .nearerZero, -1, 2, 0.5),
  ])
  func `a fall is what the figure's definition calls worse`(
    figure: String, better: ValidationRow.Better, bar: Double, worse: Double, better value: Double
  ) throws {
    func falls(_ value: Double) throws -> [String] {
      var report = report([("d", nil, .activity, figure, value)])
      report.rows[0].better = better
      return report.falls(below: try RegressionBar.bars(in: "d;;;activity;\(figure);\(bar);0.01"))
    }
    #expect(try falls(worse).count == 1)
    #expect(try falls(value) == [] && falls(bar) == [])
  }

  @Test func `a missing figure falls, a dataset that was not validated does not`() throws {
    let bars = try RegressionBar.bars(in: Self.lines)
    let part = report([("umafall", "wrist", .activity, "walking found", 1)])
    #expect(part.falls(below: bars).count == 1)
  }

  @Test func `a spreadsheet's mark and ends of lines are no part of a bar`() throws {
    let saved = "\u{FEFF}" + Self.lines.replacing("\n", with: "\r\n") + "\r\n"
    #expect(try RegressionBar.bars(in: saved) == RegressionBar.bars(in: Self.lines))
  }

  @Test func `a line that is no bar is named`() {
    for line in [
      "umafall;wrist;;activity;walking found;0.95", "a;;;nowhere;b;1;1", "a;;;turns;b;x;1",
      "a;;;turns;b;nan;1", "a;;;turns;b;1;inf",
    ] {
      #expect(throws: ValidationError.self) { try RegressionBar.bars(in: line) }
    }
  }
}
