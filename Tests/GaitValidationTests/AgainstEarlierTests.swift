import Foundation
import Testing

@testable import GaitValidation

@Suite struct `A report beside an earlier one` {
  private func row(_ figure: String, _ better: ValidationRow.Better, _ persons: [Double])
    -> ValidationRow
  {
    let names = persons.enumerated().map { ("P\($0)", $1) }
    return ValidationRow(
      dataset: "lab", site: nil, system: nil, stage: .steps, figure: figure, unit: "%",
      value: mean(persons) ?? 0, personMedian: median(persons), personWorst: persons.max(),
      peopleCount: persons.count, recordingCount: persons.count, missingCount: 0, peers: [],
      isHeadline: true, persons: Dictionary(uniqueKeysWithValues: names), better: better)
  }

  private func report(_ rows: [ValidationRow], truths: [String: String] = [:]) -> ValidationReport {
    var report = ValidationReport(rows: rows, failures: [])
    report.recordings = truths.map {
      .init(
        dataset: "lab", name: $0.key, participant: "P0", site: "", cohort: nil,
        durationSeconds: 60, truthDigest: $0.value)
    }
    return report
  }

  @Test func `what got better and worse is said, with paired intervals`() throws {
    let before = [4.0, 9, 5, 7, 6]
    let then = report([
      row("MAE", .lower, before), row("F1", .higher, before), row("bias", .nearerZero, before),
      row("SD", .lower, before),
    ])
    // People differ far more than the two runs do: only pairs tell.
    let now = report([
      row("MAE", .lower, before.map { $0 - 0.2 }), row("F1", .higher, before.map { $0 - 0.2 }),
      row("bias", .nearerZero, before.map { $0 - 0.2 }), row("SD", .lower, [5, 8, 6, 6, 7]),
    ])
    let read = try ValidationReport(json: then.json())
    let rows = PairedComparison(first: read, second: now).rows
    #expect(rows.map(\.isBetter) == [true, false, true, nil])
    for row in rows.prefix(3) {
      #expect(abs((row.difference ?? 0) + 0.2) < 1e-12 && row.peopleCount == 5)
      #expect((row.interval?.upperBound ?? 1) < 0)
    }
  }

  @Test func `the verdict is of the interval beside it`() throws {
    func compared(_ first: [Double], _ second: [Double]) throws -> PairedComparison.Row {
      let rows = PairedComparison(
        first: report([row("bias", .nearerZero, first)]),
        second: report([row("bias", .nearerZero, second)])
      ).rows
      return try #require(rows.first)
    }
    // Every person's bias grew, to either side: the mean stayed.
    let spread = try compared([-4, 4, -4, 4, -4, 4.5], [-5, 5, -5, 5, -5, 5.5])
    #expect(spread.interval?.contains(0) == true && spread.isBetter == nil)
    // The mean fell towards zero, and on average people went farther from it.
    let nearer = try compared([9, 9, 9, -1, -1, -1], [8.5, 8.5, 8.5, -3, -3, -3])
    #expect(nearer.second < nearer.first && nearer.isBetter == true)
    #expect(try compared([5, 5.1, 4.9, 5], [1, 0.9, 1, 1.1]).isBetter == true)
    #expect(try compared([5, 5.1, 4.9, 5], [-1, -0.9, -1, -1.1]).isBetter == true)
    #expect(try compared([5, 5.1, 4.9, 5], [-6, -5.9, -6, -6.1]).isBetter == false)
    #expect(try compared([-5, -5.1, -4.9, -5], [-6, -5.9, -6, -6.1]).isBetter == false)
    // Past zero, and perhaps farther than before.
    #expect(try compared([1, 1, 1, 1], [0.2, -3, 0.2, -1]).isBetter == nil)
  }

  @Test func `a figure that fell is not called better because people's own figures rose`() throws {
    var (first, second) = (
      row("r", .higher, [0.1, 0.2, 0.1, 0.2]), row("r", .higher, [0.5, 0.6, 0.5, 0.6])
    )
    func verdict() throws -> Bool? {
      try #require(PairedComparison(first: report([first]), second: report([second])).rows.first)
        .isBetter
    }
    #expect(try verdict() == true)
    (first.value, second.value) = (0.69, -0.1)
    #expect(try verdict() == nil)
    (first.better, second.better) = (.nearerZero, .nearerZero)
    #expect(try verdict() == nil)
  }

  @Test func `what is zero but for rounding is no difference`() throws {
    let first = [0.1, 0.2, 0.3, 0.4]
    let then = report([row("MAE", .lower, first)])
    let now = report([row("MAE", .lower, first.map { $0 + 0.3 - 0.2 - 0.1 })])
    try #require(now.rows[0].persons != then.rows[0].persons)
    let comparison = PairedComparison(first: then, second: now)
    #expect(comparison.rows[0].isBetter == nil && comparison.rows[0].interval == 0...0)
    #expect(!comparison.csv().contains("-0.000000"), "\(comparison.csv())")
    // An end that rounds to zero and is not keeps its sign.
    let less = report([row("MAE", .lower, [0.09, 0.1999, 0.2999, 0.3999])])
    let text = PairedComparison(first: then, second: less).table()
    #expect(text.contains("to -0.0001"), "\(text)")
  }

  @Test func `figures that only one has are named`() {
    var other = row("F1", .higher, [1, 2, 3])
    other.dataset = "another"
    let then = report([row("MAE", .lower, [1, 2, 3]), row("F1", .higher, [1, 2, 3]), other])
    let now = report([row("MAE", .lower, [1, 2, 3]), row("SD", .lower, [1, 2, 3])])
    let comparison = PairedComparison(first: then, second: now)
    #expect(comparison.onlyFirst == ["steps: F1"] && comparison.onlySecond == ["steps: SD"])
    for isWide in [true, false] {
      let text = comparison.table(names: ("then", "now"), isWide: isWide)
      for (name, figure) in [("then", "F1"), ("now", "SD")] {
        #expect(text.contains("only \"\(name)\" has them:\n  steps: \(figure)\n"), "\(text)")
      }
    }
    let same = PairedComparison(first: then, second: then).table()
    #expect(!same.contains("Not compared"), "\(same)")
  }

  @Test func `other recordings and other truths are named`() {
    let then = report([], truths: ["A": "1", "B": "2", "C": "3"])
    let now = report([], truths: ["A": "1", "B": "9", "D": "4"])
    let changes = now.changes(since: then)
    #expect(changes.count == 3)
    #expect(changes[0].contains("lab/D") && changes[0].contains("not in the earlier"))
    #expect(changes[1].contains("lab/C") && changes[2].contains("lab/B"))
    #expect(now.changes(since: now).isEmpty)
  }

  @Test func `other people, sites, cohorts and heights are named`() throws {
    func changed(_ change: (inout ValidationReport.Recording) -> Void) -> ValidationReport {
      var report = self.report([], truths: ["A": "1"])
      report.recordings[0].wearer = "lower_back, 1.72 m"
      change(&report.recordings[0])
      return report
    }
    let then = changed { _ in }
    let said = ["lab/A have another participant, site, cohort or height than then"]
    #expect(changed { $0.wearer = "lower_back, 1.6 m" }.changes(since: then) == said)
    #expect(changed { $0.wearer = "lower_back, no height" }.changes(since: then) == said)
    #expect(changed { $0.participant = "P1" }.changes(since: then) == said)
    #expect(changed { $0.cohort = "old" }.changes(since: then) == said)
    #expect(changed { $0.truthDigest = "2" }.changes(since: then) != said)
    // A report of an earlier version does not say the height.
    #expect(then.changes(since: changed { $0.wearer = nil }).isEmpty)
    let read = try ValidationReport(json: then.json())
    #expect(read.recordings == then.recordings)
  }
}
